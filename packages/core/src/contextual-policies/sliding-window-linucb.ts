/**
 * SW-LinUCB: LinUCB on the rewards of the last w slots.
 *
 * Reference: Cheung, Simchi-Levi & Zhu, Learning to Optimize under Non-Stationarity, AISTATS 2019, Algorithm 1.
 * Rule: the action of the largest ⟨x, θ̂⟩ + αβ √(xᵀV⁻¹x), the first among equals; V = λI + Σ xxᵀ and θ̂ = V⁻¹ Σ r x
 * over the last w slots; β = √λ S + R √(d ln((1 + wL²/λ)/δ)), whatever is in the window.
 * Rewards: a mean that is linear in the features, with R-sub-Gaussian noise.
 * Parameters: variation B with the horizon T, w = ⌈(dT/B)^(2/3)⌉, or ⌊d^(1/4) √(T/(1 + B))⌋ with `tuning=corrected`; or
 * `changes` Υ in place of B; or `window` w. `noise` R; `bound` S ≥ ‖θ‖; `ridge` λ; `delta` δ; `width` α. The bound L ≥
 * ‖x‖ is that of the features.
 * Form `arms`: each arm has sums of its own. d counts the columns of one arm in β, and those of all arms in tuning.
 * Departures: the source rounds w down. The published comparison (Russac, Vernade & Cappé 2019) rounds it up, because
 * its code compares ages with the real number, and so do we.
 * Guarantee: O(d^(7/8) B^(1/4) T^(3/4)) up to logarithms, d^(3/4) with `tuning=corrected` (Wang, Zhao & Zhou 2023). The
 * rate d^(2/3) B^(1/3) T^(2/3) of the first papers has a gap in its proof (Zhao & Zhang 2021) and is not proved.
 * Cost: O(d³) per slot and O(d²) per action; w d numbers, and about √w d² for one block.
 * Late rewards count at the age of their own slot. Pending decisions narrow widths, unless `pendingInWidth` is false.
 *
 * @example
 * contextualPolicyCatalogue.find('sw-linucb').memoryKind; // → "window"
 */
import { defineContextualPolicy } from '../definitions/contextual.ts';
import { AllTimeMoments } from '../portable/linear/all-time-moments.ts';
import { ConfidenceIndex } from '../portable/linear/confidence-index.ts';
import { WindowMoments } from '../portable/linear/window-moments.ts';
import {
  CONFIDENCE,
  constantRadius,
  DRIFT_GUARANTEE,
  heldFeatures,
  LINEAR,
  linearKernel,
  tuneLinearWindow,
  WINDOWED,
} from '../tuning/linear.ts';
import { neverForgets } from '../tuning/tuning.ts';

export const slidingWindowLinUcb = defineContextualPolicy({
  ...LINEAR,
  id: 'sw-linucb',
  order: 30,
  name: 'SW-LinUCB',
  summary: 'LinUCB on the rewards of the last w slots.',
  reference: 'Cheung, Simchi-Levi & Zhu 2019, Algorithm 1',
  formula: '⟨x, θ̂⟩ + αβ √(xᵀV⁻¹x) over the window',
  memory: 'window',
  memoryKind: 'window',
  index: 'linear UCB',
  guarantee: DRIFT_GUARANTEE,
  cost: 'O(d³) per slot and O(d²) per action; w d numbers, and about √w d² for one block',
  randomised: false,
  parameters: [...WINDOWED, ...CONFIDENCE],
  tune: tuneLinearWindow,
  kernel: (settings) => {
    const { blocks, dimension, values } = settings;
    const index = new ConfidenceIndex(dimension, constantRadius(settings), false);
    if (neverForgets(values)) {
      return linearKernel(settings, new AllTimeMoments(blocks, dimension), index);
    }
    const moments = new WindowMoments(blocks, dimension, heldFeatures(settings));
    return linearKernel(settings, moments, index);
  },
});
