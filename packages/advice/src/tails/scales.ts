/** Where residuals of an arm lie, and by what size those of different arms are compared. */
import type { Log } from '../contract/log.ts';

function middle(sorted: Float64Array): number {
  return sorted.length > 0 ? sorted[sorted.length >> 1] : 0;
}

/** Of very many values, so many evenly spaced ones tell the median as well. */
const MOST_SORTED = 100_001;

function sortedSome(values: Float64Array): Float64Array {
  if (values.length <= MOST_SORTED) return values.slice().sort();
  const step = values.length / MOST_SORTED;
  const some = Float64Array.from({ length: MOST_SORTED }, (_, i) => values[Math.floor(i * step)]);
  return some.sort();
}

/** Of each arm the share of rewards that are all alike, where that is more than half; else 0. */
export function sharesAlike(log: Log): number[] {
  const rewards: number[][] = log.arms.map(() => []);
  for (let row = 0; row < log.rows; row++) {
    const own = rewards[log.arm[row]];
    if (own.length < MOST_SORTED && !Number.isNaN(log.reward[row])) own.push(log.reward[row]);
  }
  return rewards.map((own) => {
    const usual = middle(Float64Array.from(own).sort());
    const alike = own.filter((reward) => reward === usual).length;
    return 2 * alike > own.length ? alike / own.length : 0;
  });
}

/** The middle of an arm's residuals, and their usual distance from it. */
export interface Scale {
  /** The median: a mean would follow the very values that are looked for. */
  readonly center: number;
  /** The median distance; where most rewards are alike, that of the others; 0 where all are. */
  readonly size: number;
  /** The share of residuals of rewards that are not all alike. */
  readonly apart: number;
}

/** @param alike - the share of rewards that are all alike, so that their residuals are close to each other */
export function scaleOf(residuals: Float64Array, alike: number): Scale {
  const sorted = sortedSome(residuals);
  const center = middle(sorted);
  const distances = sorted.map((residual) => Math.abs(residual - center)).sort();
  const others = distances.subarray(Math.round(alike * distances.length));
  return { center, size: middle(others), apart: 1 - alike };
}
