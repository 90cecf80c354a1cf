/**
 * Saturation limits of Robust MOSS (Wei & Srivastava, section V-A): with h(n) = a^(⌊log_a n⌋+1), a
 * reward is clipped to ±B, B = √(h / ln₊(τ/(K h))) and ln₊(x) = max(ln x, 1).
 *
 * A count's level ⌊log_a n⌋ is found by comparing powers: the quotient of two logarithms is wrong at
 * exact powers (a = 10, n = 1000). The base a must exceed 1; callers check it.
 */

import { f64, fmax, i32, sqrt } from '../base/language.ts';
import { ln } from '../math/log.ts';

/** a^exponent by repeated multiplication: exact as long as the powers are, as for a = 2 or 10. */
export function gridPower(a: f64, exponent: i32): f64 {
  let power: f64 = 1.0;
  for (let i: i32 = 0; i < exponent; i++) power *= a;
  return power;
}

/** The largest level with a^level ≤ count; 0 for counts below a, also those that decayed below 1. */
export function saturationLevel(count: f64, a: f64): i32 {
  let level: i32 = 0;
  let next: f64 = a;
  while (next <= count) {
    level++;
    next *= a;
  }
  return level;
}

/** The limit B at a level, for a memory of `window` slots (the horizon where nothing is forgotten). */
export function saturationLimit(level: i32, a: f64, window: f64, armCount: f64): f64 {
  const h: f64 = gridPower(a, level + 1);
  return sqrt(h / fmax(ln(window / (armCount * h)), 1.0));
}
