import { randomStream } from '@driftline/core';
import { describe, expect, test } from 'vitest';
import { jumps, madeLog } from '../../test/synthetic.ts';
import { FOLDS } from '../contract/log.ts';
import { armSeries, foldedSeries } from './arm-series.ts';

function farthest(found: Float64Array, expected: Float64Array): number {
  return found.reduce((most, each, i) => Math.max(most, Math.abs(each - expected[i])), 0);
}

describe('series without each fold, from one walk', () => {
  const log = madeLog({ rows: 3000, armCount: 3, means: jumps(500, 3, 3000, 2), seed: 3 });
  const random = randomStream(4);
  const weights = Float64Array.from(log.arm, () => 1 + 3 * random.uniform());

  test.each([
    ['all rows alike', undefined],
    ['weighted rows', weights],
  ])('are those of a walk for each, of %s', (_, own) => {
    const folded = foldedSeries(log, own);
    for (let without = 0; without < FOLDS; without++) {
      const expected = armSeries(log, { without, weights: own });
      folded(without).forEach(({ bounds, counts, means, within, rows }, arm) => {
        expect(bounds).toEqual(expected[arm].bounds);
        expect(rows).toBeCloseTo(expected[arm].rows, 8);
        expect(within).toBeCloseTo(expected[arm].within, 8);
        expect(farthest(counts, expected[arm].counts)).toBeLessThan(1e-9);
        expect(farthest(means, expected[arm].means)).toBeLessThan(1e-9);
      });
    }
  });
});
