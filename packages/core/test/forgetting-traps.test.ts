/** Defects of forgetting that other libraries have had, by their names: none occurs here. */
import { describe, expect, test } from 'vitest';
import { randomStream } from '../src/random/source.ts';
import { createPolicy } from '../src/shell/create-policy.ts';
import type { Policy } from '../src/shell/policy.ts';

function take(policy: Policy, arm: number, reward: number): void {
  policy.update({ slot: policy.slot, arm, propensity: undefined, ticket: 0 }, reward);
}

describe('trap: discounting only the played arm', () => {
  test('dts discounts every arm once per slot, the played one too', () => {
    const policy = createPolicy('dts', { armCount: 3, discount: 0.5 });
    take(policy, 0, 1);
    take(policy, 1, 0);
    for (let slot = 0; slot < 3; slot++) take(policy, 2, 1);
    // Ages 4 and 3, whatever was played since; arm 2 has 1 + 1/2 + 1/4, not less for being played.
    expect(policy.inspect().map(({ posterior }) => posterior)).toEqual([
      { alpha: 1 + 0.5 ** 4, beta: 1 },
      { alpha: 1, beta: 1 + 0.5 ** 3 },
      { alpha: 1 + 1.75, beta: 1 },
    ]);
  });

  test.each(['d-ucb', 'd-klucb'])('%s discounts every arm once per slot', (id) => {
    const policy = createPolicy(id, { armCount: 3, discount: 0.5 });
    for (const arm of [0, 1, 2, 2, 2]) take(policy, arm, 1);
    expect(policy.inspect().map(({ count }) => count)).toEqual([0.5 ** 4, 0.5 ** 3, 1.75]);
  });
});

describe('trap: a growing window that never slides', () => {
  // α = 1/2 and λ = 12.3: the window is all slots up to t = 151, as 12.3 √152 = 151.6.
  const window = (slots: number) => Math.min(slots, Math.ceil(12.3 * Math.sqrt(slots)));
  const remembered = (policy: Policy) =>
    policy.inspect().reduce((sum, { count = 0 }) => sum + count, 0);

  test('sw-ucb-sharp holds ⌈λ t^α⌉ slots: fewer than t, and more as time goes on', () => {
    const policy = createPolicy('sw-ucb-sharp', { armCount: 2, horizon: 20_000, changes: 1 });
    for (let slot = 1; slot <= 20_000; slot++) {
      take(policy, slot % 2, 0.5);
      if (slot % 97 === 0 || slot < 400) expect(remembered(policy)).toBe(window(slot));
    }
    expect([remembered(policy), window(400), window(151), window(152)]).toEqual([
      1740, 246, 151, 152,
    ]);
  });

  test('sw-ucb-sharp forgets the oldest slots, also those still pending', () => {
    const policy = createPolicy('sw-ucb-sharp', { armCount: 2, horizon: 1000, changes: 1 });
    const random = randomStream(1);
    const first = policy.select(random);
    policy.begin(first);
    for (let slot = 1; slot < 150; slot++) take(policy, 1, 0);
    expect(policy.pendingCount).toBe(1);
    for (let slot = 150; slot < 200; slot++) take(policy, 1, 0);
    expect(policy.pendingCount).toBe(0);
    expect(policy.update(first, 1)).toBe(false);
  });
});

describe('trap: a window that holds τ − 1 slots', () => {
  test.each(['sw-klucb', 'sw-ucb', 'sw-moss'])('%s holds τ', (id) => {
    const policy = createPolicy(id, { armCount: 2, window: 3 });
    for (const arm of [0, 1, 1]) take(policy, arm, 1);
    expect(policy.inspect().map(({ count }) => count)).toEqual([1, 2]);
    take(policy, 1, 1);
    expect(policy.inspect().map(({ count }) => count)).toEqual([0, 3]);
  });

  test('sw-ts holds τ', () => {
    const policy = createPolicy('sw-ts', { armCount: 2, window: 3 });
    for (const arm of [0, 1, 1]) take(policy, arm, 1);
    expect(policy.inspect().map(({ posterior }) => posterior?.alpha)).toEqual([2, 3]);
    take(policy, 1, 1);
    expect(policy.inspect().map(({ posterior }) => posterior?.alpha)).toEqual([1, 4]);
  });
});
