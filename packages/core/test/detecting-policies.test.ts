/** What holds for the policies that restart after an alarm beyond the contract of all policies. */
import { describe, expect, test } from 'vitest';
import { ParameterError } from '../src/base/errors.ts';
import type { Random } from '../src/portable/random/generator.ts';
import { randomStream } from '../src/random/source.ts';
import { createPolicy, createPolicyFromSpec } from '../src/shell/create-policy.ts';
import type { Policy } from '../src/shell/policy.ts';
import { detectingIds } from './naive/detecting-family.ts';
import { bernoulliDivergence } from './naive/kl-ucb.ts';

const ARMS = 3;

function policyOf(spec: string, horizon: number, changes = 3): Policy {
  const takesChanges = /^(cusum|pht|m)-ucb/.test(spec);
  return createPolicyFromSpec(spec, {
    armCount: ARMS,
    horizon,
    ...(takesChanges ? { changes } : {}),
  });
}

/** The means of each slot: the favourite falls half way, and another arm rises. */
function fall(slot: number, horizon: number): readonly number[] {
  return slot < horizon / 2 ? [0.8, 0.5, 0.2] : [0.2, 0.5, 0.8];
}

function coin(mean: number, random: Random): number {
  return random.uniform() < mean ? 1 : 0;
}

/** Whether a full look at all splits of 0/1 rewards raises an alarm, from their running sums. */
function scanRaisesAlarm(sums: readonly number[], delta: number, c: number): boolean {
  const n = sums.length;
  const total = sums[n - 1];
  if (total === 0 || total === n) return false;
  const level = Math.log((c * n ** 1.5) / delta);
  const mean = total / n;
  for (let s = 1; s < n; s++) {
    const earlier = s * bernoulliDivergence(sums[s - 1] / s, mean);
    const later = (n - s) * bernoulliDivergence((total - sums[s - 1]) / (n - s), mean);
    if (earlier + later >= level) return true;
  }
  return false;
}

describe.each([
  ['glr-klucb:explore=0.3', 1, true],
  ['glr-klucb:explore=0.3;local=0', 1, false],
  ['dal', 4, false],
] as const)('%s', (spec, c, local) => {
  test('raises its alarms in the slots of a full scan over all splits', () => {
    const horizon = 6000;
    const random = randomStream(41);
    const policy = policyOf(spec, horizon);
    const sums: number[][] = Array.from({ length: ARMS }, () => []);
    let alarms = 0;
    for (let slot = 0; slot < horizon; slot++) {
      const selection = policy.select(random);
      const { arm } = selection;
      const reward = coin(fall(slot % 2000, 2000)[arm], random);
      policy.update(selection, reward);
      sums[arm].push((sums[arm].at(-1) ?? 0) + reward);
      if (scanRaisesAlarm(sums[arm], policy.params.delta, c)) {
        alarms += 1;
        for (let k = 0; k < ARMS; k++) if (!local || k === arm) sums[k] = [];
      }
      if (policy.restarts !== alarms) expect(`slot ${slot}: ${policy.restarts}`).toBe(`${alarms}`);
    }
    expect(alarms).toBeGreaterThanOrEqual(5);
  });
});

describe('the trap of false alarms far above the nominal level', () => {
  // With nothing changing, an alarm on one of K arms has a probability of at most K δ, δ = 1/√T, or for
  // M-UCB 1/T. Four standard deviations of a count of runs with that probability.
  const [runs, horizon] = [150, 2000];
  test.each([
    ['glr-klucb', ARMS / Math.sqrt(horizon)],
    ['glr-klucb:local=0', ARMS / Math.sqrt(horizon)],
    ['dal', ARMS / Math.sqrt(horizon)],
    ['m-ucb', 1 / horizon],
    ['m-ucb:samples=20', 1 / horizon],
  ])('%s', (spec, level) => {
    let alarmed = 0;
    for (let run = 0; run < runs; run++) {
      const policy = policyOf(spec, horizon);
      const random = randomStream(42, run);
      for (let slot = 0; slot < horizon; slot++) {
        const selection = policy.select(random);
        policy.update(selection, coin([0.6, 0.5, 0.4][selection.arm], random));
      }
      if (policy.restarts !== 0) alarmed += 1;
    }
    expect(alarmed).toBeLessThanOrEqual(runs * level + 4 * Math.sqrt(runs * level));
  });
});

describe.each([...detectingIds, 'dal:explore=0', 'glr-klucb:local=0'])('%s', (spec) => {
  const horizon = 4000;
  const tuned = spec === 'm-ucb' ? 'm-ucb:samples=200;threshold=30' : spec;

  test('notices that the favourite has fallen', () => {
    const policy = policyOf(tuned, horizon, 1);
    const random = randomStream(43);
    const late = [0, 0, 0];
    for (let slot = 0; slot < horizon; slot++) {
      const selection = policy.select(random);
      policy.update(selection, coin(fall(slot, horizon)[selection.arm], random));
      if (slot >= 3 * (horizon / 4)) late[selection.arm] += 1;
    }
    expect(policy.restarts).toBeGreaterThan(0);
    expect(late[2]).toBe(Math.max(...late));
  });

  test('is there for any horizon and any number of arms', () => {
    for (const armCount of [1, 2, 7]) {
      for (const length of [1, 2, 3, 5]) {
        const changes = /^(cusum|pht|m)-ucb/.test(spec) ? { changes: 9 } : {};
        const policy = createPolicyFromSpec(spec, { armCount, horizon: length, ...changes });
        const random = randomStream(44);
        for (let slot = 0; slot < 2 * length + 3; slot++) {
          const selection = policy.select(random);
          policy.update(selection, coin(0.5, random));
          for (const { index } of policy.inspect()) expect(index).not.toBeNaN();
        }
      }
    }
  });
});

