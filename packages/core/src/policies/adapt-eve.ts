/**
 * Adapt-EvE, in its spirit: UCB-Tuned with a Page–Hinkley test, and a trial of old against new.
 *
 * Reference: Hartland, Gelly, Baskiotis, Teytaud & Sebag, Multi-armed Bandit, Dynamic Environments and
 * Meta-Bandits, 2006; Hartland, Baskiotis, Gelly, Sebag & Teytaud, Change Point Detection and
 * Meta-Bandits for Online Learning in Dynamic Environments, 2007. Neither could be read, no program after them
 * was found, and others could not reproduce it: what is here is the idea as accounts of it give it, with
 * details settled below.
 * Rule: the arm of the largest mean + √((ln N / n) min(1/4, v + √(2 ln N / n))), v the variance of an
 * arm's n rewards and N all rewards. When the Page–Hinkley test of an arm raises an alarm, a learner that
 * knows nothing stands against the old one: for M rewards a UCB-Tuned over the two decides who picks, then
 * the one with the larger mean reward stays.
 * Rewards: in [0, 1]; others are mapped from the declared range and clipped.
 * Parameters: `threshold` λ and `epsilon` δ of the test, `trial` M. The defaults are ours; no horizon, V or Υ
 * is needed.
 * Settled: each arm has its own test, in both directions, so that an arm that becomes better counts too;
 * tests rest during a trial and begin anew after it; who picked learns, the other does not; equal means
 * keep the old learner; N counts rewards, not slots. Of two places for learners a challenger takes the
 * free one; with equal indices in a trial, as at its beginning, the learner at the first place picks. The
 * discount of earlier estimates (“γ-restart”), an alternative to the trial in the source, is left out.
 * Guarantee: none.
 * Cost: O(K) a slot with a logarithm and 2K roots, 10K numbers.
 * Late rewards count on arrival, for the learner that picked, as long as it is there.
 *
 * @example
 * createPolicy('adapt-eve', { armCount: 3 }).params.trial; // → 100
 */
import type { PolicyDefinition } from '../definitions/policy.ts';
import { PageHinkley } from '../portable/detectors/page-hinkley.ts';
import { AdaptEveKernel } from '../portable/kernels/adapt-eve-kernel.ts';

export const adaptEve: PolicyDefinition = {
  id: 'adapt-eve',
  name: 'Adapt-EvE',
  summary: 'UCB-Tuned that tries a fresh start against itself after a Page–Hinkley alarm.',
  reference: 'in the spirit of Hartland et al. 2006, 2007',
  standing: 'unconfirmed',
  formula:
    'mean + √((ln N / n) min(1/4, v + √(2 ln N / n))); after an alarm the better of old and new',
  memory: 'until an alarm',
  estimator: 'mean',
  index: 'UCB-Tuned',
  rewards: 'unit-interval',
  guarantee: 'none',
  cost: 'O(K) a slot, 10K numbers',
  randomised: false,
  lateRewards: 'on-arrival',
  parameters: [
    {
      kind: 'number',
      id: 'threshold',
      symbol: 'λ',
      summary: 'sum of deviations from the mean that raises an alarm',
      default: 20,
      above: 0,
    },
    {
      kind: 'number',
      id: 'epsilon',
      symbol: 'δ',
      summary: 'deviation that is tolerated in each reward',
      default: 0.05,
      least: 0,
    },
    {
      kind: 'integer',
      id: 'trial',
      symbol: 'M',
      summary: 'rewards after an alarm in which old and new stand against each other',
      default: 100,
      least: 2,
      most: 2 ** 31 - 1,
    },
  ],
  kernel: ({ armCount, values }) =>
    new AdaptEveKernel(
      armCount,
      new PageHinkley(armCount, 0, values.epsilon, values.threshold),
      values.trial,
    ),
};
