/**
 * Naive kl-UCB for rewards in [0, 1].
 *
 * Cited in the introduction of Wei and Srivastava; the rule is Garivier and Cappé 2011: the index
 * is the largest q in [mean, 1] with
 *
 *   n kl(mean, q) <= ln t + c ln ln t,
 *   kl(p, q) = p ln(p/q) + (1-p) ln((1-p)/(1-q)),   0 ln 0 = 0,
 *
 * t the slot counted from 1, n and mean over all slots. kl rises on [mean, 1], so bisection finds q.
 * A level below 0, which c > 0 gives at small t, is taken as 0: then q is the mean.
 */
import { allTime, meanOf, type Remembered, rewardsOf } from './history.ts';
import type { NaiveSettings } from './settings.ts';

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
