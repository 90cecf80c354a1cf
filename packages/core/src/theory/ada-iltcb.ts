/** Lengths from which parts of Ada-ILTCB⁺ (Chen, Lee, Luo and Wei 2019) can have an effect. */
import { ParameterError } from '../base/errors.ts';
import { ln } from '../portable/math/log.ts';
import { checkProblem } from './problem.ts';

/** A problem with a finite class of rules that map contexts to arms. */
export interface ClassProblem {
  readonly armCount: number;
  readonly horizon: number;
  /** |Π|, the number of rules in the class. */
  readonly classSize: number;
  /** δ, the allowed probability of failure. */
  readonly delta: number;
}

/** Slots from which parts of Ada-ILTCB⁺ can have an effect. */
export interface AdaIltcbThresholds {
  /** C₀ = ln(8T³|Π|²/δ). */
  readonly logarithm: number;
  /** L = ⌈4𝒦C₀⌉, the length of the shortest block. */
  readonly shortestBlock: number;
  /** Slots of a block from which a regret, at most 1, can fail a test: D₁𝒦ν ≤ 1. */
  readonly regretTest: number;
  /** Slots of a block from which a variance, at most 1/ν, can fail a test: D₂𝒦 ≤ 1/ν. */
  readonly varianceTest: number;
  /** Slots of a block from which the limit on regret excludes a mixture of rules: 2C𝒦ν ≤ 1. */
  readonly regretLimit: number;
}

/** Constants of Algorithm 1 and Figure 1 of Chen, Lee, Luo and Wei 2019. */
const REGRET_TEST = 6400;
const VARIANCE_TEST = 800;
const REGRET_LIMIT = 1.2e7;

function checkClass({ armCount, horizon, classSize, delta }: ClassProblem): void {
  checkProblem(armCount, horizon, 0);
  if (!Number.isSafeInteger(classSize) || classSize < 1) {
    throw new ParameterError(`classSize must be an integer >= 1; got ${classSize}`);
  }
  if (!(delta > 0 && delta <= 1)) {
    throw new ParameterError(`delta must be a number > 0 and <= 1; got ${delta}`);
  }
}

/**
 * Returns the thresholds of Ada-ILTCB⁺, with the rate ν = √(C₀/(𝒦n)) of a block of n slots.
 *
 * @param size - 𝒦, which is K or K log₂ T: the text that we read had lost the typeface that tells them apart
 */
export function adaIltcbThresholds(
  problem: ClassProblem,
  size: number = problem.armCount,
): AdaIltcbThresholds {
  checkClass(problem);
  const { horizon, classSize, delta } = problem;
  const logarithm = ln((8 * horizon ** 3 * classSize ** 2) / delta);
  // Each condition is solved for n, the slots of a block.
  return {
    logarithm,
    shortestBlock: Math.ceil(4 * size * logarithm),
    regretTest: REGRET_TEST ** 2 * size * logarithm,
    varianceTest: VARIANCE_TEST ** 2 * size * logarithm,
    regretLimit: 4 * REGRET_LIMIT ** 2 * size * logarithm,
  };
}
