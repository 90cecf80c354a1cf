import { Floats, f64, Ints, i32 } from './portable.ts';

/**
 * What a kernel hands its changing numbers to. One `transfer` method in each class names them once
 * and serves both directions, so saving and restoring can't disagree: an archive that saves returns
 * what it is given, an archive that restores returns what was stored.
 */
export interface Archive {
  /** How many slots were taken. The shell knows it, so it is not stored once more. */
  slot(value: i32): i32;
  /** One real number. */
  real(name: string, value: f64): f64;
  /** The first `length` places of `values`, each a cell from 0 to below `cells`, or -1 for none. */
  cells(name: string, values: Ints, length: i32, cells: i32): void;
  /** The first `length` places of `values`. */
  reals(name: string, values: Floats, length: i32): void;
  /** The first `length` places of `values`, none of them negative. */
  counts(name: string, values: Floats, length: i32): void;
}
