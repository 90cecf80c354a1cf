/**
 * PHT-UCB: CUSUM-UCB with the Page–Hinkley test.
 *
 * Reference: Liu, Lee & Shroff, A Change-Detection Based Framework for Piecewise-Stationary Multi-Armed
 * Bandit Problem, 2018. The paper could not be read but for its abstract; SMPyBandits, which has it too, was:
 * the sums and the running mean are the same.
 * Rule: as CUSUM-UCB, with the running mean ŷ of the arm's rewards so far, the newest included, in the
 * place of the fixed reference û.
 * Rewards: in [0, 1], or 1/2-sub-Gaussian after `scale`.
 * Parameters: as CUSUM-UCB's.
 * Settled: the first M rewards of an arm are not tested here either, where SMPyBandits tests from the first on.
 * Level: none is proved; of Bernoulli arms of mean 1/2, 85 % raise a false alarm within 5000 rewards at
 * M = 150, ε = 0.1 and h = ln 1000 (1 % of arms of mean 0.1).
 * Guarantee: none is proved; of historical interest beside `cusum-ucb` and `glr-klucb`.
 * Cost: O(K) per slot, 6K numbers.
 * Late rewards count on arrival, in the order in which they come, unless their arm was forgotten since.
 *
 * @example
 * createPolicy('pht-ucb', { armCount: 3, horizon: 5000, changes: 5 }).params.alpha.toFixed(3); // → "0.083"
 */
import { definePolicy } from '../definitions/policy.ts';
import { PageHinkley } from '../portable/detectors/page-hinkley.ts';
import { byIndexUntilAlarm } from '../showing/by-index.ts';
import { UNTIL_ALARM } from '../tuning/detection.ts';
import { CUSUM_PARAMETERS, kernelOfSums, tuneCusum } from './cusum-ucb.ts';

export const pageHinkleyUcb = definePolicy({
  id: 'pht-ucb',
  order: 320,
  name: 'PHT-UCB',
  summary: 'Forgets an arm when a Page–Hinkley test finds that its mean has changed.',
  reference: 'Liu, Lee & Shroff 2018',
  standing: 'historical',
  formula: 'mean + √(ξ ln n_t / n) since the arm’s alarm; any arm with probability α',
  memory: UNTIL_ALARM,
  memoryKind: 'alarm',
  estimator: 'mean',
  index: 'UCB',
  rewards: 'sub-gaussian',
  guarantee: 'none proved',
  cost: 'O(K) per slot, 6K numbers',
  randomised: true,
  lateRewards: 'on-arrival',
  parameters: CUSUM_PARAMETERS,
  tune: tuneCusum,
  kernel: (settings) => kernelOfSums(settings, PageHinkley),
  shows: byIndexUntilAlarm,
});
