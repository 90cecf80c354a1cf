/**
 * D-UCB: a UCB whose rewards fade.
 *
 * Reference: Wei & Srivastava, section IV-C, Algorithm 3, Theorem 6; after Kocsis & Szepesvári 2006
 * and Garivier & Moulines 2008.
 * Index: mean + 2 √(ξ ln τ / n), a reward of age s weighing γ^s in mean and n,
 * γ = 1 − K^(−1/3) (T/V)^(−2/3), τ = ⌈1/(1−γ)⌉.
 * Rewards: 1/2-sub-Gaussian after `scale`.
 * Parameters: variation budget V with the horizon T, or `discount` γ, or `window` τ with γ = 1 − 1/τ;
 * `xi` ξ > 1/2; `scale`.
 * Start: each arm once, in order. Where γ < 10⁻⁹, so that 1/(1 − γ) counts as one slot, or γ^K < 2^-400, of arms
 * with nothing remembered the one that has waited longest goes next.
 * Guarantee: of the order ln(T) (K V)^(1/3) T^(2/3), a logarithm above the minimax order.
 * Cost: O(log K) per slot, about 5K numbers.
 *
 * @example
 * trace(createPolicy('d-ucb', { armCount: 2, discount: 0.5 }), [[1, 0], [1, 0], [1, 0], [0, 1], [0, 1], [0, 1]]); // → [0, 1, 0, 0, 1, 1]
 */
import { definePolicy } from '../definitions/policy.ts';
import { AS_ROOT } from '../definitions/roles.ts';
import { DiscountedUcbRule } from '../portable/indices/discounted-ucb.ts';
import { RisingIndices } from '../portable/indices/rising.ts';
import { IndexKernel } from '../portable/kernels/index-kernel.ts';
import { Discounted } from '../portable/memory/discounted.ts';
import { byIndexInTurn } from '../showing/by-index.ts';
import { discountedUcbBound } from '../theory/bounds.ts';
import { lineContestOf } from '../tuning/contest.ts';
import { DISCOUNT, SCALE, tuneDiscount, VARIATION, VOLATILITY, WINDOW } from '../tuning/tuning.ts';

export const discountedUcb = definePolicy({
  id: 'd-ucb',
  order: 30,
  name: 'D-UCB',
  summary: 'UCB on rewards whose weight is multiplied by γ in each slot.',
  reference: 'Wei & Srivastava, Algorithm 3, Theorem 6; Garivier & Moulines 2008',
  group: 'paper',
  formula: 'discounted mean + 2 √(ξ ln τ / n)',
  memory: 'discounted',
  memoryKind: 'discounted',
  estimator: 'mean',
  index: 'UCB',
  rewards: 'sub-gaussian',
  guarantee: 'O(ln(T) (K V)^(1/3) T^(2/3)), a logarithm above the minimax order',
  cost: 'O(log K) per slot, about 5K numbers',
  randomised: false,
  lateRewards: 'own-slot',
  parameters: [
    VARIATION,
    VOLATILITY,
    WINDOW,
    DISCOUNT,
    {
      kind: 'number',
      id: 'xi',
      symbol: 'ξ',
      role: { of: 'width', width: AS_ROOT },
      summary: 'width: 2√ξ',
      default: 0.6,
      above: 0,
      provedAbove: 0.5,
    },
    SCALE,
  ],
  bound: ({ armCount, horizon, variation, values }) =>
    discountedUcbBound(armCount, horizon, variation, values.xi),
  tune: tuneDiscount,
  kernel: ({ armCount, values }) =>
    new IndexKernel(
      armCount,
      new Discounted(armCount, values.discount),
      new RisingIndices(lineContestOf(armCount), new DiscountedUcbRule(values.window, values.xi)),
    ),
  shows: byIndexInTurn,
});
