import type { Experiment, History } from '@driftline/client/wire';
import { expect, test } from 'vitest';
import { sampleExperiment, sampleHistory } from '../../test/samples.ts';
import { binAt, drawnArms, meanRange, pooledMeans, shareBands } from './series.ts';

type Row = readonly (readonly [decisions: number, rewards: number, mean: number | null])[];

/** Bins of 100 decisions. */
function historyOf(rows: readonly Row[]): History {
  return sampleHistory(
    0,
    100,
    rows.map((arms) => arms.map(([decisions, rewards, mean]) => ({ decisions, rewards, mean }))),
  );
}

function experimentOf(states: readonly ('active' | 'retired')[]): Experiment {
  return { ...sampleExperiment, arms: states.map((state, i) => ({ key: `arm${i}`, state })) };
}

test('bands of shares lie on one another and fill the chart, with all others last', () => {
  const history = historyOf([
    [
      [60, 0, null],
      [30, 0, null],
      [10, 0, null],
    ],
    [
      [20, 0, null],
      [80, 0, null],
      [0, 0, null],
    ],
  ]);
  const drawn = drawnArms(experimentOf(['active', 'active', 'active']), history).slice(0, 2);
  const { xs, bands } = shareBands(history, drawn);
  expect(xs).toEqual([0, 50, 150, 200]);
  expect(bands.map(({ high }) => high[1])).toEqual([1, 0.4, expect.closeTo(0.1)]);
  expect(bands.map(({ low }) => low[2])).toEqual([0.8, 0, 0]);
});

test('retired arms are drawn as long as the log has decisions of them; of many arms the busiest', () => {
  const history = historyOf([[[10, 0, null], [0, 0, null], ...Array(10).fill([9, 0, null])]]);
  const states = ['retired', 'retired', ...Array(10).fill('active')] as ('active' | 'retired')[];
  const drawn = drawnArms(experimentOf(states), history);
  expect(drawn.map(({ place }) => place)).toEqual([0, 2, 3, 4, 5, 6, 7, 8]);
  expect(drawn[0]).toMatchObject({ retired: true, letter: 'A', style: 0, of: 8 });
});

test('means of few rewards are taken together with their neighbours, weighted', () => {
  const history = historyOf([[[100, 20, 0.5]], [[100, 10, 0.2]], [[100, 0, null]], [[100, 5, 1]]]);
  // 20 and 10 make a point; 5 are too few for one of their own.
  expect(pooledMeans(history, 0)).toEqual([
    {
      from: 0,
      to: 400,
      rewards: 35,
      mean: expect.closeTo((20 * 0.5 + 10 * 0.2 + 5 * 1) / 35),
      number: expect.closeTo((20 * 50 + 10 * 150 + 5 * 350) / 35),
    },
  ]);
  expect(pooledMeans(historyOf([[[5, 0, null]]]), 0)).toEqual([]);
});

test('the range of means has some room, within what rewards can be', () => {
  expect(meanRange([0.2, 0.4], [0, 1])).toEqual([expect.closeTo(0.176), expect.closeTo(0.424)]);
  expect(meanRange([0, 1], [0, 1])).toEqual([0, 1]);
  expect(meanRange([], undefined)).toEqual([0, 1]);
});

test('a decision is found in its bin', () => {
  const history = historyOf([[[1, 0, null]], [[2, 0, null]]]);
  expect(binAt(history, 100)?.from).toBe(100);
  expect(binAt(history, 200)).toBeUndefined();
});
