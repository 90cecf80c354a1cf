import { randomStream } from '@driftline/core';
import { normal, pow } from '@driftline/core/parts';
import { expect, test } from 'vitest';
import { fitSlope } from './slope.ts';

const horizons = [1e3, 3e3, 1e4, 3e4, 1e5, 3e5, 1e6];

test.each([2 / 3, 1, 0.5, 0])('an exact power law with exponent %f', (exponent) => {
  const points = horizons.map((horizon) => ({
    horizon,
    mean: 7 * pow(horizon, exponent),
    standardError: 0,
  }));
  const slope = fitSlope(points);
  expect(slope?.value).toBeCloseTo(exponent, 12);
  expect(slope?.low).toBeCloseTo(exponent, 10);
  expect(slope?.high).toBeCloseTo(exponent, 10);
});

test('the interval covers the exponent about as often as it says, and not always', () => {
  const noise = 0.03;
  const random = randomStream(11);
  const fits = 2000;
  let covered = 0;
  for (let fit = 0; fit < fits; fit++) {
    const points = horizons.map((horizon) => {
      const truth = 2 * pow(horizon, 2 / 3);
      const mean = truth * (1 + noise * normal(random));
      return { horizon, mean, standardError: noise * mean };
    });
    const slope = fitSlope(points);
    if (slope !== undefined && slope.low <= 2 / 3 && slope.high >= 2 / 3) covered += 1;
  }
  // Taking the larger of two standard errors can only widen a 95% interval by Student's t: coverage
  // is at least 95%, less 4 standard errors of √(0.95 · 0.05 / 2000) = 0.005. With the noise known,
  // t with 5 degrees (2.57) in place of 1.96 covers 99%; well below 100% of 2000 fits.
  expect(covered / fits).toBeGreaterThan(0.93);
  expect(covered / fits).toBeLessThan(1);
});

test('a bend widens the interval beyond the noise of replications', () => {
  const bent = horizons.map((horizon, i) => ({
    horizon,
    mean: pow(horizon, 0.5) * (1 + 0.1 * (i % 2)),
    standardError: 0,
  }));
  const slope = fitSlope(bent);
  // Residuals of ± ln(1.1)/2 = 0.048 over seven points that spread by √Σ(x−x̄)² = 6.1 give a standard
  // error of about √(7/5) · 0.048/6.1 = 0.009, times t = 2.57.
  expect((slope?.high ?? 0) - (slope?.low ?? 0)).toBeCloseTo(2 * 2.57 * 0.0092, 2);
});

test('two horizons leave the noise alone; fewer, or no regret, leave nothing', () => {
  const point = (horizon: number, mean: number) => ({ horizon, mean, standardError: mean / 100 });
  const slope = fitSlope([point(100, 10), point(10_000, 100)]);
  expect(slope?.value).toBeCloseTo(0.5, 12);
  // Each relative error of 0.01 is carried by 1/ln(100): √2 · 0.01/4.605 · 1.96.
  expect((slope?.high ?? 0) - 0.5).toBeCloseTo((Math.SQRT2 * 0.01 * 1.96) / Math.log(100), 5);
  expect(fitSlope([point(100, 10)])).toBeUndefined();
  expect(fitSlope([point(100, 0), point(1000, 10)])).toBeUndefined();
});
