/** Numbers behind two rules that are not built: the horizon from which Ada-ILTCB⁺ can restart, and UCRL's states. */
import { adaIltcbThresholds, type ClassProblem } from '@driftline/core/theory';

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
