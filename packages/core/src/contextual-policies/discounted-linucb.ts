/**
 * D-LinUCB: LinUCB on rewards whose weight is multiplied by γ in each slot.
 *
 * Reference: Russac, Vernade & Cappé, Weighted Linear Bandits for Non-Stationary Environments, NeurIPS 2019. Its rule
 * was read in Kim & Tewari 2020 and Wang, Zhao & Zhou 2023, which restate it, and in its authors' code.
 * Rule: the action of the largest ⟨x, θ̂⟩ + αβ √(xᵀV⁻¹ṼV⁻¹x), the first among equals; a reward of age s weighs γ^s: V =
 * λI + Σ γ^s xxᵀ, Ṽ = λI + Σ γ^2s xxᵀ, θ̂ = V⁻¹ Σ γ^s r x; β = √λ S + R √(2 ln(1/δ) + d ln(1 + qL²/(λd))) with q = Σ
 * γ^2s, which is (1 − γ^2t)/(1 − γ²) after t slots. The ridge stays λ.
 * Rewards: a mean that is linear in the features, with R-sub-Gaussian noise.
 * Parameters: variation B with the horizon T, γ = 1 − (B/(dT))^(2/3), or 1 − max{1/T, √(B/(dT))} with
 * `tuning=corrected`; or `changes` Υ in place of B, as Russac, Faury, Cappé & Garivier 2021 tune it; or `window` τ with
 * γ = 1 − 1/τ; or `discount` γ. `noise` R; `bound` S ≥ ‖θ‖; `ridge` λ; `delta` δ; `width` α. The bound L ≥ ‖x‖ is that
 * of the features.
 * Form `arms`: each arm has sums of its own. d counts the columns of one arm in β, and those of all arms in tuning.
 * Departures: none from the rule. The published figures come from code that makes Ṽ from V by mistake, so they differ
 * from those of the rule.
 * Guarantee: O(d^(7/8) B^(1/4) T^(3/4)) up to logarithms, d^(3/4) with `tuning=corrected` (Wang, Zhao & Zhou 2023). The
 * rate d^(2/3) B^(1/3) T^(2/3) of the first papers has a gap in its proof (Zhao & Zhang 2021) and is not proved.
 * Cost: O(d³) per slot and O(d²) per action, and 2d² + 3d numbers per block. In the form `arms` O(K d³) per slot.
 * Late rewards count at the age of their own slot. Pending decisions narrow widths, unless `pendingInWidth` is false.
 *
 * @example
 * contextualPolicyCatalogue.find('d-linucb').memoryKind; // → "discounted"
 */
import { defineContextualPolicy } from '../definitions/contextual.ts';
import { ConfidenceIndex } from '../portable/linear/confidence-index.ts';
import { DiscountedPair } from '../portable/linear/discounted-pair.ts';
import {
  CONFIDENCE,
  DRIFT_GUARANTEE,
  FADING,
  growingRadius,
  LINEAR,
  linearKernel,
  tuneLinearDiscount,
} from '../tuning/linear.ts';

export const discountedLinUcb = defineContextualPolicy({
  ...LINEAR,
  id: 'd-linucb',
  order: 40,
  name: 'D-LinUCB',
  summary: 'LinUCB on rewards whose weight is multiplied by γ in each slot.',
  reference: 'Russac, Vernade & Cappé 2019',
  formula: '⟨x, θ̂⟩ + αβ √(xᵀV⁻¹ṼV⁻¹x), discounted sums',
  memory: 'discounted',
  memoryKind: 'discounted',
  index: 'linear UCB with squared weights',
  guarantee: DRIFT_GUARANTEE,
  cost: 'O(d³) per slot and O(d²) per action, 2d² + 3d numbers per block',
  randomised: false,
  parameters: [...FADING, ...CONFIDENCE],
  tune: tuneLinearDiscount,
  kernel: (settings) => {
    const { blocks, dimension, values } = settings;
    const index = new ConfidenceIndex(dimension, growingRadius(settings), true);
    return linearKernel(settings, new DiscountedPair(blocks, dimension, values.discount), index);
  },
});
