import { policyDefinitions } from '@driftline/core';
import { describe, expect, test } from 'vitest';
import type { Comparison } from './comparison.ts';
import { ChunkPlayer } from './play-chunk.ts';
import { watchReplication } from './watch.ts';

const base: Comparison = {
  name: 'watched',
  environment: { kind: 'named', spec: 'paper-2', horizon: 600 },
  policies: ['sw-moss'],
  variation: 3,
  changes: 2,
  replications: 3,
  seed: 7,
  checkpoints: { count: 1, spacing: 'linear' },
};

function regretOf(comparison: Comparison, place: number, replication: number): number {
  const { armCount, slots, means, arms } = watchReplication(comparison, place, replication);
  let regret = 0;
  for (let slot = 0; slot < slots; slot++) {
    const row = means.subarray(slot * armCount, (slot + 1) * armCount);
    regret += Math.max(...row) - row[arms[slot]];
  }
  return regret;
}

describe('what is watched is what was played', () => {
  test.each(policyDefinitions.map(({ id }) => id))('%s', (id) => {
    const comparison = { ...base, policies: [id] };
    const { policies } = new ChunkPlayer(comparison).play({ from: 0, to: 3 });
    for (const replication of [0, 2]) {
      expect(regretOf(comparison, 0, replication)).toBe(policies[0].regret[replication]);
    }
  });

  test('fresh means and heavy tails too', () => {
    const comparison: Comparison = {
      ...base,
      environment: { kind: 'named', spec: 'brownian:fresh=1', horizon: 300, rewards: 'pareto' },
      policies: ['sw-rmoss', 'ucb1'],
    };
    const { policies } = new ChunkPlayer(comparison).play({ from: 0, to: 3 });
    expect(regretOf(comparison, 0, 2)).toBe(policies[0].regret[2]);
    expect(regretOf(comparison, 1, 1)).toBe(policies[1].regret[1]);
  });
});

test('an index policy picks the largest index of what it is shown to know', () => {
  const { armCount, slots, arms, indices, estimates, widths, choice } = watchReplication(
    base,
    0,
    0,
  );
  expect(choice).toBe('index');
  for (let slot = 0; slot < slots; slot++) {
    const row = indices.subarray(slot * armCount, (slot + 1) * armCount);
    expect(row[arms[slot]]).toBe(Math.max(...row));
    const place = slot * armCount + arms[slot];
    if (Number.isFinite(indices[place])) {
      expect(estimates[place] + widths[place]).toBeCloseTo(indices[place], 12);
    }
  }
});

test('a window remembers τ slots, an epoch begins anew, an alarm is told', () => {
  const window = watchReplication({ ...base, policies: ['sw-moss:window=50'] }, 0, 0);
  expect(Array.from(window.earliest.subarray(48, 53))).toEqual([0, 0, 0, 1, 2]);
  const resetting = watchReplication({ ...base, policies: ['r-moss:window=50'] }, 0, 0);
  expect([49, 50, 99, 100].map((slot) => resetting.earliest[slot])).toEqual([0, 50, 50, 100]);
  const falling: Comparison = {
    ...base,
    environment: {
      kind: 'named',
      spec: 'piecewise:breakpoints=1000;means=0.9/0.1|0.1/0.9',
      horizon: 2000,
    },
    policies: ['glr-klucb'],
  };
  const { alarms } = watchReplication(falling, 0, 0);
  expect(alarms.length).toBeGreaterThan(0);
  expect(alarms[0]).toBeGreaterThan(1000);
  expect(alarms[0]).toBeLessThan(1200);
});

test('policies that have no index say how they choose', () => {
  const choiceOf = (id: string) => watchReplication({ ...base, policies: [id] }, 0, 0).choice;
  expect(choiceOf('dts')).toBe('posterior');
  expect(choiceOf('exp3s')).toBe('probability');
});
