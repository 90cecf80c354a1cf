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
    'B has been ahead since about decision 3,000, when it overtook A. It got 82% of the last 1,000 decisions. Compared with random choice, it gains 0.031 [95% CI 0.018 to 0.044] per decision.',
  );
  expect(leadChanges(history)).toBe(1);
});

test('one that was ahead all along is said to be, as far as the log is kept', () => {
  expect(said(stateOf([0.18, 0.82]), historyOf(0, [100, 100]))).toMatch(
    /^B has been ahead from the start\. It got/,
  );
  expect(said(stateOf([0.18, 0.82]), historyOf(7000, [100, 100]))).toMatch(
    /^B has been ahead since decision 7,000 or earlier\. The log has no older decisions\. It got/,
  );
  expect(said(stateOf([0.18, 0.82]), undefined)).toMatch(/^B is ahead\. It got 82%/);
});

test('nobody is named where it is too close or too early', () => {
  expect(said(stateOf([0.52, 0.48]), undefined)).toBe(
    'No arm is clearly ahead. In the last 1,000 decisions, 52% went to A and 48% went to B.',
  );
  expect(said(stateOf([1, 0], 5), undefined)).toMatch(
    /^No arm is clearly ahead\. In the 5 decisions so far/,
  );
  expect(said(stateOf([0, 0], 0), undefined, report)).toBe('No decisions yet.');
});

test.each([
  [
    { ...estimate, low: -0.01 },
    /Its gain over random choice is not significant yet: 0\.031 \[95% CI −0\.010 to 0\.044\]/,
  ],
  [
    { value: -0.03, low: -0.04, high: -0.02, rewards: 9 },
    /Compared with random choice, it loses 0\.030 \[95% CI 0\.020 to 0\.040\] per decision\.$/,
  ],
  [null, /can’t be estimated yet\. So far, 900 explored decisions have a reward\.$/],
])('a gain of %j is said as what it is', (gain, words) => {
  expect(said(stateOf([0.2, 0.8]), undefined, { ...report, gain })).toMatch(words);
});

test('where no reward has counted, that is said, and when the first will', () => {
  const state = stateOf([0.5, 0.5], 300);
  const unknown = { ...state, arms: state.arms.map((arm) => ({ ...arm, observed: 0 })) };
  expect(said(unknown, undefined)).toBe('300 decisions so far, but no reward has counted yet.');
  const held = { ...experiment, reward: { min: 0, max: 1, timeout: '30m', missing: 0 } };
  expect(said(unknown, undefined, undefined, held)).toBe(
    '300 decisions so far, but no reward has counted yet. Each reward counts 30m after its decision.',
  );
});

test('a paused experiment without an active arm refuses requests', () => {
  const idle = { ...experiment, status: 'paused', defaultArm: null } as const;
  expect(said(stateOf([0.2, 0.8]), undefined, undefined, idle)).toMatch(
    /^The experiment is paused and has no active arm, so every request is refused\./,
  );
});

test('what is paused, archived or learns nothing is said first', () => {
  const paused = { ...experiment, status: 'paused' } as const;
  expect(said(stateOf([0.2, 0.8]), undefined, undefined, paused)).toMatch(
    /^The experiment is paused: every request is answered with A, and no decisions are made\. B is ahead/,
  );
  const archived = { ...experiment, status: 'archived' } as const;
  expect(said(stateOf([0.2, 0.8]), undefined, undefined, archived)).toMatch(
    /^The experiment is archived and no longer makes decisions\./,
  );
  const even = { ...experiment, policy: { type: 'uniform' } };
  expect(said(stateOf([0.2, 0.8]), undefined, report, even)).toMatch(/learns nothing/);
});
