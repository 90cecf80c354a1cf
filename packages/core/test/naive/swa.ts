/**
 * Naive SWA and wSWA: Levine, Crammer and Mannor 2017. A run of T slots has the window
 *
 *   M = ceil(alpha (16 sigma^2 T^2 ln(sqrt(2) T) / K^2)^(1/3)), at most T,
 *
 * plays each arm M times in turn, and then the arm with the largest mean of its last M rewards. wSWA has runs of
 * 1, 2, 4, ... slots, each of which starts with nothing.
 */
import { meanOf, type Remembered, rewardsOf } from './history.ts';

/** The settings of both. */
export interface NaiveSwaSettings {
  readonly horizon?: number;
  readonly alpha?: number;
  readonly sigma?: number;
  readonly doubling?: number;
}

/** The choice of a slot. */
export interface SwaChoice {
  readonly arm: number;
  readonly window: number;
  /** The largest mean less the next one; Infinity while arms take turns. */
  readonly gap: number;
}

export function naiveWindow(armCount: number, horizon: number, settings: NaiveSwaSettings): number {
  const { alpha = 0.2, sigma = 0.5 } = settings;
  const cube = (16 * sigma ** 2 * horizon ** 2 * Math.log(Math.SQRT2 * horizon)) / armCount ** 2;
  return Math.min(horizon, Math.ceil(alpha * Math.cbrt(cube) - 1e-9));
}

/** The choice at slot `history.length`. */
export function naiveSwa(
  history: Remembered,
  armCount: number,
  settings: NaiveSwaSettings,
): SwaChoice {
  const { horizon, doubling = horizon === undefined ? 1 : 0 } = settings;
  let start = 0;
  let length = doubling === 1 ? 1 : (horizon ?? 1);
  while (doubling === 1 && history.length >= start + length) {
    start += length;
    length *= 2;
  }
  const run = history.slice(start);
  const window = naiveWindow(armCount, length, settings);
  const arms = Array.from({ length: armCount }, (_, arm) => arm);
  const due = arms.filter((arm) => rewardsOf(run, arm).length < window);
  if (due.length > 0) {
    const plays = due.map((arm) => run.filter((decision) => decision.arm === arm).length);
    return { arm: due[plays.indexOf(Math.min(...plays))], window, gap: Number.POSITIVE_INFINITY };
  }
  const means = arms.map((arm) => meanOf(rewardsOf(run, arm).slice(-window)));
  const arm = means.indexOf(Math.max(...means));
  const rival = Math.max(...means.filter((_, other) => other !== arm));
  return { arm, window, gap: means[arm] - rival };
}
