import { createEnvironment } from '@driftline/core';
import { describe, expect, test } from 'vitest';
import type { Comparison } from '../../play/comparison.ts';
import { InlineExecutor } from '../../play/executor.ts';
import { type GrowthSettings, growthHorizons, growthStudy } from './growth.ts';
import { growthCandidates } from './growth-candidates.ts';
import { growthDrawings } from './growth-drawings.ts';
import { FIRST_SEARCH_REPLICATION } from './search.ts';

const settings: GrowthSettings = {
  policies: ['moss', 'sw-moss', 'uniform'],
  armCount: 2,
  variation: 1,
  horizons: [250, 500, 1000, 2000],
  seed: 2,
  effort: 0.2,
};

test.each([
  [2, 1000, 1],
  [3, 1000, 3],
  [3, 100_000, 3],
  [5, 3000, 0.3],
  [4, 50, 20],
  [2, 100, 0.001],
])(
  'all environments of %i arms, T=%i keep the budget %f and [0, 1]',
  (armCount, horizon, variation) => {
    for (let seed = 0; seed < 5; seed++) {
      for (const { spec } of growthCandidates({ armCount, horizon, variation }, seed)) {
        const { means } = createEnvironment(spec, { armCount, horizon, rewards: 'bernoulli' });
        expect(means.armCount).toBe(armCount);
        expect(means.totalVariation()).toBeLessThanOrEqual(variation);
      }
    }
  },
);

test('horizons end with the largest, and there are at least three', () => {
  expect(growthHorizons(1_000_000)).toEqual([1e3, 3e3, 1e4, 3e4, 1e5, 3e5, 1e6]);
  expect(growthHorizons(5000)).toEqual([1000, 3000, 5000]);
  expect(growthHorizons(2000)).toEqual([500, 1000, 2000]);
});

describe('growthStudy', () => {
  test('distinguishes linear growth on constant gaps from the lower bound on switching', async () => {
    const played: Comparison[] = [];
    const executor = (comparisons: readonly Comparison[]) => {
      played.push(...comparisons);
      return new InlineExecutor();
    };
    let last = { doneSlots: 0, totalSlots: -1 };
    const study = await growthStudy(settings, {
      executor,
      onProgress: (progress) => {
        last = progress;
      },
    });
    expect(last.doneSlots).toBe(last.totalSlots);
    const uniform = study.policies[2];
    // Uniform play loses T (1 − 1/K) times the mean gap, up to noise of about 1% a point and to the
    // rounding of epochs: slopes are 1 and 2/3 within a tenth.
    expect(uniform.constantGap.slope?.value).toBeCloseTo(1, 1);
    expect(Math.abs((uniform.switching.slope?.value ?? 0) - 2 / 3)).toBeLessThan(0.1);
    const [choosing, judging] = [
      played.filter(({ firstReplication }) => firstReplication === FIRST_SEARCH_REPLICATION),
      played.filter(({ firstReplication }) => firstReplication === undefined),
    ];
    expect(choosing.length + judging.length).toBe(played.length);
    expect(choosing).toHaveLength(4 * study.horizons[0].candidates.length);
    for (const { both, switching, constantGap } of study.policies) {
      expect(both.points.map(({ horizon }) => horizon)).toEqual(settings.horizons);
      both.points.forEach((point, i) => {
        const worse = Math.max(switching.points[i].chosenBy, constantGap.points[i].chosenBy);
        expect(point.chosenBy).toBe(worse);
      });
    }
    const drawings = growthDrawings(study);
    expect(drawings.map(({ lines }) => lines.length)).toEqual([3, 3, 3]);
    expect(drawings[0].lines[1].label).toBe('SW-MOSS');
  });

  test.each([
    [{ horizons: [1000] }, 'two or more, increasing'],
    [{ horizons: [1000, 500] }, 'two or more, increasing'],
    [{ variation: 0 }, 'variation must be a number > 0'],
    [{ policies: ['moss', 'moss'] }, 'policies must differ'],
  ])('refuses %j', async (change, message) => {
    const study = growthStudy({ ...settings, ...change }, { executor: () => new InlineExecutor() });
    await expect(study).rejects.toThrow(message);
  });
});
