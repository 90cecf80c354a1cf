import { preset } from './preset.ts';
import { sinusoid } from './sinusoid.ts';

/** The paper's heavy-tailed experiment. */
export const paperHeavy = preset(sinusoid, {
  id: 'paper-heavy',
  order: 40,
  name: "The paper's heavy-tailed environment",
  pageName: 'Three waves, heavy tails',
  summary:
    'Means 0.3 sin(0.001πt + 2kπ/3) with symmetric generalized Pareto noise; K = 3, T = 5000.',
  notes: [
    'The paper states: means 0.3 sin(0.001πt + 2kπ/3), noise of random sign and generalized Pareto size with ξ = 0.4, σ = 0.23, variation budget 3.',
    "By the paper's own definition the total variation is 4.499. One arm alone has a variation of 3. Policies are given 3, as in the paper.",
    'The second moment is at most 0.972, within the assumption E[X²] ≤ 1 of the robust policies.',
  ],
  defaults: { center: 0, amplitude: 0.3, period: 2000 },
  law: 'pareto:xi=0.4;sigma=0.23',
  statedVariation: 3,
});
