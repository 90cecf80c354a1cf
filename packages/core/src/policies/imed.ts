/**
 * IMED: plays the arm against which least speaks, and never forgets.
 *
 * Reference: Honda & Takemura, Non-asymptotic Analysis of a New Bandit Algorithm for Semi-bounded Rewards,
 * 2015, with the divergence of Bernoulli laws. The paper was not read; its rule is, alike, in programs of
 * several groups (statisticalrl and others were read; of bandit_kit only its README). SMPyBandits has another
 * one under this name: it takes the minimiser for the minimum of the divergence, so that it plays the arm of
 * the least n μ* + ln n.
 * Rule: the arm of the least n kl(mean, best mean) + ln n, kl between Bernoulli laws, over all slots; the
 * index is its negative. DMED (Honda & Takemura 2010) plays all arms with n kl(mean, best mean) ≤
 * ln t − ln n by lists; IMED came after it, and does without lists.
 * Rewards: in [0, 1]; others are mapped from the declared range and clipped.
 * Parameters: none.
 * Settled: an arm of the best mean has kl = 0. Where the best mean is 1, kl is ∞ for arms below it, so that
 * the leader is kept until its first failure, as published. Of rewards between 0 and 1 the paper's own
 * divergence needs every one; that of Bernoulli laws is never more than it. Among some arms, the best mean
 * is theirs. What differs by at most 1e-12 + 1e-15 N, N the rewards of the arm with the best mean, is equal, so
 * that rounding does not decide: after N − 1 successes and one failure, ln N is what an arm costs that failed
 * once. Departure: of equals the lowest arm is taken; published, one at random (`ties: 'random'` has that).
 * Start: each arm once, in order.
 * Guarantee: asymptotically optimal where nothing drifts and rewards are 0 or 1; none where means drift.
 * Cost: O(K) per slot with three logarithms in all, 8K numbers.
 *
 * @example
 * trace(createPolicy('imed', { armCount: 2 }), [[1, 0], [1, 0], [1, 0], [0, 1], [0, 1], [0, 1]]); // → [0, 1, 0, 0, 0, 1]
 */
import { definePolicy } from '../definitions/policy.ts';
import { ImedKernel } from '../portable/kernels/imed-kernel.ts';
import { AllTime } from '../portable/memory/all-time.ts';
import { byDivergence } from '../showing/by-divergence.ts';

export const imed = definePolicy({
  id: 'imed',
  order: 122,
  name: 'IMED',
  summary: 'Never forgets. Weighs the evidence against an arm and how often it was played.',
  reference: 'Honda & Takemura 2015',
  formula: 'smallest n kl(mean, best mean) + ln n',
  memory: 'all-time',
  memoryKind: 'all-time',
  estimator: 'mean',
  index: 'empirical divergence',
  rewards: 'unit-interval',
  guarantee: 'none under drift; asymptotically optimal without',
  cost: 'O(K) per slot, 8K numbers',
  randomised: false,
  lateRewards: 'own-slot',
  parameters: [],
  kernel: ({ armCount }) => new ImedKernel(armCount, new AllTime(armCount)),
  shows: byDivergence,
});
