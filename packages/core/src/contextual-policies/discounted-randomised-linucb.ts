/**
 * D-RandLinUCB: D-LinUCB whose widths are multiplied by a random number, the same for all actions of a slot.
 *
 * Reference: Kim & Tewari, Randomized Exploration for Non-Stationary Stochastic Linear Bandits, UAI 2020, Algorithm 1.
 * Rule: the action of the largest ⟨x, θ̂⟩ + Zαβ √(xᵀV⁻¹ṼV⁻¹x), the first among equals; Z = |N(0, σ²)| is drawn once a
 * slot; θ̂, V, Ṽ and β are those of D-LinUCB.
 * Rewards: a mean that is linear in the features, with R-sub-Gaussian noise.
 * Parameters: variation B with the horizon T, γ = 1 − (B/(dT))^(2/3), or 1 − max{1/T, √(B/(dT))} with
 * `tuning=corrected`; or `changes` Υ in place of B; or `window` τ with γ = 1 − 1/τ; or `discount` γ. `spread` σ, 2/5 in
 * the source's experiments. `noise` R; `bound` S ≥ ‖θ‖; `ridge` λ; `delta` δ; `width` α. The bound L ≥ ‖x‖ is that of
 * the features.
 * Form `arms`: each arm has sums of its own, and all have the same Z. d counts the columns of one arm in β, and those
 * of all arms in tuning.
 * Departures: none from the source's experiments. Its theory has another law of Z.
 * Guarantee: not proved. The source's rate rests on the argument of the first papers, which has a gap (Zhao & Zhang
 * 2021).
 * Cost: O(d³) per slot and O(d²) per action, and 2d² + 3d numbers per block. In the form `arms` O(K d³) per slot.
 * Late rewards count at the age of their own slot. Pending decisions narrow widths, unless `pendingInWidth` is false.
 *
 * @example
 * contextualPolicyCatalogue.find('d-rand-linucb').randomised; // → true
 */
import { defineContextualPolicy } from '../definitions/contextual.ts';
import { DiscountedPair } from '../portable/linear/discounted-pair.ts';
import { RandomisedIndex } from '../portable/linear/randomised-index.ts';
import {
  CONFIDENCE,
  FADING,
  growingRadius,
  LINEAR,
  linearKernel,
  tuneLinearDiscount,
} from '../tuning/linear.ts';

export const discountedRandomisedLinUcb = defineContextualPolicy({
  ...LINEAR,
  id: 'd-rand-linucb',
  order: 80,
  name: 'D-RandLinUCB',
  summary: 'D-LinUCB with widths times a number that is drawn in each slot.',
  reference: 'Kim & Tewari 2020, Algorithm 1',
  formula: '⟨x, θ̂⟩ + Zαβ √(xᵀV⁻¹ṼV⁻¹x) with Z = |N(0, σ²)|, discounted sums',
  memory: 'discounted',
  memoryKind: 'discounted',
  index: 'linear UCB with random widths',
  guarantee: 'not proved: the argument of the first papers has a gap',
  cost: 'O(d³) per slot and O(d²) per action, 2d² + 3d numbers per block',
  randomised: true,
  parameters: [
    ...FADING,
    {
      kind: 'number',
      id: 'spread',
      symbol: 'σ',
      role: { of: 'fixed' },
      summary: 'standard deviation of the normal number whose size multiplies widths',
      default: 0.4,
      least: 0,
    },
    ...CONFIDENCE,
  ],
  tune: tuneLinearDiscount,
  kernel: (settings) => {
    const { blocks, dimension, values } = settings;
    const index = new RandomisedIndex(dimension, growingRadius(settings), values.spread);
    return linearKernel(settings, new DiscountedPair(blocks, dimension, values.discount), index);
  },
});
