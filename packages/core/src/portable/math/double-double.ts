/**
 * Arithmetic on unevaluated sums of two doubles, about 106 bits, out of plain double operations.
 *
 * A function here returns the part that a rounded operation lost, so that a caller keeps the pair
 * in two local names. See T. J. Dekker, "A floating-point technique for extending the available
 * precision", Numerische Mathematik 18 (1971), and D. E. Knuth, The Art of Computer Programming,
 * volume 2, section 4.2.2.
 */

import { f64 } from '../base/language.ts';

const SPLITTER: f64 = 134217729.0;

/** What `sum` = fl(`a` + `b`) lost, whichever of the two is larger. */
export function sumError(a: f64, b: f64, sum: f64): f64 {
  const fromB: f64 = sum - a;
  return a - (sum - fromB) + (b - fromB);
}

/** The upper 26 bits of `a`, for |a| < 2⁹⁹⁰. */
export function upperHalf(a: f64): f64 {
  const spread: f64 = SPLITTER * a;
  return spread - (spread - a);
}

/** What `product` = fl(`a`·`b`) lost, as long as nothing overflows or underflows. */
export function productError(a: f64, b: f64, product: f64): f64 {
  const aHigh: f64 = upperHalf(a);
  const aLow: f64 = a - aHigh;
  const bHigh: f64 = upperHalf(b);
  const bLow: f64 = b - bHigh;
  return aLow * bLow - (product - aHigh * bHigh - aHigh * bLow - aLow * bHigh);
}

/** The lower part of (`high` + `low`)/`divisor`, given the upper part fl(`high`/`divisor`). */
export function quotientLow(high: f64, low: f64, divisor: f64, quotient: f64): f64 {
  const product: f64 = quotient * divisor;
  const remainder: f64 = high - product - productError(quotient, divisor, product);
  return (remainder + low) / divisor;
}
