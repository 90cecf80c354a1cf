import { expect, test } from 'vitest';
import type { Comparison } from '../../play/comparison.ts';
import { InlineExecutor } from '../../play/executor.ts';
import { RESULT_FORMAT, RESULT_VERSION, type Result } from '../../play/result.ts';
import { runComparisons } from '../../play/run.ts';
import { sweepsOf } from './sweeps.ts';

async function resultOf(changes: readonly Partial<Comparison>[]): Promise<Result> {
  const comparisons = changes.map(
    (change, i): Comparison => ({
      name: `comparison ${i}`,
      environment: { kind: 'named', spec: 'paper-2', horizon: 60 },
      policies: ['ucb1', 'sw-moss'],
      replications: 3,
      seed: 1,
      checkpoints: { count: 2, spacing: 'linear' },
      ...change,
    }),
  );
  return {
    format: RESULT_FORMAT,
    version: RESULT_VERSION,
    name: 'test',
    software: { version: '0.0.0', commit: null },
    comparisons: await runComparisons(comparisons, { executor: new InlineExecutor() }),
  };
}

test('a parameter of policies: a line for each, the published value, others as levels', async () => {
  const policies = [
    'ucb1',
    'sw-moss',
    ...[4, 0.6, 1].map((eta) => `sw-moss:eta=${eta}`),
    ...[1, 4, 0.6].map((eta) => `sw-moss:window=20;eta=${eta}`),
    'd-ucb:xi=0.6',
    'd-ucb:xi=0.8',
  ];
  const result = await resultOf([{ policies }]);
  const sweeps = sweepsOf(result);
  // Two values of ξ make no line.
  expect(sweeps.map(({ name }) => name)).toEqual(['comparison-0-sweep-eta']);
  const [{ parameter, lines, reference = [] }] = sweeps;
  expect(parameter).toEqual({ name: 'eta', symbol: 'η', log: true, marked: 1 });
  expect(lines.map(({ label }) => label)).toEqual(['SW-MOSS', 'SW-MOSS (τ\u202f=\u202f20)']);
  expect(lines[0].points.map(({ x }) => x)).toEqual([0.6, 1, 4]);
  const { regret } = result.comparisons[0].policies[3];
  expect(lines[0].points[0]).toEqual({
    x: 0.6,
    mean: regret.mean,
    low: regret.low,
    high: regret.high,
  });
  expect(reference.map(({ label }) => label)).toEqual([
    'UCB1',
    'D-UCB (ξ\u202f=\u202f0.6)',
    'D-UCB (ξ\u202f=\u202f0.8)',
  ]);
});

test('discounts are drawn as memory, and a tuned value is not called published', async () => {
  const policies = ['dts', ...[0.9, 0.99, 0.999].map((discount) => `dts:discount=${discount}`)];
  const [{ parameter, lines, caption }] = sweepsOf(await resultOf([{ policies, variation: 3 }]));
  expect(parameter).toEqual({ name: 'memory 1/(1 − γ) in slots', symbol: '', log: true });
  expect(lines[0].points.map(({ x }) => Math.round(x))).toEqual([10, 100, 1000]);
  expect(caption).toMatch(/Where none is written: DTS 0\.\d+\.$/);
});

test('what policies are given, across comparisons', async () => {
  const result = await resultOf([4, 1, 2].map((variation) => ({ variation })));
  const [sweep, ...others] = sweepsOf(result);
  expect(others).toEqual([]);
  expect(sweep.parameter).toEqual({ name: 'stated variation', symbol: 'V', log: false });
  expect(sweep.lines.map(({ label }) => label)).toEqual(['UCB1', 'SW-MOSS']);
  expect(sweep.lines[1].points.map(({ x }) => x)).toEqual([1, 2, 4]);
  expect(sweep.caption).toContain('The true variation is');
});

test('the horizon, with the budget that follows from it', async () => {
  const horizons = [30, 60, 240];
  const result = await resultOf(
    horizons.map((horizon) => ({ environment: { kind: 'named', spec: 'paper-2', horizon } })),
  );
  const sweeps = sweepsOf(result);
  expect(sweeps.map(({ parameter }) => parameter.name)).toEqual(['horizon']);
  expect(sweeps[0].parameter.log).toBe(true);
  expect(sweeps[0].lines[0].points.map(({ x }) => x)).toEqual(horizons);
});

test('comparisons that differ in two things make no line', async () => {
  const result = await resultOf([
    { environment: { kind: 'named', spec: 'paper-2', horizon: 30 } },
    { environment: { kind: 'named', spec: 'sinusoid', horizon: 60 } },
    { environment: { kind: 'named', spec: 'paper-2', horizon: 90, armCount: 4 } },
  ]);
  expect(sweepsOf(result)).toEqual([]);
});
