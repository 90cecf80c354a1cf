/**
 * The oracle: knows every mean and plays the best arm of each slot. Not a policy that anyone could play,
 * but what regret is measured against: its own is 0.
 *
 * Rule: the arm of the largest mean of the slot.
 * Rewards: not looked at.
 * Parameters: none. It must be given the means, which only a simulation knows. No arm can join, as
 * its means are not known; after their horizon those of the last slot stay.
 * Rested arms: the benchmark's arm of each slot, so that its regret is 0 there too.
 * Guarantee: no regret.
 * Cost: O(K) per slot, the table of means.
 *
 * @example
 * const { means } = createEnvironment('piecewise:breakpoints=3;means=0.9/0.1|0.2/0.8', { horizon: 5 });
 * trace(createPolicy('oracle', { armCount: 2, means }), [[0, 1], [0, 1], [0, 1], [0, 1], [0, 1]]); // → [0, 0, 0, 1, 1]
 */
import { definePolicy } from '../definitions/policy.ts';
import { OracleKernel } from '../portable/kernels/oracle-kernel.ts';
import { byGivenMeans } from '../showing/by-given-means.ts';
import { meansOf } from '../tuning/tuning.ts';

export const oracle = definePolicy({
  id: 'oracle',
  order: 300,
  name: 'Oracle',
  summary: 'Knows the means and plays the best arm in each slot.',
  reference: 'none',
  needs: 'means',
  formula: 'the arm with the largest mean',
  memory: 'none',
  memoryKind: 'none',
  estimator: 'none',
  index: 'the means themselves',
  rewards: 'any',
  guarantee: 'no regret',
  cost: 'O(K) per slot, the table of means',
  randomised: false,
  lateRewards: 'ignored',
  parameters: [],
  kernel: (settings) => {
    const means = meansOf(settings);
    return new OracleKernel(means.oracleCourse?.() ?? means.course());
  },
  shows: byGivenMeans,
});
