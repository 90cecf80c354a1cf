import { randomStream } from '@driftline/core';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  histogram,
  holm,
  momentsOf,
  pairedDifference,
  quantile,
  quantileAmong,
  sharedEdges,
  studentQuantile,
  studentTail,
  summarize,
} from './statistics.ts';

describe("Student's law", () => {
  test('quantiles equal tabled values', () => {
    // The usual table of t at 97.5%, to its three digits.
    const table: [number, number][] = [
      [1, 12.706],
      [2, 4.303],
      [5, 2.571],
      [10, 2.228],
      [30, 2.042],
      [120, 1.98],
      [499, 1.965],
    ];
    for (const [degrees, value] of table) {
      expect(studentQuantile(0.975, degrees)).toBeCloseTo(value, 3);
    }
  });

  test('with one degree of freedom it is the Cauchy law', () => {
    // P(T > t) = 1/2 − arctan(t)/π.
    for (const t of [0, 0.3, 1, 4, 100]) {
      expect(studentTail(t, 1)).toBeCloseTo(0.5 - Math.atan(t) / Math.PI, 12);
    }
  });

  test('with two it has a closed form', () => {
    for (const t of [0.1, 1, 3, 20]) {
      expect(studentTail(t, 2)).toBeCloseTo(0.5 - t / (2 * Math.sqrt(2 + t * t)), 12);
    }
  });
});

test('moments equal the textbook sums', () => {
  fc.assert(
    fc.property(
      fc.array(fc.double({ min: -1e3, max: 1e3, noNaN: true }), { minLength: 2, maxLength: 50 }),
      (values) => {
        const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
        const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
        const moments = momentsOf(values);
        expect(moments.mean).toBeCloseTo(mean, 9);
        expect(moments.sd).toBeCloseTo(Math.sqrt(squares / (values.length - 1)), 8);
      },
    ),
    { seed: 1 },
  );
});

test('a summary of known values', () => {
  const summary = summarize([4, 1, 3, 2, 5]);
  expect(summary).toMatchObject({ mean: 3, min: 1, median: 3, max: 5 });
  expect(summary.sd).toBeCloseTo(Math.sqrt(2.5), 14);
  expect(summary.q05).toBeCloseTo(1.2, 14);
  expect(summary.q95).toBeCloseTo(4.8, 14);
  // 2.776 is t at 97.5% for 4 degrees of freedom.
  expect(summary.high - 3).toBeCloseTo(2.776 * Math.sqrt(0.5), 3);
});

test('one value has no spread, and no infinity either', () => {
  expect(summarize([7])).toEqual({
    mean: 7,
    standardError: 0,
    low: 7,
    high: 7,
    sd: 0,
    min: 7,
    q05: 7,
    median: 7,
    q95: 7,
    max: 7,
  });
});

test('quantiles lie between neighbours', () => {
  expect(quantile([0, 10], 0.25)).toBe(2.5);
  expect(quantile([3], 0.9)).toBe(3);
});

test('quantiles of values in any order are those of the values sorted', () => {
  const random = randomStream(9);
  // Of few different values many are equal; in order and backwards are where selections may go wrong.
  const kinds: ((i: number) => number)[] = [
    () => random.uniform() - 0.5,
    () => random.below(4),
    (i) => i,
    (i) => -i,
    () => 7,
  ];
  for (const kind of kinds) {
    for (const length of [1, 2, 3, 20, 21, 500]) {
      const values = Float64Array.from({ length }, (_, i) => kind(i));
      const sorted = values.toSorted();
      for (const share of [0.05, 0.95, 0, 1, 0.5]) {
        // One after another on the same values, which the one before has moved.
        expect(quantileAmong(values, share)).toBe(quantile(sorted, share));
      }
      expect(values.toSorted()).toEqual(sorted);
    }
  }
});

test('a paired difference sees what is common to both', () => {
  const noise = [5, -3, 8, 0, -9, 2];
  const first = noise.map((value) => value + 1.1);
  const second = noise.map((value, i) => value + (i % 2) * 0.2);
  const difference = pairedDifference(first, second);
  expect(difference.mean).toBeCloseTo(1, 12);
  expect(difference.low).toBeGreaterThan(0.85);
  expect(difference.pValue).toBeLessThan(1e-5);
  expect(pairedDifference(noise, noise)).toMatchObject({ mean: 0, pValue: 1 });
});

test("Holm's correction, worked by hand", () => {
  // Sorted: 0.01·4, 0.02·3, 0.03·2, 0.5·1, never falling: 0.04, 0.06, 0.06, 0.5.
  expect(holm([0.03, 0.01, 0.5, 0.02])).toEqual([0.06, 0.04, 0.5, 0.06]);
});

describe('histograms', () => {
  test('share round edges that cover everything', () => {
    const groups = [
      [1.2, 3.7, 2.2],
      [9.9, 4.4],
    ];
    const edges = sharedEdges(groups);
    expect(edges[0]).toBeLessThanOrEqual(1.2);
    expect(edges[edges.length - 1]).toBeGreaterThanOrEqual(9.9);
    const counted = groups.map((values) => histogram(values, edges).counts.reduce((a, b) => a + b));
    expect(counted).toEqual([3, 2]);
  });

  test('equal values make one bin', () => {
    const edges = sharedEdges([[5, 5, 5]]);
    expect(histogram([5, 5, 5], edges).counts).toEqual([3]);
  });
});
