import { describe, expect, test } from 'vitest';
import { randomStream } from '../../random/source.ts';
import { NO_ARM, PeriodicExploration, UniformExploration } from './exploration.ts';

describe('uniform exploration', () => {
  test('the trap of random exploration that never plays the last arm', () => {
    const [draws, arms, alpha] = [60_000, 4, 0.3];
    const exploration = new UniformExploration(alpha);
    const random = randomStream(1);
    const counts = [0, 0, 0, 0, 0];
    const among = [0, 0, 0, 0];
    for (let i = 0; i < draws; i++) {
      counts[exploration.pick(random, arms, i, 0) + 1] += 1;
      const arm = exploration.pickAmong(random, Int32Array.of(0, 3), i, 0);
      if (arm !== NO_ARM) among[arm] += 1;
    }
    // Five standard deviations of a count.
    const near = (count: number, share: number) =>
      expect(Math.abs(count - draws * share)).toBeLessThan(
        5 * Math.sqrt(draws * share * (1 - share)),
      );
    near(counts[0], 1 - alpha);
    for (const count of counts.slice(1)) near(count, alpha / arms);
    expect(among.slice(1, 3)).toEqual([0, 0]);
    near(among[0], alpha / 2);
    near(among[3], alpha / 2);
  });

  test('never with probability 0, always with 1', () => {
    const random = randomStream(2);
    for (let slot = 0; slot < 100; slot++) {
      expect(new UniformExploration(0).pick(random, 3, slot, 0)).toBe(NO_ARM);
      expect(new UniformExploration(1).pick(random, 3, slot, 0)).toBeGreaterThanOrEqual(0);
    }
  });
});

describe('periodic exploration', () => {
  const random = randomStream(3);
  const arms = (exploration: PeriodicExploration, from: number, restart: number, slots = 12) =>
    Array.from({ length: slots }, (_, i) => exploration.pick(random, 3, from + i, restart));

  test('plays every arm, the last one too, at the start of each period', () => {
    // ⌊3/0.6⌋ = 5.
    const exploration = new PeriodicExploration(3, 0.6, false, false, true);
    expect(arms(exploration, 0, 0)).toEqual([0, 1, 2, -1, -1, 0, 1, 2, -1, -1, 0, 1]);
    expect(arms(exploration, 7, 7, 6)).toEqual([0, 1, 2, -1, -1, 0]);
    const fromStart = new PeriodicExploration(3, 0.6, false, false, false);
    expect(arms(fromStart, 7, 7, 6)).toEqual([2, -1, -1, 0, 1, 2]);
  });

  test('rounds the period as asked, and shortens it from episode to episode', () => {
    // 3/0.4 = 7.5; in episode 4 the rate is 0.8 and 3/0.8 = 3.75; in episode 9 it would be 1.2.
    const periods = (roundsUp: boolean) => {
      const exploration = new PeriodicExploration(3, 0.4, true, roundsUp, true);
      return [1, 4, 9, 1].map((episode) => {
        exploration.begin(episode);
        return exploration.period;
      });
    };
    expect(periods(false)).toEqual([7, 3, 3, 7]);
    expect(periods(true)).toEqual([8, 4, 3, 8]);
  });

  test('a whole period stays whole, however K/α is rounded', () => {
    // As doubles these are 100 − 10⁻¹⁴, 10 − 2·10⁻¹⁵ and 10 + 2·10⁻¹⁵.
    expect(new PeriodicExploration(7, 0.07, false, false, true).period).toBe(100);
    const down = new PeriodicExploration(3, 0.1, true, false, false);
    down.begin(9);
    expect(down.period).toBe(10);
    const up = new PeriodicExploration(9, 0.3, true, true, true);
    up.begin(9);
    expect(up.period).toBe(10);
  });

  test('with a rate of 0 there is none, and a tiny one has a period as long as can be', () => {
    expect(arms(new PeriodicExploration(3, 0, true, false, true), 0, 0, 4)).toEqual([
      -1, -1, -1, -1,
    ]);
    const rare = new PeriodicExploration(3, 1e-300, true, false, true);
    expect(rare.period).toBe(2 ** 31 - 1);
    expect(arms(rare, 0, 0, 4)).toEqual([0, 1, 2, -1]);
  });

  test('among some arms it leaves a slot to the index where the arm that is due is not there', () => {
    const exploration = new PeriodicExploration(3, 1, false, false, true);
    const among = [0, 1, 2, 3, 4, 5].map((slot) =>
      exploration.pickAmong(random, Int32Array.of(0, 2), slot, 0),
    );
    expect(among).toEqual([0, -1, 2, 0, -1, 2]);
  });
});
