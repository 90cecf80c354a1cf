/**
 * LB-WeightUCB: D-LinUCB with the norm of V⁻¹ in its widths, which needs one matrix instead of two.
 *
 * Reference: Wang, Zhao & Zhou, Revisiting Weighted Strategy for Non-stationary Parametric Bandits, UAI 2023, Algorithm
 * 1.
 * Rule: the action of the largest ⟨x, θ̂⟩ + αβ √(xᵀV⁻¹x), the first among equals; a reward of age s weighs γ^s: V = λI
 * + Σ γ^s xxᵀ, θ̂ = V⁻¹ Σ γ^s r x; β = √λ S + R √(2 ln(1/δ) + d ln(1 + qL²/(λd))) with q = Σ γ^2s, as in D-LinUCB.
 * Rewards: a mean that is linear in the features, with R-sub-Gaussian noise.
 * Parameters: variation B with the horizon T, γ = 1 − (B/(dT))^(2/3), or the source's 1 − max{1/T, √(B/(dT))} with
 * `tuning=corrected`; or `changes` Υ in place of B; or `window` τ with γ = 1 − 1/τ; or `discount` γ. `noise` R; `bound`
 * S ≥ ‖θ‖; `ridge` λ; `delta` δ; `width` α. The bound L ≥ ‖x‖ is that of the features.
 * Form `arms`: each arm has sums of its own. d counts the columns of one arm in β, and those of all arms in tuning.
 * Departures: the source's theory has λ = d and δ = 1/T. Here they are parameters with the defaults of its experiments.
 * Guarantee: O(d^(7/8) B^(1/4) T^(3/4)) up to logarithms, d^(3/4) with `tuning=corrected` (Wang, Zhao & Zhou 2023). The
 * rate d^(2/3) B^(1/3) T^(2/3) of the first papers has a gap in its proof (Zhao & Zhang 2021) and is not proved.
 * Cost: O(d³) per slot and O(d²) per action, and d² + 2d numbers per block. In the form `arms` O(K d³) per slot.
 * Late rewards count at the age of their own slot. Pending decisions narrow widths, unless `pendingInWidth` is false.
 *
 * @example
 * contextualPolicyCatalogue.find('weight-linucb').memoryKind; // → "discounted"
 */
import { defineContextualPolicy } from '../definitions/contextual.ts';
import { ConfidenceIndex } from '../portable/linear/confidence-index.ts';
import { DiscountedMoments } from '../portable/linear/discounted-moments.ts';
import {
  CONFIDENCE,
  DRIFT_GUARANTEE,
  FADING,
  growingRadius,
  LINEAR,
  linearKernel,
  tuneLinearDiscount,
} from '../tuning/linear.ts';

export const weightedLinUcb = defineContextualPolicy({
  ...LINEAR,
  id: 'weight-linucb',
  order: 50,
  name: 'LB-WeightUCB',
  summary: 'D-LinUCB with simpler widths, from one matrix.',
  reference: 'Wang, Zhao & Zhou 2023, Algorithm 1',
  formula: '⟨x, θ̂⟩ + αβ √(xᵀV⁻¹x), discounted sums',
  memory: 'discounted',
  memoryKind: 'discounted',
  index: 'linear UCB',
  guarantee: DRIFT_GUARANTEE,
  cost: 'O(d³) per slot and O(d²) per action, d² + 2d numbers per block',
  randomised: false,
  parameters: [...FADING, ...CONFIDENCE],
  tune: tuneLinearDiscount,
  kernel: (settings) => {
    const { blocks, dimension, values } = settings;
    const index = new ConfidenceIndex(dimension, growingRadius(settings), false);
    return linearKernel(settings, new DiscountedMoments(blocks, dimension, values.discount), index);
  },
});
