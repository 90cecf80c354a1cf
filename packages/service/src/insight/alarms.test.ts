import { expect, test } from 'vitest';
import { type ExperimentSigns, experimentAlarms, serviceAlarms, warningCodes } from './alarms.ts';

const QUIET: ExperimentSigns = {
  memory: 1000,
  timeout: 60_000,
  held: false,
  delay95: 200,
  pace: 0.001,
  silent: 180_000,
  unrewarded: 1000,
  rewardRate: 0.5,
  answers: 1000,
  sticky: 500,
  arms: [
    { key: 'blue', share: 0.99, explored: { value: 0.5, low: 0.4, high: 0.6, rewards: 100 } },
    { key: 'green', share: 0.01, explored: { value: 0.8, low: 0.7, high: 0.9, rewards: 100 } },
  ],
};
const taking = (share: number, low: number): ExperimentSigns['arms'] => [
  { ...QUIET.arms[0], share },
  { ...QUIET.arms[1], explored: { value: 0.8, low, high: 0.9, rewards: 100 } },
];

test('at the limits all is quiet', () => {
  expect(experimentAlarms(QUIET)).toEqual([]);
  expect(serviceAlarms({ commit99Seconds: 0.1, shed: 0, isFull: false })).toEqual([]);
  expect(serviceAlarms({ commit99Seconds: null, shed: 0, isFull: false })).toEqual([]);
});

test.each<[string, Partial<ExperimentSigns>, string[]]>([
  ['delay above a fifth', { delay95: 201 }, ['delay-near-memory']],
  ['delay above a half', { delay95: 501 }, ['delay-beyond-memory']],
  ['delay without a fixed memory', { delay95: 501, memory: null }, []],
  ['no delay yet', { delay95: null }, []],
  ['silence', { silent: 180_001 }, ['no-rewards']],
  ['silence of few decisions', { silent: 180_001, unrewarded: 19 }, []],
  ['silence where rewards are rare', { silent: 180_001, rewardRate: 0.009 }, []],
  ['silence from the start', { silent: 180_001, rewardRate: 0 }, ['no-rewards']],
  ['sticky', { sticky: 501 }, ['mostly-sticky']],
  ['sticky of few', { answers: 99, sticky: 99 }, []],
  ['one arm, unsupported', { arms: taking(0.991, 0.7) }, ['one-arm-unsupported']],
  ['one arm, perhaps as good', { arms: taking(0.991, 0.59) }, []],
  ['held for long', { held: true, pace: 0.0034 }, ['timeout-near-memory']],
  ['held for short', { held: true, pace: 0.0033 }, []],
])('%s', (_, signs, codes) => {
  expect(experimentAlarms({ ...QUIET, ...signs }).map(({ code }) => code)).toEqual(codes);
});

test('one arm of which nothing was explored is not judged', () => {
  const arms = taking(1, 0.7).map((arm, i) => (i === 0 ? { ...arm, explored: null } : arm));
  expect(experimentAlarms({ ...QUIET, arms })).toEqual([]);
});

test('slow commits and sheds are the whole service’s', () => {
  const found = serviceAlarms({ commit99Seconds: 0.1234, shed: 7, isFull: false });
  expect(found.map(({ code }) => code)).toEqual(['commits-slow', 'shedding']);
  expect(found[0].message).toContain('p99 commit time is above 123 ms');
  expect(found[1].message).toContain('7 operations');
});

test('a full disk is a warning of its own', () => {
  const found = serviceAlarms({ commit99Seconds: null, shed: 0, isFull: true });
  expect(found).toMatchObject([{ code: 'disk-full', message: expect.stringContaining('is full') }]);
});

test('codes are each in the list once', () => {
  expect(new Set(warningCodes).size).toBe(warningCodes.length);
});
