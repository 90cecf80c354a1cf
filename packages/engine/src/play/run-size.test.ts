import { ParameterError } from '@driftline/core';
import { describe, expect, test } from 'vitest';
import { type Comparison, chunkCount, chunksOf } from './comparison.ts';
import { checkRunSize, longRunText, usefulWorkers } from './run-size.ts';

const usual: Comparison = {
  name: 'paper-2',
  environment: { kind: 'named', spec: 'paper-2' },
  policies: ['sw-moss', 'ucb1'],
  replications: 500,
  seed: 1,
  checkpoints: { count: 100, spacing: 'linear' },
};

function named(spec: string, armCount?: number, horizon?: number): Comparison['environment'] {
  return {
    kind: 'named',
    spec,
    ...(armCount === undefined ? {} : { armCount }),
    ...(horizon === undefined ? {} : { horizon }),
  };
}

describe('refused before anything is made or played', () => {
  test.each<[string, Partial<Comparison>, RegExp]>([
    [
      'two thousand million replications',
      { replications: 2 ** 31 - 1 },
      /^paper-2: too large, it would take 2\.1e13 slots, about [\d.]+ days .* and 5\.6 TB of memory; replications must be at most 10000000; got 2147483647$/,
    ],
    [
      'a million checkpoints',
      { checkpoints: { count: 1_000_000, spacing: 'linear' } },
      /^checkpoints must be an integer from 1 to 100000; got 1000000$/,
    ],
    [
      'more curves than memory holds',
      { replications: 9_000_000 },
      /23 GB of memory; memory must be at most 8 GB: use fewer/,
    ],
    [
      'a horizon of two thousand million slots',
      { environment: named('paper-2', undefined, 2 ** 31 - 1), replications: 1 },
      /memory must be at most 8 GB/,
    ],
    [
      'thousands of arms at very many checkpoints',
      { environment: named('sinusoid', 4000), checkpoints: { count: 4000, spacing: 'linear' } },
      /^too large: result\.json must take at most 250 MB, not/,
    ],
    [
      'more policies than can be distinguished',
      { policies: Array.from({ length: 1001 }, (_, i) => `sw-moss:window=${i + 1}`) },
      /at most 1000 policies can be compared at once; got 1001/,
    ],
  ])('%s', (_, changes, message) => {
    const check = () => checkRunSize([{ ...usual, ...changes }], { stored: true, written: true });
    expect(check).toThrow(ParameterError);
    expect(check).toThrow(message);
  });
});

test('what people play is accepted, and not announced', () => {
  const sizes = checkRunSize([usual], { stored: true, written: true });
  expect(sizes).toMatchObject([{ slots: 5_000_000, replications: 500, policies: 2, chunks: 25 }]);
  expect(longRunText(sizes, 2)).toBeUndefined();
});

test('long work is announced', () => {
  const long = { ...usual, environment: named('paper-2', 3, 10_000_000), replications: 10_000 };
  const sizes = checkRunSize([long]);
  expect(longRunText(sizes, 2)).toBe(
    'this takes 2.0e11 slots, about 83 minutes at the speed of a fast policy and 990 MB of memory',
  );
});

