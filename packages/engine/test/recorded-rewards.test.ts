/** Recorded rewards played again: what is played, what regret compares with, and where it starts. */
import { readFileSync } from 'node:fs';
import { createPolicyFromSpec, randomStream, trace } from '@driftline/core';
import { ROLE_MEANS } from '@driftline/core/play';
import { loadKernels } from '@driftline/engine/node';
import {
  ChunkPlayer,
  type Comparison,
  chunksOf,
  environmentOf,
  InlineExecutor,
  type RecordedRewards,
  runComparisons,
} from '@driftline/engine/play';
import { describe, expect, test } from 'vitest';

const armCount = 3;
const slots = 240;
const seed = 6;

/** Losses in minutes; the first arm is best at first, the last one later. */
const random = randomStream(4);
const values = Array.from({ length: slots * armCount }, (_, i) => {
  const arm = i % armCount;
  const late = i >= (slots * armCount) / 2;
  return Math.round(60 * random.uniform() + (arm === (late ? 2 : 0) ? 0 : 15));
});

const recorded: RecordedRewards = {
  kind: 'rewards',
  name: 'losses.csv',
  values,
  armCount,
  unit: -60,
  against: 'fixed',
  smoothing: 30,
  rotated: true,
};

function comparisonOn(environment: RecordedRewards, replications = 5): Comparison {
  return {
    name: 'losses',
    environment,
    policies: ['ucb1', 'sw-moss:window=40', 'exp3'],
    replications,
    seed,
    checkpoints: { count: 8, spacing: 'linear' },
  };
}

async function played(environment: RecordedRewards, kernels?: ReturnType<typeof loadKernels>) {
  const comparison = comparisonOn(environment);
  const executor = new InlineExecutor(undefined, kernels);
  const [result] = await runComparisons([comparison], { executor });
  return result;
}

function rowsFrom(start: number): number[][] {
  return Array.from({ length: slots }, (_, slot) => {
    const row = ((start + slot) % slots) * armCount;
    return values.slice(row, row + armCount).map((value) => value / -60);
  });
}

function startOf(replication: number): number {
  return randomStream(seed, replication, ROLE_MEANS).below(slots);
}

test('realized regret is the benchmark’s rewards less the policy’s, from each start', async () => {
  const { policies, environment } = await played(recorded);
  const sums = [0, 1, 2].map((arm) => rowsFrom(0).reduce((sum, row) => sum + row[arm], 0));
  const best = Math.max(...sums);
  expect(environment.bestArms).toEqual([{ slot: 1, arm: sums.indexOf(best) }]);
  policies[0].finals.forEach((regret, replication) => {
    const rows = rowsFrom(startOf(replication));
    const policy = createPolicyFromSpec('ucb1', { armCount, horizon: slots });
    const earned = trace(policy, rows).reduce((sum, arm, slot) => sum + rows[slot][arm], 0);
    // 240 terms below 1.25, rounded each: far below 1e-9.
    expect(regret).toBeCloseTo(best - earned, 9);
  });
  expect(new Set([0, 1, 2, 3, 4].map(startOf)).size).toBe(5);
});

test('another benchmark moves every regret of a replication by the same', async () => {
  const fixed = await played(recorded);
  const smoothed = await played({ ...recorded, against: 'smoothed' });
  const gains = fixed.policies.map(({ finals }, i) =>
    finals.map((regret, replication) => smoothed.policies[i].finals[replication] - regret),
  );
  for (const gain of gains.flat()) expect(gain).toBeCloseTo(gains[0][0], 9);
  // The path knows the change of the best arm half way.
  expect(gains[0][0]).toBeGreaterThan(0);
});

test('slots on the benchmark’s arm are counted by arms, not by equal rewards', async () => {
  const equal = { ...recorded, values: values.map(() => 5), rotated: false };
  const { policies } = await played(equal);
  // Ties go to the lowest arm, which is the best fixed one too; UCB1 plays all in turn.
  expect(policies[0].bestArmShare?.mean).toBeCloseTo(1 / 3, 9);
  expect(policies[0].regret.mean).toBe(0);
});

