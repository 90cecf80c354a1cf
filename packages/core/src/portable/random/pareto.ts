/**
 * The generalized Pareto law by inversion: with U uniform on (0, 1],
 *
 *     σ·(U^−ξ − 1)/ξ,   or −σ·ln U where ξ = 0.
 *
 * The mean is σ/(1 − ξ) for ξ < 1 and the variance σ²/((1 − ξ)²(1 − 2ξ)) for ξ < ½; with ξ < 0 no
 * value exceeds −σ/ξ. See J. Pickands, Annals of Statistics 3 (1975).
 */

import { abs, bool, clz, Floats, f64, i32 } from '../base/language.ts';
import { expMinusOne } from '../math/exp.ts';
import { ln } from '../math/log.ts';
import { pow } from '../math/pow.ts';
import { twoTo } from '../math/powers-of-two.ts';
import { Random } from './generator.ts';

const LOWER_RANGE: i32 = 1 << 22;
const TWO_TO_22: f64 = 4194304.0;
const TWO_TO_MINUS_53: f64 = 1.0 / 9007199254740992.0;
/** So near to 0 a shape changes no value by more than 37·|ξ|/2 of itself, less than 2⁻⁵⁵. */
const SMALLEST_SHAPE: f64 = 1e-18;

/** The value of scale 1 that a fraction `above` in (0, 1] of the law lies above. */
function quantile(above: f64, xi: f64): f64 {
  const exponential: f64 = -ln(above);
  if (abs(xi) < SMALLEST_SHAPE) return exponential;
  const exponent: f64 = xi * exponential;
  // A rounded exponent costs its own size in units of the last place, a power nothing; but close to
  // 1 a power loses its leading digits to the subtraction.
  if (abs(exponent) < 1.0) return expMinusOne(exponent) / xi;
  return (pow(above, -xi) - 1.0) / xi;
}

/** A non-negative value of the generalized Pareto law with shape `xi` and scale `sigma` ≥ 0. */
export function generalizedPareto(random: Random, xi: f64, sigma: f64): f64 {
  return sigma * quantile(1.0 - random.uniform(), xi);
}

/** U of 31 and 22 random bits. */
function uniformAbove(upperBits: i32, lowerBits: i32): f64 {
  const upper: f64 = upperBits;
  const lower: f64 = lowerBits;
  return 1.0 - (upper * TWO_TO_22 + lower) * TWO_TO_MINUS_53;
}

/** A generalized Pareto value with a random sign: heavy tails on both sides of mean zero. */
export function symmetricPareto(random: Random, xi: f64, sigma: f64): f64 {
  const word: i32 = random.next();
  // −1 or 1 without a branch, which would be mispredicted half of the time.
  const sign: f64 = (word >> 31) | 1;
  return sign * (sigma * quantile(uniformAbove(word & 0x7fffffff, random.next() >>> 10), xi));
}

const NODE_BITS: i32 = 9;
const NODES: i32 = 1 << NODE_BITS;
/** Where the bits of a node end in a word whose leading bit is bit 30. */
const NODE_SHIFT: i32 = 30 - NODE_BITS;
const HALF_NODE: i32 = 1 << (NODE_SHIFT - 1);
/** Exponents k in the table; U below 2⁻¹⁶, one in 65 536, has too few upper bits to find its node. */
const EXPONENTS: i32 = 16;
const SMALLEST_UPPER: i32 = 1 << (31 - EXPONENTS);

/**
 * The same law with the work done once for a shape: `symmetric` gives what `symmetricPareto` does
 * for the same draws, to a few units in the last place, several times as fast.
 *
 * U = 2^−k·c·(1 − r) with c the nearest of 513 nodes in [½, 1], so that |r| hardly passes 2⁻¹⁰, and
 * 2⁻¹¹ at c = 1. Write Q(u) = (u^−ξ − 1)/ξ for the law's quantiles; then
 *
 *     Q(U) = Q(2^−k) + 2^kξ·(Q(c) + c^−ξ·Q(1 − r)),
 *
 * where all but the last come from tables and Q(1 − r) = r + (ξ+1)/2·r² + (ξ+1)(ξ+2)/6·r³ + … is a
 * short series. Nothing cancels, whatever ξ: near U = 1 only the series is left, and r is exact.
 */
export class ParetoTable {
  xi: f64;
  /** Whether the series is too short for the shape: then values are computed one by one. */
  direct: bool;
  /** 2^(k−53), 2^kξ and Q(2^−k) for each k. */
  exponents: Floats = new Floats(3 * EXPONENTS);
  /** 1/c, c^−ξ and Q(c) for each node. */
  nodes: Floats = new Floats(3 * (NODES + 1));
  second: f64;
  third: f64;
  fourth: f64;
  fifth: f64;

  constructor(xi: f64) {
    this.xi = xi;
    this.direct = abs(xi) > 1.0;
    this.second = (xi + 1.0) / 2.0;
    this.third = (this.second * (xi + 2.0)) / 3.0;
    this.fourth = (this.third * (xi + 3.0)) / 4.0;
    this.fifth = (this.fourth * (xi + 4.0)) / 5.0;
    for (let k: i32 = 0; k < EXPONENTS; k++) {
      this.exponents[3 * k] = twoTo(k - 53);
      this.exponents[3 * k + 1] = pow(twoTo(-k), -xi);
      this.exponents[3 * k + 2] = quantile(twoTo(-k), xi);
    }
    for (let node: i32 = 0; node <= NODES; node++) {
      const place: f64 = NODES + node;
      const c: f64 = place / (2.0 * NODES);
      this.nodes[3 * node] = 1.0 / c;
      this.nodes[3 * node + 1] = pow(c, -xi);
      this.nodes[3 * node + 2] = quantile(c, xi);
    }
  }

  /** A value of scale 1 with a random sign. */
  // @inline
  symmetric(random: Random): f64 {
    const word: i32 = random.next();
    const sign: f64 = (word >> 31) | 1;
    const lowerBits: i32 = random.next() >>> 10;
    // U is 1 − (bits)·2⁻⁵³, so its own bits are these turned over, plus one in the last place.
    const upper: i32 = ~word & 0x7fffffff;
    if (upper < SMALLEST_UPPER || this.direct) {
      return sign * quantile(uniformAbove(word & 0x7fffffff, lowerBits), this.xi);
    }
    const k: i32 = clz(upper) - 1;
    const leading: i32 = upper << k;
    const nearest: i32 = (leading + HALF_NODE) >>> NODE_SHIFT;
    // The node 1 is 2³¹ and wraps round, but the small difference is right.
    const beyond: f64 = ((nearest << NODE_SHIFT) - leading) >> k;
    const lower: f64 = lowerBits - LOWER_RANGE;
    const node: i32 = 3 * (nearest - NODES);
    const r: f64 = (beyond * TWO_TO_22 + lower) * (this.exponents[3 * k] * this.nodes[node]);
    const square: f64 = r * r;
    const series: f64 =
      r + square * (this.second + r * this.third + square * (this.fourth + r * this.fifth));
    const mantissa: f64 = this.nodes[node + 2] + this.nodes[node + 1] * series;
    return sign * (this.exponents[3 * k + 2] + this.exponents[3 * k + 1] * mantissa);
  }
}
