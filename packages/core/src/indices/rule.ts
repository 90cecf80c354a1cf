import { f64, i32 } from '../portable.ts';

/**
 * The width of a confidence bound, split so that only what changed is computed anew:
 *
 *     index = mean + scale(slot, unit) × slope(mass)
 *
 * The slope belongs to an arm and changes with what is remembered of it; the scale is common to all
 * arms and may change in every slot. `slot` counts from 0: a formula's t is slot + 1.
 */
export interface IndexRule {
  slope(mass: f64): f64;
  scale(slot: i32, unit: f64): f64;
}