test('without rotation all replications are the same for a policy that does not draw', async () => {
  const { policies } = await played({ ...recorded, rotated: false });
  expect(new Set(policies[0].finals).size).toBe(1);
  expect(new Set(policies[2].finals).size).toBe(5);
});

test('a replication does not depend on its chunk', () => {
  const comparison = comparisonOn(recorded, 6);
  const [chunk] = chunksOf(6, slots);
  const whole = new ChunkPlayer(comparison).play(chunk);
  const cut = new ChunkPlayer(comparison).play({ from: 3, to: 4 });
  const width = whole.policies[0].regret.length / 6;
  cut.policies.forEach(({ regret }, i) => {
    expect([...regret]).toEqual([...whole.policies[i].regret.slice(3 * width, 4 * width)]);
  });
});

test('policies are given the variation of averages, and the range of the table', () => {
  const environment = environmentOf(comparisonOn(recorded), 0);
  const averages = Array.from({ length: slots / 30 }, (_, block) =>
    [0, 1, 2].map(
      (arm) =>
        rowsFrom(0)
          .slice(30 * block, 30 * (block + 1))
          .reduce((sum, row) => sum + row[arm], 0) / 30,
    ),
  );
  const variation = averages
    .slice(1)
    .reduce(
      (sum, row, i) =>
        sum + Math.max(...row.map((value, arm) => Math.abs(value - averages[i][arm]))),
      0,
    );
  expect(environment.means.totalVariation()).toBeCloseTo(variation, 9);
  expect(environment.law.rewardRange).toEqual([
    Math.min(...values.map((value) => value / -60)),
    Math.max(...values.map((value) => value / -60)),
  ]);
});

test('compiled kernels give the same bytes', async () => {
  const kernels = loadKernels();
  expect(kernels).toBeDefined();
  expect(JSON.stringify(await played(recorded, kernels))).toBe(
    JSON.stringify(await played(recorded)),
  );
});

describe('the tables in experiments/data', () => {
  function read(name: string): { header: string[]; rows: number[][] } {
    const file = new URL(`../../../experiments/data/${name}.csv`, import.meta.url);
    const [header, ...lines] = readFileSync(file, 'utf8').trimEnd().split('\n');
    return { header: header.split(','), rows: lines.map((line) => line.split(',').map(Number)) };
  }

  // As counted when the tables were made from their source; see experiments/data/README.md.
  test.each([
    ['flights-5hubs', 'ORD,DFW,ATL,LAX,PHX', 21889, [10.32, 12.43, 9.39, 7.14, 9.08]],
    ['flights-nyc', 'EWR,LGA,JFK', 9891, [8.3, 6.62, 11.15]],
    [
      'flights-10hubs',
      'ORD,DFW,ATL,LAX,PHX,STL,DTW,MSP,LAS,DEN',
      9880,
      [10.47, 12.46, 10.43, 7.31, 9.37, 7.13, 9.28, 10.7, 7.31, 12.22],
    ],
    ['weather-dry', 'Seattle,New York', 1461, [0.57, 0.68]],
    ['weather-rain', 'Seattle,New York', 1461, [3.03, 2.86]],
  ])('%s', (name, arms, count, means) => {
    const { header, rows } = read(name);
    expect(header.join(',')).toBe(arms);
    expect(rows).toHaveLength(count);
    const whole = (row: number[]) => row.length === header.length && row.every(Number.isFinite);
    expect(rows.find((row) => !whole(row))).toBeUndefined();
    const averages = header.map(
      (_, arm) => rows.reduce((sum, row) => sum + row[arm], 0) / rows.length,
    );
    averages.forEach((average, arm) => {
      expect(average).toBeCloseTo(means[arm], 2);
    });
  });

  test('their licence is quoted beside them', () => {
    const text = readFileSync(
      new URL('../../../experiments/data/README.md', import.meta.url),
      'utf8',
    ).replace(/\s+/g, ' ');
    expect(text).toContain(
      'Data Collected Under U.S. DOT Regulatory Requirements - License Terms Not Explicitly Specified',
    );
    expect(text).toContain('U.S. Government Dataset');
  });
});
