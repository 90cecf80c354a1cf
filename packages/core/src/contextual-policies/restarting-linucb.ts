/**
 * RestartUCB: LinUCB that erases everything every H slots.
 *
 * Reference: Zhao, Zhang, Jiang & Zhou, A Simple Approach for Non-Stationary Linear Bandits, AISTATS 2020, Algorithm 1.
 * Rule: the action of the largest ⟨x, θ̂⟩ + αβ √(xᵀV⁻¹x), the first among equals; V = λI + Σ xxᵀ and θ̂ = V⁻¹ Σ r x
 * over the epoch, slots 0 … H − 1, H … 2H − 1 and so on; β = √λ S + R √(2 ln(1/δ) + d ln(1 + nL²/(λd))) with n rewards
 * of the epoch.
 * Rewards: a mean that is linear in the features, with R-sub-Gaussian noise.
 * Parameters: variation B with the horizon T, H = ⌊(dT/B)^(2/3)⌋, or ⌊d^(1/4) √(T/(1 + B))⌋ with `tuning=corrected`; or
 * `changes` Υ in place of B; or `window` H. `noise` R; `bound` S ≥ ‖θ‖; `ridge` λ; `delta` δ; `width` α. The bound L ≥
 * ‖x‖ is that of the features.
 * Form `arms`: each arm has sums of its own. d counts the columns of one arm in β, and those of all arms in tuning.
 * Departures: none.
 * Guarantee: O(d^(7/8) B^(1/4) T^(3/4)) up to logarithms, d^(3/4) with `tuning=corrected` (Wang, Zhao & Zhou 2023). The
 * rate d^(2/3) B^(1/3) T^(2/3) of the first papers has a gap in its proof (Zhao & Zhang 2021) and is not proved.
 * Cost: O(d²) per slot and per action, and d² + 2d numbers per block.
 * Late rewards count at the age of their own slot. Pending decisions narrow widths, unless `pendingInWidth` is false.
 *
 * @example
 * contextualPolicyCatalogue.find('restart-linucb').memoryKind; // → "resetting"
 */
import { defineContextualPolicy } from '../definitions/contextual.ts';
import { ConfidenceIndex } from '../portable/linear/confidence-index.ts';
import { ResettingMoments } from '../portable/linear/resetting-moments.ts';
import {
  CONFIDENCE,
  DRIFT_GUARANTEE,
  growingRadius,
  LINEAR,
  linearKernel,
  tuneLinearPeriod,
  WINDOWED,
} from '../tuning/linear.ts';

export const restartingLinUcb = defineContextualPolicy({
  ...LINEAR,
  id: 'restart-linucb',
  order: 20,
  name: 'RestartUCB',
  summary: 'LinUCB that starts again every H slots.',
  reference: 'Zhao, Zhang, Jiang & Zhou 2020, Algorithm 1',
  formula: '⟨x, θ̂⟩ + αβ √(xᵀV⁻¹x) over the epoch',
  memory: 'resetting',
  memoryKind: 'resetting',
  index: 'linear UCB',
  guarantee: DRIFT_GUARANTEE,
  cost: 'O(d²) per slot and per action, d² + 2d numbers per block',
  randomised: false,
  parameters: [...WINDOWED, ...CONFIDENCE],
  tune: tuneLinearPeriod,
  kernel: (settings) => {
    const { blocks, dimension, values } = settings;
    const index = new ConfidenceIndex(dimension, growingRadius(settings), false);
    return linearKernel(settings, new ResettingMoments(blocks, dimension, values.window), index);
  },
});
