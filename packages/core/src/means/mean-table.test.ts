import { describe, expect, test } from 'vitest';
import { MeanTable } from './mean-table.ts';

const table = MeanTable.fromRows([
  [0.5, 0.5],
  [0.25, 0.75],
  [0.5, 0.5],
  [0.5, 0],
]);

describe('MeanTable', () => {
  test('its shape and entries', () => {
    expect(table.armCount).toBe(2);
    expect(table.horizon).toBe(4);
    expect(table.mean(1, 0)).toBe(0.25);
    expect(table.mean(1, 1)).toBe(0.75);
  });

  test('the best arm is the lowest on ties', () => {
    expect([0, 1, 2, 3].map((slot) => table.bestArm(slot))).toEqual([0, 1, 0, 0]);
    expect([0, 1, 2, 3].map((slot) => table.bestMean(slot))).toEqual([0.5, 0.75, 0.5, 0.5]);
    expect(table.bestArmSwitches()).toBe(2);
  });

  test('variation sums the largest change, of the first slots if asked', () => {
    expect(table.totalVariation()).toBe(0.25 + 0.25 + 0.5);
    expect(table.totalVariation(3)).toBe(0.5);
    expect(table.totalVariation(1)).toBe(0);
  });

  test('truncation keeps the first slots', () => {
    const short = table.truncated(2);
    expect(short.horizon).toBe(2);
    expect(short.totalVariation()).toBe(0.25);
    expect(() => table.truncated(5)).toThrow(
      'horizon must be an integer from 1 to 4, the number of slots in the table; got 5',
    );
    expect(() => table.totalVariation(0)).toThrow('horizon must be an integer from 1 to 4');
  });

  test('refusals', () => {
    const message = 'a table of means must have at least one slot and one arm; got none';
    expect(() => MeanTable.fromRows([])).toThrow(message);
    expect(() => MeanTable.fromRows([[]])).toThrow(message);
    expect(() => MeanTable.fromRows([[1, 2], [3]])).toThrow(
      'a table of means must have the same number of arms in each slot; slot 1 has 2, slot 2 has 1',
    );
    expect(() =>
      MeanTable.fromRows([
        [1, 2],
        [3, Number.NaN],
      ]),
    ).toThrow(
      'a table of means must hold finite numbers; got NaN at slot 2, arm 1 (slots from 1, arms from 0)',
    );
    expect(() => MeanTable.fromRows([[Number.NEGATIVE_INFINITY]])).toThrow(
      'got -Infinity at slot 1',
    );
    expect(() => new MeanTable(new Float64Array(5), 2)).toThrow(
      'a table of means for 2 arms must hold a positive multiple of 2 numbers; got 5',
    );
    expect(() => new MeanTable(new Float64Array(0), 2)).toThrow('got 0');
  });
});
