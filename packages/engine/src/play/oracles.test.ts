import { expect, test } from 'vitest';
import type { Comparison } from './comparison.ts';
import { withoutOracles } from './contestants.ts';
import { InlineExecutor } from './executor.ts';
import { ChunkPlayer } from './play-chunk.ts';
import { runComparisons } from './run.ts';

function comparisonOf(spec: string, replications: number): Comparison {
  return {
    name: 'oracles',
    environment: { kind: 'named', spec, horizon: 400 },
    policies: ['oracle', 'oracle-restart', 'oracle-restart:kl=0;any=1', 'uniform'],
    replications,
    seed: 3,
    checkpoints: { count: 4, spacing: 'linear' },
  };
}

// Fresh means: each replication's oracle has to know its own.
test.each(['switching', 'brownian:fresh=1', 'switching:fresh=1'])(
  'the oracle has no regret on %s',
  (spec) => {
    const { policies } = new ChunkPlayer(comparisonOf(spec, 5)).play({ from: 0, to: 5 });
    const [oracle, restarts, , uniform] = policies;
    expect([...oracle.regret]).toEqual(new Array(20).fill(0));
    expect([...oracle.onBest]).toEqual(new Array(5).fill(1));
    const total = (rows: typeof oracle) => rows.regret.reduce((sum, regret) => sum + regret, 0);
    expect(total(restarts)).toBeGreaterThan(0);
    expect(total(uniform)).toBeGreaterThan(0);
  },
);

test('an oracle leaves the corrected p-values of the others unchanged', async () => {
  const compared = { ...comparisonOf('switching', 6), policies: ['ucb1', 'exp3', 'd-ucb'] };
  const withOracle = { ...compared, policies: ['ucb1', 'oracle-restart', 'exp3', 'd-ucb'] };
  const [without, all] = await runComparisons([compared, withOracle], {
    executor: new InlineExecutor(),
  });
  const written = all.differences.filter(({ first, second }) => first !== 1 && second !== 1);
  const correctedP = (differences: typeof written) => differences.map((one) => one.correctedP);
  expect(correctedP(written)).toEqual(correctedP([...without.differences]));
  expect(correctedP(written)).toEqual(correctedP([...withoutOracles(all).differences]));
});
