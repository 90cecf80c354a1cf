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
      /the record of a result must take at most 260 MB, not/,
    ],
    [
      'more policies than can be told apart',
      { policies: Array.from({ length: 1001 }, (_, i) => `sw-moss:window=${i + 1}`) },
      /at most 1000 policies can be compared at once; got 1001/,
    ],
  ])('%s', (_, changes, message) => {
    const check = () => checkRunSize([{ ...usual, ...changes }], { workers: 2, stored: true });
    expect(check).toThrow(ParameterError);
    expect(check).toThrow(message);
  });
});

test('what people play is accepted, and not announced', () => {
  const sizes = checkRunSize([usual], { workers: 2, stored: true });
  expect(sizes).toMatchObject([{ slots: 5_000_000, replications: 500, policies: 2, chunks: 25 }]);
  expect(longRunText(sizes)).toBeUndefined();
});

test('long work is announced', () => {
  const long = { ...usual, environment: named('paper-2', 3, 10_000_000), replications: 10_000 };
  const sizes = checkRunSize([long], { workers: 2 });
  expect(longRunText(sizes)).toBe(
    'this takes 2.0e11 slots, about 83 minutes at the speed of a fast policy and 990 MB of memory',
  );
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
