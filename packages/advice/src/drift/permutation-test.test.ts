import { randomStream } from '@driftline/core';
import { describe, expect, test } from 'vitest';
import { madeLog, stationary } from '../../test/synthetic.ts';
import { Moments } from '../base/moments.ts';
import { calendarTest } from './calendar-test.ts';
import { ArmStatistics } from './local-level.ts';
import { permutationTest } from './permutation-test.ts';
import { manyRows, shufflesOf } from './shuffles.ts';

/** ln of the normal density of `values` with a covariance, by elimination. */
function normalDensity(
  values: readonly number[],
  covariance: readonly (readonly number[])[],
): number {
  const rows = covariance.map((row, i) => [...row, values[i]]);
  let [density, quadratic] = [0, 0];
  for (let i = 0; i < rows.length; i++) {
    const pivot = rows[i][i];
    density -= Math.log(pivot) / 2;
    quadratic += rows[i][rows.length] ** 2 / pivot;
    for (let j = i + 1; j < rows.length; j++) {
      const factor = rows[j][i] / pivot;
      rows[j] = rows[j].map((each, k) => each - factor * rows[i][k]);
    }
  }
  return density - quadratic / 2;
}

describe('the statistics of an arm', () => {
  const rows = Float64Array.of(4, 0, 9, 5);
  const sums = Float64Array.of(0, 0, 9, 0);
  const variance = 0.25;

  test('a walk is better by the ratio of densities, where the start is not known', () => {
    const means = [0, 1, 0];
    const [bins, counts] = [
      [0, 2, 3],
      [4, 9, 5],
    ];
    // A start of any size is one whose variance is huge.
    const huge = 1e7;
    const density = (walk: number) => {
      const covariance = bins.map((a, i) =>
        bins.map(
          (b, j) => variance * (huge + walk * Math.min(a, b) + (i === j ? 1 / counts[i] : 0)),
        ),
      );
      return normalDensity(means, covariance);
    };
    const walks = Array.from({ length: 11 }, (_, i) => 10 ** (i / 2 - 6));
    const best = Math.max(...walks.map(density)) - density(0);
    expect(new ArmStatistics(rows, variance).walk(sums)).toBeCloseTo(Math.sqrt(2 * best), 4);
  });

  test('sums run from their share: by hand', () => {
    // The mean is 9/18; runs are 0 − 2, the same, −2 + 9 − 4.5 = 2.5, and back to 0.
    expect(new ArmStatistics(rows, variance).cusum(sums)).toBeCloseTo(
      2.5 / (0.5 * Math.sqrt(18)),
      12,
    );
  });
});

describe('means that are apart', () => {
  test('are found at the distance at which they are: by hand', () => {
    // Means in units of σ = 0.5: 0, 1, 0, 1. One apart: three squares of 1, less 1/4 + 1/4 each, of deviation √(3·2/4).
    const rows = Float64Array.of(4, 4, 4, 4);
    const sums = Float64Array.of(0, 2, 0, 2);
    expect(new ArmStatistics(rows, 0.25).apart(sums)).toBeCloseTo((3 - 1.5) / Math.sqrt(1.5), 12);
  });
});

describe('orders of rewards', () => {
  const rows = Float64Array.of(5, 0, 10, 15);

  const kinds = {
    'two values': Float64Array.from({ length: 30 }, (_, i) => (i % 3 === 0 ? 2 : -1)),
    'any values': Float64Array.from({ length: 30 }, (_, i) => (i % 7) - 2),
  };

  /** Means and covariances of bin sums over many orders. */
  function sampled(draw: (sums: Float64Array) => void) {
    const sums = new Float64Array(4);
    const moments = Array.from({ length: 4 }, () => new Moments());
    const together = new Moments();
    for (let i = 0; i < 20_000; i++) {
      draw(sums);
      moments.forEach((each, bin) => {
        each.add(sums[bin]);
      });
      together.add(sums[2] + sums[3]);
    }
    return {
      means: moments.map(({ mean }) => mean),
      variances: moments.map((each) => each.variance),
      together: together.variance,
    };
  }

  test.each([...Object.entries(kinds), ['many rows', undefined] as const])(
    '%s: sums have the mean and the covariance of drawing without putting back',
    (_, given) => {
      const rewards = given ?? kinds['any values'];
      const whole = new Moments();
      for (const reward of rewards) whole.add(reward);
      const shuffles = given === undefined ? manyRows(rows, whole) : shufflesOf(rows, rewards);
      const random = randomStream(3);
      const { means, variances, together } = sampled((sums) => shuffles.draw(random, sums));
      const expected = (n: number) => (whole.variance * n * (30 - n)) / 29;
      rows.forEach((n, bin) => {
        const error = Math.sqrt(expected(n) / 20_000);
        expect(Math.abs(means[bin] - n * whole.mean)).toBeLessThanOrEqual(5 * error);
        // A variance is known to √(2/20 000) = 1 %.
        expect(Math.abs(variances[bin] - expected(n))).toBeLessThanOrEqual(
          0.05 * expected(n) + 1e-9,
        );
      });
      expect(Math.abs(together / expected(25) - 1)).toBeLessThan(0.05);
    },
  );

  test('the sum of all stays', () => {
    const random = randomStream(4);
    for (const rewards of Object.values(kinds)) {
      const sums = new Float64Array(4);
      shufflesOf(rows, rewards).draw(random, sums);
      const total = rewards.reduce((sum, each) => sum + each, 0);
      expect(sums.reduce((sum, each) => sum + each, 0)).toBeCloseTo(total, 9);
      expect(sums[1]).toBeCloseTo(0, 12);
    }
  });
});

