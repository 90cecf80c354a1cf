/**
 * Logistic UCB with forgetting, for rewards such as clicks.
 *
 * Reference: none; a practical form of the discounted generalised linear policies of Faury, Russac, Abeille &
 * Calauzènes 2021 and Wang, Zhao & Zhou 2023, which keep all rewards and whose widths are too large to use.
 * Rule: the action of the largest μ(⟨x, θ⟩) + α √(xᵀH⁻¹x), the first among equals. Each reward takes one Newton step,
 * with p = μ(⟨x, θ⟩) and weight w = γ^s at age s: H = λI + Σ w p(1 − p) xxᵀ, θ ← θ + w H⁻¹x (r − p). So no reward is
 * kept.
 * Rewards: in [0, 1]; others are mapped from the declared range and clipped. Their mean is μ(⟨x, θ⟩), μ(z) = 1/(1 +
 * e^−z).
 * Parameters: variation B with the horizon T, γ = 1 − (B/(dT))^(2/3), or 1 − max{1/T, √(B/(dT))} with
 * `tuning=corrected`; or `changes` Υ in place of B; or `window` τ with γ = 1 − 1/τ; or `discount` γ. `ridge` λ; `width`
 * α, of which 1/4 is one standard deviation of a mean near ½.
 * Form `arms`: each arm has H and θ of its own.
 * Guarantee: none.
 * Cost: O(d³) per slot and O(d²) per action, and d²/2 + 2d numbers per block. In the form `arms` O(K d³) per slot.
 * Late rewards weigh by the age of their own slot, but the step starts from the present θ. Pending decisions narrow
 * widths, each by xxᵀ/4, unless `pendingInWidth` is false.
 *
 * @example
 * contextualPolicyCatalogue.find('d-logistic').rewards; // → "unit-interval"
 */
import { defineContextualPolicy } from '../definitions/contextual.ts';
import { LogisticIndex } from '../portable/linear/logistic-index.ts';
import { LogisticMoments } from '../portable/linear/logistic-moments.ts';
import {
  FADING,
  LINEAR_WIDTH,
  LOGISTIC,
  linearKernel,
  RIDGE,
  tuneLinearDiscount,
} from '../tuning/linear.ts';

export const discountedLogistic = defineContextualPolicy({
  ...LOGISTIC,
  id: 'd-logistic',
  order: 120,
  name: 'D-Logistic',
  summary: 'A logistic model whose old rewards fade, with a width for each action.',
  formula: 'μ(⟨x, θ⟩) + α √(xᵀH⁻¹x)',
  index: 'logistic UCB',
  cost: 'O(d³) per slot and O(d²) per action, d²/2 + 2d numbers per block',
  randomised: false,
  parameters: [...FADING, RIDGE, { ...LINEAR_WIDTH, default: 0.5 }],
  tune: tuneLinearDiscount,
  kernel: (settings) => {
    const { blocks, dimension, values } = settings;
    const { ridge, discount, width } = values;
    const moments = new LogisticMoments(blocks, dimension, ridge, discount);
    return linearKernel(settings, moments, new LogisticIndex(dimension, width));
  },
});
