import { describe, expect, it } from 'vitest';
import {
  KOLMOGOROV_LIMIT,
  kolmogorovDistance,
  type Moments,
  momentErrors,
  studentDistribution,
} from '../../../test/distributions.ts';
import { hashOfBits } from '../../../test/exact.ts';
import { randomStream } from '../../random/source.ts';
import { studentT } from './student.ts';

const SIZE = 30_000;

function momentsOf(degrees: number): Moments {
  if (degrees <= 2) return { mean: 0 };
  const variance = degrees / (degrees - 2);
  if (degrees <= 4) return { mean: 0, variance };
  return { mean: 0, variance, excessKurtosis: 6 / (degrees - 4) };
}

describe('studentT', () => {
  it.each([0.5, 1, 2.5, 3, 10, 200])('follows the law of %d degrees of freedom', (degrees) => {
    const random = randomStream(Math.round(10 * degrees));
    const sample = Float64Array.from({ length: SIZE }, () => studentT(random, degrees));
    const distance = kolmogorovDistance(sample, studentDistribution(degrees));
    expect(distance).toBeLessThan(KOLMOGOROV_LIMIT);
    for (const error of momentErrors(sample, momentsOf(degrees))) expect(error).toBeLessThan(5);
  });

  it('is never NaN, even where a tiny number of degrees leaves the doubles', () => {
    const random = randomStream(1);
    for (let i = 0; i < 10_000; i++) expect(studentT(random, 1e-6)).not.toBeNaN();
  });

  it('keeps its bits', () => {
    const random = randomStream(7);
    const sample = Array.from({ length: 20_000 }, () => studentT(random, 2.5));
    expect(hashOfBits(sample)).toBe('021525c1cf2b4562');
  });
});
