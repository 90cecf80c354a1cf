import { describe, expect, it } from 'vitest';
import { jumps, madeLog, stationary } from '../../test/synthetic.ts';
import type { Log } from '../contract/log.ts';
import { predictionLoss, quickWindow } from './quick.ts';

/** Each prediction anew from the rows before. */
function naiveLoss(log: Log, window: number): number {
  const meanOf = (rows: readonly number[]) =>
    rows.reduce((sum, row) => sum + log.reward[row], 0) / rows.length;
  const losses: number[] = [];
  for (let row = Math.ceil(0.2 * log.rows); row < log.rows; row++) {
    const seen = Array.from({ length: window }, (_, i) => row - window + i).filter((i) => i >= 0);
    const own = seen.filter((i) => log.arm[i] === log.arm[row]);
    losses.push((log.reward[row] - meanOf(own.length > 0 ? own : seen)) ** 2);
  }
  return losses.reduce((sum, loss) => sum + loss, 0) / losses.length;
}

describe('the quick way to a memory', () => {
  it('predicts as if each prediction were made anew', () => {
    const log = madeLog({ rows: 300, armCount: 40, means: (_, arm) => arm / 40, seed: 1 });
    for (const window of [5, 50, 200, 1000])
      expect(predictionLoss(log, window)).toBeCloseTo(naiveLoss(log, window), 12);
  });

  it('is long where nothing moves, and short where arms jump', () => {
    const [rows, armCount] = [4000, 2];
    const still = madeLog({ rows, armCount, means: stationary(0.3, 0.6), seed: 1 });
    const moving = madeLog({ rows, armCount, means: jumps(200, armCount, rows, 1), seed: 1 });
    expect(quickWindow(still)).toBeGreaterThanOrEqual(800);
    expect(quickWindow(moving)).toBeLessThanOrEqual(100);
  });

  it('is not there where the log is shorter than any memory', () => {
    const log = madeLog({ rows: 40, armCount: 2, means: stationary(0.5, 0.5), seed: 1 });
    expect(quickWindow(log)).toBeUndefined();
  });
});
