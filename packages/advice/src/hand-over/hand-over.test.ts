import type { Advice } from '@driftline/advice';
import { describe, expect, test } from 'vitest';
import { answered, refused } from '../../test/sample-advice.ts';
import { experimentFile } from './experiment.ts';
import { serviceExperiment } from './service-body.ts';
import { worldTable } from './world-table.ts';

const UNIT = { rewardRange: [0, 1] as const, deviation: 0.3, noise: { law: 'bernoulli' } as const };

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
    const body = serviceExperiment(withArms('New York', 'New-York', '!', 'a'), UNIT)?.body;
    expect(body?.arms).toEqual([
      { key: 'New-York', payload: { arm: 'New York' } },
      { key: 'New-York-2', payload: { arm: 'New-York' } },
      { key: 'arm', payload: { arm: '!' } },
      { key: 'a' },
    ]);
  });

  test('waits as long as 99 % of rewards take, and counts silence as 0', () => {
    const reward = serviceExperiment(answered, UNIT)?.body.reward;
    expect([reward?.min, reward?.max, reward?.timeout]).toEqual([0, 1, '26h']);
  });

  test('is auto where the service cannot be told all of the advice', () => {
    if ('refused' in answered.advice) throw new Error('the sample has advice');
    const wide = { ...answered.advice, policy: 'sw-ucb', params: { window: 800, scale: 0.36 } };
    expect(serviceExperiment({ ...answered, advice: wide }, UNIT)).toMatchObject({
      isExact: false,
      body: { policy: { type: 'auto' } },
    });
  });

  test('is not there where nothing is advised', () => {
    expect(serviceExperiment(refused, UNIT)).toBeUndefined();
  });
});
