import { Floats, f64, i32 } from '../base/language.ts';

/** Finds the place of the largest of some numbers, the lowest place among equals. */
export interface Contest {
  size: i32;
  /** The numbers by place. After writing them directly, call `rebuild`. */
  keys: Floats;
  /** Gives a place its number. */
  set(place: i32, key: f64): void;
  /** The place that leads. */
  winner(): i32;
  /** Gives every place the same number. */
  fill(key: f64): void;
  /** Orders all places anew, after `keys` were written directly. */
  rebuild(): void;
}

/** The same among lines mean + scale × slope, for a scale that only grows between rebuilds. */
export interface LineContest {
  size: i32;
  /** The lines by place. After writing them directly, call `rebuild`. */
  means: Floats;
  slopes: Floats;
  /** Gives a place its line; `scale` is the present one. */
  set(place: i32, mean: f64, slope: f64, scale: f64): void;
  /** The place that leads at a scale. */
  winner(scale: f64): i32;
  /** Gives every place the same line. */
  fill(mean: f64, slope: f64): void;
  /** Orders all places anew, after lines were written directly; from here on the scale may begin lower. */
  rebuild(scale: f64): void;
}
