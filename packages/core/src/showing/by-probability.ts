/** What policies that draw an arm by probabilities show. */
import type { Explanation, KnownArm, Showing } from '../definitions/showing.ts';
import type { Kernel } from '../portable/kernels/kernel.ts';

/** A kernel that knows the probability which its next pick gives to each arm. */
export interface ProbabilityKernel extends Kernel {
  /** Of one arm. */
  probability(arm: number): number;
}

function arm(kernel: ProbabilityKernel, of: number): KnownArm {
  return { probability: kernel.probability(of) };
}

/** With words of the policy's own, where it has any. */
export function byProbability(explains: Explanation = {}): Showing<ProbabilityKernel> {
  return { choice: 'probability', arm, explains };
}
