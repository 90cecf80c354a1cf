import { describe, expect, it } from 'vitest';
import {
  incompleteGamma,
  KOLMOGOROV_LIMIT,
  kolmogorovDistance,
  momentErrors,
} from '../../../test/distributions.ts';
import { hashOfBits } from '../../../test/exact.ts';
import { randomStream } from '../../random/source.ts';
import { gamma, gammaRoot, lnGammaValue } from './gamma.ts';

const SIZE = 30_000;

describe('gamma', () => {
  it.each([0.05, 0.3, 0.5, 0.999, 1, 1.5, 2, 5, 40, 1000])(
    'follows the law of shape %d',
    (shape) => {
      const random = randomStream(Math.round(1000 * shape));
      const sample = Float64Array.from({ length: SIZE }, () => gamma(random, shape));
      const distance = kolmogorovDistance(sample, (x) => incompleteGamma(shape, x));
      expect(distance).toBeLessThan(KOLMOGOROV_LIMIT);
      const moments = { mean: shape, variance: shape, excessKurtosis: 6 / shape };
      for (const error of momentErrors(sample, moments)) expect(error).toBeLessThan(5);
    },
  );

  it('stays finite and not negative for extreme shapes', () => {
    const random = randomStream(1);
    for (const shape of [5e-324, 1e-300, 1e-10, 1e10, 1e300]) {
      for (let i = 0; i < 1000; i++) {
        const value = gamma(random, shape);
        expect(value).toBeGreaterThanOrEqual(0);
        expect(value).toBeLessThan(Infinity);
      }
    }
  });

  it('keeps its bits', () => {
    const random = randomStream(7);
    const sample = Array.from({ length: 20_000 }, (_, i) => gamma(random, 0.25 * (1 + (i % 20))));
    expect(hashOfBits(sample)).toBe('5c188198542196cc');
  });
});

describe('gammaRoot', () => {
  it.each([2 / 3, 1, 3, 50])(
    'never accepts by the first bits what the comparison refuses, at d = %d',
    (d) => {
      const random = randomStream(11);
      const next = random.next.bind(random);
      let words: number[] = [];
      random.next = () => {
        words.push(next());
        return words[words.length - 1];
      };
      let decided = 0;
      let excess = -Infinity;
      for (let i = 0; i < 200_000; i++) {
        words = [];
        const x = 3 * (gammaRoot(random, d, Math.sqrt(d)) - Math.sqrt(d));
        if (words.length > 2) continue;
        decided++;
        // All uniform numbers that begin with these bits are accepted if the least one is.
        const least = (words[1] & 255) / 256;
        const v = (1 + x / Math.sqrt(9 * d)) ** 3;
        const bound = x ** 2 / 2 + d * (1 - v + Math.log(v));
        excess = Math.max(excess, Math.log1p(-least) - bound);
      }
      // The bound is a difference of numbers of the size of d, which rounding blurs.
      expect(excess).toBeLessThan(1e-14 * d);
      // Otherwise little was tested: at d = ⅔, the least, 1 in 12 needs more bits.
      expect(decided).toBeGreaterThan(170_000);
    },
  );
});

describe('lnGammaValue', () => {
  it.each([0.05, 0.5, 3])('is the logarithm of a gamma value of shape %d', (shape) => {
    const random = randomStream(Math.round(2000 * shape));
    const sample = Float64Array.from({ length: SIZE }, () => lnGammaValue(random, shape));
    const distance = kolmogorovDistance(sample, (x) => incompleteGamma(shape, Math.exp(x)));
    expect(distance).toBeLessThan(KOLMOGOROV_LIMIT);
  });
});
