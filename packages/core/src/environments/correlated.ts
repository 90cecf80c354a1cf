/**
 * Random walks whose steps have a part in common: a step is σ(√ρ · z + √(1−ρ) · z_k) with z drawn once
 * for all arms and z_k for each, all standard normal, so that the steps of any two arms have the
 * correlation ρ. The walks start at means drawn from [0.25, 0.75] and are reflected into [0, 1], each
 * by itself: an arm at the border may move against the others.
 *
 * The same seed draws the same z and z_k whatever ρ is. With ρ = 0 the arms know nothing of each other
 * and with ρ = 1 they take the same steps, so that gaps stay until one is reflected. In between, what
 * is seen of one arm tells something of the others, which no policy of ours makes use of.
 *
 * By default a walk goes 0.3 (one standard deviation) over the whole horizon, whatever that is.
 */
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
import { volatilityOf, volatilityParameter } from './volatility.ts';

function correlatedMeans(settings: EnvironmentSettings, random: Random): MeanTable {
  const { armCount, horizon, values } = settings;
  const correlation = values.number('correlation');
  const volatility = volatilityOf(settings, 0.3);
  const common = volatility * Math.sqrt(correlation);
  const own = volatility * Math.sqrt(1 - correlation);
  const walk = new Floats(armCount);
  const means = new Floats(horizon * armCount);
  for (let arm = 0; arm < armCount; arm++) {
    walk[arm] = 0.25 + 0.5 * random.uniform();
    means[arm] = walk[arm];
  }
  for (let slot = 1; slot < horizon; slot++) {
    const step = common * normal(random);
    for (let arm = 0; arm < armCount; arm++) {
      walk[arm] += step + own * normal(random);
      means[slot * armCount + arm] = fold(walk[arm]);
    }
  }
  return new MeanTable(means, armCount);
}

/** Arms that something outside moves as well as their own luck. */
export const correlated: EnvironmentDefinition = {
  id: 'correlated',
  order: 52,
  name: 'Correlated random walks',
  pageName: 'Random walks that share steps',
  summary: 'Means take Gaussian steps, reflected into [0, 1], that are correlated across arms.',
  parameters: [
    {
      kind: 'number',
      id: 'correlation',
      summary: 'correlation ρ between the steps of any two arms; 0: independent, 1: identical',
      default: 0.5,
      least: 0,
      most: 1,
    },
    volatilityParameter('0.3/√T'),
    freshParameter,
  ],
  armCount: 3,
  horizon: 5000,
  law: 'bernoulli',
  means: correlatedMeans,
};
