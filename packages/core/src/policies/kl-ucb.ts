/**
 * kl-UCB: the bound that fits Bernoulli rewards, and never forgets.
 *
 * Reference: Garivier & Cappé, The KL-UCB Algorithm for Bounded Stochastic Bandits and Beyond, 2011;
 * named in section I of Wei & Srivastava.
 * Index: the largest q with n kl(mean, q) ≤ ln t + c ln ln t, kl between Bernoulli laws, over all
 * slots; a level below 0 counts as 0.
 * Rewards: in [0, 1]; others are mapped from the declared range and clipped.
 * Parameters: `c` ≥ 0.
 * Guarantee: asymptotically optimal where nothing drifts; none where means drift.
 * Cost: O(K) per slot, mostly with three logarithms in all, 4K numbers.
 *
 * @example
 * trace(createPolicy('kl-ucb', { armCount: 2 }), [[1, 0], [1, 0], [1, 0], [0, 1], [0, 1], [0, 1]]); // → [0, 1, 0, 0, 0, 0]
 */
import { definePolicy } from '../definitions/policy.ts';
import { TimeLevel } from '../portable/indices/kl-level.ts';
import { KlIndexKernel } from '../portable/kernels/kl-index-kernel.ts';
import { AllTime } from '../portable/memory/all-time.ts';
import { byBoundInTurn } from '../showing/by-index.ts';
import { KL_C } from '../tuning/tuning.ts';

export const klUcb = definePolicy({
  id: 'kl-ucb',
  order: 120,
  name: 'kl-UCB',
  summary: 'Never forgets. Its bound fits Bernoulli rewards.',
  reference: 'Garivier & Cappé 2011',
  formula: 'largest q with n kl(mean, q) ≤ ln t + c ln ln t',
  memory: 'all-time',
  memoryKind: 'all-time',
  estimator: 'mean',
  index: 'kl',
  rewards: 'unit-interval',
  guarantee: 'none under drift; asymptotically optimal without',
  cost: 'O(K) per slot, 4K numbers',
  randomised: false,
  lateRewards: 'own-slot',
  parameters: [KL_C],
  kernel: ({ armCount, values }) =>
    new KlIndexKernel(armCount, new AllTime(armCount), new TimeLevel(Infinity, values.c)),
  shows: byBoundInTurn,
});
