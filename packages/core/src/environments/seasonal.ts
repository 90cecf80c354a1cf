/**
 * Seasons on top of a slow drift: μ = center + amplitude · sin(2π(t/period + phase)) + trend · share +
 * walk, reflected into [0, 1], for the slot t = 1 … T. The share of the horizon that has passed goes
 * from 0 to 1, and the walk takes independent Gaussian steps. Center, amplitude and trend may differ
 * from arm to arm.
 *
 * By default a season is a quarter of the horizon and the walk goes 0.1 (one standard deviation) over
 * all of it, so that as much happens in 500 slots as in a million.
 *
 * An arm that rises slowly while the others stay is noticed by playing it only:
 * `seasonal:center=0.6/0.3;amplitude=0;trend=0/0.5;volatility=0`.
 */
import {
  type EnvironmentDefinition,
  type EnvironmentSettings,
  freshParameter,
} from '../definitions/environment.ts';
import { MeanTable } from '../means/mean-table.ts';
import { Floats } from '../portable/base/language.ts';
import { Wave } from '../portable/means/wave.ts';
import type { Random } from '../portable/random/generator.ts';
import { normal } from '../portable/random/normal.ts';
import { fold } from './fold.ts';
import { armsOf, perArm } from './per-arm.ts';
import { volatilityOf, volatilityParameter } from './volatility.ts';

const PHASES = ['spread', 'drawn', 'equal'] as const;

/** How much of a turn each arm is ahead. */
function phasesOf({ armCount, values }: EnvironmentSettings, random: Random): Floats {
  const phases = new Floats(armCount);
  const kind = PHASES[values.number('phases')];
  for (let arm = 0; arm < armCount; arm++) {
    if (kind === 'spread') phases[arm] = (arm + 1) / armCount;
    if (kind === 'drawn') phases[arm] = random.uniform();
  }
  return phases;
}

function seasonalMeans(settings: EnvironmentSettings, random: Random): MeanTable {
  const { armCount, horizon, values } = settings;
  const center = perArm(settings, 'center', 0.5);
  const amplitude = perArm(settings, 'amplitude', 0.2);
  const trend = perArm(settings, 'trend', 0);
  const period = values.optionalNumber('period') ?? horizon / 4;
  const season = new Wave(0, 1, period, phasesOf(settings, random));
  const volatility = volatilityOf(settings, 0.1);
  const walk = new Floats(armCount);
  const means = new Floats(horizon * armCount);
  for (let slot = 0; slot < horizon; slot++) {
    const share = horizon === 1 ? 0 : slot / (horizon - 1);
    for (let arm = 0; arm < armCount; arm++) {
      if (slot > 0 && volatility > 0) walk[arm] += volatility * normal(random);
      const swing = amplitude[arm] === 0 ? 0 : amplitude[arm] * season.mean(slot, arm);
      means[slot * armCount + arm] = fold(center[arm] + swing + trend[arm] * share + walk[arm]);
    }
  }
  return new MeanTable(means, armCount);
}

/** Seasons that repeat while something else changes for good. */
export const seasonal: EnvironmentDefinition = {
  id: 'seasonal',
  order: 62,
  name: 'Seasons and drift',
  summary: 'Each mean follows its own season and also drifts, by a trend or a random walk.',
  parameters: [
    {
      kind: 'list',
      id: 'center',
      summary:
        'center of the season at the start, for all arms or one per arm, separated by / (default: 0.5)',
    },
    {
      kind: 'list',
      id: 'amplitude',
      summary:
        'amplitude of the season, for all arms or one per arm, separated by / (default: 0.2)',
    },
    {
      kind: 'number',
      id: 'period',
      summary: 'slots of one season (default: 1/4 of the horizon)',
      above: 0,
    },
    {
      kind: 'choice',
      id: 'phases',
      summary: 'whether the arms’ seasons are evenly shifted, drawn, or simultaneous',
      default: 0,
      words: PHASES,
    },
    {
      kind: 'list',
      id: 'trend',
      summary:
        'change of a mean from the first slot to the last, for all arms or one per arm, separated by / (default: 0)',
    },
    volatilityParameter('0.1/√T'),
    freshParameter,
  ],
  armCount: 3,
  horizon: 5000,
  law: 'bernoulli',
  armCountOf: (values) => armsOf(values, ['center', 'amplitude', 'trend']),
  means: seasonalMeans,
};
