/**
 * MOSS: minimax optimal where nothing drifts.
 *
 * Reference: Audibert & Bubeck, Minimax Policies for Adversarial and Stochastic Bandits, 2009;
 * section III-C of Wei & Srivastava.
 * Index: mean + √(max(ln(T / (K n)), 0) / n), over all slots.
 * Rewards: 1/2-sub-Gaussian after `scale`.
 * Parameters: the horizon T; `scale`.
 * Guarantee: 49 √(K T) where nothing drifts; none where means drift.
 * Cost: O(log K) per slot, about 3K numbers.
 *
 * @example
 * trace(createPolicy('moss', { armCount: 2, horizon: 6 }), [[1, 0], [1, 0], [1, 0], [0, 1], [0, 1], [0, 1]]); // → [0, 1, 0, 0, 1, 1]
 */
import { definePolicy } from '../definitions/policy.ts';
import { MossIndices } from '../portable/indices/moss.ts';
import { IndexKernel } from '../portable/kernels/index-kernel.ts';
import { AllTime } from '../portable/memory/all-time.ts';
import { byIndexInTurn } from '../showing/by-index.ts';
import { mossBound } from '../theory/bounds.ts';
import { contestOf } from '../tuning/contest.ts';
import { requireHorizon, SCALE } from '../tuning/tuning.ts';

export const moss = definePolicy({
  id: 'moss',
  order: 100,
  name: 'MOSS',
  summary: 'Never forgets. Its bonus is 0 once an arm was played T/K times.',
  reference: 'Audibert & Bubeck 2009',
  formula: 'mean + √(max(ln(T/(K n)), 0) / n)',
  memory: 'all-time',
  memoryKind: 'all-time',
  estimator: 'mean',
  index: 'MOSS',
  rewards: 'sub-gaussian',
  guarantee: 'none under drift; 49 √(K T) without',
  cost: 'O(log K) per slot, about 3K numbers',
  randomised: false,
  lateRewards: 'own-slot',
  parameters: [SCALE],
  bound: ({ armCount, horizon, variation }) =>
    // Without forgetting it holds where nothing changes.
    variation === 0 ? mossBound(armCount, horizon) : undefined,
  tune: (request) => {
    requireHorizon(request);
    return {};
  },
  kernel: ({ armCount, horizon = 0 }) =>
    new IndexKernel(
      armCount,
      new AllTime(armCount),
      new MossIndices(contestOf(armCount), horizon, 1, 0),
    ),
  shows: byIndexInTurn,
});
