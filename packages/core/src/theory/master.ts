/** What the tests of MASTER (Wei & Luo 2021) ask for, and from which horizon on they can be met. */
import { ParameterError } from '../base/errors.ts';
import { ln } from '../portable/math/log.ts';
import { checkProblem } from './problem.ts';

/**
 * The least thresholds of MASTER's two tests within a horizon, 9 ρ̂(T) and 3 ρ̂(T), with
 * ρ̂(t) = 6 (log₂ T + 1) ln(T/δ) ρ(t) and ρ(t) = √(K ln(T/δ)/t) + K ln(T/δ)/t. Earlier tests ask for
 * more. What they are compared with is at most 1, so that a threshold above 1 is never met.
 *
 * @param delta - δ; 1/T where it is not given
 */
export function masterThresholds(
  armCount: number,
  horizon: number,
  delta: number = 1 / horizon,
): { readonly instance: number; readonly block: number } {
  checkProblem(armCount, horizon, 0);
  if (!(delta > 0 && delta <= 1)) {
    throw new ParameterError(`delta must be a number > 0 and <= 1; got ${delta}`);
  }
  const logarithm = ln(Math.max(2, horizon / delta));
  const share = (armCount * logarithm) / horizon;
  const rate = Math.sqrt(share) + share;
  const strictRate = 6 * (ln(horizon) / ln(2) + 1) * logarithm * rate;
  return { instance: 9 * strictRate, block: 3 * strictRate };
}
