import { exp } from '../portable/math/exp.ts';

/** No quantile that is asked for is larger. */
const LARGEST = 8;
const ROOT_OF_TWO_PI = 2.5066282746310002;

/** The probability of the standard normal law between 0 and x ≥ 0: φ(x) (x + x³/3 + x⁵/15 + …). */
function between(x: number): number {
  let term = x;
  let sum = 0;
  for (let odd = 3; sum + term !== sum; odd += 2) {
    sum += term;
    term *= (x * x) / odd;
  }
  return (sum * exp((-x * x) / 2)) / ROOT_OF_TWO_PI;
}

/** The number that a standard normal value stays below with a probability from 0.5 to 1 − 10⁻¹⁰, to about 10⁻⁶. */
export function normalQuantile(probability: number): number {
  let [low, high] = [0, LARGEST];
  while (high - low > Number.EPSILON * high) {
    const middle = (low + high) / 2;
    if (between(middle) < probability - 0.5) low = middle;
    else high = middle;
  }
  return high;
}
