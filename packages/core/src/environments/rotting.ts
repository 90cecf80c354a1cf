/**
 * Arms that wear out: each mean falls with the plays of its arm (Heidari, Kearns & Roth 2016; Levine, Crammer &
 * Mannor, Rotting Bandits, 2017). With `drift`, a level that moves with time is added to each mean, so that an arm
 * can also rise without being played. Regret compares with the greedy choice, which is optimal without drift.
 */
import { ParameterError } from '../base/errors.ts';
import {
  type EnvironmentDefinition,
  type EnvironmentSettings,
  freshParameter,
} from '../definitions/environment.ts';
import { RestedMeans } from '../means/rested-means.ts';
import type { Random } from '../portable/random/generator.ts';
import { driftLevels, driftParameters } from './drift-levels.ts';
import { armsOf, perArm } from './per-arm.ts';
import { playsPerArm, shapeParameters, shapeTable } from './play-shapes.ts';
import { spread } from './spread.ts';

const LAST = 0.1;

function rottingMeans(settings: EnvironmentSettings, random: Random): RestedMeans {
  const { armCount, horizon, values } = settings;
  const from =
    values.list('from') === undefined ? spread(armCount, 0.9, 0.5) : perArm(settings, 'from', LAST);
  const to = perArm(settings, 'to', Math.min(LAST, ...from));
  const rising = to.findIndex((mean, arm) => mean > from[arm]);
  if (rising >= 0) {
    throw new ParameterError(
      `to must be at most from for every arm of falling means; got ${to[rising]} after ${from[rising]} for arm ${rising}; for rising means use the environment rising`,
      'parameters-conflict',
    );
  }
  const plays = playsPerArm(settings, () => horizon / 4);
  const levels = driftLevels(settings, random);
  return new RestedMeans(shapeTable(settings, { from, to, plays }), 'greedy', levels);
}

/** Arms that wear out. */
export const rotting: EnvironmentDefinition = {
  id: 'rotting',
  order: 110,
  name: 'Rotting arms',
  pageName: 'Arms that wear out',
  summary: 'The mean of an arm falls with every play of it (rested arms).',
  notes: [
    'Means move with plays of their arm, not with time. Regret compares with the greedy choice by the mean of the next play. It is optimal for falling means.',
    'With drift, a level by time is added. The greedy choice that knows all means is then not optimal, and regret can be negative.',
  ],
  moves: 'plays',
  parameters: [
    ...shapeParameters({
      shape: 'steps',
      from: 'evenly from 0.9 down to 0.5',
      to: '0.1, or the least first mean',
      plays: '1/4 of the horizon',
    }),
    ...driftParameters,
    freshParameter,
  ],
  armCount: 3,
  horizon: 5000,
  law: 'bernoulli',
  armCountOf: (values) => armsOf(values, ['from', 'to', 'plays']),
  means: rottingMeans,
};
