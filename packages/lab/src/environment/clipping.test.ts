import { createEnvironment, environmentFromMeans } from '@driftline/core';
import { describe, expect, test } from 'vitest';
import { clippingOf, clippingText } from './clipping.ts';

const rows = Array.from({ length: 50 }, () => [0.5, 0.9]);
const nameOf = (arm: number) => `arm ${'AB'[arm]}`;

describe('what clipping does', () => {
  test('is drawn from the law, and is what the law says', () => {
    const environment = environmentFromMeans(rows, 'gaussian:sd=0.5');
    const { draws, share, arm, before, after } = clippingOf(environment, [-1, 1]);
    expect(draws).toBe(30_000);
    // P(|0.5 + 0.5 z| > 1) = 0.15866 + 0.00135, P(|0.9 + 0.5 z| > 1) = 0.42074 + 0.00007.
    const expected = (0.16001 + 0.42081) / 2;
    // Five standard errors of a share of 30 000.
    expect(Math.abs(share - expected)).toBeLessThan(5 * Math.sqrt(0.25 / 30_000));
    expect([arm, before]).toEqual([1, expect.closeTo(0.9, 9)]);
    // E(0.9 + 0.5 z − 1)⁺ = 0.5 (φ(0.2) − 0.2 · 0.42074) = 0.15345; below −1 next to nothing. The
    // deviation of what is cut is below 0.3, of 15 000 draws five standard errors are 0.0123.
    expect(Math.abs(after - (0.9 - 0.15345))).toBeLessThan(0.0123);
  });

  test('is exact where there is no noise', () => {
    const rewards = [
      [0.2, 3],
      [0.4, 1],
      [0.6, -1],
      [0.8, 0],
    ];
    const clipping = clippingOf(environmentFromMeans(rewards, 'exact'), [0, 1]);
    expect(clipping).toMatchObject({ draws: undefined, share: 2 / 8, arm: 1, before: 0.75 });
    // 3 becomes 1, and −1 becomes 0.
    expect(clipping.after).toBeCloseTo(0.5, 12);
    const all = clippingOf(environmentFromMeans(rewards, 'exact'), [-1, 3]);
    expect(all).toMatchObject({ draws: undefined, share: 0 });
  });

  test('is nothing where the range holds all', () => {
    const clipping = clippingOf(environmentFromMeans(rows, 'uniform:width=0.2'), [0, 1]);
    expect(clipping).toMatchObject({ share: 0, before: 0.5, after: 0.5 });
    expect(clippingText(clipping, nameOf)).toBe(
      'None of 30,000 rewards drawn from the law is clipped.',
    );
  });

  test('takes no more draws for many arms and slots', () => {
    const large = createEnvironment('sinusoid', {
      armCount: 50,
      horizon: 40_000,
      rewards: 'student-t',
    });
    expect(clippingOf(large, [-1, 1]).draws).toBe(30_000);
  });
});

test('the sentence says how much, and whose mean moves most', () => {
  const clipping = { draws: 30_000, share: 0.0512, arm: 1, before: 0.9, after: 0.8788 };
  expect(clippingText(clipping, nameOf)).toBe(
    '5.1% of 30,000 rewards drawn from the law are clipped. The mean of arm B changes most, from 0.900 to 0.879.',
  );
  expect(clippingText({ ...clipping, draws: undefined, after: 0.9 + 2e-6 }, nameOf)).toBe(
    '5.1% of all rewards are clipped. No arm’s mean changes by 0.0001 or more.',
  );
});
