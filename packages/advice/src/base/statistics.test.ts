import { describe, expect, test } from 'vitest';
import { chiSquareTail } from './chi-square.ts';
import { Contingency } from './contingency.ts';
import { Moments } from './moments.ts';

describe('the tail of the χ² law', () => {
  // From tables.
  test.each([
    [3.841458821, 1, 0.05],
    [18.307038053, 10, 0.05],
    [124.342113404, 100, 0.05],
    [10.827566171, 1, 0.001],
    [45.314746618, 20, 0.001],
    [1.344, 5, 0.93],
  ])('beyond %d with %d degrees is %d', (x, degrees, tail) => {
    expect(chiSquareTail(x, degrees)).toBeCloseTo(tail, 3);
  });

  test('is all where nothing is beyond', () => {
    expect(chiSquareTail(0, 3)).toBe(1);
    expect(chiSquareTail(5, 0)).toBe(1);
    expect(chiSquareTail(1e5, 3)).toBeCloseTo(0, 12);
  });
});

describe('tables of counts', () => {
  test('by hand: 100 (10·40 − 20·30)² / (30·70·40·60) = 0.7937', () => {
    const table = new Contingency();
    table.add(Float64Array.of(10, 20, 30, 40), 2);
    expect(table.result()?.statistic).toBeCloseTo(0.793650794, 9);
    expect(table.result()?.degrees).toBe(1);
  });

  test('add up, each with its own degrees; empty rows count for nothing', () => {
    const table = new Contingency();
    table.add(Float64Array.of(10, 20, 0, 0, 30, 40), 2);
    table.add(Float64Array.of(10, 20, 30, 40), 2);
    expect(table.result()?.statistic).toBeCloseTo(2 * 0.793650794, 8);
    expect(table.result()?.degrees).toBe(2);
  });

  test('put rare columns together', () => {
    // Of the last two columns 13 and 7 rows, of which half are to be expected in each row: the latter are too few.
    const [rare, together] = [new Contingency(), new Contingency()];
    rare.add(Float64Array.of(50, 40, 7, 3, 40, 50, 6, 4), 4);
    together.add(Float64Array.of(50, 40, 7, 3, 40, 50, 6, 4), 4);
    expect(rare.result()).toEqual(together.result());
  });

  test('tell nothing where there is one row', () => {
    const table = new Contingency();
    table.add(Float64Array.of(10, 20), 2);
    expect(table.result()).toBeUndefined();
  });
});

test('moments of 1, 2, 6 are 3 and 14/3', () => {
  const moments = new Moments();
  for (const value of [1, 2, 6]) moments.add(value);
  expect([moments.count, moments.mean]).toEqual([3, 3]);
  expect(moments.variance).toBeCloseTo(14 / 3, 12);
  expect(new Moments().variance).toBe(0);
});
