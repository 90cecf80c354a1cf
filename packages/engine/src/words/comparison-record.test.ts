import { expect, test } from 'vitest';
import type { Comparison } from '../play/comparison.ts';
import { InlineExecutor } from '../play/executor.ts';
import { runComparisons } from '../play/run.ts';
import { comparisonRecord } from './comparison-record.ts';
import { csvOf, curvesColumns } from './csv.ts';

async function played(replications: number) {
  const comparison: Comparison = {
    name: 'alone',
    environment: { kind: 'named', spec: 'paper-2', horizon: 50 },
    policies: ['ucb1'],
    replications,
    seed: 1,
    checkpoints: { count: 3, spacing: 'linear' },
  };
  const executor = new InlineExecutor();
  const [result] = await runComparisons([comparison], { executor });
  const [{ regret, curve }] = comparisonRecord(result).policies;
  const [, row] = csvOf(curvesColumns({ comparisons: [result] })).split('\n');
  return { regret, curve, row };
}

test('one replication has a mean and a median, and no spread', async () => {
  const { regret, curve, row } = await played(1);
  const { mean } = regret;
  const none = { standardError: null, sd: null, q05: null, q95: null };
  expect(regret).toEqual({ mean, median: mean, ...none });
  expect(curve.low).toEqual([null, null, null]);
  expect(curve.high).toEqual([null, null, null]);
  expect(row).toMatch(/^alone,ucb1,17,[\d.]+,,,,$/);
});

test('two have one', async () => {
  const { regret, curve, row } = await played(2);
  expect(regret.sd).toBeGreaterThan(0);
  expect(curve.low).toEqual([expect.any(Number), expect.any(Number), expect.any(Number)]);
  expect(row).toMatch(/^alone,ucb1,17(?:,-?[\d.]+){5}$/);
});
