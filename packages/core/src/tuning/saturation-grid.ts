/**
 * Builds saturated means: the grid of counts and limits, made once.
 */

import { SaturatedMean } from '../portable/estimators/saturated-mean.ts';
import { saturationLevel, saturationLimit } from '../portable/estimators/saturation.ts';
import type { AllTime } from '../portable/memory/all-time.ts';
import type { Resetting } from '../portable/memory/resetting.ts';
import type { Window } from '../portable/memory/window.ts';

/** Slots are counted in 31 bits, so no count is larger. */
export const LARGEST_COUNT = 2 ** 31 - 1;

interface SaturationGrid {
  /** The base a of the grid. */
  readonly base: number;
  /** τ or T in the limits. */
  readonly length: number;
  /** K in the limits, as it was at the start: a new arm must not move the bins of the others. */
  readonly armCount: number;
  /** The largest count that the memory can reach. */
  readonly largestCount: number;
}

/**
 * The memories that a saturated mean can follow: what they forget leaves at once for all arms, or one by
 * one from a window that still has it.
 */
export type SaturableMemory = AllTime | Resetting | Window;

/** A saturated mean for `armCount` arms over the memory that `remember` makes for a number of cells. */
export function saturatedMean<M extends SaturableMemory>(
  armCount: number,
  grid: SaturationGrid,
  remember: (cells: number) => M,
): SaturatedMean<M> {
  const levels = saturationLevel(grid.largestCount, grid.base) + 1;
  const powers = new Float64Array(levels);
  const limits = new Float64Array(levels);
  let power = 1;
  for (let level = 0; level < levels; level++) {
    powers[level] = power;
    limits[level] = saturationLimit(level, grid.base, grid.length, grid.armCount);
    power *= grid.base;
  }
  const memory = remember(armCount);
  return new SaturatedMean(armCount, memory, powers, limits, levels);
}
