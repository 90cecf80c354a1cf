import { policyCatalogue } from '@driftline/core';
import { describe, expect, test } from 'vitest';
import { ChunkPlayer } from '../../play/play-chunk.ts';
import {
  type BenchSetting,
  benchComparison,
  benchHorizon,
  PlayedPolicy,
  specWithWindow,
} from './played-policy.ts';

const setting: BenchSetting = { armCount: 3, horizon: 50, window: 20, noise: 'bernoulli' };

test.each([
  ['sw-moss', 'sw-moss:window=20'],
  ['sw-moss:eta=0.6', 'sw-moss:eta=0.6;window=20'],
  ['d-ucb', 'd-ucb:window=20'],
  ['d-ucb:discount=0.9', 'd-ucb:discount=0.9'],
  ['sw-moss:window=7', 'sw-moss:window=7'],
  ['r-moss:variation=3', 'r-moss:variation=3'],
  ['ucb1', 'ucb1'],
  ['exp3', 'exp3'],
])('%s with a window is %s', (spec, expected) => {
  expect(specWithWindow(spec, 20)).toBe(expected);
});

test('a policy that is not there is refused', () => {
  expect(() => specWithWindow('sw-mos', 20)).toThrow("there is no policy 'sw-mos'");
});

test('many arms get a longer horizon', () => {
  expect([3, 250, 251, 10_000].map(benchHorizon)).toEqual([5000, 5000, 5020, 200_000]);
});

describe('a policy that is played', () => {
  test('costs what the clock says, by the slots of all its replications', () => {
    // Each look at the clock moves it by 4 ms; a round looks once before and once after each chunk.
    let time = 0;
    const now = () => {
      time += 4;
      return time;
    };
    const played = new PlayedPolicy('sw-moss', setting, { now });
    // Three chunks: 12 ms, the first time that is at least 10. A chunk holds all 500 replications,
    // as chunks are of up to 100 000 slots.
    expect(played.round(10)).toBe(12e6 / (3 * 500 * 50));
    expect(played.round(1)).toBe(4e6 / (500 * 50));
  });

  test('is warm when its rounds no longer get shorter', () => {
    // Looks at the clock are 100, 90, 80, … ms apart and then stay 10 ms apart.
    const gaps = [100, 90, 80, 70, 60, 50, 40, 30, 20];
    let [time, looks] = [0, 0];
    const now = () => {
      time += gaps[looks++] ?? 10;
      return time;
    };
    new PlayedPolicy('uniform', { ...setting, horizon: 10 }, { now }).warmUp();
    expect(looks).toBeGreaterThan(gaps.length + 3);
    expect(looks).toBeLessThan(60);
  });

  test('loses what it loses in a comparison', () => {
    const played = new PlayedPolicy('sw-moss', setting, { now: () => 0 });
    const comparison = benchComparison('sw-moss', setting);
    expect(played.playFirst(4)).toEqual(new ChunkPlayer(comparison).play({ from: 0, to: 4 }));
  });

  test.each(policyCatalogue.ids)('%s can be set up with either law', (id) => {
    for (const noise of ['bernoulli', 'pareto'] as const) {
      const played = new PlayedPolicy(id, { ...setting, noise }, { now: () => 0 });
      const [{ regret }] = played.playFirst(1).policies;
      expect(regret.at(-1)).toBeGreaterThanOrEqual(0);
    }
  });
});
