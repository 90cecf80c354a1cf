/**
 * Myopic: knows how channels move, and plays the one with the largest expected reward now.
 *
 * Reference: the myopic policy of Zhao, Krishnamachari & Liu, On Myopic Sensing for Multi-Channel Opportunistic
 * Access, IEEE Transactions on Wireless Communications, 2008. Written from its definition.
 * Rule: ω is the probability that an arm is in its high state. The arm with the largest low + (high − low) ω is
 * played. In each slot ω ← ω p11 + (1 − ω) p01 for every arm. The reward of the played arm changes its ω by Bayes'
 * rule first. ω starts at its long-run value p01/(1 − p11 + p01).
 * Rewards: exact and Bernoulli rewards have their own likelihood, Gaussian ones too. For other laws a normal law with
 * the variance of each state stands in.
 * Parameters: none. It must be given the chains with their changes, which only the environment `channels` has. It uses
 * the probabilities of the present slot and knows no later change. No arm can join.
 * Guarantee: none in general. With equal channels whose states last (p11 ≥ p01) it is optimal for any number of arms
 * (Ahmad, Liu, Javidi, Zhao & Krishnamachari, 2009).
 * Cost: O(K) per slot, 3K numbers and the table of probabilities.
 * Late rewards count at the age of their own slot, unless one of a later slot of the same arm came before: then they
 * count no more.
 *
 * @example
 * const { means } = createEnvironment('channels:p01=0.1/0.3;p11=0.9/0.6', { horizon: 4 });
 * trace(createPolicy('myopic', { armCount: 2, means }), [[1, 0], [0, 0], [1, 1], [0, 0]]); // → [0, 0, 1, 1]
 */
import { definePolicy } from '../definitions/policy.ts';
import { ChannelKernel } from '../portable/kernels/channel-kernel.ts';
import { byBelief } from '../showing/by-belief.ts';
import { chainsOf } from '../tuning/tuning.ts';

export const myopic = definePolicy({
  id: 'myopic',
  order: 314,
  name: 'Myopic',
  summary: 'Knows how channels move and plays the one with the largest expected reward now.',
  reference: 'Zhao, Krishnamachari & Liu 2008',
  needs: 'chains',
  formula: 'largest low + (high − low) ω, ω the probability of the high state',
  memory: 'filter',
  memoryKind: 'filter',
  estimator: 'belief in the high state',
  index: 'expected reward now',
  rewards: 'finite-variance',
  guarantee: 'none in general; optimal for equal channels whose states last',
  cost: 'O(K) per slot, 3K numbers and the table of probabilities',
  randomised: false,
  lateRewards: 'on-arrival',
  parameters: [],
  kernel: (settings) => new ChannelKernel(settings.armCount, chainsOf(settings), false),
  shows: byBelief,
});
