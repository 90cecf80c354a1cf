/** An arm of which nothing is remembered takes at most its share while its rewards are pending. */
import { describe, expect, test } from 'vitest';
import { usualOptions } from '../contract/fixtures.ts';
import { policyCatalogue } from '../policies/catalogue.ts';
import { randomStream } from '../random/source.ts';
import { createPolicy } from './create-policy.ts';
import { Policy } from './policy.ts';
import type { Selection } from './selection.ts';

const random = randomStream(71);

function begun(policy: Policy, count: number, among?: readonly number[]): Selection[] {
  return Array.from({ length: count }, () => {
    const selection = policy.select(random, among);
    policy.begin(selection);
    return selection;
  });
}

function sharesOf(selections: readonly Selection[], armCount: number): number[] {
  const counts = new Array<number>(armCount).fill(0);
  for (const { arm } of selections) counts[arm] += 1;
  return counts;
}

const inOrder = policyCatalogue.list.filter(
  ({ shows, needs }) => shows?.indexed !== undefined && needs === undefined,
);

describe.each(inOrder.map((definition) => [definition.id, definition] as const))('%s', (_, one) => {
  test('spreads its first decisions over all arms, whatever its options', () => {
    for (const options of [{}, { ties: 'random' }, { pendingInWidth: true }]) {
      const policy = new Policy(one, { ...usualOptions(one, 4), ...options } as never);
      const shares = sharesOf(begun(policy, 40), 4);
      // Some less where a short memory has given decisions up; what is explored by chance or in turn comes on top.
      const spare = one.shows?.exploring === undefined ? 3 : 9;
      for (const share of shares) expect(Math.abs(share - 10)).toBeLessThanOrEqual(spare);
    }
  });
});

/** Those that draw take an arm of which nothing is known by chance, more often than its share where it may be good. */
const DRAWING = [
  'ts',
  'dts',
  'sw-ts',
  'kalman',
  'cts',
  'exp3',
  'rexp3',
  'exp3s',
  'exp3r',
  'meta',
  'arm-switch',
  'r-ed-ucb',
  'uniform',
];
/** Those that have a rule of their own, which knows nothing of shares. */
const LEFT_ALONE = ['master', 'adswitch'];

const SETTINGS = [
  ...policyCatalogue.list.filter(({ needs }) => needs === undefined).map(({ id }) => [id, {}]),
  ['kalman', { rule: 0 }],
  ['sw-ts', { gaussian: 1 }],
  ['dts', { gaussian: 1 }],
] as [string, object][];

/** How often a new policy takes each arm, and a running one an arm that joins, while no reward comes. */
function sharesWithoutRewards(id: string, settings: object): { start: number[]; joined: number } {
  const one = policyCatalogue.find(id);
  const made = () => new Policy(one, { ...usualOptions(one, 5, 2000), ...settings } as never);
  const running = made();
  for (let slot = 0; slot < 400; slot++) {
    const selection = running.select(random);
    const mean = [0.2, 0.3, 0.5, 0.3, 0.2][selection.arm];
    running.update(selection, random.uniform() < mean ? 1 : 0);
  }
  const arm = running.addArm();
  return { start: sharesOf(begun(made(), 200), 5), joined: sharesOf(begun(running, 120), 6)[arm] };
}

const keepsShares = SETTINGS.filter(
  ([id, settings]) =>
    !(LEFT_ALONE.includes(id) || (DRAWING.includes(id) && Object.keys(settings).length === 0)),
);

test.each(keepsShares)(
  '%s %o gives nobody more than a share while no reward comes',
  (id, settings) => {
    const { start, joined } = sharesWithoutRewards(id, settings);
    // What is explored in turn or by chance, and what a short memory has given up, comes on top.
    expect(Math.max(...start)).toBeLessThanOrEqual(40 + 2);
    expect(joined).toBeLessThanOrEqual(20 + 2);
  },
);

// That decision 29 names those and nobody else.
test('master and adswitch go by rules of their own', () => {
  expect(sharesWithoutRewards('master', {}).start).toEqual([200, 0, 0, 0, 0]);
  expect(sharesWithoutRewards('master', {}).joined).toBeGreaterThan(100);
  expect(sharesWithoutRewards('adswitch', {}).joined).toBeGreaterThan(22);
});

