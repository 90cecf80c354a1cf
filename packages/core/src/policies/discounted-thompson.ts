/**
 * DTS: Thompson sampling whose posteriors widen again with time.
 *
 * Reference: Raj & Kalyani, Taming Non-stationary Bandits: A Bayesian Approach, 2017; compared with in
 * section VI of Wei & Srivastava. The Gaussian form is DS-TS of Qi, Wang & Zhu, Discounted Thompson Sampling
 * for Non-Stationary Bandit Problems, 2023, Algorithm 1, which was read, as was its authors' code
 * (qh1874/TS_NonStationary).
 * Rule: in every slot S and F of every arm shrink by γ, then the arm played adds x and 1 − x; the arm of
 * the largest draw from Beta(1 + S, 1 + F) is played. All arms are discounted, not the played one alone.
 * With `gaussian` = 1 the draw is from a normal law with mean S/n and variance 1/(g n), n the discounted
 * number of rewards; an arm without any goes first.
 * Rewards: in [0, 1]; others are mapped from the declared range and clipped; `coin` as for `ts`.
 * Parameters: variation budget V with the horizon T, or `discount` γ, or `window` τ with γ = 1 − 1/τ;
 * `gaussian` 0 or 1; `g` = 1 as in Algorithm 1, 4 in its authors' code for rewards in [0, 1]; `coin`. Wei &
 * Srivastava name no discount for their experiment, so D-UCB's is used; Raj & Kalyani's own 0.75 forgets far
 * faster.
 * Departures from DS-TS: its draws have a standard deviation of at most τ_max (1/5 in its experiments), ours have
 * no such cap. It draws from N(0, τ_max²) for an arm without rewards, which goes first here. It is tuned to Υ
 * changes, by γ = 1 − √(Υ/T) in Corollary 1 and γ = 1 − √(Υ/(T ln T)) in its authors' code, either of which can
 * be given as `discount`.
 * Guarantee: none for Beta laws. For the Gaussian form with a cap, which ours lacks, and γ of Corollary 1 an arm
 * that is not the best is played O(√(Υ T) ln² T) times in expectation (Theorem 1, rewards in [0, 1]).
 * Cost: O(K) per slot with two gamma draws per arm (one normal draw), 2K numbers.
 *
 * @example
 * trace(createPolicy('dts', { armCount: 1, discount: 0.9 }), [[1], [0], [1]]); // → [0, 0, 0]
 */
import { definePolicy } from '../definitions/policy.ts';
import { ThompsonKernel } from '../portable/kernels/thompson-kernel.ts';
import { Discounted } from '../portable/memory/discounted.ts';
import { byDraw } from '../showing/by-draw.ts';
import {
  COIN,
  DISCOUNT,
  GAUSSIAN,
  PRECISION,
  tuneDiscount,
  VARIATION,
  VOLATILITY,
  WINDOW,
} from '../tuning/tuning.ts';

export const discountedThompson = definePolicy({
  id: 'dts',
  order: 190,
  name: 'DTS',
  summary: 'Thompson sampling on rewards whose weight is multiplied by γ in each slot.',
  reference: 'Raj & Kalyani 2017; Qi, Wang & Zhu 2023',
  group: 'bayesian',
  formula: 'S, F ← γS, γF in every slot; largest draw from Beta(1+S, 1+F), or from N(S/n, 1/(g n))',
  memory: 'discounted',
  memoryKind: 'discounted',
  estimator: 'Beta posterior',
  index: 'posterior draw',
  rewards: 'unit-interval',
  guarantee:
    'none proved; √(Υ T) up to logarithms for a Gaussian form with a cap, which ours lacks',
  cost: 'O(K) per slot, 2K numbers',
  randomised: true,
  lateRewards: 'own-slot',
  parameters: [VARIATION, VOLATILITY, WINDOW, DISCOUNT, GAUSSIAN, PRECISION, COIN],
  tune: tuneDiscount,
  kernel: ({ armCount, values }) =>
    new ThompsonKernel(
      armCount,
      new Discounted(armCount, values.discount),
      values.coin === 1,
      values.gaussian === 1 ? values.g : 0,
    ),
  shows: byDraw,
});
