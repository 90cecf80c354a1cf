/**
 * Logistic Thompson sampling with forgetting, for rewards such as clicks.
 *
 * Reference: none; a discounted form of the Laplace approximation of Chapelle & Li, An Empirical Evaluation of Thompson
 * Sampling, NIPS 2011.
 * Rule: the action of the largest ⟨x, θ̃⟩, the first among equals; θ̃ is drawn once a slot from N(θ, α² H⁻¹). Each
 * reward takes one Newton step, with p = μ(⟨x, θ⟩) and weight w = γ^s at age s: H = λI + Σ w p(1 − p) xxᵀ, θ ← θ + w
 * H⁻¹x (r − p). So no reward is kept.
 * Rewards: in [0, 1]; others are mapped from the declared range and clipped. Their mean is μ(⟨x, θ⟩), μ(z) = 1/(1 +
 * e^−z).
 * Parameters: variation B with the horizon T, γ = 1 − (B/(dT))^(2/3), or 1 − max{1/T, √(B/(dT))} with
 * `tuning=corrected`; or `changes` Υ in place of B; or `window` τ with γ = 1 − 1/τ; or `discount` γ. `ridge` λ; `width`
 * α.
 * Form `arms`: each arm has H, θ and a draw of its own, in the order of arms.
 * Guarantee: none. Policies with one keep all rewards and have widths too large to use.
 * Cost: O(d³) per slot and O(d) per action, and d²/2 + 2d numbers per block. In the form `arms` O(K d³) per slot.
 * Late rewards weigh by the age of their own slot, but the step starts from the present θ. Pending decisions narrow the
 * draw, each by xxᵀ/4, unless `pendingInWidth` is false.
 *
 * @example
 * contextualPolicyCatalogue.find('logistic-ts').rewards; // → "unit-interval"
 */
import { defineContextualPolicy } from '../definitions/contextual.ts';
import { DrawIndex } from '../portable/linear/draw-index.ts';
import { LogisticMoments } from '../portable/linear/logistic-moments.ts';
import {
  FADING,
  LINEAR_WIDTH,
  LOGISTIC,
  linearKernel,
  RIDGE,
  tuneLinearDiscount,
} from '../tuning/linear.ts';

export const logisticThompson = defineContextualPolicy({
  ...LOGISTIC,
  id: 'logistic-ts',
  order: 110,
  name: 'Logistic TS',
  summary: 'Draws the parameters of a logistic model whose old rewards fade.',
  group: 'bayesian',
  formula: '⟨x, θ̃⟩ with θ̃ ~ N(θ, α² H⁻¹)',
  index: 'posterior draw',
  cost: 'O(d³) per slot and O(d) per action, d²/2 + 2d numbers per block',
  randomised: true,
  parameters: [...FADING, RIDGE, LINEAR_WIDTH],
  tune: tuneLinearDiscount,
  kernel: (settings) => {
    const { blocks, dimension, values } = settings;
    const { ridge, discount, width } = values;
    const moments = new LogisticMoments(blocks, dimension, ridge, discount);
    return linearKernel(settings, moments, new DrawIndex(dimension, width, false, true));
  },
});
