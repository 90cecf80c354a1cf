/**
 * Naive FEWA: Seznec, Locatelli, Carpentier, Lazaric and Valko 2019, algorithms 1 and 2.
 *
 * With t the slots so far and h = 1, 2, ..., an arm stays if the mean of its last h rewards is at least
 *
 *   (the largest of these means) - 2 sqrt(2 sigma^2 ln(t^alpha / delta) / h)
 *
 * As soon as some arms that stay have no longer window, the least played of them is next. On a grid, windows are the
 * blocks of naive RAW-UCB.
 */
import { meanOf, type Remembered, rewardsOf } from './history.ts';
import { blocksOf } from './raw-ucb.ts';
import type { NaiveSettings } from './settings.ts';

/** The choice of a slot. */
export interface FewaChoice {
  readonly arm: number;
  /** The arms that were kept. */
  readonly kept: readonly number[];
  /** The number of windows that were compared. */
  readonly windows: number;
  /** The distance of the nearest mean to its threshold. Infinity if nothing was compared. */
  readonly gap: number;
}

function leastPlayed(arms: readonly number[], history: Remembered): number {
  const plays = arms.map((arm) => history.filter((decision) => decision.arm === arm).length);
  return arms[plays.indexOf(Math.min(...plays))];
}

/** The choice at slot `history.length`. */
export function naiveFewa(
  history: Remembered,
  armCount: number,
  settings: NaiveSettings,
): FewaChoice {
  const { alpha = 0.06, delta = 1, sigma = 0.5, grid = 1.1, scale = 1 } = settings;
  const all = Array.from({ length: armCount }, (_, arm) => arm);
  const blocks = all.map((arm) =>
    blocksOf(
      rewardsOf(history, arm).map((reward) => reward / scale),
      grid,
    ),
  );
  const level = Math.log(Math.max(1, history.length) ** alpha / delta);
  let kept = all;
  let gap = Number.POSITIVE_INFINITY;
  for (let window = 0; ; window++) {
    const lacking = kept.filter((arm) => blocks[arm][window] === undefined);
    if (kept.length === 1 || lacking.length > 0) {
      const arm = leastPlayed(kept.length === 1 ? kept : lacking, history);
      return { arm, kept, windows: window, gap };
    }
    const means = new Map(kept.map((arm) => [arm, meanOf(blocks[arm][window])]));
    const largest = Math.max(...means.values());
    const h = blocks[kept[0]][window].length;
    const threshold = largest - 2 * Math.sqrt((2 * sigma ** 2 * level) / h);
    const distances = [...means.values()].filter((mean) => mean !== largest);
    gap = Math.min(gap, ...distances.map((mean) => Math.abs(mean - threshold)));
    kept = kept.filter((arm) => (means.get(arm) ?? Number.NaN) >= threshold);
  }
}
