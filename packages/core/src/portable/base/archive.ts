import { bool, Floats, f64, Ints, i32 } from './language.ts';

/**
 * What a kernel hands its changing numbers to. One `transfer` method in each class names them once
 * and serves both directions, so saving and restoring cannot disagree: an archive that saves returns
 * what it is given, an archive that restores returns what was stored, or refuses it: the narrower a
 * kernel says what can be there, the less of what was altered or damaged gets in.
 */
export interface Archive {
  /** How many slots were taken. The shell knows it, so it is not stored once more. */
  slot(value: i32): i32;
  /** Whether there is something under a name: true where it saves. */
  has(name: string): bool;
  /** One real number. */
  real(name: string, value: f64): f64;
  /** One real number from `least` to `most`. */
  within(name: string, value: f64, least: f64, most: f64): f64;
  /** One whole number from `least` to `most`. */
  integer(name: string, value: i32, least: i32, most: i32): i32;
  /** The first `length` places of `values`, each a cell from 0 to below `cells`, or -1 for none. */
  cells(name: string, values: Ints, length: i32, cells: i32): void;
  /** The first `length` places of `values`, each from `least` to `most`. */
  integers(name: string, values: Ints, length: i32, least: i32, most: i32): void;
  /** The first `length` places of `values`. */
  reals(name: string, values: Floats, length: i32): void;
  /** The first `length` places of `values`, none of them negative. */
  counts(name: string, values: Floats, length: i32): void;
  /** The first `length` places of `values`, each a whole number from 0 to `most`. */
  wholes(name: string, values: Floats, length: i32, most: f64): void;
  /** The first `length` places of `values`, each from `least` to `most`. */
  bounded(name: string, values: Floats, length: i32, least: f64, most: f64): void;
  /** Refuses what was restored under a name unless it fits together. Nothing is stored. */
  demand(name: string, noun: string, holds: bool): void;
}
