import { expect, test } from 'vitest';
import { takesFact } from '../definitions/roles.ts';
import { policyCatalogue } from '../policies/catalogue.ts';
import { createPolicy, createPolicyFromSpec } from '../shell/create-policy.ts';

const SIGMA = 0.00122;

test('a window and a discount follow from a volatility, without a horizon', () => {
  // √9/(2 · 0.00122) = 1229.508…
  expect(createPolicy('sw-moss', { armCount: 3, volatility: SIGMA }).params).toMatchObject({
    volatility: SIGMA,
    window: 1230,
  });
  // 1 − 2 · 0.00122/√3 forgets in √3/0.00244 = 709.86 slots.
  const { params } = createPolicy('d-ucb', { armCount: 3, volatility: SIGMA });
  expect(params.discount).toBeCloseTo(1 - 0.00244 / Math.sqrt(3), 15);
  expect(params.window).toBe(710);
});

test('who takes it is tuned by it alone, whatever an environment states beside', () => {
  const takers = policyCatalogue.list.filter((each) => takesFact(each, 'volatility'));
  expect(takers.length).toBeGreaterThan(10);
  for (const { id } of takers) {
    const alone = createPolicyFromSpec(id, { armCount: 3, horizon: 5000, volatility: SIGMA });
    const beside = createPolicyFromSpec(id, {
      armCount: 3,
      horizon: 5000,
      variation: 8,
      changes: 4,
      volatility: SIGMA,
    });
    expect(beside.params).toEqual(alone.params);
    expect(alone.params.volatility).toBe(SIGMA);
    expect(alone.params).not.toHaveProperty('variation');
  }
});

test('no memory is longer than the horizon, and one that would be is said', () => {
  const { params, warnings } = createPolicy('sw-ucb', {
    armCount: 3,
    horizon: 500,
    volatility: SIGMA,
  });
  expect(params.window).toBe(500);
  expect(warnings.map(({ message }) => message).join()).toContain(
    'a memory of 1230 slots is longer',
  );
});

test('a window that a volatility makes too long for its slots to be kept is said to be so', () => {
  for (const id of ['sw-moss', 'sw-lb-sda'] as const) {
    expect(() => createPolicy(id, { armCount: 3, volatility: 1e-9 })).toThrow(
      'got 1500000000; use a larger volatility, a shorter window, or ',
    );
  }
});

// Decision 31: windows, discounts and restart periods that are tuned by V; Rexp3's other rates follow from V.
test('all whose memory is tuned by a budget take it, but for Rexp3', () => {
  const kinds = ['window', 'discounted', 'resetting'];
  const tuned = policyCatalogue.list.filter(
    (each) => takesFact(each, 'variation') && kinds.includes(each.memoryKind ?? ''),
  );
  const without = tuned.filter((each) => !takesFact(each, 'volatility'));
  expect(without.map(({ id }) => id)).toEqual(['rexp3']);
});

test('where nothing moves nothing is forgotten', () => {
  const options = { armCount: 2, horizon: 50 };
  const arms = (stated: object) => {
    const policy = createPolicy('r-moss', { ...options, ...stated });
    expect(policy.params.window).toBe(50);
    for (let slot = 0; slot < 120; slot++) {
      policy.update({ slot, arm: slot % 2, propensity: 1, ticket: 0 }, 1);
    }
    return policy.inspect().map(({ count }) => count);
  };
  expect(arms({ volatility: 0 })).toEqual([60, 60]);
  expect(arms({ volatility: 0 })).toEqual(arms({ variation: 0 }));
  expect(() => createPolicy('r-moss', { armCount: 2, volatility: 0 })).toThrow(
    'r-moss needs a horizon, an integer >= 1, or a volatility > 0; got none',
  );
});

test('two statements of drift are refused, unless a window makes both idle', () => {
  const both = { armCount: 3, horizon: 5000, volatility: 0.01 };
  expect(() => createPolicy('sw-moss', { ...both, variation: 3 })).toThrow(
    'sw-moss accepts only one of variation, changes and volatility; got volatility 0.01 and variation 3; drop one of them',
  );
  for (const id of ['sw-klucb', 'd-klucb'] as const) {
    expect(() => createPolicy(id, { ...both, changes: 3 })).toThrow(
      'volatility 0.01 and changes 3',
    );
  }
  expect(() => createPolicy('kalman', { ...both, variation: 3 })).toThrow('and variation 3');
  expect(createPolicy('sw-moss', { ...both, variation: 3, window: 9 }).params.window).toBe(9);
  expect(createPolicy('kalman', { ...both, drift: 0.5 }).params.drift).toBe(0.5);
});

test('what a spec states goes before what all are given', () => {
  const shared = { armCount: 3, horizon: 5000, variation: 8, changes: 4 };
  const byBudget = createPolicyFromSpec('sw-moss:variation=8', { ...shared, volatility: 0.01 });
  expect(byBudget.params).toEqual(createPolicyFromSpec('sw-moss', shared).params);
  const byOwn = createPolicyFromSpec('sw-klucb:volatility=0.01', shared);
  expect(byOwn.params).toMatchObject({ volatility: 0.01, window: 150 });
  const byChanges = createPolicyFromSpec('sw-klucb:changes=4', { ...shared, volatility: 0.01 });
  expect(byChanges.params.window).toBe(createPolicyFromSpec('sw-klucb', shared).params.window);
});
