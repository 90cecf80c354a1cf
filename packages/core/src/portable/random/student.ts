/**
 * Student's law: a normal value over the root of a gamma value with half the degrees of freedom.
 */

import { f64, sqrt } from '../base/language.ts';
import { gamma } from './gamma.ts';
import { Random } from './generator.ts';
import { normal } from './normal.ts';

/** A value of Student's t law with `degrees` > 0 of freedom, which need not be an integer. */
export function studentT(random: Random, degrees: f64): f64 {
  const half: f64 = 0.5 * degrees;
  const numerator: f64 = normal(random);
  return numerator / sqrt(gamma(random, half) / half);
}
