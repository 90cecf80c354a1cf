import { describe, expect, it } from 'vitest';
import { madeLog, stationary } from '../../test/synthetic.ts';
import type { Log } from '../contract/log.ts';
import { fitLevels, smoothedPath } from './level-fit.ts';
import { noiseOf } from './noise.ts';
import { rangeOf, surroundingsOf, worldOf } from './world.ts';

const binary = madeLog({ rows: 3000, armCount: 2, means: stationary(0.02, 0.98), seed: 1 });
const real: Log = {
  ...madeLog({ rows: 1000, armCount: 2, means: stationary(3, 5), deviation: 2, seed: 1 }),
  reward: Float64Array.from({ length: 1000 }, (_, row) => row),
};

describe('the world of a log', () => {
  it('has 0s and 1s where the log has, with means that these can have', () => {
    const path = {
      armCount: 2,
      bounds: Int32Array.from([0, 1500, 3000]),
      means: Float64Array.from([-0.1, 0.98, 0.02, 1.2]),
    };
    const world = worldOf(binary, path);
    expect(world.noise).toEqual({ law: 'bernoulli' });
    expect([...world.path.means]).toEqual([0, 0.98, 0.02, 1]);
    expect(world.rewardRange).toEqual([0, 1]);
  });

  it('has the deviation of rewards about its means, and residuals of mean 0', () => {
    const log = madeLog({
      rows: 4000,
      armCount: 2,
      means: (slot, arm) => arm * 10 + (slot < 2000 ? 0 : 8),
      deviation: 2,
      seed: 2,
    });
    const world = worldOf(log, smoothedPath(fitLevels(log)).path);
    // About constant means it would be 4.5.
    expect(world.deviation).toBeGreaterThan(1.85);
    expect(world.deviation).toBeLessThan(2.15);
    if (world.noise.law !== 'resampled') throw new Error('rewards are no coins');
    for (const residuals of world.noise.residuals) {
      const mean = residuals.reduce((sum, residual) => sum + residual, 0) / residuals.length;
      expect(mean).toBeCloseTo(0, 9);
    }
    const { middle } = noiseOf(log, world.path);
    expect(middle / world.deviation).toBeGreaterThan(0.9);
    expect(middle / world.deviation).toBeLessThan(1.1);
  });

  it('leaves out the rows of a fold', () => {
    const path = {
      armCount: 2,
      bounds: Int32Array.from([0, 3000]),
      means: Float64Array.from([0.02, 0.98]),
    };
    const wild = {
      ...binary,
      reward: binary.reward.map((reward, row) => (binary.fold[row] === 3 ? 1e6 : reward)),
    };
    expect(noiseOf(wild, path, { without: 3 }).deviation).toBe(
      noiseOf(binary, path, { without: 3 }).deviation,
    );
    expect(noiseOf(wild, path).deviation).toBeGreaterThan(1000);
    const series = fitLevels(wild, { without: 3 });
    expect(smoothedPath(series).path).toEqual(smoothedPath(fitLevels(binary, { without: 3 })).path);
  });

  it('tells policies the range of rewards, and of nearly all where tails are heavy', () => {
    expect(rangeOf(real, false)).toEqual([0, 999]);
    expect(rangeOf(real, true)).toEqual([5, 994]);
    expect(rangeOf({ ...real, reward: new Float64Array(1000).fill(7) }, false)).toEqual([7, 8]);
  });

  it('lets rewards never come only where the log lacks some', () => {
    const delays = { curve: [{ delay: 5, share: 1 }], rewardedShare: 0.3 };
    expect(surroundingsOf(binary, { delays }).delays).toEqual({ curve: delays.curve });
    const open = { ...binary, reward: binary.reward.with(7, Number.NaN) };
    expect(surroundingsOf(open, { delays }).delays).toEqual(delays);
  });
});
