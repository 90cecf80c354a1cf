/** The reference of an environment: it plays unasked, and results show the loss of each policy against it. */
import { environmentCatalogue } from '@driftline/core';
import { describe, expect, test } from 'vitest';
import { aggregate } from '../src/play/aggregate.ts';
import type { Comparison } from '../src/play/comparison.ts';
import { ChunkPlayer } from '../src/play/play-chunk.ts';
import { comparisonOf } from '../src/request/comparison.ts';
import { withReference } from '../src/request/policies.ts';
import { comparisonRecord } from '../src/words/comparison-record.ts';

function asked(spec: string, policies: readonly string[], replications = 6): Comparison {
  const source = { kind: 'named', spec, horizon: 300 } as const;
  return comparisonOf({ policies: withReference({ policies }, source), replications }, source);
}

function resultOf(comparison: Comparison) {
  const player = new ChunkPlayer(comparison);
  // In two chunks, as a run plays them.
  const { replications } = comparison;
  const half = Math.ceil(replications / 2);
  const chunks = [
    { from: 0, to: half },
    { from: half, to: replications },
  ].filter(({ from, to }) => from < to);
  return aggregate(
    comparison,
    chunks.map((chunk) => player.play(chunk)),
  );
}

describe('the policies of a comparison', () => {
  test('end with the reference of the environment, unless it is listed', () => {
    expect(asked('channels', ['ucb1', 'ts']).policies).toEqual(['ucb1', 'ts', 'whittle']);
    expect(asked('channels:changes=3', ['whittle', 'ts']).policies).toEqual(['whittle', 'ts']);
    const labelled = asked('channels', ['ucb1', 'Best=whittle']);
    expect(labelled.policies).toEqual(['ucb1', 'whittle']);
    expect(labelled.labels).toEqual([null, 'Best']);
  });

  test('are the listed ones with several players, because a reference plays alone', () => {
    const source = { kind: 'named', spec: 'channels', horizon: 50 } as const;
    const policies = ['mctopm:of=ucb1', 'selfish:of=ucb1'];
    expect(withReference({ policies, players: 3 }, source)).toEqual(policies);
    const { environment, policies: played } = resultOf(
      comparisonOf({ policies, players: 3, replications: 2 }, source),
    );
    expect(environment.reference).toBeUndefined();
    expect(played.map(({ loss }) => loss)).toEqual([undefined, undefined]);
  });

  test('are the listed ones on environments without a reference, and on tables', () => {
    expect(asked('paper-2', ['ucb1']).policies).toEqual(['ucb1']);
    const table = {
      kind: 'means',
      name: 'm',
      values: [0.1],
      armCount: 1,
      rewards: 'exact',
    } as const;
    expect(withReference({ policies: ['ucb1'] }, table)).toEqual(['ucb1']);
    const others = environmentCatalogue.list.filter(({ reference }) => reference !== undefined);
    expect(others.map(({ id }) => id)).toEqual(['channels']);
  });
});

describe('a result', () => {
  test('has the loss of each policy against the reference, paired by replication', () => {
    const { environment, policies } = resultOf(asked('channels', ['ucb1', 'ts']));
    expect(environment.reference).toBe('whittle');
    const whittle = policies[2].finals;
    for (const { finals, loss } of policies) {
      const more = finals.map((final, i) => final - whittle[i]);
      const mean = more.reduce((sum, one) => sum + one, 0) / more.length;
      const variance = more.reduce((sum, one) => sum + (one - mean) ** 2, 0) / (more.length - 1);
      expect(loss?.mean).toBeCloseTo(mean, 9);
      expect(loss?.standardError).toBeCloseTo(Math.sqrt(variance / more.length), 9);
      // The 97.5% quantile of Student's law with 5 degrees of freedom.
      expect((loss?.high ?? 0) - mean).toBeCloseTo(2.570582 * Math.sqrt(variance / 6), 4);
    }
    expect(policies[2].loss).toEqual({ mean: 0, standardError: 0, low: 0, high: 0 });
  });

  test('has none on other environments, or if the reference did not play', () => {
    const { environment, policies } = resultOf(asked('switching', ['ucb1', 'oracle']));
    expect(environment).not.toHaveProperty('reference');
    for (const policy of policies) expect(policy).not.toHaveProperty('loss');
    const alone = resultOf({ ...asked('channels', ['ucb1']), policies: ['ucb1'] });
    expect(alone.environment).not.toHaveProperty('reference');
    expect(alone.policies[0]).not.toHaveProperty('loss');
  });

  test('keeps regrets of other policies the same, with or without the reference', () => {
    const joined = resultOf(asked('channels', ['ucb1', 'ts']));
    const without = resultOf({ ...asked('channels', ['ucb1', 'ts']), policies: ['ucb1', 'ts'] });
    expect(joined.policies.slice(0, 2).map(({ finals }) => finals)).toEqual(
      without.policies.map(({ finals }) => finals),
    );
    // The pair of competing policies is corrected as if the oracle were not there.
    const [pair] = joined.differences;
    expect(pair.correctedP).toBe(without.differences[0].correctedP);
  });

  test('as a record names the reference and the losses, without a spread for one replication', () => {
    const record = comparisonRecord(resultOf(asked('channels', ['ucb1'])));
    expect(record.reference).toBe('whittle');
    expect(Object.keys(record.policies[0].loss ?? {})).toEqual([
      'mean',
      'standardError',
      'low',
      'high',
    ]);
    const single = comparisonRecord(resultOf(asked('channels', ['ucb1'], 1)));
    expect(single.policies[0].loss).toMatchObject({ standardError: null, low: null, high: null });
    expect(comparisonRecord(resultOf(asked('switching', ['ucb1'])))).not.toHaveProperty(
      'reference',
    );
  });
});

test('rewards that come late also reach the oracles', () => {
  const { policies } = resultOf({
    ...asked('channels', ['myopic', 'uniform']),
    delay: 'exponential:5',
  });
  const [myopic, uniform, whittle] = policies.map(({ regret }) => regret.mean);
  expect(myopic).toBeLessThan(uniform);
  expect(whittle).toBeLessThan(uniform);
});
