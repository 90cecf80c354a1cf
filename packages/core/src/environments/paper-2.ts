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
    'The paper states: three arms, Bernoulli rewards, sinusoidal success probabilities, variation budget 3.',
    "By the paper's own definition the total variation is 4.499. One arm alone has a variation of 3. Policies are given 3, as in the paper.",
    'Our choice: center 0.5, with the amplitude, period and phases of the heavy-tailed experiment.',
  ],
  defaults: { center: 0.5, amplitude: 0.3, period: 2000 },
  statedVariation: 3,
});
