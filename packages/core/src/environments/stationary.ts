import type { EnvironmentDefinition } from '../definitions/environment.ts';
import { MeanTable } from '../means/mean-table.ts';
import { spread } from './spread.ts';

/** Nothing changes: the yardstick for what adapting costs. */
export const stationary: EnvironmentDefinition = {
  id: 'stationary',
  order: 100,
  name: 'Stationary',
  pageName: 'No change',
  summary: 'Means that never change.',
  parameters: [
    {
      kind: 'list',
      id: 'means',
      summary: 'one mean per arm, separated by / (default: evenly from 0.9 down to 0.1)',
    },
  ],
  armCount: 3,
  horizon: 5000,
  law: 'bernoulli',
  armCountOf: (values) => values.list('means')?.length,
  means({ armCount, horizon, values }) {
    const row = values.list('means') ?? spread(armCount, 0.9, 0.1);
    return MeanTable.fromRows(new Array<readonly number[]>(horizon).fill(row));
  },
};
