/**
 * The natural logarithm, with the same bits in every engine.
 *
 * x = 2^k·m with m in [√½, √2), and with f = m − 1 and s = f/(2 + f)
 *
 *     ln m = 2·artanh(s) = f − f²/2 + s·(f²/2 + R(s²)),   R(z) = 2z/3 + 2z²/5 + 2z³/7 + …
 *
 * so that f enters exactly and only small terms carry rounding errors. R is replaced by z times a
 * polynomial of degree 6 whose largest error (Remez exchange in 300-bit arithmetic) is 2⁻⁵⁸.
 * ln 2 is split in two so that k times the upper part is exact, and the sum of that and f keeps its
 * own rounding error. Measured error: below 0.8 ulp. See J.-M. Muller, Elementary Functions (2016).
 */

import { f64, highWord, i32 } from '../base/language.ts';
import { twoTo } from './powers-of-two.ts';

/** ln 2 to 32 bits, and the rest. */
export const LN2_HIGH: f64 = 0.6931471803691238;
export const LN2_LOW: f64 = 1.9082149292705877e-10;

// The upper word of √½: taking it away before the shift makes the exponent round up above √2.
const ROOT_HALF_WORD: i32 = 0x3fe6a09e;
const SMALLEST_NORMAL_WORD: i32 = 0x00100000;
const INFINITY_WORD: i32 = 0x7ff00000;
const TWO_TO_54: f64 = 18014398509481984.0;

/** ln(`x`·2^`exponent`) for a positive, normal, finite `x` with the given upper word. */
function lnNormal(x: f64, word: i32, exponent: i32): f64 {
  const k: i32 = (word - ROOT_HALF_WORD) >> 20;
  const f: f64 = x * twoTo(-k) - 1.0;
  const s: f64 = f / (2.0 + f);
  const z: f64 = s * s;
  const w: f64 = z * z;
  const halfSquare: f64 = 0.5 * f * f;
  const odd: f64 =
    0.6666666666666734 +
    w * (0.285714287424041 + w * (0.1818356443002918 + w * 0.1479597988324969));
  const even: f64 = 0.39999999999414615 + w * (0.22222198571332627 + w * 0.15314047709980974);
  const series: f64 = z * odd + w * even;
  const scale: f64 = k + exponent;
  const high: f64 = scale * LN2_HIGH;
  const sum: f64 = high + f;
  const sumError: f64 = high - sum + f;
  return sum + (sumError - (halfSquare - (s * (halfSquare + series) + scale * LN2_LOW)));
}

/**
 * The natural logarithm of `x`, within less than one unit in the last place.
 * −∞ at zero, NaN below it.
 */
export function ln(x: f64): f64 {
  const word: i32 = highWord(x);
  if (word >= SMALLEST_NORMAL_WORD && word < INFINITY_WORD) return lnNormal(x, word, 0);
  if (x === 0.0) return -Infinity;
  if (word < 0) return NaN;
  if (word >= INFINITY_WORD) return x;
  const normal: f64 = x * TWO_TO_54;
  return lnNormal(normal, highWord(normal), -54);
}
