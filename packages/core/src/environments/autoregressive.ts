/**
 * Means that wander and are pulled back, AR(1): μ_{t+1} = c + γ(μ_t − c) + σz with z standard normal,
 * for each arm by itself, reflected into [0, 1]. γ = `revert` is what remains of a distance from the
 * center c after one slot, σ the volatility. The first means are drawn from the law that the process
 * without reflection has in the long run, normal around c with deviation σ/√(1−γ²), and reflected then;
 * where means come to 0 or 1 often, the reflected process settles to another law. γ = 1 is a random walk,
 * which has none, and starts at c.
 *
 * By default γ = 1 − 20/T, so that means are forgotten some twenty times within the horizon, whatever
 * that is, and σ is such that without reflection they lie around c with a deviation of 0.15.
 */
import { ParameterError } from '../base/errors.ts';
import {
  type EnvironmentDefinition,
  type EnvironmentSettings,
  freshParameter,
} from '../definitions/environment.ts';
import { MeanTable } from '../means/mean-table.ts';
import { Floats } from '../portable/base/language.ts';
import type { Random } from '../portable/random/generator.ts';
import { normal } from '../portable/random/normal.ts';
import { fold } from './fold.ts';
import { volatilityParameter } from './volatility.ts';

const usualDeviation = 0.15;

/** γ, σ, and the deviation that means have in the long run, 0 where there is none. */
function lawOf({ horizon, values }: EnvironmentSettings) {
  const revert = values.optionalNumber('revert') ?? Math.max(0, 1 - 20 / horizon);
  // √(1 − γ²), without the loss of digits where γ is near 1.
  const share = Math.sqrt((1 - revert) * (1 + revert));
  const given = values.optionalNumber('volatility');
  if (given === undefined && share === 0) {
    throw new ParameterError(
      'volatility must be given with revert=1, because a random walk has no long-run spread; add volatility, or use a smaller revert',
      'parameter-missing',
    );
  }
  const volatility = given ?? usualDeviation * share;
  return { revert, volatility, deviation: share === 0 ? 0 : volatility / share };
}

function autoregressiveMeans(settings: EnvironmentSettings, random: Random): MeanTable {
  const { armCount, horizon, values } = settings;
  const center = values.number('center');
  const { revert, volatility, deviation } = lawOf(settings);
  const means = new Floats(horizon * armCount);
  for (let arm = 0; arm < armCount; arm++) means[arm] = fold(center + deviation * normal(random));
  for (let i = armCount; i < means.length; i++) {
    const pulled = center + revert * (means[i - armCount] - center);
    means[i] = fold(pulled + volatility * normal(random));
  }
  return new MeanTable(means, armCount);
}

/** Means that never go for good, and never stay. */
export const autoregressive: EnvironmentDefinition = {
  id: 'autoregressive',
  order: 54,
  name: 'Autoregressive, AR(1)',
  pageName: 'Random walks that return',
  summary: 'Means take Gaussian steps and return to a center, AR(1), within [0, 1].',
  parameters: [
    {
      kind: 'number',
      id: 'revert',
      summary:
        'γ, factor on the distance from the center in each slot; 1: a random walk (default: 1 − 20/T)',
      least: 0,
      most: 1,
    },
    volatilityParameter('such that means lie around the center with a deviation of 0.15'),
    {
      kind: 'number',
      id: 'center',
      summary: 'value to which means return',
      default: 0.5,
      least: 0,
      most: 1,
    },
    freshParameter,
  ],
  armCount: 3,
  horizon: 5000,
  law: 'bernoulli',
  means: autoregressiveMeans,
};
