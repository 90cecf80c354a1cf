/**
 * D-IMED: plays the arm against which least speaks, by rewards that fade.
 *
 * Reference: IMED of Honda & Takemura 2015 on rewards that fade as Garivier & Moulines 2008 have it. The
 * combination is ours; nothing was published on it that we know of.
 * Rule: the arm of the least n kl(mean, best mean) + ln n, a reward of age s weighing γ^s in mean and n; the
 * index is its negative.
 * Rewards: in [0, 1]; others are mapped from the declared range and clipped.
 * Parameters: `discount` γ, or `window` τ with γ = 1 − 1/τ; or Υ `changes` with the horizon T,
 * γ = 1 − ¼ √(Υ/T), at least 0; or a variation budget V with T, γ as D-UCB has it. The first of these that is
 * given counts. A `volatility` σ takes the place of Υ and V: γ = 1 − 2σ/√K, at least 0.
 * Settled: as in IMED. Less than one reward may be left of an arm, so that ln n falls below 0 and, as n fades,
 * without bound: every arm is played again, but where the leader has never failed. Its mean is 1 then, no
 * arm can be better, and it is kept until it fails.
 * Start: each arm once, in order. Where γ is so small that an arm is forgotten before the others were
 * played, of arms with nothing remembered the one that has waited longest goes next.
 * Guarantee: none is proved.
 * Cost: O(K) per slot with three logarithms in all, 8K numbers.
 *
 * @example
 * trace(createPolicy('d-imed', { armCount: 2, discount: 0.5 }), [[1, 0], [1, 0], [1, 0], [0, 1], [0, 1], [0, 1]]); // → [0, 1, 0, 0, 1, 1]
 */
import { definePolicy } from '../definitions/policy.ts';
import { ImedKernel } from '../portable/kernels/imed-kernel.ts';
import { Discounted } from '../portable/memory/discounted.ts';
import { byDivergence } from '../showing/by-divergence.ts';
import {
  CHANGES,
  DISCOUNT,
  tuneDiscountForChanges,
  VARIATION,
  VOLATILITY,
  WINDOW,
} from '../tuning/tuning.ts';

export const discountedImed = definePolicy({
  id: 'd-imed',
  order: 142,
  name: 'D-IMED',
  summary: 'IMED on rewards whose weight is multiplied by γ in each slot.',
  reference: 'our combination of Honda & Takemura 2015 and Garivier & Moulines 2008',
  formula: 'smallest n kl(discounted mean, best discounted mean) + ln n',
  memory: 'discounted',
  memoryKind: 'discounted',
  estimator: 'mean',
  index: 'empirical divergence',
  rewards: 'unit-interval',
  guarantee: 'none proved',
  cost: 'O(K) per slot, 8K numbers',
  randomised: false,
  lateRewards: 'own-slot',
  parameters: [VARIATION, CHANGES, VOLATILITY, WINDOW, DISCOUNT],
  tune: tuneDiscountForChanges,
  kernel: ({ armCount, values }) =>
    new ImedKernel(armCount, new Discounted(armCount, values.discount)),
  shows: byDivergence,
});
