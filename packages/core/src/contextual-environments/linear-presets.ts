/** Environments of the papers on drifting linear bandits, played as their authors' code plays them. */
import type { ContextualEnvironmentDefinition } from '../definitions/contextual-environment.ts';
import { linear } from './linear.ts';
import { contextualPreset } from './preset.ts';

/** The places of the words that the presets use. */
const [ABRUPT, ROTATE, SQUARE] = [0, 1, 0];
const SHARED = { armCount: 50, dimension: 2, horizon: 6000, law: 'gaussian:sd=1' };

/** The abrupt environment of Russac, Vernade & Cappé (2019). */
export const linearAbrupt: ContextualEnvironmentDefinition = contextualPreset(linear, {
  ...SHARED,
  id: 'linear-abrupt',
  order: 20,
  name: 'Abrupt changes of D-LinUCB',
  summary: 'θ is (1, 0), then (−1, 0), (0, 1) and (0, −1), with 50 random actions in each slot.',
  notes: [
    'Russac, Vernade & Cappé (Weighted linear bandits for non-stationary environments, NeurIPS 2019). In their code the first phase has 1001 slots, and the next two have 1000 each.',
    'The published regret of D-LinUCB comes from code that computes one of its two matrices from the other.',
  ],
  defaults: { path: ABRUPT, actions: SQUARE, changes: 3 },
});

/** The slowly varying environment of Russac, Vernade & Cappé (2019). */
export const linearSlow: ContextualEnvironmentDefinition = contextualPreset(linear, {
  ...SHARED,
  id: 'linear-slow',
  order: 30,
  name: 'Slow change of D-LinUCB',
  summary:
    'θ turns by a right angle in the first half, then stays, with 50 random actions in each slot.',
  notes: [
    'Russac, Vernade & Cappé (Weighted linear bandits for non-stationary environments, NeurIPS 2019).',
  ],
  defaults: { path: ROTATE, actions: SQUARE, turns: 0.25, moving: 0.5 },
});

/** The environment of Wang, Zhao & Zhou (2023). */
export const linearTurn: ContextualEnvironmentDefinition = contextualPreset(linear, {
  ...SHARED,
  id: 'linear-turn',
  order: 40,
  name: 'One turn of LB-WeightUCB',
  summary: 'θ turns once over all slots, with 50 random actions in each slot.',
  notes: [
    'Wang, Zhao & Zhou (Revisiting weighted strategy for non-stationary parametric bandits, UAI 2023).',
    'The paper does not state the ridge, nor how features are scaled. Our choice: those of linear-abrupt.',
  ],
  defaults: { path: ROTATE, actions: SQUARE, turns: 1, moving: 1 },
});
