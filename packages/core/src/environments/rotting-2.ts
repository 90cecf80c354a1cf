/**
 * The two arms of figure 1 in Seznec, Locatelli, Carpentier, Lazaric & Valko (Rotting bandits are no harder than
 * stochastic ones, AISTATS 2019). Read in the authors’ code (SMPyBandits, Experiment/Seznec19a_Fig1).
 */
import type { EnvironmentDefinition } from '../definitions/environment.ts';
import { RestedMeans } from '../means/rested-means.ts';
import { tableOfPlays } from './play-shapes.ts';

export const rotting2: EnvironmentDefinition = {
  id: 'rotting-2',
  order: 112,
  name: 'Two rotting arms of FEWA',
  pageName: 'One of two arms wears out (FEWA)',
  isPreset: true,
  summary:
    'Normal noise with standard deviation 1; one arm with mean μ for its first T/4 plays, then −μ, and one with mean 0.',
  notes: [
    'The paper plays 10,000 slots with μ = 0.01 · 1.25^i for i from 0 to 29. The default is i = 11, rounded to five digits.',
    'Our choice: with more arms the means repeat, and with fewer the first ones are played.',
    'Regret compares with the greedy choice by the mean of the next play, which is optimal.',
  ],
  moves: 'plays',
  parameters: [
    {
      kind: 'number',
      id: 'mu',
      summary: 'mean of the first arm before it falls to the opposite',
      default: 0.11642,
      least: 0,
    },
  ],
  armCount: 2,
  horizon: 10_000,
  law: 'gaussian:sd=1',
  means({ armCount, horizon, values }) {
    const mu = values.number('mu');
    const shapes = tableOfPlays(armCount, horizon, (plays, arm) => {
      if (arm % 2 === 1) return 0;
      return plays < horizon / 4 ? mu : -mu;
    });
    return new RestedMeans(shapes, 'greedy');
  },
};
