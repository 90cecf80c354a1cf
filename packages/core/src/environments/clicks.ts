/**
 * Click rates of a few percent that wander: the log-odds ln(μ/(1−μ)) of each arm take independent
 * Gaussian steps, reflected at those of the least and the largest rate, and start anywhere between
 * them, all equally likely. A step multiplies a small rate by about e^(σz), so that rates wander in
 * proportion to their size.
 *
 * Gaps are a percent or less, which takes thousands of slots to see; hence the horizon of 20 000. By
 * default a rate goes by a factor of about e (one standard deviation) over the whole horizon, whatever
 * that is.
 */
import { ParameterError } from '../base/errors.ts';
import {
  type EnvironmentDefinition,
  type EnvironmentSettings,
  freshParameter,
} from '../definitions/environment.ts';
import { MeanTable } from '../means/mean-table.ts';
import { Floats } from '../portable/base/language.ts';
import { exp } from '../portable/math/exp.ts';
import { ln } from '../portable/math/log.ts';
import type { Random } from '../portable/random/generator.ts';
import { normal } from '../portable/random/normal.ts';
import { fold } from './fold.ts';
import { volatilityOf, volatilityParameter } from './volatility.ts';

function logOdds(rate: number): number {
  return ln(rate / (1 - rate));
}

function clickMeans(settings: EnvironmentSettings, random: Random): MeanTable {
  const { armCount, horizon, values } = settings;
  const low = values.number('low');
  const high = values.number('high');
  if (high <= low)
    throw new ParameterError(
      `high must be a number > low, ${low}; got ${high}`,
      'parameters-conflict',
    );
  const least = logOdds(low);
  const room = logOdds(high) - least;
  // Walks are counted in rooms: there the borders are 0 and 1.
  const step = volatilityOf(settings, 1) / room;
  const walk = new Floats(armCount);
  const means = new Floats(horizon * armCount);
  for (let i = 0; i < means.length; i++) {
    const arm = i % armCount;
    if (i < armCount) walk[arm] = random.uniform();
    else if (step > 0) walk[arm] += step * normal(random);
    const rate = 1 / (1 + exp(-(least + room * fold(walk[arm]))));
    // Rounding may pass a border by a unit in the last place.
    means[i] = Math.min(high, Math.max(low, rate));
  }
  return new MeanTable(means, armCount);
}

/** Advertisements, headlines, recommendations: much is shown, little is clicked. */
export const clicks: EnvironmentDefinition = {
  id: 'clicks',
  order: 86,
  name: 'Click rates that wander',
  pageName: 'Click rates',
  summary: 'Click rates of a few percent drift in proportion to their size, so gaps are tiny.',
  parameters: [
    {
      kind: 'number',
      id: 'low',
      summary: 'smallest rate',
      default: 0.005,
      above: 0,
      below: 1,
    },
    {
      kind: 'number',
      id: 'high',
      summary: 'largest rate',
      default: 0.05,
      above: 0,
      below: 1,
    },
    volatilityParameter('1/√T', 'ln(μ/(1−μ))'),
    freshParameter,
  ],
  armCount: 3,
  horizon: 20_000,
  law: 'bernoulli',
  means: clickMeans,
};
