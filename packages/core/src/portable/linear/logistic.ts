import { f64 } from '../base/language.ts';
import { exp } from '../math/exp.ts';

/** No slope of the logistic function is larger. */
export const LARGEST_SLOPE: f64 = 0.25;

/** 1/(1 + e^−z), without overflow. */
export function logistic(z: f64): f64 {
  if (z >= 0.0) return 1.0 / (1.0 + exp(-z));
  const odds: f64 = exp(z);
  return odds / (1.0 + odds);
}