test('an alarm forgets its own arm, or all', () => {
  const counts = (spec: string) => {
    const policy = createPolicyFromSpec(spec, { armCount: 3, horizon: 1000 });
    for (let slot = 0; slot < 90; slot++) {
      const arm = slot % 3;
      const reward = arm === 0 && slot >= 60 ? 0 : 1;
      policy.update({ slot, arm, propensity: 1, ticket: 0 }, reward);
      if (policy.restarts === 1) return policy.inspect().map(({ count }) => count);
    }
    return undefined;
  };
  const [own, all] = [counts('glr-klucb'), counts('glr-klucb:local=0')];
  expect(own?.[0]).toBe(0);
  expect(own?.[1]).toBeGreaterThan(20);
  expect(all).toEqual([0, 0, 0]);
});

describe('choosing with random ties or pending decisions in the width', () => {
  test.each([{ ties: 'random' }, { pendingInWidth: true }] as const)('%j', (options) => {
    const policy = createPolicy('m-ucb', {
      armCount: 3,
      samples: 20,
      threshold: 9,
      g: 0.6,
      ...options,
    });
    const random = randomStream(45);
    for (let slot = 0; slot < 200; slot++) {
      const selection = policy.select(random);
      // ⌊3/0.6⌋ = 5, and nothing here raises an alarm.
      if (slot % 5 < 3) expect([selection.arm, selection.propensity]).toEqual([slot % 5, 1]);
      policy.update(selection, [1, 0.5, 0.25][selection.arm]);
    }
  });

  test('exploration by chance is part of the propensity', () => {
    const policy = createPolicy('cusum-ucb', {
      armCount: 3,
      threshold: 50,
      alpha: 0.3,
      ties: 'random',
    });
    const random = randomStream(46);
    const slots = 3000;
    let inverse = 0;
    for (let slot = 0; slot < slots; slot++) {
      const selection = policy.select(random);
      // Arms 1 and 2 are alike, and each is chosen by chance alone or by a tie as well.
      policy.update(selection, selection.arm === 0 ? 1 : 0);
      if (selection.arm === 2) inverse += 1 / (selection.propensity ?? Number.NaN);
    }
    // The expectation of 1/p where arm 2 is chosen, else 0, is 1 in each slot, its variance at most
    // 1/p − 1 ≤ 9: five standard deviations of the sum.
    expect(Math.abs(inverse - slots)).toBeLessThan(5 * Math.sqrt(9 * slots));
  });
});

describe('what is needed', () => {
  test.each([
    ['cusum-ucb:threshold=5;alpha=0.1'],
    ['pht-ucb:threshold=5;alpha=0.1'],
    ['m-ucb:samples=50;threshold=20;g=0.1'],
    ['glr-klucb:delta=0.01;alpha=0.1'],
    ['dal:delta=0.01;explore=0'],
    ['adr'],
  ])('%s needs no horizon', (spec) => {
    expect(createPolicyFromSpec(spec, { armCount: 2 }).restarts).toBe(0);
  });

  test.each([
    ['cusum-ucb', /changes >= 0.* or a threshold and alpha/],
    ['m-ucb:samples=50;threshold=20', /changes >= 0.* or g/],
    ['m-ucb', /horizon/],
    ['glr-klucb', /horizon.*delta/],
    ['dal:delta=0.1', /horizon/],
  ])('%s alone is refused with what is missing', (spec, message) => {
    const make = () => createPolicyFromSpec(spec, { armCount: 2 });
    expect(make).toThrow(ParameterError);
    expect(make).toThrow(message);
  });

  test('a window that no memory holds is refused', () => {
    const spec = 'm-ucb:samples=1000000;threshold=20;g=0.1';
    expect(() => createPolicyFromSpec(spec, { armCount: 1000 })).toThrow(/samples must be at most/);
  });

  test('exploration that takes every slot is warned of', () => {
    const codes = (spec: string, horizon: number) =>
      policyOf(spec, horizon, 20).warnings.map(({ code }) => code);
    expect(codes('m-ucb', 2000)).toEqual(['exploration-only']);
    expect(codes('m-ucb', 1_000_000)).toEqual([]);
    expect(codes('glr-klucb', 4)).toEqual(['exploration-only']);
    expect(codes('dal:explore=0', 4)).toEqual([]);
  });

  test('a budget stands for changes, which come before it', () => {
    const shared = { armCount: 3, horizon: 5000, variation: 3 };
    const byBudget = createPolicyFromSpec('cusum-ucb', shared).params;
    const byChanges = createPolicyFromSpec('cusum-ucb', { ...shared, changes: 24 }).params;
    expect(byBudget.threshold).toBe(byChanges.threshold);
    expect([byBudget.variation, byChanges.variation]).toEqual([3, undefined]);
    expect(createPolicyFromSpec('m-ucb', { ...shared, variation: 0 }).params.g).toBe(0);
  });
});

test('alarms go on being counted from a snapshot', () => {
  const random = randomStream(47);
  const policy = policyOf('dal:explore=0.5', 2000);
  for (let slot = 0; slot < 2000; slot++) {
    const selection = policy.select(random);
    policy.update(selection, coin(fall(slot, 2000)[selection.arm], random));
  }
  const twin = policyOf('dal:explore=0.5', 2000);
  twin.restore(JSON.parse(JSON.stringify(policy.snapshot())));
  expect(policy.restarts).toBeGreaterThan(0);
  expect(twin.restarts).toBe(policy.restarts);
  expect(twin.select(random).arm).toBe(policy.select(random).arm);
});
