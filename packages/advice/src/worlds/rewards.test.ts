import { createRewardLaw, randomStream } from '@driftline/core';
import { describe, expect, it } from 'vitest';
import { rewardDraws } from './rewards.ts';

describe('rewards of a world', () => {
  it('are 0 or 1 with the bits of core’s law', () => {
    const [ours, theirs] = [randomStream(1), randomStream(1)];
    const draws = rewardDraws({ law: 'bernoulli' });
    const law = createRewardLaw('bernoulli');
    for (let i = 0; i < 1000; i++) {
      draws.next(ours);
      expect(draws.of(0, i / 1000)).toBe(law.draw(i / 1000, theirs));
    }
  });

  it('are the mean and a residual of the arm, each as often as in the log', () => {
    const residuals = [Float64Array.from([-3, 1, 2]), Float64Array.from([-1, 1])];
    const draws = rewardDraws({ law: 'resampled', residuals });
    const random = randomStream(2);
    const counts = new Map<number, number>();
    for (let i = 0; i < 3000; i++) {
      draws.next(random);
      const reward = draws.of(0, 10);
      counts.set(reward, (counts.get(reward) ?? 0) + 1);
      expect([4, 6]).toContain(draws.of(1, 5));
    }
    expect([...counts.keys()].sort((a, b) => a - b)).toEqual([7, 11, 12]);
    for (const count of counts.values()) expect(Math.abs(count - 1000)).toBeLessThan(80);
  });

  it('have the fitted tail beyond, and still the mean', () => {
    const residuals = [Float64Array.from({ length: 100 }, (_, i) => (i < 95 ? -10 / 95 : 2))];
    const tails = [{ sign: 1 as const, from: 1, index: 2.5, share: 0.05 }];
    const draws = rewardDraws({ law: 'resampled', residuals, tails });
    const random = randomStream(3);
    const count = 200_000;
    let [sum, beyond, far] = [0, 0, 0];
    for (let i = 0; i < count; i++) {
      draws.next(random);
      const reward = draws.of(0, 0);
      sum += reward;
      if (reward > 0.5) beyond += 1;
      // Residuals were taken down by the shift of their mean: 0.05 · 2.5/1.5 − 10/95 · 0.95.
      if (reward > 4 - (0.05 * 2.5) / 1.5 + 0.1) far += 1;
    }
    expect(Math.abs(sum / count)).toBeLessThan(0.01);
    expect(Math.abs(beyond / count - 0.05)).toBeLessThan(0.002);
    // P(beyond 4) of a Pareto law from 1 is 4^−2.5.
    expect(Math.abs(far / beyond - 4 ** -2.5)).toBeLessThan(0.006);
  });
});
