import { bool, f64, fmin, i32, sqrt } from '../base/language.ts';
import { exp } from '../math/exp.ts';
import { ln } from '../math/log.ts';

const TWO_TO_MINUS_50: f64 = 1.0 / 1125899906842624.0;

/** The divergence kl(p, q) of two Bernoulli laws, with 0 ln 0 = 0. */
export function klDivergence(p: f64, q: f64): f64 {
  let sum: f64 = 0.0;
  if (p > 0.0) sum += p * ln(p / q);
  if (p < 1.0) sum += (1.0 - p) * ln((1.0 - p) / (1.0 - q));
  return sum;
}

/** A q with kl(p, q) ≥ d, for 0 < p < 1, where Newton's method can begin; see `klUpperBound`. */
function above(p: f64, d: f64): f64 {
  const entropy: f64 = -p * ln(p);
  const byTail: f64 = 1.0 - (1.0 - p) * exp(-(d + entropy) / (1.0 - p));
  return fmin(p + sqrt(0.5 * d), byTail);
}

/** Newton's method for kl(p, q) = d: a better q from one that is above the root and p. */
function newton(p: f64, d: f64, q: f64): f64 {
  return q - ((klDivergence(p, q) - d) * q * (1.0 - q)) / (q - p);
}

/**
 * The largest q with kl(p, q) ≤ d.
 *
 * kl(p, ·) is convex and grows from p to 1, so Newton's method from above comes down to the root
 * without passing it. Two starting points lie above: p + √(d/2) by Pinsker's inequality, and the root
 * of the part that grows without bound near 1; the lower one is taken.
 */
export function klUpperBound(p: f64, d: f64): f64 {
  if (p >= 1.0) return 1.0;
  if (p <= 0.0) return 1.0 - exp(-d);
  let q: f64 = above(p, d);
  for (let i: i32 = 0; i < 64; i++) {
    if (q <= p || q >= 1.0) return q;
    const next: f64 = newton(p, d, q);
    if (next >= q) return q;
    q = next;
  }
  return q;
}

/**
 * How far kl(p, q) may be off by rounding, for q above p: close to 1 kl is so steep that the rounding of q
 * alone counts.
 */
function klRounding(p: f64, q: f64): f64 {
  return TWO_TO_MINUS_50 * (1.0 + (q - p) / (1.0 - q));
}

/**
 * Whether `klUpperBound` of a mean and level / count may be as large as `top`: one evaluation of kl in place
 * of a search, a hair too generous, so that false is certain.
 */
export function klMayReach(mean: f64, count: f64, level: f64, top: f64): bool {
  if (mean >= top) return true;
  const rounding: f64 = klRounding(mean, top);
  return count * klDivergence(mean, top) <= level * (1.0 + 1e-9) + count * rounding;
}

/** Whether that bound is above `rival`, a hair too strict, so that true is certain. */
export function klSurelyPasses(mean: f64, count: f64, level: f64, rival: f64): bool {
  if (rival >= 1.0) return false;
  if (mean > rival) return true;
  return count * (klDivergence(mean, rival) + klRounding(mean, rival)) < level * (1.0 - 1e-9);
}

/** Below this kl is hardly more than its own rounding error. */
const LEAST_DIVERGENCE: f64 = 1e-8;
/** How much further a ceiling reaches than it must, far more than what rounding could take away. */
const SLACK: f64 = 1.0 + 1e-5;
/** Above this kl is so steep that the rounding of q alone counts. */
const NEAR_ONE: f64 = 1.0 - 1e-6;

/**
 * A number above `klUpperBound` of a mean and any divergence up to `d`, and mostly not far above: Newton's
 * method never passes the root, so that it can be left early. ∞ where rounding would count.
 */
export function klCeiling(p: f64, d: f64): f64 {
  if (p >= 1.0 || d < LEAST_DIVERGENCE) return Infinity;
  const wider: f64 = d * SLACK;
  const q: f64 = p <= 0.0 ? 1.0 - exp(-wider) : twoSteps(p, wider);
  return q < NEAR_ONE ? q : Infinity;
}

/**
 * Newton's method for kl(p, q) = d, left after two steps. It begins at the least of three numbers above the
 * root, as kl(p, q) ≥ (q − p)²/(2q), and from p = ½ on kl(p, q) ≥ (q − p)²/(2p(1 − p)).
 */
function twoSteps(p: f64, d: f64): f64 {
  const parabola: f64 = p < 0.5 ? d + sqrt(d * d + 2.0 * p * d) : sqrt(2.0 * p * (1.0 - p) * d);
  const first: f64 = fmin(above(p, d), p + parabola);
  if (first <= p || first >= 1.0) return Infinity;
  const second: f64 = newton(p, d, first);
  return second <= p ? first : newton(p, d, second);
}
