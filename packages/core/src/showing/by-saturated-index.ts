/** What policies that pick by the largest index over saturated means show. */
import type { Showing } from '../definitions/showing.ts';
import type { WaitingKernel } from '../portable/kernels/kernel.ts';
import { byIndexInTurn } from './by-index.ts';

/** A kernel whose estimator clips the rewards of an arm at one of some limits, by the arm's level. */
export interface SaturatingKernel extends WaitingKernel {
  readonly estimator: { readonly limits: Float64Array; readonly level: Int32Array };
}

/** Of a kernel that has an index over saturated means. */
export const bySaturatedIndex: Showing<SaturatingKernel> = {
  ...byIndexInTurn,
  limit: ({ estimator }, arm) => estimator.limits[estimator.level[arm]],
};
