import { describe, expect, it } from 'vitest';
import {
  KOLMOGOROV_LIMIT,
  kolmogorovDistance,
  type Moments,
  momentErrors,
  paretoDistribution,
  symmetricDistribution,
} from '../../test/distributions.ts';
import { hashOfBits } from '../../test/exact.ts';
import { generalizedPareto, symmetricPareto } from './pareto.ts';
import { randomStream } from './source.ts';

const SIZE = 30_000;
const CASES: [number, number][] = [
  [0, 1],
  [0, 0.23],
  [0.4, 0.23],
  [0.2, 2],
  [1.5, 1],
  [1e-12, 1],
  [-0.5, 1],
  [-1, 3],
];

/** The k-th raw moment is k!·σ^k/((1 − ξ)(1 − 2ξ)…(1 − kξ)) where kξ < 1. */
function rawMoment(k: number, xi: number, sigma: number): number {
  let moment = 1;
  for (let i = 1; i <= k; i++) moment *= (i * sigma) / (1 - i * xi);
  return moment;
}

function momentsOf(xi: number, sigma: number): Moments {
  const [m1, m2, m3, m4] = [1, 2, 3, 4].map((k) => rawMoment(k, xi, sigma)) as [
    number,
    number,
    number,
    number,
  ];
  const variance = m2 - m1 ** 2;
  if (xi >= 0.5) return { mean: m1 };
  if (xi >= 0.25) return { mean: m1, variance };
  const fourth = m4 - 4 * m1 * m3 + 6 * m1 ** 2 * m2 - 3 * m1 ** 4;
  return { mean: m1, variance, excessKurtosis: fourth / variance ** 2 - 3 };
}

describe('generalizedPareto', () => {
  it.each(CASES)('follows the law with ξ = %d, σ = %d', (xi, sigma) => {
    const random = randomStream(1);
    const sample = Float64Array.from({ length: SIZE }, () => generalizedPareto(random, xi, sigma));
    expect(kolmogorovDistance(sample, paretoDistribution(xi, sigma))).toBeLessThan(
      KOLMOGOROV_LIMIT,
    );
    for (const error of momentErrors(sample, momentsOf(xi, sigma))) expect(error).toBeLessThan(5);
  });

  it('inverts the distribution function at the uniform number drawn', () => {
    for (const [xi, sigma] of CASES) {
      const random = randomStream(2);
      const uniform = randomStream(2);
      for (let i = 0; i < 1000; i++) {
        const share = paretoDistribution(xi, sigma)(generalizedPareto(random, xi, sigma));
        // Both sides round a few times at the size of 1 − U and of its logarithm.
        expect(Math.abs(share - uniform.uniform())).toBeLessThan(1e-14);
      }
    }
  });

  it('passes over into the exponential law as ξ vanishes', () => {
    for (const xi of [1e-15, -1e-15, 1e-300]) {
      const [near, exponential] = [randomStream(3), randomStream(3)];
      for (let i = 0; i < 1000; i++) {
        const expected = generalizedPareto(exponential, 0, 1);
        // The law differs by the factor 1 + ξ·E/2, and E = −ln U stays below 37.
        expect(generalizedPareto(near, xi, 1) / expected).toBeCloseTo(1, 13);
      }
    }
  });

  it('never exceeds −σ/ξ for negative ξ', () => {
    const random = randomStream(4);
    for (let i = 0; i < SIZE; i++)
      expect(generalizedPareto(random, -2, 1)).toBeLessThanOrEqual(0.5);
  });
});

describe('symmetricPareto', () => {
  it.each(CASES)('follows the law with ξ = %d, σ = %d', (xi, sigma) => {
    const random = randomStream(5);
    const sample = Float64Array.from({ length: SIZE }, () => symmetricPareto(random, xi, sigma));
    const distribution = symmetricDistribution(paretoDistribution(xi, sigma));
    expect(kolmogorovDistance(sample, distribution)).toBeLessThan(KOLMOGOROV_LIMIT);
    if (xi >= 0.5) return;
    const moments: Moments = { mean: 0, variance: rawMoment(2, xi, sigma) };
    for (const error of momentErrors(sample, moments)) expect(error).toBeLessThan(5);
  });

  it('keeps its bits', () => {
    const random = randomStream(7);
    const sample = Array.from({ length: 20_000 }, () => symmetricPareto(random, 0.4, 0.23));
    expect(hashOfBits(sample)).toBe('8660668524552fef');
    const oneSided = Array.from({ length: 20_000 }, () => generalizedPareto(random, 0.4, 0.23));
    expect(hashOfBits(oneSided)).toBe('fe0c6f6f1f7ad769');
  });
});
