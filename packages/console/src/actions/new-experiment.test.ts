import { expect, test } from 'vitest';
import { sampleOffers } from '../../test/samples.ts';
import { type ExperimentDraft, firstDraft, readExperiment } from './new-experiment.ts';

const draft: ExperimentDraft = {
  ...firstDraft,
  key: 'checkout',
  arms: [
    { id: 0, key: 'blue', payload: '{"colour":"#00f"}' },
    { id: 1, key: 'green', payload: '' },
  ],
};

test('what is usual is not said', () => {
  expect(readExperiment(draft, sampleOffers)).toEqual({
    value: {
      key: 'checkout',
      experiment: {
        arms: [{ key: 'blue', payload: { colour: '#00f' } }, { key: 'green' }],
        reward: { min: 0, max: 1, timeout: '30m', missing: 0 },
      },
    },
  });
});

test('what is not usual is', () => {
  const settings = {
    ...draft.settings,
    policy: 'sw-ucb',
    memory: '500',
    explore: '5',
    defaultArm: 'green',
  };
  const read = readExperiment({ ...draft, silence: 'nothing', settings }, sampleOffers);
  expect(read).toEqual({
    value: expect.objectContaining({
      experiment: {
        arms: expect.anything(),
        policy: { type: 'sw-ucb' },
        memory: { decisions: 500 },
        reward: { min: 0, max: 1, timeout: '30m' },
        explore: 0.05,
        defaultArm: 'green',
      },
    }),
  });
});

test.each<[string, Partial<ExperimentDraft>]>([
  ['The experiment needs a key.', { key: '' }],
  ['Two arms are called blue.', { arms: [draft.arms[0], { ...draft.arms[0], id: 1 }] }],
  ['The maximum reward must be above the minimum.', { rewards: 'range', min: '1', max: '1' }],
  ['The typical spread must be above 0.', { rewards: 'any', scale: '0' }],
  ['The value of a missing reward must be a number.', { missing: 'none' }],
])('%s', (problem, change) => {
  expect(readExperiment({ ...draft, ...change }, sampleOffers)).toEqual({ problem });
});
