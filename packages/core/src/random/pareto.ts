/**
 * The generalized Pareto law by inversion: with U uniform on (0, 1],
 *
 *     σ·(U^−ξ − 1)/ξ,   or −σ·ln U where ξ = 0.
 *
 * The mean is σ/(1 − ξ) for ξ < 1 and the variance σ²/((1 − ξ)²(1 − 2ξ)) for ξ < ½; with ξ < 0 no
 * value exceeds −σ/ξ. See J. Pickands, Annals of Statistics 3 (1975).
 */

import { expMinusOne } from '../math/exp.ts';
import { ln } from '../math/log.ts';
import { f64, i32 } from '../portable.ts';
import { Random } from './generator.ts';

const TWO_TO_22: f64 = 4194304.0;
const TWO_TO_MINUS_53: f64 = 1.0 / 9007199254740992.0;

/** The value that a fraction `below` in [0, 1) of the law lies below. */
function quantile(below: f64, xi: f64, sigma: f64): f64 {
  const exponential: f64 = -ln(1.0 - below);
  if (xi === 0.0) return sigma * exponential;
  return (sigma * expMinusOne(xi * exponential)) / xi;
}

/** A non-negative value of the generalized Pareto law with shape `xi` and scale `sigma` ≥ 0. */
export function generalizedPareto(random: Random, xi: f64, sigma: f64): f64 {
  return quantile(random.uniform(), xi, sigma);
}

/** A generalized Pareto value with a random sign: heavy tails on both sides of mean zero. */
export function symmetricPareto(random: Random, xi: f64, sigma: f64): f64 {
  const word: i32 = random.next();
  // −1 or 1 without a branch, which would be mispredicted half of the time.
  const sign: f64 = (word >> 31) | 1;
  const upper: f64 = word & 0x7fffffff;
  const lower: f64 = random.next() >>> 10;
  return sign * quantile((upper * TWO_TO_22 + lower) * TWO_TO_MINUS_53, xi, sigma);
}
