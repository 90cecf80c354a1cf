/**
 * LinTS: Thompson sampling with linear means. It draws parameters from their posterior, once a slot.
 *
 * Reference: Agrawal & Goyal, Thompson Sampling for Contextual Bandits with Linear Payoffs, ICML 2013; read in the code
 * of Kim & Tewari 2020, which compares with it.
 * Rule: the action of the largest ⟨x, θ̃⟩, the first among equals; θ̃ = θ̂ + αR L⁻ᵀζ with V = LLᵀ = λI + Σ xxᵀ, θ̂ =
 * V⁻¹ Σ r x and ζ standard normal, so that θ̃ has covariance α²R² V⁻¹.
 * Rewards: a mean that is linear in the features, with R-sub-Gaussian noise.
 * Parameters: `noise` R; `ridge` λ; `width` α.
 * Form `arms`: each arm has V, θ̂ and a draw of its own, in the order of arms.
 * Departures: none from the code, which has α = 1 and R = 1. The source's theory asks for a larger α.
 * Guarantee: of the order d^(3/2) √T up to logarithms for parameters that stay, with the α of theory. None under drift.
 * Cost: O(d²) per slot and O(d) per action, and d² + 2d numbers per block.
 * Late rewards count like others. Pending decisions narrow the draw, unless `pendingInWidth` is false.
 *
 * @example
 * contextualPolicyCatalogue.find('lints').randomised; // → true
 */
import { defineContextualPolicy } from '../definitions/contextual.ts';
import { AllTimeMoments } from '../portable/linear/all-time-moments.ts';
import { DRAWN, drawIndex, LINEAR, linearKernel } from '../tuning/linear.ts';

export const linearThompson = defineContextualPolicy({
  ...LINEAR,
  id: 'lints',
  order: 60,
  name: 'LinTS',
  summary: 'Draws the parameters from their posterior over all rewards.',
  reference: 'Agrawal & Goyal 2013',
  group: 'bayesian',
  formula: '⟨x, θ̃⟩ with θ̃ ~ N(θ̂, α²R² V⁻¹)',
  memory: 'all-time',
  memoryKind: 'all-time',
  index: 'posterior draw',
  guarantee: 'O(d^(3/2) √T) up to logarithms without drift, for a larger α; none under drift',
  cost: 'O(d²) per slot and O(d) per action, d² + 2d numbers per block',
  randomised: true,
  parameters: [...DRAWN],
  kernel: (settings) => {
    const { blocks, dimension } = settings;
    const index = drawIndex(settings, false);
    return linearKernel(settings, new AllTimeMoments(blocks, dimension), index);
  },
});
