/**
 * Uniform play: the floor of any comparison.
 *
 * Rule: any arm, with equal probability, whatever happened.
 * Rewards: not looked at.
 * Parameters: none.
 * Guarantee: none.
 * Cost: O(1) per slot, no memory.
 *
 * @example
 * createPolicy('uniform', { armCount: 4 }).select(randomStream(1)).propensity; // → 0.25
 */
import { definePolicy } from '../definitions/policy.ts';
import { UniformKernel } from '../portable/kernels/uniform-kernel.ts';
import { byProbability } from '../showing/by-probability.ts';

export const uniform = definePolicy({
  id: 'uniform',
  order: 290,
  name: 'Uniform',
  summary: 'Plays every arm with equal probability. The baseline of every comparison.',
  reference: 'none',
  group: 'floor',
  formula: 'p = 1/K',
  memory: 'none',
  memoryKind: 'none',
  estimator: 'none',
  index: 'none',
  rewards: 'any',
  guarantee: 'none',
  cost: 'O(1) per slot, no memory',
  randomised: true,
  lateRewards: 'ignored',
  parameters: [],
  kernel: ({ armCount }) => new UniformKernel(armCount),
  shows: byProbability({ lacks: 'no estimate, width or index: it learns nothing' }),
});
