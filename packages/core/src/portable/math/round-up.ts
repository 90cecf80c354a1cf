import { ceil, f64 } from '../base/language.ts';

/** What is within this of a whole number is that number. */
const ROUNDING: f64 = 1e-9;

/** The least whole number that is no less, but for rounding. */
// @inline
export function roundUp(value: f64): f64 {
  return ceil(value - ROUNDING);
}
