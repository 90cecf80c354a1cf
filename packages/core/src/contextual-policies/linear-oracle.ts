/**
 * The linear oracle: knows the hidden parameters and plays the best action of each slot. Its regret is 0.
 *
 * Rule: the action of the largest ⟨x, θ⟩ of the slot, the first among equals.
 * Rewards: not looked at.
 * Parameters: none. It must be given the hidden parameters, which only a simulation knows.
 * Guarantee: no regret.
 * Cost: O(d) per action, and the table of parameters.
 * Late rewards are ignored, like all rewards.
 *
 * @example
 * contextualPolicyCatalogue.find('lin-oracle').needs; // → "theta"
 */
import { defineContextualPolicy } from '../definitions/contextual.ts';
import { LinearOracleKernel } from '../portable/kernels/linear-oracle-kernel.ts';
import { thetaOf } from '../tuning/linear.ts';

export const linearOracle = defineContextualPolicy({
  kind: 'contextual',
  id: 'lin-oracle',
  order: 200,
  name: 'Linear oracle',
  summary: 'Knows the hidden parameters and plays the best action in each slot.',
  reference: 'none',
  needs: 'theta',
  forms: ['arms', 'actions'],
  formula: 'the action with the largest mean',
  memory: 'none',
  memoryKind: 'none',
  estimator: 'none',
  index: 'the means themselves',
  rewards: 'any',
  guarantee: 'no regret',
  cost: 'O(d) per action, the table of parameters',
  randomised: false,
  lateRewards: 'ignored',
  parameters: [],
  kernel: (settings) => new LinearOracleKernel(thetaOf(settings)),
});
