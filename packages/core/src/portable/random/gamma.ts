/**
 * The gamma law by the method of G. Marsaglia and W. W. Tsang, "A simple method for generating
 * gamma variables", ACM Transactions on Mathematical Software 26 (2000). With d = shape − 1/3 and x
 * normal, d·v of v = (1 + x/√(9d))³ is accepted where a uniform number has
 *
 *     ln(1 − u) < x²/2 + d·(1 − v + ln v).
 *
 * That is certain where u·d > 0.0221·x⁴. (The method's own 1 − u < 1 − 0.0331·x⁴ is the same at
 * d = ⅔, the least one. It carries over to larger d because with y = x/√(9d) the right side is d
 * times a function of y, and ln(1 − d·q)/d falls as d grows, whatever q.) So the more a law is like
 * the normal one, the less often are logarithms needed, and the first bits of u mostly decide.
 *
 * Shapes below 1 use that a value of shape a is one of shape a + 1 times U^(1/a).
 */

import { bool, f64, i32, sqrt } from '../base/language.ts';
import { exp } from '../math/exp.ts';
import { ln } from '../math/log.ts';
import { Random } from './generator.ts';
import { normalFrom } from './normal.ts';

const THIRD: f64 = 1.0 / 3.0;
/** More than 95 in 100 tries succeed: only a shape that is not a positive number needs as many. */
const MOST_TRIES: i32 = 100;
const SURE: f64 = 0.0221;
const TWO_TO_MINUS_8: f64 = 1.0 / 256.0;
const TWO_TO_MINUS_24: f64 = 1.0 / 16777216.0;

/** Whether x is accepted, given the first bits of u; more are drawn where they do not decide. */
function accepts(random: Random, d: f64, x: f64, v: f64, firstBits: f64): bool {
  const u: f64 = (firstBits + random.uniform()) * TWO_TO_MINUS_8;
  const square: f64 = x * x;
  if (u * d > SURE * square * square) return true;
  return ln(1.0 - u) < 0.5 * square + d * (1.0 - v + ln(v));
}

/**
 * √d + x/3 for an accepted x. Its cube over √d is the gamma value: a caller that needs only ratios
 * is spared the division.
 *
 * @param d - the shape less ⅓, at least ⅔
 * @param root - √d
 */
export function gammaRoot(random: Random, d: f64, root: f64): f64 {
  for (let tries: i32 = 0; tries < MOST_TRIES; tries++) {
    const word: i32 = random.next();
    const second: i32 = random.next();
    const x: f64 = normalFrom(random, word, ((second >>> 8) + 0.5) * TWO_TO_MINUS_24);
    const shifted: f64 = root + THIRD * x;
    if (shifted <= 0.0) continue;
    // The last 8 of the 64 bits begin the uniform number; 48 are enough for the normal one.
    const firstBits: f64 = second & 255;
    const square: f64 = x * x;
    if (firstBits * d > 256.0 * SURE * square * square) return shifted;
    const ratio: f64 = shifted / root;
    if (accepts(random, d, x, ratio * ratio * ratio, firstBits)) return shifted;
  }
  return root;
}

/** A gamma value for shape ≥ 1. */
function gammaFromOne(random: Random, shape: f64): f64 {
  const d: f64 = shape - THIRD;
  const root: f64 = sqrt(d);
  const ratio: f64 = gammaRoot(random, d, root) / root;
  return d * (ratio * ratio * ratio);
}

/** A value of the gamma law with scale 1; its mean and variance are `shape` > 0. */
export function gamma(random: Random, shape: f64): f64 {
  if (shape >= 1.0) return gammaFromOne(random, shape);
  const larger: f64 = gammaFromOne(random, shape + 1.0);
  return larger * exp(ln(1.0 - random.uniform()) / shape);
}

/**
 * The logarithm of a gamma value: it stays finite where a tiny shape makes the value itself zero.
 */
export function lnGammaValue(random: Random, shape: f64): f64 {
  if (shape >= 1.0) return ln(gammaFromOne(random, shape));
  const larger: f64 = gammaFromOne(random, shape + 1.0);
  return ln(larger) + ln(1.0 - random.uniform()) / shape;
}
