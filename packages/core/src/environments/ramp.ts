import { ParameterError } from '../base/errors.ts';
import type { EnvironmentDefinition, EnvironmentSettings } from '../definitions/environment.ts';
import { MeanTable } from '../means/mean-table.ts';
import { Floats } from '../portable/base/language.ts';
import { spread } from './spread.ts';

function rampMeans({ armCount, horizon, values }: EnvironmentSettings): MeanTable {
  const from = values.list('from') ?? spread(armCount, 0.9, 0.1);
  const to = values.list('to') ?? [...from].reverse();
  if (to.length !== from.length) {
    throw new ParameterError(
      `to must have one number for each of the ${from.length} arms; got ${to.length}`,
      'parameters-conflict',
    );
  }
  const means = new Floats(horizon * armCount);
  for (let slot = 0; slot < horizon; slot++) {
    const share = horizon === 1 ? 0 : slot / (horizon - 1);
    for (let arm = 0; arm < armCount; arm++) {
      means[slot * armCount + arm] = from[arm] * (1 - share) + to[arm] * share;
    }
  }
  return new MeanTable(means, armCount);
}

/** Slow, steady drift over the whole horizon. */
export const ramp: EnvironmentDefinition = {
  id: 'ramp',
  order: 90,
  name: 'Ramp',
  pageName: 'Straight lines',
  summary: 'Each mean moves on a straight line from its first value to its last.',
  parameters: [
    {
      kind: 'list',
      id: 'from',
      summary: 'means in the first slot, separated by / (default: evenly from 0.9 down to 0.1)',
    },
    {
      kind: 'list',
      id: 'to',
      summary: 'means in the last slot, separated by / (default: the first ones reversed)',
    },
  ],
  armCount: 3,
  horizon: 5000,
  law: 'bernoulli',
  armCountOf: (values) => values.list('from')?.length ?? values.list('to')?.length,
  means: rampMeans,
};
