import type { MeanPath } from '../contract/path.ts';

/** Arms from the best to the worst over all slots. */
export function rankOf({ armCount, bounds, means }: MeanPath): number[] {
  const sums = new Float64Array(armCount);
  for (let bin = 0; bin + 1 < bounds.length; bin++) {
    for (let arm = 0; arm < armCount; arm++)
      sums[arm] += (bounds[bin + 1] - bounds[bin]) * means[bin * armCount + arm];
  }
  return Array.from(sums, (_, arm) => arm).sort((a, b) => sums[b] - sums[a] || a - b);
}
