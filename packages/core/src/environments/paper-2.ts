import { preset } from './preset.ts';
import { sinusoid } from './sinusoid.ts';

/** The paper's second environment. */
export const paper2 = preset(sinusoid, {
  id: 'paper-2',
  order: 30,
  name: "The paper's environment 2",
  pageName: 'Three waves (environment 2)',
  summary: 'Bernoulli rewards; means 0.5 + 0.3 sin(0.001πt + 2kπ/3); K = 3, T = 5000.',
  notes: [
    'The paper says: three arms, Bernoulli rewards, success probabilities sinusoidal, variation budget 3.',
    "By the paper's own definition the total variation is 4.499; 3 is that of one arm. Policies are given 3, as in the paper.",
    'Settled: center 0.5, and amplitude, period and phases of the heavy-tailed experiment.',
  ],
  defaults: { center: 0.5, amplitude: 0.3, period: 2000 },
  statedVariation: 3,
});
