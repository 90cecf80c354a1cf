import { describe, expect, it } from 'vitest';
import {
  incompleteBeta,
  KOLMOGOROV_LIMIT,
  kolmogorovDistance,
  momentErrors,
} from '../../../test/distributions.ts';
import { hashOfBits } from '../../../test/exact.ts';
import { randomStream } from '../../random/source.ts';
import { beta } from './beta.ts';

const SIZE = 30_000;

function momentsOf(a: number, b: number) {
  const sum = a + b;
  const mean = a / sum;
  const shape = (a - b) ** 2 * (sum + 1) - a * b * (sum + 2);
  return {
    mean,
    variance: (mean * (1 - mean)) / (sum + 1),
    excessKurtosis: (6 * shape) / (a * b * (sum + 2) * (sum + 3)),
  };
}

describe('beta', () => {
  it.each([
    [1, 1],
    [3, 4],
    [1, 20],
    [200, 300],
    [0.5, 0.5],
    [0.3, 2],
    [2, 0.7],
  ])('follows the law of shapes %d and %d', (a, b) => {
    const random = randomStream(Math.round(1000 * a + b));
    const sample = Float64Array.from({ length: SIZE }, () => beta(random, a, b));
    const distance = kolmogorovDistance(sample, (x) => incompleteBeta(a, b, x));
    expect(distance).toBeLessThan(KOLMOGOROV_LIMIT);
    for (const error of momentErrors(sample, momentsOf(a, b))) expect(error).toBeLessThan(5);
  });

  it.each([
    [0.01, 0.03],
    [1e-5, 2e-5],
    [1e-300, 3e-300],
    [1e-310, 1e-310],
    [1e-320, 3e-320],
  ])('is nearly a toss for the tiny shapes %d and %d, and never NaN', (a, b) => {
    const random = randomStream(1);
    const sample = Float64Array.from({ length: SIZE }, () => beta(random, a, b));
    expect(sample.every((x) => x >= 0 && x <= 1)).toBe(true);
    const { mean, variance } = momentsOf(a, b);
    for (const error of momentErrors(sample, { mean, variance })) expect(error).toBeLessThan(5);
  });

  it('survives one tiny shape beside a large one', () => {
    const random = randomStream(2);
    for (let i = 0; i < 1000; i++) {
      expect(beta(random, 1e-300, 1e10)).toBe(0);
      expect(beta(random, 1e10, 1e-300)).toBe(1);
    }
  });

  it('has next to no spread for huge shapes, whose cubes would overflow', () => {
    const random = randomStream(3);
    for (let i = 0; i < 1000; i++) {
      // The standard deviation is below 10⁻⁵⁰; logarithms near 700 are rounded by 10⁻¹³.
      expect(beta(random, 1e99, 3e99)).toBeCloseTo(0.25, 12);
      expect(beta(random, 1e300, 3e300)).toBeCloseTo(0.25, 12);
      expect(beta(random, 1e300, 1)).toBe(1);
    }
  });

  it('keeps its bits', () => {
    const random = randomStream(7);
    const sample = Array.from({ length: 20_000 }, (_, i) =>
      beta(random, 0.5 + (i % 7), 0.5 + (i % 5)),
    );
    expect(hashOfBits(sample)).toBe('7cebd1180d20a719');
  });
});