test('Thompson sampling from normal laws, BOB and Adapt-EvE spread theirs too', () => {
  const policies = [
    createPolicy('sw-ts', { armCount: 4, window: 100, gaussian: 1 }),
    createPolicy('bob', { armCount: 4, block: 200, horizon: 1000 }),
    createPolicy('adapt-eve', { armCount: 4 }),
  ];
  for (const policy of policies) expect(sharesOf(begun(policy, 40), 4)).toEqual([10, 10, 10, 10]);
});

test('a new arm takes an equal share of what is pending, not every slot', () => {
  const policy = createPolicy('ucb1', { armCount: 2 });
  for (let slot = 0; slot < 60; slot++) {
    const selection = policy.select(random);
    policy.update(selection, selection.arm === 0 ? 0.9 : 0.1);
  }
  expect(policy.addArm()).toBe(2);
  const selections = begun(policy, 30);
  expect(selections.slice(0, 4).map(({ arm }) => arm)).toEqual([2, 0, 0, 2]);
  expect(sharesOf(selections, 3)[2]).toBe(10);
  // Its first reward ends it: from then on the index decides.
  policy.update(selections[0], 0);
  expect(sharesOf(begun(policy, 30), 3)[2]).not.toBe(10);
});

test('an arm that the window has forgotten does not flood', () => {
  const policy = createPolicy('sw-ucb', { armCount: 2, window: 20 });
  for (let slot = 0; slot < 5; slot++) policy.update(policy.select(random, [1]), 0.2);
  for (let slot = 0; slot < 20; slot++) policy.update(policy.select(random, [0]), 0.9);
  expect(policy.inspect().map(({ count }) => count)).toEqual([20, 0]);
  const arms = begun(policy, 6).map(({ arm }) => arm);
  expect(arms).toEqual([1, 0, 1, 0, 1, 0]);
});

test('the share is of the arms that are eligible, and of what is pending among them', () => {
  const policy = createPolicy('ucb1', { armCount: 4 });
  begun(policy, 9, [3]);
  expect(begun(policy, 4, [0, 1]).map(({ arm }) => arm)).toEqual([0, 1, 0, 1]);
  // Nine of thirteen are pending for arm 3, which has nothing: it is out, and arm 2 has none yet.
  expect(begun(policy, 1, [2, 3]).map(({ arm }) => arm)).toEqual([2]);
  expect(begun(policy, 2, [3]).map(({ arm }) => arm)).toEqual([3, 3]);
});

test('pending decisions of an arm that counts something hold nobody back', () => {
  const policy = createPolicy('ucb1', { armCount: 2 });
  for (const reward of [1, 0]) policy.update(policy.select(random), reward);
  expect(begun(policy, 5).map(({ arm }) => arm)).toEqual([0, 0, 0, 0, 0]);
});

test('what is pending from before an arm was forgotten does not hold it back', () => {
  const options = { armCount: 2, samples: 5, epsilon: 0.05, threshold: 2, alpha: 0 };
  const policy = createPolicy('cusum-ucb', options);
  for (let slot = 0; slot < 30; slot++) {
    const selection = policy.select(random);
    policy.update(selection, selection.arm === 0 ? 0.9 : 0.1);
  }
  const stale = begun(policy, 12, [0]);
  const changed = begun(policy, 20, [0]);
  for (const selection of changed) {
    if ((policy.restarts ?? 0) > 0) policy.expire(selection);
    else policy.update(selection, 0);
  }
  expect(policy.restarts).toBe(1);
  expect(policy.inspect()[0]).toMatchObject({ pending: 12, count: 0 });
  // Twelve are pending, and none of them will count: the arm is unknown, and goes first.
  expect(begun(policy, 4).map(({ arm }) => arm)).toEqual([0, 1, 0, 1]);
  expect(policy.update(stale[0], 1)).toBe(false);
});

test('auto, which keeps a little of every arm after an alarm, spreads what it knows nothing new of', () => {
  const policy = createPolicy('auto', { armCount: 3 });
  for (let slot = 0; slot < 2000 && policy.restarts === 0; slot++) {
    const selection = policy.select(random);
    const best = slot < 300 ? 0.9 : 0.05;
    policy.update(selection, selection.arm === 0 ? best : 0.3);
  }
  expect(policy.restarts).toBe(1);
  expect(policy.inspect().filter(({ count = 0 }) => count > 0)).toHaveLength(2);
  expect(sharesOf(begun(policy, 30), 3)).toEqual([10, 10, 10]);
});
