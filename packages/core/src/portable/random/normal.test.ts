import { describe, expect, it } from 'vitest';
import {
  KOLMOGOROV_LIMIT,
  kolmogorovDistance,
  momentErrors,
  normalDistribution,
  normalSurvival,
} from '../../../test/distributions.ts';
import { hashOfBits } from '../../../test/exact.ts';
import { randomStream, restoreRandom, saveRandom } from '../../random/source.ts';
import { normal } from './normal.ts';

/** Where the ziggurat hands over to its tail. */
const TAIL_START = 3.654152885361009;

function sampleOf(seed: number, size: number): Float64Array {
  const random = randomStream(seed);
  return Float64Array.from({ length: size }, () => normal(random));
}

describe('normal', () => {
  it.each([1, 2, 3])('follows the normal law (seed %d)', (seed) => {
    const sample = sampleOf(seed, 50_000);
    expect(kolmogorovDistance(sample, normalDistribution)).toBeLessThan(KOLMOGOROV_LIMIT);
    for (const error of momentErrors(sample, { mean: 0, variance: 1, excessKurtosis: 0 })) {
      expect(error).toBeLessThan(5);
    }
  });

  it('has the tails of the normal law, on both sides', () => {
    const size = 4_000_000;
    const sample = sampleOf(4, size);
    for (const start of [3, TAIL_START, 4, 4.5]) {
      const expected = size * normalSurvival(start);
      for (const sign of [-1, 1]) {
        const count = sample.reduce((sum, x) => sum + (sign * x > start ? 1 : 0), 0);
        // A binomial count of rare events: its standard deviation is at most √expected.
        expect(Math.abs(count - expected)).toBeLessThan(5 * Math.sqrt(expected));
      }
    }
    const beyond = sample.filter((x) => Math.abs(x) > TAIL_START).map(Math.abs);
    const tail = (x: number) => 1 - normalSurvival(x) / normalSurvival(TAIL_START);
    expect(kolmogorovDistance(beyond, tail)).toBeLessThan(KOLMOGOROV_LIMIT);
  });

  it('has so fine a grid that no value comes twice', () => {
    // Of a million values some 116 pairs would agree on a grid of 2³², and 10⁻⁷ do on one of 2⁶².
    const sorted = sampleOf(5, 1_000_000).sort();
    expect(sorted.filter((x, i) => x === sorted[i + 1])).toHaveLength(0);
  });

  it('hides nothing outside of the random state', () => {
    const random = randomStream(6);
    for (let i = 0; i < 101; i++) normal(random);
    const saved = saveRandom(random);
    const expected = normal(random);
    restoreRandom(random, saved);
    expect(normal(random)).toBe(expected);
  });

  it('keeps its bits', () => {
    expect(hashOfBits(sampleOf(7, 20_000))).toBe('7d83dac511a7ea43');
  });
});
