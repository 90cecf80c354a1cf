/**
 * The ten arms of figure 2 in Seznec, Locatelli, Carpentier, Lazaric & Valko (Rotting bandits are no harder than
 * stochastic ones, AISTATS 2019). Read in the authors’ code (SMPyBandits, Experiment/Seznec19a_Fig2).
 */
import type { EnvironmentDefinition } from '../definitions/environment.ts';
import { RestedMeans } from '../means/rested-means.ts';
import { pow } from '../portable/math/pow.ts';
import { tableOfPlays } from './play-shapes.ts';

const ARMS = 10;
const PLAYS = 1000;

/** 0, then 0.001 to 10, each √10 times the one before. */
const FIRST = Array.from({ length: ARMS }, (_, arm) =>
  arm === 0 ? 0 : 0.001 * pow(10, (arm - 1) / 2),
);

export const rotting10: EnvironmentDefinition = {
  id: 'rotting-10',
  order: 114,
  name: 'Ten rotting arms of FEWA',
  pageName: 'Nine of ten arms wear out (FEWA)',
  isPreset: true,
  summary:
    'Normal noise with standard deviation 1; nine arms with means from 0.001 to 10 for their first 1000 plays, then the opposite, and one with mean 0.',
  notes: [
    'As in the paper, 25,000 slots are played. Each mean is √10 times the one before.',
    'Our choice: with more arms the means repeat, and with fewer the first ones are played.',
    'Regret compares with the greedy choice by the mean of the next play, which is optimal.',
  ],
  moves: 'plays',
  parameters: [],
  armCount: ARMS,
  horizon: 25_000,
  law: 'gaussian:sd=1',
  means({ armCount, horizon }) {
    const shapes = tableOfPlays(armCount, horizon, (plays, arm) => {
      const first = FIRST[arm % ARMS];
      return first === 0 || plays < PLAYS ? first : -first;
    });
    return new RestedMeans(shapes, 'greedy');
  },
};
