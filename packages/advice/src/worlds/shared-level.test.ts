import { randomStream } from '@driftline/core';
import { describe, expect, it } from 'vitest';
import { madeLog, waves } from '../../test/synthetic.ts';
import { drawnShared, fitShared, smoothedShared } from './shared-level.ts';

const [rows, armCount] = [10_000, 3];
const wave = waves(5000, 1, 0.2);
const means = (slot: number, arm: number) => wave(slot, 0) - 0.05 * arm;
const log = madeLog({ rows, armCount, means, seed: 1 });

describe('arms that move together', () => {
  it('have one level, and each its own place above it', () => {
    const path = smoothedShared(fitShared(log));
    const above = (bin: number, arm: number) => path.means[3 * bin] - path.means[3 * bin + arm];
    let squares = 0;
    for (let bin = 0; bin + 1 < path.bounds.length; bin++) {
      expect(above(bin, 1)).toBeCloseTo(above(0, 1), 12);
      squares += (path.means[3 * bin] - means(path.bounds[bin], 0)) ** 2;
    }
    // Three standard errors of a difference of means of a third of the rows.
    expect(Math.abs(above(0, 1) - 0.05)).toBeLessThan(0.037);
    expect(Math.abs(above(0, 2) - 0.1)).toBeLessThan(0.037);
    // A level that does not move would be off by .14.
    expect(Math.sqrt(squares / (path.bounds.length - 1))).toBeLessThan(0.04);
  });

  it('do not change places in draws, but may have others than it seems', () => {
    const fit = fitShared(log);
    const random = randomStream(4);
    const gaps = Array.from({ length: 400 }, () => {
      const path = drawnShared(fit, random);
      const last = path.means.length - 3;
      expect(path.means[0] - path.means[1]).toBeCloseTo(path.means[last] - path.means[last + 1], 9);
      return path.means[0] - path.means[1];
    });
    const mean = gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length;
    const variance = gaps.reduce((sum, gap) => sum + (gap - mean) ** 2, 0) / gaps.length;
    expect(mean).toBeCloseTo(fit.offsets[0] - fit.offsets[1], 2);
    // Noise of variance about .22, over a third of the rows for each of both.
    expect(Math.sqrt(variance)).toBeGreaterThan(0.009);
    expect(Math.sqrt(variance)).toBeLessThan(0.014);
  });
});
