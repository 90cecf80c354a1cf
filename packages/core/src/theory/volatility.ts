/**
 * Drift as volatility: means that take independent Gaussian steps of standard deviation σ per slot
 * (Brownian motion, as in Slivkins & Upfal 2008, of whose text the abstract was read), and the memory that
 * suits it.
 *
 * After a slots such a mean has moved by σ√a, not by a times a step: a budget on the sum of all steps
 * takes jitter for travel, and asks for a memory that is far too short. The lengths below are heuristic.
 * They minimise the mean squared error of an arm's mean if every arm gets one slot in K, with rewards of
 * variance at most 1/4:
 *
 * - The mean of the last τ slots is off by drift of variance σ²τ/3 and noise of variance K/(4τ); the sum
 *   is least at τ = √(3K)/(2σ).
 * - With weights γ^age and n = 1/(1 − γ) the variances are σ²n/2 and K/(8n); the sum is least at
 *   n = √K/(2σ), the gain of the stationary Kalman filter to first order.
 */
import { ParameterError } from '../base/errors.ts';
import { exp } from '../portable/math/exp.ts';
import { pow } from '../portable/math/pow.ts';
import { checkProblem } from './problem.ts';

/** Beyond 12 the normal law has nothing left that doubles could show. */
const REACH = 12;
const PARTS = 768;

/** The average of the largest size of `armCount` independent standard normal numbers. */
export function meanLargestStep(armCount: number): number {
  checkProblem(armCount, 1, 0);
  const width = REACH / PARTS;
  const density = (x: number) => Math.sqrt(2 / Math.PI) * exp((-x * x) / 2);
  // P(|Z| > x) is summed up from the far end, where it is least, by Simpson's rule; the outer integral
  // of P(max > x) by the trapezoidal rule, with Euler's correction for the slope at 0 of a single arm.
  let beyond = 0;
  let sum = 0;
  for (let i = PARTS; i > 0; i--) {
    const upper = i * width;
    const lower = upper - width;
    sum += (1 - pow(1 - beyond, armCount)) * (i === PARTS ? width / 2 : width);
    beyond += (width / 6) * (density(lower) + 4 * density(lower + width / 2) + density(upper));
  }
  const slope = armCount === 1 ? density(0) : 0;
  return sum + width / 2 - (width * width * slope) / 12;
}

/**
 * The volatility σ of free Brownian motion whose total variation is V on average: a slot adds the largest
 * of K steps to it, so σ = V/((T − 1) m) with m from {@link meanLargestStep}.
 */
export function volatilityOfVariation(
  armCount: number,
  horizon: number,
  variation: number,
): number {
  checkProblem(armCount, horizon, variation);
  return variation / (Math.max(1, horizon - 1) * meanLargestStep(armCount));
}

function checkVolatility(armCount: number, volatility: number): void {
  checkProblem(armCount, 1, 0);
  if (Number.isFinite(volatility) && volatility >= 0) return;
  throw new ParameterError(`volatility must be a number >= 0; got ${volatility}`);
}

/** The window √(3K)/(2σ) before rounding; Infinity where nothing moves. */
export function rawWindowForVolatility(armCount: number, volatility: number): number {
  checkVolatility(armCount, volatility);
  return Math.sqrt(3 * armCount) / (2 * volatility);
}

/** The discount 1 − 2σ/√K, at least 0; 1 where nothing moves. */
export function discountForVolatility(armCount: number, volatility: number): number {
  checkVolatility(armCount, volatility);
  return Math.max(0, 1 - (2 * volatility) / Math.sqrt(armCount));
}
