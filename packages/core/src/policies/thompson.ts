/**
 * Thompson sampling with Beta posteriors; never forgets.
 *
 * Reference: Thompson 1933; Chapelle & Li, An Empirical Evaluation of Thompson Sampling, 2011.
 * Rule: draw a mean for each arm from Beta(1 + S, 1 + F) and play the largest; S is the sum of rewards
 * and F of what they fell short of 1.
 * Rewards: in [0, 1]; others are mapped from the declared range and clipped. A reward between 0 and 1
 * counts as it is; with `coin` = 1 it is turned into 0 or 1 by a coin tossed when the arm is picked.
 * Parameters: `coin` 0 or 1.
 * Guarantee: O(√(K T ln T)) where nothing drifts; none where means drift.
 * Cost: O(K) per slot with two gamma draws per arm, 2K numbers.
 *
 * @example
 * trace(createPolicy('ts', { armCount: 1 }), [[1], [0], [1]]); // → [0, 0, 0]
 */
import { definePolicy } from '../definitions/policy.ts';
import { ThompsonKernel } from '../portable/kernels/thompson-kernel.ts';
import { AllTime } from '../portable/memory/all-time.ts';
import { byDraw } from '../showing/by-draw.ts';
import { COIN } from '../tuning/tuning.ts';

export const thompson = definePolicy({
  id: 'ts',
  order: 180,
  name: 'TS',
  summary:
    'Thompson sampling: plays each arm with the probability that it is the best. Never forgets.',
  reference: 'Thompson 1933; Chapelle & Li 2011',
  group: 'bayesian',
  formula: 'largest draw from Beta(1+S, 1+F)',
  memory: 'all-time',
  memoryKind: 'all-time',
  estimator: 'Beta posterior',
  index: 'posterior draw',
  rewards: 'unit-interval',
  guarantee: 'none under drift; O(√(K T ln T)) without',
  cost: 'O(K) per slot, 2K numbers',
  randomised: true,
  lateRewards: 'own-slot',
  parameters: [COIN],
  kernel: ({ armCount, values }) =>
    new ThompsonKernel(armCount, new AllTime(armCount), values.coin === 1, 0),
  shows: byDraw,
});
