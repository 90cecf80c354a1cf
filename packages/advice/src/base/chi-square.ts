/** Probabilities of the χ² law, in functions that are alike in every JavaScript engine. */
import { exp, ln } from '@driftline/core/parts';

const LANCZOS = [
  76.18009172947146, -86.50532032941678, 24.01409824083091, -1.231739572450155,
  1.208650973866179e-3, -5.395239384953e-6,
];

/** ln Γ(x) for x > 0, to ten digits (Lanczos). */
function lnGamma(x: number): number {
  let sum = 1.000000000190015;
  LANCZOS.forEach((factor, i) => {
    sum += factor / (x + 1 + i);
  });
  const shifted = x + 5.5;
  return (x + 0.5) * ln(shifted) - shifted + ln((2.5066282746310007 * sum) / x);
}

const MOST_TERMS = 10_000;
const PRECISION = 1e-14;

/** The share of the Γ law of shape `a` below `x`, by its series. */
function lowerSeries(a: number, x: number): number {
  let term = 1 / a;
  let sum = term;
  for (let n = 1; n < MOST_TERMS && term > sum * PRECISION; n++) {
    term *= x / (a + n);
    sum += term;
  }
  return sum * exp(a * ln(x) - x - lnGamma(a));
}

/** The share above `x`, by a continued fraction (Lentz). */
function upperFraction(a: number, x: number): number {
  const tiny = 1e-300;
  let b = x + 1 - a;
  let c = 1 / tiny;
  let d = 1 / b;
  let value = d;
  for (let n = 1; n < MOST_TERMS; n++) {
    const factor = -n * (n - a);
    b += 2;
    d = factor * d + b;
    if (Math.abs(d) < tiny) d = tiny;
    c = b + factor / c;
    if (Math.abs(c) < tiny) c = tiny;
    d = 1 / d;
    const step = c * d;
    value *= step;
    if (Math.abs(step - 1) < PRECISION) break;
  }
  return value * exp(a * ln(x) - x - lnGamma(a));
}

/** How often a χ² variable of so many degrees is at least `x`. */
export function chiSquareTail(x: number, degrees: number): number {
  if (!(x > 0) || degrees <= 0) return 1;
  const [a, half] = [degrees / 2, x / 2];
  const tail = half < a + 1 ? 1 - lowerSeries(a, half) : upperFraction(a, half);
  return Math.min(1, Math.max(0, tail));
}
