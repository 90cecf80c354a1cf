import {
  type Comparison,
  InlineExecutor,
  RESULT_FORMAT,
  RESULT_VERSION,
  type Result,
  runComparisons,
} from '@driftline/engine/play';
import { expect, test } from 'vitest';
import { resultFigures } from './result-figures.ts';

function comparison(name: string, horizon: number, policies: string[]): Comparison {
  return {
    name,
    environment: { kind: 'named', spec: 'paper-2', horizon },
    policies,
    replications: 3,
    seed: 1,
    checkpoints: { count: 4, spacing: 'linear' },
  };
}

async function resultOf(...comparisons: Comparison[]): Promise<Result> {
  return {
    format: RESULT_FORMAT,
    version: RESULT_VERSION,
    name: 'test',
    software: { version: '0.0.0', commit: null },
    comparisons: await runComparisons(comparisons, { executor: new InlineExecutor() }),
  };
}

test('every figure knows its comparison, whatever its name begins with', async () => {
  const result = await resultOf(
    comparison('short', 60, ['ucb1', 'moss']),
    comparison('long', 90, ['ucb1', 'moss']),
  );
  const figures = await resultFigures(result);
  const meansOf = figures.filter(({ name }) => name.includes('-means'));
  expect(meansOf.map(({ comparison: place }) => place)).toEqual([0, 1]);
  const regretOf = figures.filter(({ name }) => name.endsWith('-regret'));
  expect(regretOf.map(({ name, comparison: place }) => [name, place])).toEqual([
    ['short-regret', 0],
    ['long-regret', 1],
  ]);
});

test('a drawing that two comparisons share stays with the first; sweeps belong to none', async () => {
  const result = await resultOf(
    comparison('published', 60, ['ucb1:scale=1', 'ucb1:scale=0.5', 'ucb1:scale=0.25']),
    comparison('tuned', 60, ['ucb1:scale=1', 'ucb1:scale=0.5', 'ucb1:scale=0.25']),
  );
  const figures = await resultFigures(result);
  const meansOf = figures.filter(({ name }) => name.includes('-means'));
  expect(meansOf.map(({ comparison: place }) => place)).toEqual([0]);
  const swept = figures.filter(({ comparison: place }) => place === undefined);
  expect(swept.length).toBeGreaterThan(0);
  expect(new Set(figures.map(({ name }) => name)).size).toBe(figures.length);
});
