/** Numbers behind two rules that are not built: when tests of Ada-ILTCB⁺ can fail, and the states of UCRL. */

/** A problem with a finite class of policies that map contexts to arms. */
export interface ClassProblem {
  readonly armCount: number;
  readonly horizon: number;
  /** |Π|, the number of policies in the class. */
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
  /** Slots of a block from which the limit on regret excludes a mixture of policies: 2C𝒦ν ≤ 1. */
  readonly regretLimit: number;
}

/** Constants of Algorithm 1 and Figure 1 of Chen, Lee, Luo and Wei 2019. */
const REGRET_TEST = 6400;
const VARIANCE_TEST = 800;
const REGRET_LIMIT = 1.2e7;

/** ν of a block with n slots: √(C₀/(𝒦n)). */
export function blockRate(logarithm: number, size: number, slots: number): number {
  return Math.sqrt(logarithm / (size * slots));
}

/**
 * Thresholds of Ada-ILTCB⁺. `size` is 𝒦, which is K or K log₂ T: the text that we read had lost the typeface that
 * tells them apart.
 */
export function adaIltcbThresholds(problem: ClassProblem, size: number): AdaIltcbThresholds {
  const { horizon, classSize, delta } = problem;
  const logarithm = Math.log((8 * horizon ** 3 * classSize ** 2) / delta);
  // Each condition is solved for n, the slots of a block.
  return {
    logarithm,
    shortestBlock: Math.ceil(4 * size * logarithm),
    regretTest: REGRET_TEST ** 2 * size * logarithm,
    varianceTest: VARIANCE_TEST ** 2 * size * logarithm,
    regretLimit: 4 * REGRET_LIMIT ** 2 * size * logarithm,
  };
}

/** Smallest horizon T at which a block of T slots is long enough for the first test. `sizeAt` gives 𝒦 for a T. */
export function firstUsefulHorizon(
  problem: Omit<ClassProblem, 'horizon'>,
  sizeAt: (horizon: number) => number,
): number {
  let horizon = 2;
  // T = c ln T + d with T above c: each step comes closer, and the steps rise to the solution from below.
  for (let step = 0; step < 100; step++) {
    const { varianceTest } = adaIltcbThresholds({ ...problem, horizon }, sizeAt(horizon));
    horizon = Math.ceil(varianceTest);
  }
  return horizon;
}

/**
 * States over which UCRL plans for restless arms: for each arm, its last observed state and the slots since then, up to
 * the mixing time.
 */
export function restlessStates(armCount: number, states: number, mixingTime: number): number {
  return (states * mixingTime) ** armCount;
}
