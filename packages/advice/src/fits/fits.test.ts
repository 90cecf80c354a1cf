import { randomStream } from '@driftline/core';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { madeLog, stationary } from '../../test/synthetic.ts';
import { FitData, fittedPath } from './fit.ts';
import {
  evenPlaces,
  harmonicCurve,
  harmonicFactors,
  harmonicGain,
  harmonics,
} from './harmonics.ts';
import { judge } from './held-out.ts';
import { meanOf } from './points.ts';
import { smoothFit } from './smooth.ts';
import { jointPartition, partition, partitionAmong, partMeans } from './steps.ts';

/** Squares about the means of parts, and the penalty of each: over all partitions. */
function bestCost(rows: readonly number[], means: readonly number[], penalty: number): number {
  const count = rows.length;
  let best = Number.POSITIVE_INFINITY;
  for (let cuts = 0; cuts < 2 ** (count - 1); cuts++) {
    const starts = [
      0,
      ...Array.from({ length: count - 1 }, (_, i) => i + 1).filter((i) => cuts & (1 << (i - 1))),
    ];
    best = Math.min(best, costOf(rows, means, starts, penalty));
  }
  return best;
}

function costOf(
  rows: readonly number[],
  means: readonly number[],
  starts: readonly number[],
  penalty: number,
): number {
  let cost = 0;
  starts.forEach((start, i) => {
    const part = rows.map((_, at) => at).slice(start, starts[i + 1]);
    const n = part.reduce((sum, at) => sum + rows[at], 0);
    const mean = part.reduce((sum, at) => sum + rows[at] * means[at], 0) / n;
    const squares = part.reduce((sum, at) => sum + rows[at] * (means[at] - mean) ** 2, 0);
    cost += penalty + squares;
  });
  return cost;
}

describe('steps', () => {
  test('are the best of all partitions', () => {
    const points = fc.array(
      fc.tuple(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 0, max: 5 })),
      {
        minLength: 1,
        maxLength: 8,
      },
    );
    fc.assert(
      fc.property(points, fc.integer({ min: 1, max: 20 }), (cells, penalty) => {
        const [rows, means] = [cells.map(([n]) => n), cells.map(([, mean]) => mean)];
        const sums = Float64Array.from(rows, (n, i) => n * means[i]);
        const starts = partition({ rows: Float64Array.from(rows), sums }, penalty);
        expect(costOf(rows, means, starts, penalty)).toBeCloseTo(bestCost(rows, means, penalty), 6);
      }),
      { seed: 1, numRuns: 200 },
    );
  });

  test('of several series are at the same points, where one alone shows nothing', () => {
    const series = Array.from({ length: 8 }, (_, arm) => ({
      rows: new Float64Array(40).fill(10),
      sums: Float64Array.from(
        { length: 40 },
        (_, at) => 10 * ((at < 17 ? 0 : 0.5) + 0.3 * Math.sin(50 * at * at + arm)),
      ),
    }));
    const noise = series.map(() => 1);
    expect(jointPartition(series, noise, 40)).toEqual([0, 17]);
    for (const points of series) expect(partition(points, 40)).toEqual([0]);
    expect(jointPartition(series.slice(0, 1), [2], 4)).toEqual(partition(series[0], 8));
    expect(partitionAmong(series[0], [0, 9, 17, 30], 10)).toEqual([0, 17]);
  });

  test('are the means of their parts', () => {
    const rows = Float64Array.of(10, 0, 10, 10, 10);
    const sums = Float64Array.of(10, 0, 14, 90, 90);
    expect(Array.from(partMeans({ rows, sums }, partition({ rows, sums }, 5)))).toEqual([
      1.2, 1.2, 1.2, 9, 9,
    ]);
  });
});

