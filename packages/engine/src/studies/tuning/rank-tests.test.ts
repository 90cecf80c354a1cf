import { describe, expect, it } from 'vitest';
import {
  chiSquaredTail,
  criticalDifference,
  friedmanTest,
  ranksOf,
  signedRankTest,
} from './rank-tests.ts';

describe('ranksOf', () => {
  it('shares ranks among equal values', () => {
    expect(ranksOf([3, 1, 2])).toEqual([3, 1, 2]);
    expect(ranksOf([5, 1, 5, 5, 0])).toEqual([4, 2, 4, 4, 1]);
    expect(ranksOf([])).toEqual([]);
  });
});

describe('chiSquaredTail', () => {
  it('has its closed forms for two and four degrees of freedom', () => {
    for (const x of [0.01, 1, 5, 20, 60]) {
      expect(chiSquaredTail(x, 2)).toBeCloseTo(Math.exp(-x / 2), 14);
      expect(chiSquaredTail(x, 4)).toBeCloseTo(Math.exp(-x / 2) * (1 + x / 2), 14);
    }
    expect(chiSquaredTail(0, 3)).toBe(1);
    expect(chiSquaredTail(1e6, 3)).toBe(0);
  });

  it('has the 5% points of the printed tables', () => {
    // Given to three decimals, where the density is below 0.12: an error of at most 6e-5.
    for (const [degrees, point] of [
      [1, 3.841],
      [3, 7.815],
      [5, 11.07],
      [9, 16.919],
    ]) {
      expect(Math.abs(chiSquaredTail(point, degrees) - 0.05)).toBeLessThan(6e-5);
    }
  });
});

describe('friedmanTest', () => {
  it('agrees with a hand-worked example', () => {
    // Mean ranks 1.25, 1.75, 3: χ² = 12·4/(3·4) · (0.75² + 0.25² + 1²) = 6.5, p = exp(−3.25).
    const test = friedmanTest([
      [1, 2, 3],
      [1, 2, 3],
      [1, 2, 3],
      [2, 1, 3],
    ]);
    expect(test.chiSquared).toBeCloseTo(6.5, 12);
    expect(test.degrees).toBe(2);
    expect(test.pValue).toBeCloseTo(Math.exp(-3.25), 12);
  });

  it('corrects for shared ranks', () => {
    // Rank sums less their middle: −1.5, −0.5, 2; squares 6.5. Spread of ranks: 1.5 + 2. 2 · 6.5/3.5.
    const test = friedmanTest([
      [1.5, 1.5, 3],
      [1, 2, 3],
    ]);
    expect(test.chiSquared).toBeCloseTo(13 / 3.5, 12);
  });

  it('finds nothing where all ranks are shared', () => {
    expect(friedmanTest([[1.5, 1.5]])).toEqual({ chiSquared: 0, degrees: 1, pValue: 1 });
  });
});

describe('criticalDifference', () => {
  it('has the values that Demšar prints', () => {
    // Table 5(a) of Demšar 2006 gives q at 0.05 to three decimals; the last may be cut, not rounded.
    for (const [count, q] of [
      [2, 1.96],
      [3, 2.343],
      [4, 2.569],
      [5, 2.728],
      [10, 3.164],
    ]) {
      const unit = Math.sqrt((count * (count + 1)) / 6);
      expect(Math.abs(criticalDifference(count, 1, 0.05) / unit - q)).toBeLessThan(1e-3);
    }
    const [one, four] = [criticalDifference(4, 5, 0.05), criticalDifference(4, 20, 0.05)];
    expect(one / four).toBeCloseTo(2, 12);
  });
});

describe('signedRankTest', () => {
  it('counts choices of signs', () => {
    // All of one sign: 2 of 2⁵ choices. One negative difference of rank 2: sums 0, 1, 2 in either tail.
    expect(signedRankTest([1, 2, 3, 4, 5])).toBe(2 / 32);
    expect(signedRankTest([-1, -2, -3, -4, -5])).toBe(2 / 32);
    expect(signedRankTest([1, -2, 3, 4, 5])).toBe(6 / 32);
  });

  it('shares ranks, and leaves out differences of 0', () => {
    // Ranks 1.5, 1.5, 3 with the signs −, +, +: sums of at most 1.5 come from none, or either 1.5.
    expect(signedRankTest([-1, 1, 2])).toBe(6 / 8);
    expect(signedRankTest([0, -1, 0, 1, 2])).toBe(6 / 8);
    expect(signedRankTest([0, 0])).toBe(1);
    expect(signedRankTest([])).toBe(1);
  });
});
