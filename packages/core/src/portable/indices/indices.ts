import { f64, i32 } from '../base/language.ts';

/**
 * The indices of all arms, and which one leads. `slot` counts from 0: a formula's t is slot + 1.
 * Counts are `mass / unit`, see `Estimator`.
 */
export interface Indices {
  /** The arm of the largest index, the lowest among equals. */
  leader(slot: i32, unit: f64): i32;
  /** The index of an arm. */
  index(arm: i32, slot: i32, unit: f64): f64;
  /** The index that an arm with this mean and mass would have. */
  indexOf(mean: f64, mass: f64, slot: i32, unit: f64): f64;
  /** What is remembered of an arm has changed. */
  set(arm: i32, mean: f64, mass: f64): void;
  /** Nothing is remembered of an arm any more: its index is `key`, which is above all others. */
  setEmpty(arm: i32, key: f64): void;
  /** As `set`, for many arms at once: `rebuild` must follow. */
  write(arm: i32, mean: f64, mass: f64): void;
  /** As `setEmpty`, for many arms at once. */
  writeEmpty(arm: i32, key: f64): void;
  /** Many arms were written, or the unit has shrunk. */
  rebuild(slot: i32, unit: f64): void;
  /** Nothing is remembered of any arm. */
  clear(): void;
}
