import { expect, test } from 'vitest';
import { armFact, evictedStretches, slotFact, slotSeries } from './told.ts';

/** Two arms over five slots; the second is evicted before slot 1, back at slot 3, and out again at the end. */
const told = {
  slots: 5,
  armCount: 2,
  slotWords: ['start', 'chance:10', 'chance:200'],
  slotFacts: Float64Array.from([0, 0.5, 0.5, 0, 0.4, 0.6, 2, 0.3, 0.7, 2, 0.2, 0.8, 2, 0.1, 0.9]),
  armWords: ['gap', 'evicted'],
  armFacts: Float64Array.from(
    [
      [9, 0, 9, 0],
      [9, 0, 9, 1],
      [9, 0, 9, 1],
      [9, 0, 9, 0],
      [9, 0, 7, 1],
    ].flat(),
  ),
};

test('what is told is found by its name', () => {
  expect(slotFact(told, 2, 'start')).toBe(2);
  expect(armFact(told, 4, 1, 'gap')).toBe(7);
  expect(slotSeries(told, 1, 'chance:')).toEqual([
    ['10', 0.4],
    ['200', 0.6],
  ]);
  expect([slotFact(told, 2, 'window'), armFact(told, 2, 0, 'owed')]).toEqual([NaN, NaN]);
});

test('an arm is evicted in stretches, the last of which may last', () => {
  expect(evictedStretches(told, 0)).toEqual([]);
  expect(evictedStretches(told, 1)).toEqual([
    [1, 3],
    [4, 5],
  ]);
  expect(evictedStretches({ ...told, armWords: ['gap', 'owed'] }, 1)).toEqual([]);
});
