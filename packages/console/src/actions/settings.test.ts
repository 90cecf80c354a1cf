import type { Experiment } from '@driftline/client/wire';
import { expect, test } from 'vitest';
import { sampleExperiment, sampleOffers } from '../../test/samples.ts';
import { draftOf, patchOf, readSettings, usualSettings } from './settings.ts';

const experiment: Experiment = {
  ...sampleExperiment,
  policy: { type: 'sw-ucb' },
  memory: { decisions: 2000, maxAge: '6h' },
  sticky: '10m',
};

test('a form that nobody touched changes nothing', () => {
  expect(patchOf(experiment, draftOf(experiment), sampleOffers)).toEqual({ value: {} });
  // Nor does it before the list of policies is there.
  expect(patchOf(experiment, draftOf(experiment), [])).toEqual({ value: {} });
});

test('only what differs is sent; what is emptied goes back to what it is unless given', () => {
  const draft = draftOf(experiment);
  expect(patchOf(experiment, { ...draft, explore: '5', sticky: '' }, sampleOffers)).toEqual({
    value: { explore: 0.05, sticky: null },
  });
  expect(patchOf(experiment, { ...draft, memory: '500' }, sampleOffers)).toEqual({
    value: { memory: { decisions: 500, maxAge: '6h' } },
  });
  expect(patchOf(experiment, { ...draft, maxAge: '' }, sampleOffers)).toEqual({
    value: { memory: { decisions: 2000 } },
  });
});

test('a policy that has no memory is sent without one', () => {
  expect(patchOf(experiment, { ...draftOf(experiment), policy: 'auto' }, sampleOffers)).toEqual({
    value: { policy: { type: 'auto' }, memory: null },
  });
});

test('a memory that is missing is said, where the policy needs one', () => {
  expect(readSettings({ ...usualSettings, policy: 'sw-ucb' }, sampleOffers)).toEqual({
    problem: 'Memory must be a whole number from 10 to 1,000,000.',
  });
  expect(readSettings(usualSettings, sampleOffers)).toHaveProperty('value');
});