describe('the test', () => {
  test('sees the arm that moves, and it alone', () => {
    const log = madeLog({
      rows: 6000,
      armCount: 3,
      means: (slot, arm) => (arm === 1 && slot > 3000 ? 0.7 : 0.5),
      seed: 1,
    });
    const { test: whole, arms } = permutationTest(log, 1) ?? {};
    expect(whole).toEqual({ kind: 'permutation', p: 0.001, permutations: 999 });
    expect(arms?.[1]).toBe(0.001);
    expect(Math.min(arms?.[0] ?? 0, arms?.[2] ?? 0)).toBeGreaterThan(0.05);
  });

  test('sees what comes back within a few bins', () => {
    const means = (slot: number) => 0.5 + 0.12 * Math.sin((2 * Math.PI * slot) / 288);
    const log = madeLog({ rows: 10_000, armCount: 3, means, seed: 2 });
    const { test: whole } = permutationTest(log, 1) ?? {};
    expect(whole?.kind === 'permutation' && whole.p).toBeLessThan(0.01);
  });

  test('sees a day of the clock that is shorter than a bin, and no day where there is none', () => {
    const spacing = 600_000;
    const day = (slot: number) =>
      0.5 + 0.06 * Math.sin((2 * Math.PI * slot * spacing) / 86_400_000);
    const made = { rows: 40_000, armCount: 2, seed: 2, spacing };
    const [moving, still] = [day, stationary(0.5, 0.4)].map((means) =>
      calendarTest(madeLog({ ...made, means })),
    );
    expect(moving?.calendar).toBe('day');
    expect(moving?.p).toBeLessThan(1e-6);
    expect(still?.p).toBeGreaterThan(0.01);
    expect(calendarTest(madeLog({ rows: 1000, armCount: 2, means: day, seed: 1 }))).toBeUndefined();
  });

  test('of the calendar is right in as many logs as it says', () => {
    const p = Array.from({ length: 100 }, (_, i) => {
      const log = madeLog({
        rows: 2000,
        armCount: 2,
        means: stationary(0.3, 0.6),
        seed: i + 1,
        spacing: 600_000,
      });
      return calendarTest(log)?.p ?? 0;
    });
    // 5 of 100 are expected at most; three deviations more are 11.5.
    expect(p.filter((each) => each < 0.05).length).toBeLessThanOrEqual(11);
  });

  test('is the same each time, and another for another seed', () => {
    const log = madeLog({ rows: 2000, armCount: 2, means: stationary(0.5, 0.4), seed: 1 });
    expect(permutationTest(log, 1)).toEqual(permutationTest(log, 1));
    expect(permutationTest(log, 2)).not.toEqual(permutationTest(log, 1));
  });

  test('leaves out arms that were seen too little', () => {
    const log = madeLog({
      rows: 2000,
      armCount: 3,
      means: stationary(0.5, 0.4, 0.4),
      seed: 1,
      logger: { pick: (slot) => (slot % 40 === 0 ? 2 : slot % 2) },
    });
    expect(permutationTest(log, 1)?.arms[2]).toBeUndefined();
    const still = madeLog({ rows: 2000, armCount: 2, means: stationary(1, 1), seed: 1 });
    expect(permutationTest(still, 1)).toBeUndefined();
  });
});
