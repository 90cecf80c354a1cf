/** Bins of final regrets, fine enough for the narrowest policy to have a shape. */
import type { PolicyResult } from '../../play/result.ts';
import { type Histogram, histogram, quantile } from '../../play/statistics.ts';
import { tickStep } from '../../words/numbers.ts';

const MOST_BINS = 80;

/** Twice the interquartile range over the cube root of the count (Freedman and Diaconis, 1981). */
function goodWidth(finals: readonly number[]): number {
  const sorted = Float64Array.from(finals).sort();
  return (2 * (quantile(sorted, 0.75) - quantile(sorted, 0.25))) / Math.cbrt(sorted.length);
}

/** A round width that suits the policy in the middle; where nothing spreads, a narrow one. */
function binWidth(policies: readonly PolicyResult[], low: number, high: number): number {
  const widths = policies.map(({ finals }) => goodWidth(finals)).filter((width) => width > 0);
  widths.sort((a, b) => a - b);
  const span = high > low ? high - low : Math.abs(high) || 1;
  const wanted = widths[Math.floor((widths.length - 1) / 2)] ?? span / 20;
  return tickStep(Math.max(wanted, span / MOST_BINS), 1);
}

/** Histograms of all policies over the same round edges. */
export function finalHistograms(policies: readonly PolicyResult[]): Histogram[] {
  const low = Math.min(...policies.map(({ regret }) => regret.min));
  const high = Math.max(...policies.map(({ regret }) => regret.max));
  const step = binWidth(policies, low, high);
  const first = Math.floor(low / step);
  const last = Math.max(first + 1, Math.floor(high / step) + 1);
  const edges = Array.from({ length: last - first + 1 }, (_, i) => (first + i) * step);
  return policies.map(({ finals }) => histogram(finals, edges));
}

/** A bin with its bounds. */
export interface Bin {
  readonly from: number;
  readonly to: number;
  readonly count: number;
}

/** The bins from the first to the last that holds anything. */
export function filledBins({ edges, counts }: Histogram): Bin[] {
  const first = counts.findIndex((count) => count > 0);
  const last = counts.findLastIndex((count) => count > 0);
  return counts
    .map((count, i) => ({ from: edges[i], to: edges[i + 1], count }))
    .slice(first, last + 1);
}
