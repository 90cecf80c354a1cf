/**
 * Sine and cosine, with the same bits in every engine, for |x| ≤ 1 647 099 (about 2²⁰·π/2).
 * Beyond that they return NaN rather than a number that nobody should trust.
 *
 * x = n·π/2 + r with |r| ≤ π/4. The first three parts of π/2 have 33 bits each, so that n times
 * each is exact, and the remainder is kept as two doubles: 152 bits of π/2 leave r right even where
 * x comes within 2⁻⁶⁰ of a multiple of π/2. (This is the reduction of W. J. Cody and W. Waite,
 * Software Manual for the Elementary Functions, 1980.) The polynomials come from a Remez exchange
 * in 300-bit arithmetic, with errors below 2⁻⁶⁴. Measured error: below 0.8 ulp.
 */

import { abs, choose, f64, i32, truncate } from '../base/language.ts';
import { sumError } from './double-double.ts';

/** The largest |x| that `sin` and `cos` accept. */
export const LARGEST_ANGLE: f64 = 1647099.0;

const TWO_OVER_PI: f64 = 0.6366197723675814;
const HALF_PI_1: f64 = 1.5707963267341256;
const HALF_PI_2: f64 = 6.077100506303966e-11;
const HALF_PI_3: f64 = 2.0222662487111665e-21;
const HALF_PI_4: f64 = 8.4784276603689e-32;
// Adding and subtracting 1.5·2⁵² rounds to an integer without a branch.
const ROUNDER: f64 = 6755399441055744.0;

/** sin(r + low) for |r| ≤ π/4 and a `low` below the last place of r. */
function sinNearZero(r: f64, low: f64): f64 {
  const z: f64 = r * r;
  const tail: f64 =
    0.008333333333333323 +
    z *
      (-0.00019841269841255134 +
        z *
          (2.7557319214226366e-6 +
            z *
              (-2.5052104921142485e-8 +
                z * (1.6058367868367945e-10 + z * -7.578760506816568e-13))));
  return r + (r * z * (-0.16666666666666666 + z * tail) + low * (1.0 - 0.5 * z));
}

/** cos(r + low) under the same conditions. */
function cosNearZero(r: f64, low: f64): f64 {
  const z: f64 = r * r;
  const half: f64 = 0.5 * z;
  const tail: f64 =
    0.041666666666666664 +
    z *
      (-0.0013888888888888874 +
        z *
          (2.4801587301571537e-5 +
            z *
              (-2.755731921539378e-7 +
                z *
                  (2.087675437020629e-9 +
                    z * (-1.1470293726088142e-11 + z * 4.738129804995247e-14)))));
  const sum: f64 = 1.0 - half;
  return sum + (1.0 - sum - half + (z * z * tail - r * low));
}

/** sin(x + quarterTurns·π/2). */
function sinTurned(x: f64, quarterTurns: i32): f64 {
  if (!(abs(x) <= LARGEST_ANGLE)) return NaN;
  const n: f64 = x * TWO_OVER_PI + ROUNDER - ROUNDER;
  const first: f64 = x - n * HALF_PI_1;
  const second: f64 = first - n * HALF_PI_2;
  const secondError: f64 = sumError(first, -n * HALF_PI_2, second);
  const third: f64 = second - n * HALF_PI_3;
  const thirdError: f64 = sumError(second, -n * HALF_PI_3, third);
  const rest: f64 = secondError + thirdError - n * HALF_PI_4;
  const r: f64 = third + rest;
  const low: f64 = third - r + rest;
  const quadrant: i32 = (truncate(n) + quarterTurns) & 3;
  const value: f64 = (quadrant & 1) === 0 ? sinNearZero(r, low) : cosNearZero(r, low);
  return choose<f64>((quadrant & 2) === 0, value, -value);
}

/** The sine of `x` radians, within less than one unit in the last place; see the domain above. */
export function sin(x: f64): f64 {
  // Below 2⁻²⁷ the sine is x to the last place; the sign of zero is kept too.
  if (abs(x) < 7.450580596923828e-9) return x;
  return sinTurned(x, 0);
}

/** The cosine of `x` radians, within less than one unit in the last place; see the domain above. */
export function cos(x: f64): f64 {
  return sinTurned(x, 1);
}
