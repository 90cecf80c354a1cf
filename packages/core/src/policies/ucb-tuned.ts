/**
 * UCB-Tuned: UCB1 whose width shrinks where rewards vary little.
 *
 * Reference: Auer, Cesa-Bianchi & Fischer, Finite-time Analysis of the Multiarmed Bandit Problem, 2002,
 * section 4. Neither the paper nor a program of its authors was read: the rule is the one commonly quoted.
 * Index: mean + √((ln N / n) min(1/4, v + √(2 ln N / n))), over all slots: v the variance of an arm's n
 * rewards, 1/4 the largest that rewards in [0, 1] can have, N the rewards of all arms.
 * Rewards: in [0, 1]; others are mapped from the declared range and clipped.
 * Parameters: none.
 * Settled: N counts rewards, not slots, which is the same where rewards come in time.
 * Start: each arm once, in order.
 * Guarantee: none was proved; its authors found it better than UCB1 in nearly all that they tried.
 * Cost: O(K) per slot with a logarithm and a few roots, 4K numbers.
 *
 * @example
 * trace(createPolicy('ucb-tuned', { armCount: 2 }), [[1, 0], [1, 0], [1, 0], [0, 0], [1, 0], [1, 0]]); // → [0, 1, 0, 0, 0, 0]
 */
import { definePolicy } from '../definitions/policy.ts';
import { TunedUcbKernel } from '../portable/kernels/tuned-ucb-kernel.ts';
import { byIndex } from '../showing/by-index.ts';

export const ucbTuned = definePolicy({
  id: 'ucb-tuned',
  order: 92,
  name: 'UCB-Tuned',
  summary: 'UCB1 with a smaller width for rewards that vary little. Never forgets.',
  reference: 'Auer, Cesa-Bianchi & Fischer 2002',
  formula: 'mean + √((ln N / n) min(1/4, v + √(2 ln N / n)))',
  memory: 'all-time',
  memoryKind: 'all-time',
  estimator: 'mean and variance',
  index: 'UCB-Tuned',
  rewards: 'unit-interval',
  guarantee: 'none proved',
  cost: 'O(K) per slot, 4K numbers',
  randomised: false,
  lateRewards: 'own-slot',
  parameters: [],
  kernel: ({ armCount }) => new TunedUcbKernel(armCount),
  shows: byIndex,
});
