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

test('pausing names the arm that answers, and the fate of pending decisions', () => {
  expect(statusConsequence('pause', experiment, state)).toBe(
    'Until you resume the experiment, every request is answered with a and no decision is made. The reward of the 1 pending decision still counts. You can resume at any time.',
  );
  const archived = statusConsequence('archive', experiment, { ...state, pending: 7 });
  expect(archived).toContain('can’t be resumed');
  expect(archived).toContain('The 7 pending decisions will no longer accept rewards.');
});

test('retiring is stated to be permanent, with the rewards that are lost', () => {
  const [words] = armConsequences('retire', arm, experiment);
  expect(words).toContain('can’t be undone');
  expect(words).toContain('Rewards of its 12 pending decisions are stored but not counted.');
  const [none] = armConsequences('retire', { ...arm, pending: 0 }, experiment);
  expect(none).not.toContain('pending');
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
  expect(newArmConsequence('d', experiment)).toContain('at most one in 3 pending decisions');
});

test.each([
  [{ policy: { type: 'sw-ucb' }, memory: { decisions: 500 } }, 'the last 500 decisions'],
  [{ policy: { type: 'd-ucb' }, memory: { decisions: 500 } }, 'the last 18,000 decisions'],
  [{ policy: { type: 'ts' } }, 'at most the last million decisions'],
  [{ explore: 0 }, 'can’t estimate a gain'],
  [{ reward: { timeout: '2h' } }, 'New decisions wait 2h'],
  [{ sticky: '10m' }, 'within 10m gets its last decision again'],
  [{ sticky: null }, 'a new decision with every request'],
])('%j: %s', (patch, words) => {
  const sentences = changeConsequences(experiment, patch, sampleOffers);
  expect(sentences).toHaveLength(1);
  expect(sentences[0]).toContain(words);
});
