import { exp } from '../math/exp.ts';
import { ln } from '../math/log.ts';
import { f64, fmin, i32, sqrt } from '../portable.ts';

/** The divergence kl(p, q) of two Bernoulli laws, with 0 ln 0 = 0. */
export function klDivergence(p: f64, q: f64): f64 {
  let sum: f64 = 0.0;
  if (p > 0.0) sum += p * ln(p / q);
  if (p < 1.0) sum += (1.0 - p) * ln((1.0 - p) / (1.0 - q));
  return sum;
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
  const entropy: f64 = -p * ln(p);
  const byTail: f64 = 1.0 - (1.0 - p) * exp(-(d + entropy) / (1.0 - p));
  let q: f64 = fmin(p + sqrt(0.5 * d), byTail);
  for (let i: i32 = 0; i < 64; i++) {
    if (q <= p || q >= 1.0) return q;
    const next: f64 = q - ((klDivergence(p, q) - d) * q * (1.0 - q)) / (q - p);
    if (next >= q) return q;
    q = next;
  }
  return q;
}
