import type { History } from '@driftline/client/wire';
import { expect, test } from 'vitest';
import { sampleArm, sampleHistory, sampleState } from '../../test/samples.ts';
import { leadChanges, standingOf } from './standing.ts';

/** Bins of 10 decisions, of which the first arm has so many. */
function historyOf(counts: readonly number[]): History {
  const rows = counts.map((count) =>
    [count, 10 - count].map((decisions) => ({ decisions, rewards: 0, mean: null })),
  );
  return sampleHistory(0, 10, rows);
}

const repeated = (count: number, times: number) => Array<number>(times).fill(count);

test('a few decisions of another arm are no change of the lead', () => {
  const history = historyOf([...repeated(9, 15), 2, ...repeated(9, 15), 0, 0, ...repeated(9, 10)]);
  expect(leadChanges(history)).toBe(0);
});

test('nor is a stretch in which nobody is clearly ahead', () => {
  const history = historyOf([...repeated(9, 20), ...repeated(5, 20), ...repeated(9, 20)]);
  expect(leadChanges(history)).toBe(0);
});

test('a lead that goes and comes back is two changes', () => {
  const history = historyOf([...repeated(9, 20), ...repeated(1, 20), ...repeated(9, 20)]);
  expect(leadChanges(history)).toBe(2);
  const arms = [
    { ...sampleArm, share: 0.9 },
    { ...sampleArm, key: 'b', share: 0.1 },
  ];
  expect(standingOf({ ...sampleState, arms }, history)).toMatchObject({
    leader: { key: 'a' },
    since: 400,
    always: false,
    before: 'b',
  });
});

test('what begins and ends within too few decisions has no lead to speak of', () => {
  expect(leadChanges(historyOf([9, 1]))).toBe(0);
  expect(leadChanges(historyOf([]))).toBe(0);
});
