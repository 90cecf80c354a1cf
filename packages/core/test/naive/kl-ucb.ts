/**
 * Naive kl-UCB, SW-klUCB and D-klUCB for rewards in [0, 1].
 *
 * Cited in the introduction of Wei and Srivastava; the rule is Garivier and Cappé 2011: the index
 * is the largest q in [mean, 1] with
 *
 *   n kl(mean, q) <= ln t + c ln ln t,
 *   kl(p, q) = p ln(p/q) + (1-p) ln((1-p)/(1-q)),   0 ln 0 = 0,
 *
 * t the slot counted from 1, n and mean over all slots. kl rises on [mean, 1], so bisection finds q.
 * A level below 0, which c > 0 gives at small t, is taken as 0: then q is the mean.
 *
 * SW-klUCB has min(t, tau) for t, n and mean over the last tau slots; with a number of changes
 * tau = floor(2 sqrt(T ln T / changes)), from 1 to T. D-klUCB weighs a reward of age s (0 in the last
 * slot) by gamma^s in n and mean, and its level is the logarithm of the n of all arms together; with a
 * number of changes gamma = 1 - sqrt(changes/T)/4, at least 0.
 */
import { allTime, insideWindow, meanOf, type Remembered, rewardsOf } from './history.ts';
import { memoryForChanges, type NaiveSettings, naiveDiscountForChanges } from './settings.ts';

/** kl(p, q) between Bernoulli laws, for 0 <= p <= 1 and 0 < q < 1. */
export function bernoulliDivergence(p: number, q: number): number {
  const success = p === 0 ? 0 : p * Math.log(p / q);
  const failure = p === 1 ? 0 : (1 - p) * Math.log((1 - p) / (1 - q));
  return success + failure;
}

/** The largest q in [mean, 1] with kl(mean, q) <= bound, to 1e-13; the mean for a bound of 0. */
export function largestMeanWithin(mean: number, bound: number): number {
  // Next to the mean kl is smaller than its own rounding error, which bisection would follow.
  if (bound === 0) return mean;
  let inside = mean;
  let outside = 1;
  while (outside - inside > 1e-13) {
    const middle = (inside + outside) / 2;
    if (bernoulliDivergence(mean, middle) <= bound) inside = middle;
    else outside = middle;
  }
  return inside;
}

/** ln t + c ln ln t, at least 0; ln ln t is left out for c = 0, where it may be infinite. */
function explorationLevel(t: number, c: number): number {
  if (c === 0) return Math.log(t);
  return Math.max(0, Math.log(t) + c * Math.log(Math.log(t)));
}

/** The kl-UCB index of every arm at slot `history.length`. */
export function klUcbIndices(
  history: Remembered,
  armCount: number,
  settings: NaiveSettings,
): number[] {
  const scale = settings.scale ?? 1;
  const level = explorationLevel(history.length + 1, settings.c ?? 0);
  const indices: number[] = [];
  for (let arm = 0; arm < armCount; arm += 1) {
    const rewards = rewardsOf(allTime(history), arm).map((reward) => reward / scale);
    const n = rewards.length;
    indices.push(
      n === 0 ? Number.POSITIVE_INFINITY : largestMeanWithin(meanOf(rewards), level / n),
    );
  }
  return indices;
}

/** The SW-klUCB index of every arm at slot `history.length`. */
export function slidingWindowKlUcbIndices(
  history: Remembered,
  armCount: number,
  settings: NaiveSettings,
): number[] {
  const { slots, logarithmLength } = memoryForChanges(armCount, settings);
  const t = Math.min(history.length + 1, logarithmLength);
  const level = explorationLevel(t, settings.c ?? 0);
  const remembered = insideWindow(history, slots);
  const indices: number[] = [];
  for (let arm = 0; arm < armCount; arm += 1) {
    const rewards = rewardsOf(remembered, arm);
    const bound = level / rewards.length;
    indices.push(
      rewards.length === 0 ? Number.POSITIVE_INFINITY : largestMeanWithin(meanOf(rewards), bound),
    );
  }
  return indices;
}

/** The D-klUCB index of every arm at slot `history.length`. */
export function discountedKlUcbIndices(
  history: Remembered,
  armCount: number,
  settings: NaiveSettings,
): number[] {
  const discount = naiveDiscountForChanges(armCount, settings);
  const counts = new Array<number>(armCount).fill(0);
  const sums = new Array<number>(armCount).fill(0);
  history.forEach(({ arm, reward }, slot) => {
    if (reward === undefined) return;
    const weight = discount ** (history.length - 1 - slot);
    counts[arm] += weight;
    sums[arm] += weight * reward;
  });
  const total = counts.reduce((sum, count) => sum + count, 0);
  const level = Math.max(0, Math.log(total));
  return counts.map((count, arm) =>
    count === 0 ? Number.POSITIVE_INFINITY : largestMeanWithin(sums[arm] / count, level / count),
  );
}
