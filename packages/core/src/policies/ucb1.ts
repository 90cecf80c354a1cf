/**
 * UCB1: the classic that never forgets.
 *
 * Reference: Auer, Cesa-Bianchi & Fischer, Finite-time Analysis of the Multiarmed Bandit Problem,
 * 2002; section III-C of Wei & Srivastava.
 * Index: mean + √(2 ln t / n), over all slots.
 * Rewards: in [0, 1], or 1/2-sub-Gaussian after `scale`.
 * Parameters: none but `scale`.
 * Guarantee: 10 √((K−1) T ln T) where nothing drifts; none where means drift.
 * Cost: O(log K) per slot, about 5K numbers.
 *
 * @example
 * trace(createPolicy('ucb1', { armCount: 2 }), [[1, 0], [1, 0], [1, 0], [0, 0], [1, 0]]); // → [0, 1, 0, 0, 1]
 */
import { definePolicy } from '../definitions/policy.ts';
import { RisingIndices } from '../portable/indices/rising.ts';
import { UcbRule, USUAL_HORIZON } from '../portable/indices/ucb.ts';
import { IndexKernel } from '../portable/kernels/index-kernel.ts';
import { AllTime } from '../portable/memory/all-time.ts';
import { byIndexInTurn } from '../showing/by-index.ts';
import { ucb1Bound } from '../theory/bounds.ts';
import { lineContestOf } from '../tuning/contest.ts';
import { SCALE } from '../tuning/tuning.ts';

export const ucb1 = definePolicy({
  id: 'ucb1',
  order: 90,
  name: 'UCB1',
  summary: 'Never forgets. Explores with a bonus that grows with ln t.',
  reference: 'Auer, Cesa-Bianchi & Fischer 2002',
  formula: 'mean + √(2 ln t / n)',
  memory: 'all-time',
  memoryKind: 'all-time',
  estimator: 'mean',
  index: 'UCB1',
  rewards: 'sub-gaussian',
  guarantee: 'none under drift; 10 √((K−1) T ln T) without',
  cost: 'O(log K) per slot, about 5K numbers',
  randomised: false,
  lateRewards: 'own-slot',
  parameters: [SCALE],
  bound: ({ armCount, horizon, variation }) =>
    // Without forgetting it holds where nothing changes.
    variation === 0 ? ucb1Bound(armCount, horizon) : undefined,
  kernel: ({ armCount, horizon = USUAL_HORIZON }) => {
    const rule = new UcbRule(Infinity, 2, 1, horizon);
    return new IndexKernel(
      armCount,
      new AllTime(armCount),
      new RisingIndices(lineContestOf(armCount), rule),
    );
  },
  shows: byIndexInTurn,
});
