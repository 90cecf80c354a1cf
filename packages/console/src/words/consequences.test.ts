import type { Experiment } from '@driftline/client/wire';
import { expect, test } from 'vitest';
import { sampleArm, sampleExperiment, sampleOffers, sampleState } from '../../test/samples.ts';
import {
  armConsequences,
  changeConsequences,
  newArmConsequence,
  statusConsequence,
} from './consequences.ts';

const experiment: Experiment = {
  ...sampleExperiment,
  arms: [...sampleExperiment.arms, { key: 'c', state: 'retired' }],
};
const arm = { ...sampleArm, key: 'b', pending: 12 };
const state = { ...sampleState, pending: 1 };

test('pausing says who answers, and what becomes of what waits', () => {
  expect(statusConsequence('pause', experiment, state)).toBe(
    'From now on every request is answered with a, and no decision is made. 1 decision waits for a reward, which still counts. It can be resumed at any time.',
  );
  const archived = statusConsequence('archive', experiment, { ...state, pending: 7 });
  expect(archived).toContain('can’t be resumed');
  expect(archived).toContain('The 7 decisions that wait get no reward any more.');
});

test('retiring says that it is for ever, and what is lost', () => {
  const [words] = armConsequences('retire', arm, experiment);
  expect(words).toContain('can’t be undone');
  expect(words).toContain('Rewards of its 12 decisions that wait are stored, and not counted.');
  const [none] = armConsequences('retire', { ...arm, pending: 0 }, experiment);
  expect(none).not.toContain('that wait');
});

test('pausing or retiring the default arm names the arm that answers instead', () => {
  const first = { ...sampleArm, key: 'a' };
  const instead = 'While the experiment is paused, requests are answered with b instead of a.';
  expect(armConsequences('pause', first, experiment)[1]).toBe(instead);
  expect(armConsequences('retire', first, experiment)[1]).toBe(instead);
  expect(armConsequences('activate', first, experiment)).toHaveLength(1);
  expect(armConsequences('pause', arm, experiment)).toHaveLength(1);
});

test('an experiment without an active arm refuses requests while it is paused', () => {
  const idle = { ...experiment, defaultArm: null };
  expect(statusConsequence('pause', idle, state)).toContain('every request is refused');
});

test('a new arm gets its share among those that are active', () => {
  expect(newArmConsequence('d', experiment)).toContain('at most one in 3 of the decisions');
});

test.each([
  [{ policy: { type: 'sw-ucb' }, memory: { decisions: 500 } }, 'the last 500 decisions'],
  [{ policy: { type: 'd-ucb' }, memory: { decisions: 500 } }, 'the last 18,000 decisions'],
  [{ policy: { type: 'ts' } }, 'the last million decisions at most'],
  [{ explore: 0 }, 'No gain can be reported'],
  [{ reward: { timeout: '2h' } }, 'New decisions wait 2h'],
  [{ sticky: '10m' }, 'within 10m gets its last decision again'],
  [{ sticky: null }, 'a new decision each time'],
])('%j: %s', (patch, words) => {
  const sentences = changeConsequences(experiment, patch, sampleOffers);
  expect(sentences).toHaveLength(1);
  expect(sentences[0]).toContain(words);
});
