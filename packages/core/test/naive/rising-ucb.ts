/**
 * Naive R-ed-UCB: Metelli, Trovo, Pirola and Restelli 2022. With N rewards R_1 ... R_N of an arm, h = floor(epsilon N)
 * and t the number of the slot, from 1, the index is
 *
 *   (1/h) sum over l = N-h+1 ... N of (R_l + (t - l) (R_l - R_(l-h)) / h)
 *     + sigma (t - N + h - 1) sqrt(10 alpha ln t / h^3)
 *
 * +Infinity before an arm was played twice, and `start` while h = 0. Of all rewards only the last `memory` are kept,
 * and h is at most half of those of the arm.
 */
import { type Remembered, rewardsOf } from './history.ts';

/** The settings of R-ed-UCB. */
export interface NaiveRisingSettings {
  readonly epsilon?: number;
  readonly alpha?: number;
  readonly sigma?: number;
  readonly start?: number;
  readonly memory?: number;
}

function naiveIndex(
  history: Remembered,
  arm: number,
  settings: NaiveRisingSettings,
): { index: number; estimate: number } {
  const { epsilon = 0.25, alpha = 4, sigma = 0.1, start = 1, memory = 100_000 } = settings;
  const plays = history.filter((decision) => decision.arm === arm).length;
  const rewards = rewardsOf(history, arm);
  const came = history.filter(({ reward }) => reward !== undefined);
  const held = rewardsOf(came.slice(-memory), arm).length;
  const t = history.length + 1;
  const n = rewards.length;
  const h = Math.min(Math.floor(epsilon * n + 1e-9), Math.floor(held / 2));
  if (plays < 2) return { index: Number.POSITIVE_INFINITY, estimate: Number.NaN };
  if (h === 0) return { index: start, estimate: Number.NaN };
  let sum = 0;
  for (let l = n - h + 1; l <= n; l++) {
    const [reward, before] = [rewards[l - 1], rewards[l - h - 1]];
    sum += reward + ((t - l) * (reward - before)) / h;
  }
  const width = sigma * (t - n + h - 1) * Math.sqrt((10 * alpha * Math.log(t)) / h ** 3);
  return { index: sum / h + width, estimate: sum / h };
}

/** The index of every arm at slot `history.length`. */
export function naiveRisingIndices(
  history: Remembered,
  armCount: number,
  settings: NaiveRisingSettings,
): number[] {
  return Array.from({ length: armCount }, (_, arm) => naiveIndex(history, arm, settings).index);
}
