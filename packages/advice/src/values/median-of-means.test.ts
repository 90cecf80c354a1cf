import { randomStream } from '@driftline/core';
import { describe, expect, test } from 'vitest';
import { medianOfMeans } from './median-of-means.ts';

describe('the median of means', () => {
  test('is the middle one, between others by their order', () => {
    const means = Float64Array.from({ length: 50 }, (_, i) => (i * 7) % 50);
    // Of 50, 17 or fewer lie below the median with .0164, 18 with .0325 and 19 with .0595.
    expect(medianOfMeans(means)).toEqual({ value: 24.5, low: 17, high: 32, atLeast: 18 });
  });

  test('holds as often as it says, however heavy the tails', () => {
    const random = randomStream(3);
    let [both, one] = [0, 0];
    for (let trial = 0; trial < 2000; trial++) {
      // The ratio of two symmetric ones: its median is 0, it has no mean.
      const means = Float64Array.from(
        { length: 50 },
        () => (random.uniform() - 0.5) / (random.uniform() - 0.5),
      );
      const { low, high, atLeast } = medianOfMeans(means);
      both += Number(low <= 0 && high >= 0);
      one += Number(atLeast <= 0);
    }
    // .967 each, within three deviations of .004.
    expect(both / 2000).toBeGreaterThan(0.955);
    expect(one / 2000).toBeGreaterThan(0.955);
  });

  test('of few means is between the least and the largest', () => {
    expect(medianOfMeans(Float64Array.of(3, 1, 2))).toEqual({
      value: 2,
      low: 1,
      high: 3,
      atLeast: 1,
    });
  });
});
