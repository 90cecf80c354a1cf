/**
 * Naive IMED, SW-IMED and D-IMED.
 *
 * Honda and Takemura 2015, for Bernoulli laws. With n the rewards remembered of an arm and mu* the largest
 * mean of any arm,
 *
 *   I = n kl(mean, mu*) + ln n,    kl(p, q) = p ln(p/q) + (1-p) ln((1-p)/(1-q)),   0 ln 0 = 0
 *
 * and the arm of the least I is played: -I is the index. IMED has all slots, SW-IMED the last tau, and in
 * D-IMED a reward of age s weighs gamma^s in n and in the mean.
 */
import { insideWindow, meanOf, type Remembered, rewardsOf } from './history.ts';
import { memoryForChanges, type NaiveSettings, naiveDiscountForChanges } from './settings.ts';

interface Record {
  readonly n: number;
  readonly mean: number;
}

/** kl, with infinity where q = 1 cannot be. */
function divergence(p: number, q: number): number {
  const hits = p === 0 ? 0 : p * Math.log(p / q);
  const misses = p === 1 ? 0 : (1 - p) * Math.log((1 - p) / (1 - q));
  return p === q ? 0 : hits + misses;
}

function indicesOf(records: readonly Record[]): number[] {
  const best = Math.max(...records.filter(({ n }) => n > 0).map(({ mean }) => mean));
  return records.map(({ n, mean }) =>
    n === 0 ? Number.POSITIVE_INFINITY : -(n * divergence(mean, best) + Math.log(n)),
  );
}

function recordsOf(remembered: Remembered, armCount: number): Record[] {
  return Array.from({ length: armCount }, (_, arm) => {
    const rewards = rewardsOf(remembered, arm);
    return { n: rewards.length, mean: meanOf(rewards) };
  });
}

/** The IMED index of every arm at slot `history.length`. */
export function imedIndices(history: Remembered, armCount: number): number[] {
  return indicesOf(recordsOf(history, armCount));
}

/** The SW-IMED index of every arm at slot `history.length`. */
export function slidingWindowImedIndices(
  history: Remembered,
  armCount: number,
  settings: NaiveSettings,
): number[] {
  const { slots } = memoryForChanges(armCount, settings);
  return indicesOf(recordsOf(insideWindow(history, slots), armCount));
}

/** The D-IMED index of every arm at slot `history.length`. */
export function discountedImedIndices(
  history: Remembered,
  armCount: number,
  settings: NaiveSettings,
): number[] {
  const discount = naiveDiscountForChanges(armCount, settings);
  const records = Array.from({ length: armCount }, (_, arm) => {
    let [n, sum] = [0, 0];
    history.forEach((decision, slot) => {
      if (decision.arm !== arm || decision.reward === undefined) return;
      const weight = discount ** (history.length - 1 - slot);
      n += weight;
      sum += weight * decision.reward;
    });
    return { n, mean: sum / n };
  });
  return indicesOf(records);
}
