import type { Experiment, ExperimentState } from '@driftline/client/wire';
import { expect, test } from 'vitest';
import { sampleArm, sampleExperiment, sampleState } from '../../test/samples.ts';
import { found, presentMean, rowOf } from './rows.ts';

function named(key: string, status: Experiment['status']): Experiment {
  return { ...sampleExperiment, key, status };
}

test('running ones come first, and a search finds parts of keys', () => {
  const all = [named('a', 'archived'), named('c', 'running'), named('b', 'running')];
  expect(found(all, '').map(({ key }) => key)).toEqual(['b', 'c', 'a']);
  expect(found(all, ' C').map(({ key }) => key)).toEqual(['c']);
});

test('the present mean weighs what is known by shares', () => {
  const state: ExperimentState = {
    ...sampleState,
    decisions: 12_000,
    pending: 3,
    arms: [
      { ...sampleArm, mean: 0.5, share: 0.9 },
      { ...sampleArm, key: 'b', mean: 0.1, share: 0.05 },
      { ...sampleArm, key: 'c', mean: null, share: 0.05 },
    ],
  };
  expect(presentMean(state)).toBeCloseTo((0.9 * 0.5 + 0.05 * 0.1) / 0.95);
  expect(rowOf(state)).toMatchObject({ decisions: '12,000', pending: '3', delay: '–' });
  expect(rowOf(undefined).decisions).toBe('');
});
