/**
 * The gamma law by the method of G. Marsaglia and W. W. Tsang, "A simple method for generating
 * gamma variables", ACM Transactions on Mathematical Software 26 (2000). Shapes below 1 use that a
 * value of shape a is one of shape a + 1 times U^(1/a).
 */

import { exp } from '../math/exp.ts';
import { ln } from '../math/log.ts';
import { f64, sqrt } from '../portable.ts';
import { Random } from './generator.ts';
import { normal } from './normal.ts';

/** Marsaglia and Tsang's method, for shape ≥ 1. */
function gammaFromOne(random: Random, shape: f64): f64 {
  const d: f64 = shape - 1.0 / 3.0;
  const slope: f64 = 1.0 / (3.0 * sqrt(d));
  while (true) {
    const x: f64 = normal(random);
    const root: f64 = 1.0 + slope * x;
    if (root <= 0.0) continue;
    const cube: f64 = root * root * root;
    const u: f64 = 1.0 - random.uniform();
    const square: f64 = x * x;
    // Certain to pass the exact comparison below, and spares its logarithms.
    if (u < 1.0 - 0.0331 * square * square) return d * cube;
    if (ln(u) < 0.5 * square + d * (1.0 - cube + ln(cube))) return d * cube;
  }
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
