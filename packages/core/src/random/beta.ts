/**
 * The beta law as the share X/(X + Y) of two gamma values. Where a shape is below 1 the gamma
 * values may both underflow to zero, so that their logarithms are compared instead.
 */

import { exp } from '../math/exp.ts';
import { abs, f64 } from '../portable.ts';
import { gamma, lnGammaValue } from './gamma.ts';
import { Random } from './generator.ts';

/** A value in [0, 1] of the beta law with shapes `a`, `b` > 0 and mean a/(a + b). */
export function beta(random: Random, a: f64, b: f64): f64 {
  if (a >= 1.0 && b >= 1.0) {
    const share: f64 = gamma(random, a);
    return share / (share + gamma(random, b));
  }
  const advantage: f64 = lnGammaValue(random, a) - lnGammaValue(random, b);
  if (abs(advantage) <= Infinity) return 1.0 / (1.0 + exp(-advantage));
  // Both logarithms overflowed. They end in exponential values with rates a and b, which have no
  // memory: whatever the size reached, the first is the smaller one with probability a/(a + b).
  return random.uniform() * (a + b) < a ? 1.0 : 0.0;
}
