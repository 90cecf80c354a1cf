/**
 * The exponential function, with the same bits in every engine.
 *
 * x = k·ln 2 + r with |r| ≤ ln(2)/2, and e^x = 2^k·(1 + r + r²/2 + r³·Q(r)). Q has degree 9; the
 * largest error of r³·Q (Remez exchange in 300-bit arithmetic) is 2⁻⁶⁴. The remainder is kept as an
 * exact upper part and a small lower part, and 1 + upper keeps its own rounding error, so that only
 * small terms carry rounding errors. Measured error: below 0.6 ulp, and 0.75 among subnormal
 * results, which round a second time.
 */

import { abs, f64, i32, truncate } from '../base/language.ts';
import { LN2_HIGH, LN2_LOW } from './log.ts';
import { twoTo } from './powers-of-two.ts';

const INVERSE_LN2: f64 = 1.0 / (LN2_HIGH + LN2_LOW);
// Adding and subtracting 1.5·2⁵² rounds to an integer without a branch.
const ROUNDER: f64 = 6755399441055744.0;
const LARGEST_ARGUMENT: f64 = 709.782712893384;
const SMALLEST_ARGUMENT: f64 = -745.1332191019412;
// Up to here 2^k is a double.
const SAFE_ARGUMENT: f64 = 700.0;

/** e^r − 1 − r for |r| ≤ ln(2)/2, by Estrin's scheme: short chains of operations. */
function beyondLinear(r: f64): f64 {
  const r2: f64 = r * r;
  const r4: f64 = r2 * r2;
  const q01: f64 = 0.16666666666666682 + r * 0.0416666666666667;
  const q23: f64 = 0.008333333333316857 + r * 0.001388888888886516;
  const q45: f64 = 0.00019841269896821834 + r * 0.000024801587365125588;
  const q67: f64 = 0.0000027557234435657318 + r * 2.7557238650423225e-7;
  const q89: f64 = 2.5112179970463817e-8 + r * 2.092568856752657e-9;
  return 0.5 * r2 + r * r2 * (q01 + r2 * q23 + r4 * (q45 + r2 * q67 + r4 * q89));
}

/** `y`·2^k for y in [½, 2], through one rounding at most, into the subnormal numbers too. */
function scaled(y: f64, k: i32): f64 {
  if (k >= -1021 && k <= 1023) return y * twoTo(k);
  if (k > 1023) return y * twoTo(k - 1) * 2.0;
  return y * twoTo(k + 200) * twoTo(-200);
}

/**
 * e^(`x` + `tail`) for a `tail` that is at most a few units in the last place of `x`.
 * It serves callers whose exponent is known beyond double precision.
 */
export function expWithTail(x: f64, tail: f64): f64 {
  if (!(x <= LARGEST_ARGUMENT)) return x > LARGEST_ARGUMENT ? Infinity : x;
  if (x < SMALLEST_ARGUMENT) return 0.0;
  const k: f64 = x * INVERSE_LN2 + ROUNDER - ROUNDER;
  const high: f64 = x - k * LN2_HIGH;
  const low: f64 = k * LN2_LOW - tail;
  const sum: f64 = 1.0 + high;
  const sumError: f64 = 1.0 - sum + high;
  return scaled(sum + (sumError + (beyondLinear(high - low) - low)), truncate(k));
}

/** e^`x`, within less than one unit in the last place, subnormal results included. */
export function exp(x: f64): f64 {
  return expWithTail(x, 0.0);
}

/** e^`x` − 1, without the cancellation near zero: within two units in the last place. */
export function expMinusOne(x: f64): f64 {
  if (!(abs(x) <= SAFE_ARGUMENT)) return exp(x) - 1.0;
  const k: f64 = x * INVERSE_LN2 + ROUNDER - ROUNDER;
  const high: f64 = x - k * LN2_HIGH;
  const low: f64 = k * LN2_LOW;
  const scale: f64 = twoTo(truncate(k));
  // With k = 0 this is x + (e^x − 1 − x): one formula for all x, and no branch to mispredict.
  return scale - 1.0 + scale * (high + (beyondLinear(high - low) - low));
}