describe('local lines', () => {
  test('are exact where means lie on a line, rows being many or few', () => {
    const rows = Float64Array.from({ length: 40 }, (_, i) => (i % 5 === 0 ? 0 : 1 + (i % 4)));
    const sums = rows.map((n, i) => n * (3 - 0.25 * i));
    for (const width of [2, 4, 8, 32]) {
      smoothFit({ rows, sums }, width).forEach((value, i) => {
        expect(value).toBeCloseTo(3 - 0.25 * i, 9);
      });
    }
  });

  test('reach farther where nothing is near', () => {
    const rows = new Float64Array(30);
    const sums = new Float64Array(30);
    rows.fill(9, 0, 3);
    sums.fill(18, 0, 3);
    expect(smoothFit({ rows, sums }, 2)[29]).toBeCloseTo(2, 9);
  });
});

describe('harmonics', () => {
  test('are found exactly', () => {
    const basis = harmonics(evenPlaces(60), 3.5);
    const wanted = Float64Array.of(0.5, 0.2, -0.1, 0.05, 0.3);
    const curve = harmonicCurve(wanted, basis);
    const random = randomStream(1);
    const rows = Float64Array.from({ length: 60 }, () => 1 + Math.floor(5 * random.uniform()));
    const points = { rows, sums: rows.map((n, i) => n * curve[i]) };
    harmonicFactors(points, basis)?.forEach((factor, i) => {
      expect(factor).toBeCloseTo(wanted[i], 9);
    });
    // All that varies is explained.
    const mean = meanOf(points);
    const varying = rows.reduce((sum, n, i) => sum + n * (curve[i] - mean) ** 2, 0);
    expect(harmonicGain(points, basis)).toBeCloseTo(varying, 9);
  });

  test('are not told by too few rows', () => {
    const rows = new Float64Array(60);
    rows.fill(3, 0, 2);
    expect(harmonicFactors({ rows, sums: rows }, harmonics(evenPlaces(60), 3))).toBeUndefined();
  });
});

describe('judged on rows that were held out', () => {
  const log = madeLog({
    rows: 3000,
    armCount: 2,
    means: (slot) => (slot < 1500 ? 0.2 : 0.8),
    seed: 4,
  });
  const data = new FitData(log);

  test('a fit saves what single rows say', () => {
    const fit = { kind: 'smooth', width: 4 } as const;
    const { gain, byBin } = judge(data, fit);
    let naive = 0;
    const constants = [0, 1, 2, 3, 4].map((fold) => fittedPath(data, { kind: 'constant' }, fold));
    const paths = [0, 1, 2, 3, 4].map((fold) => fittedPath(data, fit, fold));
    for (let row = 0; row < log.rows; row++) {
      const [fold, arm] = [log.fold[row], log.arm[row]];
      const bin = data.bins.bounds.findIndex((bound) => bound > row) - 1;
      const [constant, fitted] = [constants, paths].map((each) => each[fold].means[bin * 2 + arm]);
      const y = log.reward[row];
      naive += ((y - constant) ** 2 - (y - fitted) ** 2) / data.bins.noise[arm];
    }
    expect(gain).toBeCloseTo(naive, 6);
    expect(byBin).toHaveLength(60);
  });

  test('a fit does not know the fold that it is judged on', () => {
    const other = {
      ...log,
      reward: log.reward.map((each, row) => (log.fold[row] === 2 ? 9 : each)),
    };
    const fit = { kind: 'steps', penalty: 10 } as const;
    const [known, changed] = [log, other].map((each) => {
      const fitted = new FitData(each);
      // The noise is that of all rows.
      const bins = { ...fitted.bins, noise: data.bins.noise };
      return fittedPath(Object.assign(fitted, { arms: data.arms, bins }), fit, 2);
    });
    expect(changed.means).toEqual(known.means);
  });

  test('constant means save nothing against themselves', () => {
    expect(judge(data, { kind: 'constant' }).gain).toBe(0);
  });
});

test('a path has every arm, rare ones constant', () => {
  const log = madeLog({
    rows: 3000,
    armCount: 3,
    means: stationary(0.2, 0.5, 0.9),
    seed: 4,
    logger: { pick: (slot) => (slot % 50 === 0 ? 2 : slot % 2) },
  });
  const path = fittedPath(new FitData(log), { kind: 'smooth', width: 2 });
  const rare = Array.from({ length: 60 }, (_, bin) => path.means[bin * 3 + 2]);
  expect(new Set(rare).size).toBe(1);
  expect(path.bounds[60]).toBe(3000);
});
