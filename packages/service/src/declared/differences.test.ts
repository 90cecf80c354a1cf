import type { Experiment, NewExperiment } from '@driftline/client/wire';
import { expect, test } from 'vitest';
import { differencesOf } from './differences.ts';

const DECLARED: NewExperiment = {
  arms: [{ key: 'a' }, { key: 'b', payload: { x: 1, y: 2 } }, { key: 'c' }],
  reward: { min: 0, max: 1, timeout: '60m' },
};

const THERE: Experiment = {
  key: 'shop',
  status: 'running',
  revision: 3,
  created: '2026-01-01T00:00:00.000Z',
  arms: [
    { key: 'a', payload: null, state: 'active' },
    { key: 'b', payload: { y: 2, x: 1 }, state: 'paused' },
    { key: 'c', payload: null, state: 'active' },
    { key: 'old', payload: null, state: 'retired' },
  ],
  policy: { type: 'auto', params: {} },
  memory: null,
  reward: { min: 0, max: 1, timeout: '1h' },
  explore: 0.02,
  defaultArm: 'a',
  sticky: null,
  retain: '90d',
  warnings: [],
};

test('defaults, other writings of the same and the state of arms are no difference', () => {
  expect(differencesOf(DECLARED, THERE)).toEqual({
    patch: undefined,
    newArms: [],
    otherPayloads: [],
    fixed: [],
    names: [],
  });
});

test.each<[Partial<NewExperiment>, object]>([
  [{ policy: { type: 'sw-ucb' } }, { policy: { type: 'sw-ucb' } }],
  [{ memory: { decisions: 100 } }, { memory: { decisions: 100 } }],
  [{ explore: 0.1 }, { explore: 0.1 }],
  [{ defaultArm: 'c' }, { defaultArm: 'c' }],
  [{ sticky: '30m' }, { sticky: '30m' }],
  [{ retain: '10d' }, { retain: '10d' }],
])('%j is patched', (declared, patch) => {
  const found = differencesOf({ ...DECLARED, ...declared }, THERE);
  expect(found.patch).toEqual(patch);
  expect(found.names).toEqual(Object.keys(patch));
});

test('another timeout is patched as part of the reward', () => {
  const reward = { min: 0, max: 1, timeout: '2h' };
  const found = differencesOf({ ...DECLARED, reward }, THERE);
  expect(found.patch).toEqual({ reward: { timeout: '2h' } });
  expect(found.names).toEqual(['reward.timeout']);
});

test('a declared default arm that is paused is no difference while the first active arm serves', () => {
  const declared = { ...DECLARED, defaultArm: 'b' };
  expect(differencesOf(declared, THERE).patch).toBeUndefined();
  const other: Experiment = { ...THERE, defaultArm: 'c' };
  expect(differencesOf(declared, other).patch).toEqual({ defaultArm: 'b' });
  const [a, ...others] = THERE.arms;
  const retired: Experiment = {
    ...THERE,
    arms: [{ ...a, state: 'retired' }, ...others],
    defaultArm: 'c',
  };
  expect(differencesOf(DECLARED, retired).patch).toBeUndefined();
});

test('what is not declared goes back to what it is unless given', () => {
  const changed: Experiment = {
    ...THERE,
    policy: { type: 'sw-ucb', params: {} },
    memory: { decisions: 100, maxAge: '6h' },
    explore: 0.5,
    defaultArm: 'c',
    sticky: '10m',
    retain: '1d',
  };
  expect(differencesOf(DECLARED, changed).patch).toEqual({
    policy: null,
    memory: null,
    explore: null,
    defaultArm: null,
    sticky: null,
    retain: null,
  });
});

test('arms are added and their payloads changed; what can not be changed is told', () => {
  const declared: NewExperiment = {
    arms: [{ key: 'a', payload: 1 }, { key: 'c' }, { key: 'new' }, { key: 'old' }],
    reward: { min: 0, max: 2, timeout: '1h' },
  };
  const found = differencesOf(declared, THERE);
  expect(found.newArms).toEqual([{ key: 'new' }]);
  expect(found.otherPayloads).toEqual([{ key: 'a', payload: 1 }]);
  expect(found.fixed).toEqual([
    'the file declares other rewards, which cannot be changed; create another experiment',
    'the arm b is not in the file; retire it with DELETE …/arms/b',
    'the arm old is retired permanently; use another key',
  ]);
});
