/**
 * LinUCB, also called OFUL: ridge regression on all rewards, and a confidence width for each action.
 *
 * Reference: Li, Chu, Langford & Schapire, A Contextual-Bandit Approach to Personalized News Article Recommendation,
 * WWW 2010. Abbasi-Yadkori, Pál & Szepesvári, Improved Algorithms for Linear Stochastic Bandits, NIPS 2011, for β; read
 * in three papers that restate it and in code.
 * Rule: the action of the largest ⟨x, θ̂⟩ + αβ √(xᵀV⁻¹x), the first among equals; V = λI + Σ xxᵀ, θ̂ = V⁻¹ Σ r x, β =
 * √λ S + R √(2 ln(1/δ) + d ln(1 + nL²/(λd))) with n rewards.
 * Rewards: a mean that is linear in the features, with R-sub-Gaussian noise.
 * Parameters: `noise` R; `bound` S ≥ ‖θ‖; `ridge` λ; `delta` δ; `width` α. The bound L ≥ ‖x‖ is that of the features.
 * Form `arms`: each arm has V, θ̂ and n of its own, and d counts the columns of one arm.
 * Departures: Li's width has a constant in place of β.
 * Guarantee: of the order d √T up to logarithms for parameters that stay. Under drift it has none.
 * Cost: O(d²) per slot and per action, and d² + 2d numbers per block.
 * Late rewards count like others. Pending decisions narrow widths, unless `pendingInWidth` is false.
 *
 * @example
 * contextualPolicyCatalogue.find('linucb').memoryKind; // → "all-time"
 */
import { defineContextualPolicy } from '../definitions/contextual.ts';
import { AllTimeMoments } from '../portable/linear/all-time-moments.ts';
import { ConfidenceIndex } from '../portable/linear/confidence-index.ts';
import { CONFIDENCE, growingRadius, LINEAR, linearKernel } from '../tuning/linear.ts';

export const linUcb = defineContextualPolicy({
  ...LINEAR,
  id: 'linucb',
  order: 10,
  name: 'LinUCB',
  summary: 'Ridge regression on all rewards, with a confidence width for each action.',
  reference: 'Li, Chu, Langford & Schapire 2010; Abbasi-Yadkori, Pál & Szepesvári 2011',
  formula: '⟨x, θ̂⟩ + αβ √(xᵀV⁻¹x)',
  memory: 'all-time',
  memoryKind: 'all-time',
  index: 'linear UCB',
  guarantee: 'O(d √T) up to logarithms without drift; none under drift',
  cost: 'O(d²) per slot and per action, d² + 2d numbers per block',
  randomised: false,
  parameters: [...CONFIDENCE],
  kernel: (settings) => {
    const { blocks, dimension } = settings;
    const index = new ConfidenceIndex(dimension, growingRadius(settings), false);
    return linearKernel(settings, new AllTimeMoments(blocks, dimension), index);
  },
});
