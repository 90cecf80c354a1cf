/**
 * The beta law as the share X/(X + Y) of two gamma values. Where a shape is below 1 the gamma
 * values may both underflow to zero, so that their logarithms are compared instead.
 */

import { abs, f64, sqrt } from '../base/language.ts';
import { exp } from '../math/exp.ts';
import { gammaRoot, lnGammaValue } from './gamma.ts';
import { Random } from './generator.ts';

const THIRD: f64 = 1.0 / 3.0;
/** Far from where the cube of a root overflows. */
const LARGEST_SHAPE: f64 = 1e100;

/** A beta value for shapes from 1 to the largest. */
function betaFromOne(random: Random, a: f64, b: f64): f64 {
  const rootA: f64 = sqrt(a - THIRD);
  const rootB: f64 = sqrt(b - THIRD);
  const x: f64 = gammaRoot(random, a - THIRD, rootA);
  const y: f64 = gammaRoot(random, b - THIRD, rootB);
  // X = x³/√(a − ⅓) and Y = y³/√(b − ⅓), both times the two roots: one division in all.
  const share: f64 = x * x * x * rootB;
  return share / (share + y * y * y * rootA);
}

/** A value in [0, 1] of the beta law with shapes `a`, `b` > 0 and mean a/(a + b). */
export function beta(random: Random, a: f64, b: f64): f64 {
  if (a >= 1.0 && b >= 1.0 && a + b < LARGEST_SHAPE) return betaFromOne(random, a, b);
  const advantage: f64 = lnGammaValue(random, a) - lnGammaValue(random, b);
  if (abs(advantage) <= Infinity) return 1.0 / (1.0 + exp(-advantage));
  // Both logarithms overflowed. They end in exponential values with rates a and b, which have no
  // memory: whatever the size reached, the first is the smaller one with probability a/(a + b).
  return random.uniform() * (a + b) < a ? 1.0 : 0.0;
}
