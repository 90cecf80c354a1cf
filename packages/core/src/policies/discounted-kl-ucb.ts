/**
 * D-klUCB: the bound that fits Bernoulli rewards, on rewards that fade.
 *
 * Reference: Garivier & Moulines, On Upper-Confidence Bound Policies for Non-Stationary Bandit
 * Problems, 2008, with the kl bound of Garivier & Cappé 2011 in place of theirs; so compared with by
 * Besson, Kaufmann, Maillard & Seznec, Efficient Change-Point Detection for Tackling Piecewise-Stationary
 * Bandits, 2022. Read in the code that goes with that paper.
 * Index: the largest q with n kl(mean, q) ≤ ln(Σ n), a reward of age s weighing γ^s in mean and n, and Σ n
 * over all arms; a level below 0, where less than one reward is left, counts as 0.
 * Rewards: in [0, 1]; others are mapped from the declared range and clipped.
 * Parameters: `discount` γ, or `window` τ with γ = 1 − 1/τ; or Υ `changes` with the horizon T,
 * γ = 1 − ¼ √(Υ/T), at least 0; or a variation budget V with T, γ as D-UCB has it. The first of these
 * that is given counts.
 * Departures: rewards that never came are not in Σ n. The tuning to a budget is ours.
 * Where rewards stop: Σ n falls below 1 and the level to 0, so that each bound comes down to its mean and the
 * best arm is kept. That is the published level; D-UCB's is ln τ, which does not fall, so that its widths grow and
 * it spreads. Take that, or SW-klUCB, where silence is to mean doubt.
 * Start: each arm once, in order. Where 1/(1 − γ) < K, of arms with nothing remembered, or with a bound that
 * rounds to 1, the one that has waited longest goes next.
 * Guarantee: √(Υ T) up to logarithms is proved for D-UCB with this γ; none for the kl bound.
 * Cost: O(K) per slot, 4K numbers.
 *
 * @example
 * trace(createPolicy('d-klucb', { armCount: 2, discount: 0.5 }), [[1, 0], [1, 0], [1, 0], [0, 1], [0, 1], [0, 1]]); // → [0, 1, 0, 0, 1, 1]
 */
import { definePolicy } from '../definitions/policy.ts';
import { TotalLevel } from '../portable/indices/kl-level.ts';
import { KlIndexKernel } from '../portable/kernels/kl-index-kernel.ts';
import { Discounted } from '../portable/memory/discounted.ts';
import { byBoundInTurn } from '../showing/by-index.ts';
import {
  CHANGES,
  DISCOUNT,
  tuneDiscountForChanges,
  VARIATION,
  VOLATILITY,
  WINDOW,
} from '../tuning/tuning.ts';

export const discountedKlUcb = definePolicy({
  id: 'd-klucb',
  order: 140,
  name: 'D-klUCB',
  summary: 'kl-UCB on rewards whose weight is multiplied by γ in each slot.',
  reference: 'Garivier & Moulines 2008; Garivier & Cappé 2011',
  formula: 'largest q with n kl(discounted mean, q) ≤ ln Σn',
  memory: 'discounted',
  memoryKind: 'discounted',
  estimator: 'mean',
  index: 'kl',
  rewards: 'unit-interval',
  guarantee: 'none proved for the kl bound; √(Υ T) up to logarithms for D-UCB',
  cost: 'O(K) per slot, 4K numbers',
  randomised: false,
  lateRewards: 'own-slot',
  parameters: [VARIATION, CHANGES, VOLATILITY, WINDOW, DISCOUNT],
  tune: tuneDiscountForChanges,
  kernel: ({ armCount, values }) =>
    new KlIndexKernel(armCount, new Discounted(armCount, values.discount), new TotalLevel()),
  shows: byBoundInTurn,
});
