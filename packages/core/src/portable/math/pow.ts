/**
 * Powers x^y, with the same bits in every engine.
 *
 * ln x is computed to about 70 bits as a sum of two doubles: x = 2^k·m with m in [1, 2), a
 * reciprocal c = n/256 of m brings f = c·m − 1 below 2⁻⁷ (with so few bits in c, f is exact), and
 *
 *     ln x = k·ln 2 − ln c + f − f²/2 + f³·(1/3 − f/4 + …).
 *
 * A table of −ln c is computed once, in double-double arithmetic, from ln(n + 1) − ln n =
 * 2·artanh(1/(2n + 1)). The product with y keeps its lower part, and e to that sum is
 * `expWithTail`. The idea is P. T. P. Tang's ("Table-driven implementation of the logarithm
 * function", ACM Transactions on Mathematical Software 16, 1990), carried to two doubles. Measured
 * error: below 0.65 ulp, and 0.75 among subnormal results.
 */

import {
  abs,
  bool,
  choose,
  Floats,
  f64,
  floor,
  highWord,
  i32,
  truncate,
} from '../base/language.ts';
import { productError, quotientLow, sumError, upperHalf } from './double-double.ts';
import { expWithTail } from './exp.ts';
import { LN2_HIGH, LN2_LOW } from './log.ts';
import { twoTo } from './powers-of-two.ts';

const ENTRIES: i32 = 128;
// From this entry on c is at most √½, and the table holds −ln(2c): k counts one more instead, so
// that nothing cancels when x is a little below 1.
const FIRST_DOUBLED: i32 = 75;
const TWO_TO_54: f64 = 18014398509481984.0;
const TWO_TO_64: f64 = 4294967296.0 * 4294967296.0;
const TWO_TO_MINUS_64: f64 = 1.0 / TWO_TO_64;
const SMALLEST_NORMAL: f64 = 2.2250738585072014e-308;

/** Puts the sum of 2·artanh(1/d), for d ≥ 257, and of the pair at `index` at the place after it. */
function addArtanh(table: Floats, index: i32, d: f64): void {
  const square: f64 = d * d;
  let power: f64 = 2.0 / d;
  let powerLow: f64 = quotientLow(2.0, 0.0, d, power);
  let high: f64 = table[index];
  let low: f64 = table[index + 1];
  // The first term left out is below 2⁻¹¹⁰ of the first one.
  for (let odd: f64 = 1.0; odd <= 13.0; odd += 2.0) {
    const term: f64 = power / odd;
    const sum: f64 = high + term;
    low = low + quotientLow(power, powerLow, odd, term) + sumError(high, term, sum);
    high = sum;
    const next: f64 = power / square;
    powerLow = quotientLow(power, powerLow, square, next);
    power = next;
  }
  const total: f64 = high + low;
  table[index + 2] = total;
  table[index + 3] = sumError(high, low, total);
}

/** Pairs, upper part first, of −ln(c) or −ln(2c) for c = (256 − i)/256, i = 0 … 128. */
function logarithmTable(): Floats {
  const table: Floats = new Floats(2 * ENTRIES + 2);
  table[0] = 0.0;
  table[1] = 0.0;
  for (let i: i32 = 0; i < ENTRIES; i++) {
    const upper: f64 = 256 - i;
    addArtanh(table, 2 * i, 2.0 * upper - 1.0);
  }
  const ln2: f64 = table[2 * ENTRIES];
  const ln2Low: f64 = table[2 * ENTRIES + 1];
  for (let i: i32 = FIRST_DOUBLED; i <= ENTRIES; i++) {
    const high: f64 = table[2 * i] - ln2;
    const low: f64 = sumError(table[2 * i], -ln2, high) + (table[2 * i + 1] - ln2Low);
    table[2 * i] = high + low;
    table[2 * i + 1] = sumError(high, low, high + low);
  }
  return table;
}

const logarithms: Floats = logarithmTable();

/** x^y for a positive, normal, finite `x` times 2^`exponent`, and 2⁻⁶⁴ ≤ |y| ≤ 2⁶⁴. */
function powNormal(x: f64, exponent: i32, y: f64): f64 {
  const word: i32 = highWord(x);
  const exponentOfX: i32 = (word >> 20) - 1023;
  const m: f64 = x * twoTo(-exponentOfX);
  const n: f64 = floor(256.0 / m + 0.5);
  const entry: i32 = 256 - truncate(n);
  const doubled: i32 = entry >= FIRST_DOUBLED ? 1 : 0;
  const k: f64 = exponentOfX + exponent + doubled;
  const c: f64 = n * 0.00390625;
  const mHigh: f64 = upperHalf(m);
  const f: f64 = mHigh * c - 1.0 + (m - mHigh) * c;

  const base: f64 = k * LN2_HIGH;
  const first: f64 = base + logarithms[2 * entry];
  const second: f64 = first + f;
  const halfSquare: f64 = -0.5 * f * f;
  const third: f64 = second + halfSquare;
  const cubic: f64 =
    f *
    f *
    f *
    (1.0 / 3.0 +
      f *
        (-0.25 + f * (0.2 + f * (-1.0 / 6.0 + f * (1.0 / 7.0 + f * (-0.125 + f * (1.0 / 9.0)))))));
  const rest: f64 =
    sumError(base, logarithms[2 * entry], first) +
    sumError(first, f, second) +
    sumError(second, halfSquare, third) +
    productError(-0.5 * f, f, halfSquare) +
    (logarithms[2 * entry + 1] + k * LN2_LOW + cubic);
  const high: f64 = third + rest;
  const low: f64 = third - high + rest;
  const product: f64 = y * high;
  return expWithTail(product, productError(y, high, product) + y * low);
}

/** x^y for x ≥ 0, x ≠ 1, and y that is neither 0 nor NaN. */
function powPositive(x: f64, y: f64): f64 {
  const grows: bool = x > 1.0 === y > 0.0;
  if (x === 0.0 || x === Infinity || abs(y) > TWO_TO_64) {
    return choose<f64>(grows, Infinity, 0.0);
  }
  // |y·ln x| < 2⁻⁵⁴: the power is 1 to the last place.
  if (abs(y) < TWO_TO_MINUS_64) return 1.0;
  if (x < SMALLEST_NORMAL) return powNormal(x * TWO_TO_54, -54, y);
  return powNormal(x, 0, y);
}

/**
 * `x` to the power `y`, within less than one unit in the last place; results that doubles hold
 * exactly are exact. Special values are those of IEEE 754: 1 for y = 0 or x = 1 whatever the other
 * is, and NaN for negative x unless y is an integer.
 */
export function pow(x: f64, y: f64): f64 {
  if (y === 0.0 || x === 1.0) return 1.0;
  if (!(abs(x) <= Infinity && abs(y) <= Infinity)) return NaN;
  if (highWord(x) >= 0) return powPositive(x, y);
  if (x === -1.0 && abs(y) === Infinity) return 1.0;
  const isInteger: bool = floor(y) === y;
  if (!isInteger && x !== 0.0 && x !== -Infinity) return NaN;
  const isOdd: bool = isInteger && floor(0.5 * y) !== 0.5 * y;
  const size: f64 = x === -1.0 ? 1.0 : powPositive(-x, y);
  return choose<f64>(isOdd, -size, size);
}
