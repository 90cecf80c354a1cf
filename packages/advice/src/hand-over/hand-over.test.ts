import type { Advice } from '@driftline/advice';
import { describe, expect, test } from 'vitest';
import { answered, refused } from '../../test/sample-advice.ts';
import { experimentFile } from './experiment.ts';
import { serviceExperiment } from './service-body.ts';
import { worldTable } from './world-table.ts';

const UNIT = { rewardRange: [0, 1] as const, deviation: 0.3, noise: { law: 'bernoulli' } as const };

const BINARY = { rewards: [0, 1] as const, isBinary: true };
const WIDE = { rewards: [0, 10] as const, isBinary: false };

function advising(policy: string, params: Record<string, number>): Advice {
  if ('refused' in answered.advice) throw new Error('the sample has advice');
  return { ...answered, advice: { ...answered.advice, policy, params, spec: policy } };
}

function withArms(...keys: readonly string[]): Advice {
  const arms = keys.map((key) => ({ key, rows: 10, mean: 0.5, deviation: 0.5 }));
  return { ...answered, log: { ...answered.log, arms } };
}

describe('a table of a world', () => {
  test('has a row per slot, whatever the bins', () => {
    const path = {
      armCount: 2,
      bounds: Int32Array.of(0, 2, 3),
      means: Float64Array.of(0.1, 0.2, 0.3, 0.4),
    };
    expect([...worldTable(path).means]).toEqual([0.1, 0.2, 0.1, 0.2, 0.3, 0.4]);
  });

  test('has the last slots of a long log', () => {
    const path = {
      armCount: 1,
      bounds: Int32Array.of(0, 10_000, 60_000),
      means: Float64Array.of(0.1, 0.9),
    };
    const { slots, from, means } = worldTable(path);
    expect([slots, from, means[0], means.at(-1)]).toEqual([50_000, 10_000, 0.9, 0.9]);
  });
});

test('an experiment file names its table, its law and the delays of the log', () => {
  const table = { armCount: 1, slots: 500, from: 0, means: new Float64Array(500) };
  const file = experimentFile(answered, UNIT, table);
  expect(file).toContain('means: world.csv');
  expect(file).toContain('noise: bernoulli');
  expect(file).toMatch(/delay: exponential:\d+/);
});

describe('a body for the service', () => {
  test('has keys that the service accepts, each its own, and the arms as payloads', () => {
    const body = serviceExperiment(withArms('New York', 'New-York', '!', 'a'), BINARY)?.body;
    expect(body?.arms).toEqual([
      { key: 'New-York', payload: { arm: 'New York' } },
      { key: 'New-York-2', payload: { arm: 'New-York' } },
      { key: 'arm', payload: { arm: '!' } },
      { key: 'a' },
    ]);
  });

  test('waits as long as 99 % of rewards take, or as long as somebody stated', () => {
    const reward = serviceExperiment(answered, BINARY)?.body.reward;
    expect(reward).toEqual({ min: 0, max: 1, timeout: '26h' });
    const stated = serviceExperiment(answered, { ...BINARY, attribution: 7_200_000 });
    expect(stated?.body.reward.timeout).toBe('120m');
  });

  test('counts silence as 0 if the advice did', () => {
    const note = { code: 'missing-as-zero', text: '', isWarning: false } as const;
    const reward = serviceExperiment({ ...answered, notes: [note] }, BINARY)?.body.reward;
    expect(reward?.missing).toBe(0);
  });

  test.each<[readonly [number, number], object]>([
    [[0, 12.5], { min: 0, max: 25 }],
    [[3, 4], { min: 0, max: 8 }],
    [[-7, 2], { min: -14, max: 4 }],
    [[-7, -2], { min: -14, max: 0 }],
    [[0, 0], { min: 0, max: 1 }],
  ])('accepts rewards twice as large as those of a log with %j', (rewards, range) => {
    const body = serviceExperiment(advising('ts', {}), { rewards, isBinary: false })?.body;
    expect(body?.reward).toMatchObject(range);
  });

  test('leaves the range to auto, unless rewards lie in [0, 1]', () => {
    const rewardFor = (largest: number) =>
      serviceExperiment(answered, { rewards: [0, largest], isBinary: false })?.body.reward;
    expect(rewardFor(12.5)).toEqual({ timeout: '26h' });
    expect(rewardFor(0.02)).toEqual({ min: 0, max: 0.04, timeout: '26h' });
  });

  test.each<[string, Record<string, number>, object]>([
    ['auto', {}, { policy: { type: 'auto' } }],
    [
      'sw-ucb',
      { window: 800, scale: 0.36 },
      { policy: { type: 'sw-ucb', params: { scale: 0.36 } }, memory: { decisions: 800 } },
    ],
    [
      'd-ucb',
      { discount: 0.99, xi: 0.7, scale: 0.2 },
      { policy: { type: 'd-ucb', params: { xi: 0.7, scale: 0.2 } }, memory: { decisions: 100 } },
    ],
    ['ucb1', {}, { policy: { type: 'ucb1', params: { scale: 1 } } }],
    [
      'd-rmoss',
      { zeta: 0.1, window: 200, scale: 3, center: 5 },
      {
        policy: { type: 'd-rmoss', params: { zeta: 0.1 } },
        memory: { decisions: 200 },
        reward: { center: 5, scale: 3, timeout: '26h' },
      },
    ],
  ])('has the advised %s with all of %j', (policy, params, expected) => {
    const found = serviceExperiment(advising(policy, params), WIDE);
    expect(found?.instead).toBeUndefined();
    expect(found?.body).toMatchObject(expected);
  });

  test.each<[string, Record<string, number>, string]>([
    ['rmoss', { zeta: 0.1, scale: 1, center: 0 }, 'it does not offer rmoss'],
    ['sw-ucb', { window: 5 }, 'it accepts a memory of 10 to 1000000 whole decisions, not 5'],
    ['kl-ucb', { c: 1, level: 2 }, 'it does not accept the parameter level of kl-ucb'],
  ])('is auto if the service cannot run %s with %j, and why', (policy, params, why) => {
    const found = serviceExperiment(advising(policy, params), WIDE);
    expect(found?.body.policy).toEqual({ type: 'auto' });
    expect(found?.instead).toContain(`cannot run ${policy}`);
    expect(found?.instead).toContain(why);
  });

  test('is not there where nothing is advised', () => {
    expect(serviceExperiment(refused, BINARY)).toBeUndefined();
  });
});
