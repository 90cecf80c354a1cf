import { randomStream } from '@driftline/core';
import { normal } from '@driftline/core/parts';
import { describe, expect, it } from 'vitest';
import type { ArmSeries } from './arm-series.ts';
import { drawnLevels, filtered, mostLikely, smoothed, volatilitiesOf } from './local-level.ts';

/** Bins of ten slots with these counts and means. */
function seriesOf(counts: readonly number[], means: readonly number[], within = 3): ArmSeries {
  return {
    bounds: Int32Array.from({ length: counts.length + 1 }, (_, bin) => 10 * bin),
    counts: Float64Array.from(counts),
    means: Float64Array.from(means),
    within,
    rows: counts.reduce((sum, count) => sum + count, 0),
  };
}

/** Solves A x = b for several b by elimination; A is symmetric and positive. */
function solve(matrix: number[][], sides: number[][]): { x: number[][]; logDeterminant: number } {
  const rows = matrix.map((row, i) => [...row, ...sides.map((side) => side[i])]);
  let logDeterminant = 0;
  rows.forEach((row, i) => {
    logDeterminant += Math.log(row[i]);
    rows.forEach((other, j) => {
      if (j === i) return;
      const factor = other[i] / row[i];
      for (let k = i; k < row.length; k++) other[k] -= factor * row[k];
    });
  });
  const x = sides.map((_, k) => rows.map((row, i) => row[matrix.length + k] / row[i]));
  return { x, logDeterminant };
}

const unit = (size: number, i: number) => Array.from({ length: size }, (_, j) => (i === j ? 1 : 0));

/** Levels given everything: by the inverse of the whole precision matrix. */
function naiveSmooth({ counts, means }: ArmSeries, q: number) {
  const size = counts.length;
  const precision = unit(size, -1).map((_, i) => unit(size, i).map((one) => one * counts[i]));
  for (let i = 1; i < size; i++) {
    const step = 1 / (10 * q);
    precision[i][i] += step;
    precision[i - 1][i - 1] += step;
    precision[i][i - 1] -= step;
    precision[i - 1][i] -= step;
  }
  const told = Array.from(counts, (count, i) => count * means[i]);
  const units = Array.from({ length: size }, (_, i) => unit(size, i));
  const { x } = solve(precision, [told, ...units]);
  return { level: x[0], variance: units.map((_, i) => x[i + 1][i]) };
}

/** The likelihood of the bins that have rewards with an unknown start, by their whole covariance. */
function naiveLikelihood({ counts, means, within, rows }: ArmSeries, q: number): number {
  const seen = Array.from(counts, (_, i) => i).filter((i) => counts[i] > 0);
  const covariance = seen.map((i) =>
    seen.map((j) => 10 * q * Math.min(i - seen[0], j - seen[0]) + (i === j ? 1 / counts[i] : 0)),
  );
  const [y, one] = [seen.map((i) => means[i]), seen.map(() => 1)];
  const { x, logDeterminant } = solve(covariance, [y, one]);
  const product = (a: number[], b: number[]) => a.reduce((sum, each, i) => sum + each * b[i], 0);
  const start = product(one, x[0]) / product(one, x[1]);
  const squares = product(y, x[0]) - start * product(one, x[0]);
  const noise = (within + squares) / (rows - 1);
  return -0.5 * ((rows - 1) * Math.log(noise) + logDeterminant + Math.log(product(one, x[1])));
}

const series = seriesOf([0, 3, 5, 0, 0, 8, 1, 0], [0, 0.2, 0.6, 0, 0, 0.5, 0.9, 0]);

