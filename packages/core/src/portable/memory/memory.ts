import { f64, i32 } from '../base/language.ts';
import { Estimator } from './estimator.ts';

/** `advance` forgot nothing. */
export const NOTHING: i32 = -1;
/** `advance` may have changed every cell. */
export const EVERYTHING: i32 = -2;

/**
 * What a policy remembers: a count and a sum of rewards for each cell. A cell is an arm, or a part
 * of an arm where an estimator sorts rewards further. The ways to forget differ only here. A
 * memory with one cell per arm is also the estimator of the sample mean.
 */
export interface Memory extends Estimator {
  /** The rewards remembered of a cell, added up in the memory's unit. */
  sum(cell: i32): f64;
}
