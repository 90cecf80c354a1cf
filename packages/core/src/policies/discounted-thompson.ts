/**
 * DTS: Thompson sampling whose posteriors widen again with time.
 *
 * Reference: Raj & Kalyani, Taming Non-stationary Bandits: A Bayesian Approach, 2017; compared with in
 * section VI of Wei & Srivastava.
 * Rule: in every slot S and F of every arm shrink by γ, then the arm played adds x and 1 − x; the arm of
 * the largest draw from Beta(1 + S, 1 + F) is played. All arms are discounted, not the played one alone.
 * Rewards: in [0, 1]; others are mapped from the declared range and clipped; `coin` as for `ts`.
 * Parameters: variation budget V with the horizon T, or `discount` γ, or `window` τ with γ = 1 − 1/τ;
 * `coin`. The paper names no discount for its experiment, so D-UCB's is used; the authors' own 0.75
 * forgets far faster.
 * Guarantee: none proved.
 * Cost: O(K) per slot with two gamma draws per arm, 2K numbers.
 *
 * @example
 * trace(createPolicy('dts', { armCount: 1, discount: 0.9 }), [[1], [0], [1]]); // → [0, 0, 0]
 */
import { definePolicy } from '../definitions/policy.ts';
import { ThompsonKernel } from '../portable/kernels/thompson-kernel.ts';
import { Discounted } from '../portable/memory/discounted.ts';
import { byDraw } from '../showing/by-draw.ts';
import { COIN, DISCOUNT, tuneDiscount, VARIATION, WINDOW } from '../tuning/tuning.ts';

export const discountedThompson = definePolicy({
  id: 'dts',
  order: 190,
  name: 'DTS',
  summary: 'Thompson sampling whose memory fades by γ in each slot.',
  reference: 'Raj & Kalyani 2017',
  group: 'bayesian',
  formula: 'S, F ← γS, γF in every slot; largest draw from Beta(1+S, 1+F)',
  memory: 'discounted',
  memoryKind: 'discounted',
  estimator: 'Beta posterior',
  index: 'posterior draw',
  rewards: 'unit-interval',
  guarantee: 'none proved',
  cost: 'O(K) per slot, 2K numbers',
  randomised: true,
  lateRewards: 'own-slot',
  parameters: [VARIATION, WINDOW, DISCOUNT, COIN],
  tune: tuneDiscount,
  kernel: ({ armCount, values }) =>
    new ThompsonKernel(armCount, new Discounted(armCount, values.discount), values.coin === 1, 0),
  shows: byDraw,
});
