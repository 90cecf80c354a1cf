/**
 * Arms that improve: each mean rises with the plays of its arm (Heidari, Kearns & Roth 2016; Metelli, Trovò, Pirola
 * & Restelli, Stochastic Rising Bandits, 2022). Regret compares with the best arm played throughout.
 */
import { ParameterError } from '../base/errors.ts';
import type { EnvironmentDefinition, EnvironmentSettings } from '../definitions/environment.ts';
import { RestedMeans } from '../means/rested-means.ts';
import { armsOf, perArm } from './per-arm.ts';
import { playsPerArm, shapeParameters, shapeTable } from './play-shapes.ts';
import { spread } from './spread.ts';

function risingMeans(settings: EnvironmentSettings): RestedMeans {
  const { armCount, horizon, values } = settings;
  const from = perArm(settings, 'from', 0);
  const to =
    values.list('to') === undefined ? spread(armCount, 0.4, 0.9) : perArm(settings, 'to', 0);
  const falling = to.findIndex((mean, arm) => mean < from[arm]);
  if (falling >= 0) {
    throw new ParameterError(
      `to must be at least from for every arm of rising means; got ${to[falling]} after ${from[falling]} for arm ${falling}; for falling means use the environment rotting`,
      'parameters-conflict',
    );
  }
  const slow = spread(armCount, horizon / 20, horizon / 4);
  const plays = playsPerArm(settings, (arm) => slow[arm]);
  return new RestedMeans(shapeTable(settings, { from, to, plays }), 'constant');
}

/** Arms that improve. */
export const rising: EnvironmentDefinition = {
  id: 'rising',
  order: 120,
  name: 'Rising arms',
  pageName: 'Arms that improve',
  summary: 'The mean of an arm rises with every play of it (rested arms).',
  notes: [
    'Means move with plays of their arm, not with time. Regret compares with the best arm played throughout. No choice earns more in total, but a policy can be ahead of it before the last slot: then regret is negative.',
  ],
  moves: 'plays',
  parameters: shapeParameters({
    shape: 'exponentials',
    from: '0',
    to: 'evenly from 0.4 up to 0.9',
    plays: 'evenly from 1/20 to 1/4 of the horizon, so that the best arm is the slowest',
  }),
  armCount: 3,
  horizon: 5000,
  law: 'bernoulli',
  armCountOf: (values) => armsOf(values, ['from', 'to', 'plays']),
  means: risingMeans,
};
