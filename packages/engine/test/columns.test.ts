/** The columns of rows: their numbers by another way, their chunks, and their absence. */
import { createPolicyFromSpec, policyCatalogue } from '@driftline/core';
import { ignoreWarning, ROLE_POLICY, ROLE_REWARDS, randomStream } from '@driftline/core/play';
import { expect, test } from 'vitest';
import { loadKernels } from '../src/node/load-kernels.ts';
import { decodeChunk, encodeChunk } from '../src/node/wire/chunk-bytes.ts';
import { aggregate } from '../src/play/aggregate.ts';
import { COLUMN_NAMES } from '../src/play/columns.ts';
import type { Comparison } from '../src/play/comparison.ts';
import { ChunkPlayer, environmentOf } from '../src/play/play-chunk.ts';
import { momentsOf } from '../src/play/statistics.ts';

const ARMS = 3;
const HORIZON = 900;

function comparisonOf(policies: readonly string[], spec = 'switching'): Comparison {
  return {
    name: 'columns',
    environment: { kind: 'named', spec, armCount: ARMS, horizon: HORIZON },
    policies,
    replications: 5,
    seed: 7,
    checkpoints: { count: 4, spacing: 'linear' },
  };
}

/** A replication through the shell of a policy, counted by hand. */
function countedByHand(comparison: Comparison, number: number) {
  const environment = environmentOf(comparison, number);
  const options = { armCount: ARMS, horizon: HORIZON, onWarning: ignoreWarning };
  const policy = createPolicyFromSpec(comparison.policies[0], options);
  const policyRandom = randomStream(comparison.seed, number, ROLE_POLICY);
  const rewardRandom = randomStream(comparison.seed, number, ROLE_REWARDS);
  const plays = new Array<number>(ARMS).fill(0);
  let reward = 0;
  for (let slot = 0; slot < HORIZON; slot++) {
    const selection = policy.select(policyRandom);
    const paid = environment.reward(slot, selection.arm, rewardRandom);
    policy.update(selection, paid);
    plays[selection.arm] += 1;
    reward += paid;
  }
  return { plays, reward, restarts: policy.restarts };
}

test.each(['auto', 'ucb1'])('rewards, plays and restarts of %s are those counted by hand', (id) => {
  const comparison = comparisonOf([id]);
  const chunks = [
    { from: 0, to: 2 },
    { from: 2, to: 5 },
  ].map((chunk) => new ChunkPlayer(comparison).play(chunk));
  const [policy] = aggregate(comparison, chunks).policies;
  const counted = [0, 1, 2, 3, 4].map((number) => countedByHand(comparison, number));
  expect(policy.reward).toEqual(momentsOf(counted.map(({ reward }) => reward)).estimate());
  for (let arm = 0; arm < ARMS; arm++) {
    const { mean, low, high } = momentsOf(counted.map(({ plays }) => plays[arm])).estimate();
    expect(policy.plays?.mean[arm]).toBeCloseTo(mean, 9);
    expect(policy.plays?.low[arm]).toBeCloseTo(low, 9);
    expect(policy.plays?.high[arm]).toBeCloseTo(high, 9);
  }
  const restarts = counted.map((each) => each.restarts ?? Number.NaN);
  if (id === 'ucb1') expect('restarts' in policy).toBe(false);
  else expect(policy.restarts).toEqual(momentsOf(restarts).estimate());
});

test('compiled kernels count the restarts of every policy that shows them', () => {
  const showing = policyCatalogue.list.filter(({ shows }) => shows?.restarts !== undefined);
  const policies = showing.map(({ id }) => id);
  const comparison = comparisonOf(policies, 'switching:epoch=300;gap=0.8;base=0.1');
  const chunk = { from: 0, to: 3 };
  const javaScript = new ChunkPlayer(comparison).play(chunk);
  const compiled = new ChunkPlayer(comparison, undefined, loadKernels()).play(chunk);
  expect(compiled.policies.map(({ restarts }) => [...restarts])).toEqual(
    javaScript.policies.map(({ restarts }) => [...restarts]),
  );
  const counts = javaScript.policies.flatMap(({ restarts }) => [...restarts]);
  expect(counts.some((count) => count > 0)).toBe(true);
  expect(counts.some(Number.isNaN)).toBe(false);
});

test('a chunk keeps its columns as bytes, and one of an earlier version is played again', () => {
  const rows = new ChunkPlayer(comparisonOf(['auto', 'ucb1'])).play({ from: 0, to: 3 });
  const bytes = Buffer.from(encodeChunk(rows, 'plan'));
  expect(decodeChunk(bytes, 'plan')).toEqual(rows);
  const text = bytes.toString('latin1');
  const listed = `"columns":${JSON.stringify(COLUMN_NAMES)},`;
  expect(text).toContain(listed);
  for (const other of ['', '"columns":["regret"],', '"columns":7,']) {
    const changed = Buffer.from(text.replace(listed, other), 'latin1');
    expect(decodeChunk(changed, 'plan')).toBeUndefined();
  }
});
