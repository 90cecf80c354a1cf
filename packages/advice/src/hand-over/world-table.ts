/** The world of a log as a table of means, one row per slot, for `driftline compare --means` and the lab. */
import type { MeanPath } from '../contract/path.ts';

/** Longer tables take long to play, and say no more. */
const MOST_SLOTS = 50_000;

/** Means of slots, row by row. */
export interface WorldTable {
  readonly armCount: number;
  readonly slots: number;
  /** The slot of the log that the first row is of: the latest part is taken where all of it is too long. */
  readonly from: number;
  readonly means: Float64Array;
}

/** The table of a path, or of its last part. */
export function worldTable({ armCount, bounds, means }: MeanPath): WorldTable {
  const all = bounds[bounds.length - 1];
  const slots = Math.min(all, MOST_SLOTS);
  const from = all - slots;
  const table = new Float64Array(slots * armCount);
  let bin = 0;
  for (let slot = from; slot < all; slot++) {
    while (bounds[bin + 1] <= slot) bin += 1;
    const row = means.subarray(bin * armCount, (bin + 1) * armCount);
    table.set(row, (slot - from) * armCount);
  }
  return { armCount, slots, from, means: table };
}