describe('the local-level model', () => {
  it('is right by hand in two bins', () => {
    // Variances ¼ and ½; one step of 10 slots with q = 1/40: ¼ + ¼ = ½, spread 1, gain ½.
    const two = seriesOf([4, 2], [1, 3], 0);
    const forward = filtered(two, 1 / 40);
    expect([...forward.level]).toEqual([1, 2]);
    expect([...forward.variance]).toEqual([0.25, 0.25]);
    expect(forward.noise).toBe(4 / 5);
    // Back: gain ½; the level moves by half of the surprise, the variance to ¼ + ¼ (¼ − ½).
    const both = smoothed(two, 1 / 40);
    expect([...both.level]).toEqual([1.5, 2]);
    expect([...both.variance]).toEqual([0.1875, 0.25]);
  });

  it('smooths as the whole precision matrix does, bins without rewards included', () => {
    for (const q of [1e-4, 0.003, 0.05, 2]) {
      const naive = naiveSmooth(series, q);
      const { level, variance } = smoothed(series, q);
      level.forEach((each, bin) => {
        expect(each).toBeCloseTo(naive.level[bin], 9);
        expect(variance[bin] / naive.variance[bin]).toBeCloseTo(1, 9);
      });
    }
  });

  it('has the likelihood of the whole covariance matrix', () => {
    for (const q of [1e-9, 1e-4, 0.003, 0.05, 2])
      expect(filtered(series, q).logLikelihood).toBeCloseTo(naiveLikelihood(series, q), 8);
  });

  it('is a constant mean where nothing moves', () => {
    const { level, variance } = smoothed(series, 0);
    const mean = (3 * 0.2 + 5 * 0.6 + 8 * 0.5 + 0.9) / 17;
    for (const each of level) expect(each).toBeCloseTo(mean, 12);
    for (const each of variance) expect(each).toBeCloseTo(1 / 17, 12);
  });

  it('draws levels with the means and variances of the smoothed ones', () => {
    const [q, draws] = [0.003, 20_000];
    const random = randomStream(1);
    const { level, variance } = smoothed(series, q);
    const { noise } = filtered(series, q);
    const [sums, squares] = [0, 0].map(() => new Float64Array(level.length));
    let together = 0;
    for (let i = 0; i < draws; i++) {
      const drawn = drawnLevels(series, q, random);
      drawn.forEach((each, bin) => {
        sums[bin] += each - level[bin];
        squares[bin] += (each - level[bin]) ** 2;
      });
      together += (drawn[2] - level[2]) * (drawn[3] - level[3]);
    }
    level.forEach((_, bin) => {
      const expected = variance[bin] * noise;
      // Four standard errors of a mean and of a variance of so many draws.
      expect(Math.abs(sums[bin] / draws)).toBeLessThan(4 * Math.sqrt(expected / draws));
      expect(Math.abs(squares[bin] / draws / expected - 1)).toBeLessThan(4 * Math.sqrt(2 / draws));
    });
    // Neighbours move together: draws of each bin by itself would not.
    expect(together / draws / (noise * variance[2])).toBeGreaterThan(0.5);
  });

  it('finds by its likelihood how fast a level moves', () => {
    const random = randomStream(2);
    const made = (step: number) => {
      let level = 0;
      const means = Array.from({ length: 400 }, () => {
        level += step * normal(random);
        return level + normal(random) / 2;
      });
      return seriesOf(new Array(400).fill(4), means, 1200);
    };
    const likely = (step: number) => {
      const volatilities = volatilitiesOf(made(step));
      expect(volatilities.weights.reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1, 12);
      return mostLikely(volatilities);
    };
    // 0.1² for each 10 slots; values are tried in steps of a factor of 4.
    expect(likely(0.1)).toBeGreaterThan(0.001 / 5);
    expect(likely(0.1)).toBeLessThan(0.001 * 5);
    expect(likely(0)).toBeLessThan(1e-6);
  });

  it('takes rewards that are all alike for a constant', () => {
    const alike = seriesOf([3, 3], [1, 1], 0);
    expect(mostLikely(volatilitiesOf(alike))).toBe(0);
    expect([...smoothed(alike, 0).level]).toEqual([1, 1]);
  });
});
