import { ParameterError } from '../base/errors.ts';

/** Refuses an arm count, horizon or variation budget that no bandit problem can have. */
export function checkProblem(armCount: number, horizon: number, variation: number): void {
  if (!Number.isSafeInteger(armCount) || armCount < 1) {
    throw new ParameterError(`arms must be an integer >= 1; got ${armCount}`);
  }
  if (!Number.isSafeInteger(horizon) || horizon < 1) {
    throw new ParameterError(`horizon must be an integer >= 1; got ${horizon}`);
  }
  if (!Number.isFinite(variation) || variation < 0) {
    throw new ParameterError(`variation must be a number >= 0; got ${variation}`);
  }
}
