import type { Experiment, ExperimentState, History, Report } from '@driftline/client/wire';
import { expect, test } from 'vitest';
import { sampleArm, sampleExperiment, sampleHistory, sampleState } from '../../test/samples.ts';
import { headline } from './headline.ts';
import { plain } from './pieces.ts';
import { leadChanges } from './standing.ts';

function stateOf(shares: readonly number[], decisions = 48_000): ExperimentState {
  const arms = shares.map((share, i) => ({ ...sampleArm, key: 'AB'[i], share }));
  return { ...sampleState, decisions, arms };
}

const experiment: Experiment = { ...sampleExperiment, defaultArm: 'A' };

/** Bins of 1000 decisions, of which the first arm has so many. */
function historyOf(from: number, counts: readonly number[]): History {
  const rows = counts.map((count) =>
    [count, 1000 - count].map((decisions) => ({ decisions, rewards: 0, mean: null })),
  );
  return sampleHistory(from, 1000, rows);
}

const estimate = { value: 0.0312, low: 0.0181, high: 0.0443, rewards: 900 };
const report: Report = {
  key: 'x',
  from: 0,
  to: 48_000,
  silence: 'missing',
  arms: [],
  uniform: estimate,
  policy: estimate,
  gain: estimate,
  notes: [],
};

function said(
  state: ExperimentState,
  history: History | undefined,
  made: Report | undefined = undefined,
  shown: Experiment = experiment,
): string {
  return plain(headline(shown, state, history, made));
}

test('who is ahead, since when, after whom, and what it gains', () => {
  const history = historyOf(0, [900, 800, 900, 100, 200]);
  expect(said(stateOf([0.18, 0.82]), history, report)).toBe(
    'B is ahead since about decision 3,000, after A; 82 % of the last 1000 decisions went to it. Against even play it gains 0.031 [0.018, 0.044] per decision.',
  );
  expect(leadChanges(history)).toBe(1);
});

test('one that was ahead all along is said to be, as far as the log is kept', () => {
  expect(said(stateOf([0.18, 0.82]), historyOf(0, [100, 100]))).toMatch(
    /^B is ahead from the start;/,
  );
  expect(said(stateOf([0.18, 0.82]), historyOf(7000, [100, 100]))).toMatch(
    /^B is ahead since before decision 7,000, the first that is kept;/,
  );
  expect(said(stateOf([0.18, 0.82]), undefined)).toMatch(/^B is ahead; 82 %/);
});

test('nobody is named where it is too close or too early', () => {
  expect(said(stateOf([0.52, 0.48]), undefined)).toBe(
    'No arm is clearly ahead: of the last 1000 decisions 52 % went to A and 48 % went to B.',
  );
  expect(said(stateOf([1, 0], 5), undefined)).toMatch(
    /^No arm is clearly ahead: of the 5 decisions so far/,
  );
  expect(said(stateOf([0, 0], 0), undefined, report)).toBe('No decision was asked for yet.');
});

test.each([
  [
    { ...estimate, low: -0.01 },
    /It can’t be distinguished from even play yet: 0\.031 \[−0\.010, 0\.044\]/,
  ],
  [
    { value: -0.03, low: -0.04, high: -0.02, rewards: 9 },
    /Against even play it loses 0\.030 \[0\.020, 0\.040\] per decision\.$/,
  ],
  [null, /can’t be told yet: 900 explored decisions have a reward\.$/],
])('a gain of %j is said as what it is', (gain, words) => {
  expect(said(stateOf([0.2, 0.8]), undefined, { ...report, gain })).toMatch(words);
});

test('where no reward has counted, that is said, and when the first will', () => {
  const state = stateOf([0.5, 0.5], 300);
  const unknown = { ...state, arms: state.arms.map((arm) => ({ ...arm, observed: 0 })) };
  expect(said(unknown, undefined)).toBe('Of 300 decisions no reward has counted so far.');
  const held = { ...experiment, reward: { min: 0, max: 1, timeout: '30m', missing: 0 } };
  expect(said(unknown, undefined, undefined, held)).toBe(
    'Of 300 decisions no reward has counted so far: each counts when 30m have passed.',
  );
});

test('a paused experiment without an active arm refuses requests', () => {
  const idle = { ...experiment, status: 'paused', defaultArm: null } as const;
  expect(said(stateOf([0.2, 0.8]), undefined, undefined, idle)).toMatch(
    /^It is paused and no arm is active: every request is refused\./,
  );
});

test('what is paused, archived or learns nothing is said first', () => {
  const paused = { ...experiment, status: 'paused' } as const;
  expect(said(stateOf([0.2, 0.8]), undefined, undefined, paused)).toMatch(
    /^It is paused: every request is answered with A, and nothing new is decided\. B is ahead/,
  );
  const archived = { ...experiment, status: 'archived' } as const;
  expect(said(stateOf([0.2, 0.8]), undefined, undefined, archived)).toMatch(/^It is archived:/);
  const even = { ...experiment, policy: { type: 'uniform' } };
  expect(said(stateOf([0.2, 0.8]), undefined, report, even)).toMatch(/learns nothing/);
});
