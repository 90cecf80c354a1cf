/**
 * The restarting linear oracle: LinUCB that is given the changes of the hidden parameters, and nothing else of them.
 *
 * Reference: compared with by Russac, Vernade & Cappé 2019; read in their code.
 * Rule: that of LinUCB, where each block forgets its rewards in the slots in which its parameters change.
 * Rewards: a mean that is linear in the features, with R-sub-Gaussian noise.
 * Parameters: `noise` R; `bound` S ≥ ‖θ‖; `ridge` λ; `delta` δ; `width` α. The bound L ≥ ‖x‖ is that of the features.
 * It must be given the hidden parameters, which only a simulation knows. If they change in every slot, it never learns.
 * Form `arms`: each arm has sums of its own, and forgets when its own parameters change.
 * Guarantee: of the order d √(Υ T) up to logarithms for Υ changes.
 * Cost: O(d³) per slot and O(d²) per action, d² + 2d numbers per block, and the table of parameters.
 * Late rewards count like others, but not after a change. Pending decisions narrow widths, unless `pendingInWidth` is
 * false.
 *
 * @example
 * contextualPolicyCatalogue.find('lin-oracle-restart').needs; // → "theta"
 */
import { defineContextualPolicy } from '../definitions/contextual.ts';
import { ConfidenceIndex } from '../portable/linear/confidence-index.ts';
import { RestartingMoments } from '../portable/linear/restarting-moments.ts';
import { CONFIDENCE, growingRadius, LINEAR, linearKernel, thetaOf } from '../tuning/linear.ts';

export const linearOracleRestart = defineContextualPolicy({
  ...LINEAR,
  id: 'lin-oracle-restart',
  order: 210,
  name: 'Oracle restarts of LinUCB',
  summary: 'LinUCB that knows when the hidden parameters change, and then starts again.',
  reference: 'Russac, Vernade & Cappé 2019',
  needs: 'theta',
  formula: '⟨x, θ̂⟩ + αβ √(xᵀV⁻¹x) since the last change',
  memory: 'until a change',
  memoryKind: 'given-changes',
  index: 'linear UCB',
  guarantee: 'O(d √(Υ T)) up to logarithms, for Υ changes',
  cost: 'O(d³) per slot and O(d²) per action, d² + 2d numbers per block',
  randomised: false,
  parameters: [...CONFIDENCE],
  kernel: (settings) => {
    const { blocks, dimension } = settings;
    const index = new ConfidenceIndex(dimension, growingRadius(settings), false);
    const moments = new RestartingMoments(blocks, dimension, thetaOf(settings));
    return linearKernel(settings, moments, index);
  },
});
