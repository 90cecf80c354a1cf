/**
 * D-LinTS: LinTS on rewards whose weight is multiplied by γ in each slot.
 *
 * Reference: Kim & Tewari, Randomized Exploration for Non-Stationary Stochastic Linear Bandits, UAI 2020, Algorithm 2.
 * Rule: the action of the largest ⟨x, θ̃⟩, the first among equals; θ̃ = θ̂ + αR V⁻¹L̃ζ with Ṽ = L̃L̃ᵀ and ζ standard
 * normal, so that θ̃ has covariance α²R² V⁻¹ṼV⁻¹; V, Ṽ and θ̂ are those of D-LinUCB.
 * Rewards: a mean that is linear in the features, with R-sub-Gaussian noise.
 * Parameters: variation B with the horizon T, γ = 1 − (B/(dT))^(2/3), or 1 − max{1/T, √(B/(dT))} with
 * `tuning=corrected`; or `changes` Υ in place of B; or `window` τ with γ = 1 − 1/τ; or `discount` γ. `noise` R; `ridge`
 * λ; `width` α. In the form `arms` α = 0.25 was better than the source's 1 in most of our trials.
 * Form `arms`: each arm has sums and a draw of its own, in the order of arms. d counts the columns of all arms in
 * tuning.
 * Departures: the source's code leaves out R.
 * Guarantee: not proved. The source's rate rests on the argument of the first papers, which has a gap (Zhao & Zhang
 * 2021).
 * Cost: O(d³) per slot and O(d) per action, and 2d² + 3d numbers per block. In the form `arms` O(K d³) per slot.
 * Late rewards count at the age of their own slot. Pending decisions narrow the draw, unless `pendingInWidth` is false.
 *
 * @example
 * contextualPolicyCatalogue.find('d-lints').memoryKind; // → "discounted"
 */
import { defineContextualPolicy } from '../definitions/contextual.ts';
import { DiscountedPair } from '../portable/linear/discounted-pair.ts';
import {
  DRAWN,
  drawIndex,
  FADING,
  LINEAR,
  linearKernel,
  tuneLinearDiscount,
} from '../tuning/linear.ts';

export const discountedLinearThompson = defineContextualPolicy({
  ...LINEAR,
  id: 'd-lints',
  order: 70,
  name: 'D-LinTS',
  summary: 'LinTS on rewards whose weight is multiplied by γ in each slot.',
  reference: 'Kim & Tewari 2020, Algorithm 2',
  group: 'bayesian',
  formula: '⟨x, θ̃⟩ with θ̃ ~ N(θ̂, α²R² V⁻¹ṼV⁻¹), discounted sums',
  memory: 'discounted',
  memoryKind: 'discounted',
  index: 'posterior draw',
  guarantee: 'not proved: the argument of the first papers has a gap',
  cost: 'O(d³) per slot and O(d) per action, 2d² + 3d numbers per block',
  randomised: true,
  parameters: [...FADING, ...DRAWN],
  tune: tuneLinearDiscount,
  kernel: (settings) => {
    const { blocks, dimension, values } = settings;
    const moments = new DiscountedPair(blocks, dimension, values.discount);
    return linearKernel(settings, moments, drawIndex(settings, true));
  },
});