describe('what is written of all comparisons together', () => {
  const many: Comparison = {
    ...usual,
    environment: named('paper-2', 3, 100),
    checkpoints: { count: 10, spacing: 'linear' },
  };
  const times = (count: number, comparison: Comparison) =>
    Array.from({ length: count }, (_, i) => ({ ...comparison, name: `paper-2, number ${i}` }));

  test('is refused where one text would not hold it, though it would hold each', () => {
    const large = { ...many, replications: 2_400_000 };
    expect(() => checkRunSize([large], { written: true })).not.toThrow();
    expect(() => checkRunSize(times(12, large), { written: true })).toThrow(
      /^too large: result\.json with all 12 comparisons must take at most 250 MB, not 1\.2 GB: use fewer/,
    );
  });

  test('names that each row of a table repeats count', () => {
    const policies = ['ucb1', `sw-moss:window=${'9'.repeat(80)}`];
    const wordy = { ...many, policies, replications: 2_000_000 };
    expect(() => checkRunSize(times(2, wordy), { written: true })).toThrow(
      /^too large: finals\.csv/,
    );
    const long = named('paper-2', 3, 1e6);
    const checkpoints = { count: 100_000, spacing: 'linear' } as const;
    const curved = { ...many, policies, environment: long, checkpoints, replications: 2 };
    const longNamed = { ...curved, name: 'n'.repeat(2500) };
    expect(() => checkRunSize([longNamed], { written: true })).toThrow(/^too large: curves\.csv/);
  });

  test('tables that the record repeats count, and differences of policies', () => {
    const values = new Array<number>(7_000_000).fill(0.5);
    const table = { kind: 'means', name: 'table', values, armCount: 2, rewards: 'exact' } as const;
    const replayed = { ...many, environment: table, replications: 2 };
    expect(() => checkRunSize([replayed], { written: true })).not.toThrow();
    expect(() => checkRunSize(times(2, replayed), { written: true })).toThrow(/result\.json/);
    const policies = Array.from({ length: 1000 }, (_, i) => `sw-moss:window=${i + 1}`);
    const paired = { ...many, policies, replications: 2 };
    expect(() => checkRunSize(times(3, paired), { written: true })).toThrow(/result\.json/);
  });

  test('does not matter where nothing is written, and is as much as is drawn', () => {
    const arms = { ...many, environment: named('sinusoid', 300_000, 1000), replications: 2 };
    const one = { ...arms, checkpoints: { count: 1, spacing: 'linear' } } as const;
    expect(() => checkRunSize([one], { written: true })).not.toThrow();
    expect(() => checkRunSize(times(12, { ...many, replications: 2_400_000 }))).not.toThrow();
  });
});

test('tables count in each thread, whatever makes them, but for means computed on demand', () => {
  const memoryOf = (spec: string) => {
    const comparison = { ...usual, environment: named(spec, 20, 5_000_000), replications: 2 };
    return checkRunSize([comparison])[0].memoryPerThread;
  };
  const table = 8 * 20 * 5_000_000;
  expect(memoryOf('sinusoid')).toBeLessThan(table);
  expect(memoryOf('brownian')).toBeGreaterThan(2 * table);
});

test('workers never make a run too large: there are as many as fit', () => {
  const large = { ...usual, environment: named('brownian', 20, 5_000_000), replications: 100 };
  const sizes = checkRunSize([large], { stored: true });
  const threads = usefulWorkers(64, sizes);
  const [{ memory, memoryPerThread }] = sizes;
  expect(threads).toBeLessThan(64);
  expect(memory + (threads - 1) * memoryPerThread).toBeLessThanOrEqual(8e9);
  expect(memory + threads * memoryPerThread).toBeGreaterThan(8e9);
});

test('short times are given in seconds', () => {
  const played = (replications: number, horizon: number) => () =>
    checkRunSize([
      {
        ...usual,
        environment: named('paper-2', 3, horizon),
        policies: Array.from({ length: 1001 }, (_, i) => `sw-moss:window=${i + 1}`),
        replications,
      },
    ]);
  expect(played(1, 100)).toThrow('100100 slots, less than a second at the speed');
  expect(played(20, 100_000)).toThrow('2.0e9 slots, about 100 seconds at the speed');
});

test('no more workers than chunks', () => {
  const sizes = checkRunSize([
    { ...usual, replications: 3 },
    { ...usual, replications: 30 },
  ]);
  expect(usefulWorkers(256, sizes)).toBe(3);
  expect(usefulWorkers(2, sizes)).toBe(2);
});

test('chunks are counted as they are cut', () => {
  for (const [replications, horizon] of [
    [1, 5000],
    [500, 5000],
    [501, 5000],
    [7, 10_000_000],
    [100_000, 1],
    [100_001, 1],
  ]) {
    expect(chunkCount(replications, horizon)).toBe(chunksOf(replications, horizon).length);
  }
});
