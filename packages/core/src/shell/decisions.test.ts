/** Decisions on their way: whose they are, which come back never, and what is said of it. */
import { describe, expect, test } from 'vitest';
import type { ErrorCode } from '../base/error-codes.ts';
import { CodedError, ContractError, ParameterError } from '../base/errors.ts';
import type { Warning } from '../base/warnings.ts';
import type { PolicyDefinition } from '../definitions/policy.ts';
import { randomStream } from '../random/source.ts';
import { createPolicy, createPolicyFromSpec } from './create-policy.ts';
import { createDecider } from './decider.ts';
import { createDetector } from './detector.ts';
import { createEnvironment, environmentFromMeans } from './environment.ts';
import { Policy } from './policy.ts';
import type { Selection } from './selection.ts';
import { trace } from './trace.ts';

function thrownBy(act: () => unknown): unknown {
  try {
    act();
  } catch (error) {
    return error;
  }
  return undefined;
}

function codeOf(act: () => unknown): ErrorCode | undefined {
  const error = thrownBy(act);
  return error instanceof CodedError ? error.code : undefined;
}

describe('a decision belongs to the decider that made it', () => {
  const options = { armCount: 3, window: 50, seed: 2 };
  const make = (change: object = {}, id = 'sw-moss') =>
    createDecider(id, { ...options, ...change });

  test.each([
    ['another policy', () => make({}, 'sw-ucb')],
    ['another parameter', () => make({ window: 51 })],
    ['more arms', () => make({ armCount: 4 })],
    ['another seed', () => make({ seed: 3 })],
    ['another range', () => createDecider('exp3', { armCount: 3, g: 0.1, rewardRange: [0, 2] })],
    ['another name', () => make({ origin: 'of the second page' })],
  ])('%s refuses it', (_, other) => {
    const decision = make().decide();
    const foreign = other();
    const refused = () => foreign.update(decision, 1);
    expect(refused).toThrow(ContractError);
    expect(codeOf(refused)).toBe('foreign-decision');
    expect(codeOf(() => foreign.expire(decision))).toBe('foreign-decision');
    expect(codeOf(() => foreign.policy.begin(decision))).toBe('foreign-decision');
    expect(foreign.policy.slot).toBe(0);
  });

  test('its twin, and who goes on from its snapshot, takes it', () => {
    const decider = make();
    const decision: Selection = JSON.parse(JSON.stringify(decider.decide()));
    const twin = make();
    twin.decide();
    expect(twin.update(decision, 1)).toBe(true);
    const heir = make({ seed: 77 });
    heir.restore(JSON.parse(JSON.stringify(decider.snapshot())));
    expect(heir.update(decision, 1)).toBe(true);
    expect(heir.decide().origin).toBe(decider.decide().origin);
    decider.addArm();
    expect(decider.decide().origin).toBe(decision.origin);
  });

  test('one that was stored before decisions had an origin is taken', () => {
    const decider = make();
    const { origin, ...older } = decider.decide();
    expect(origin).toMatch(/^[0-9a-f]{16}$/);
    expect(decider.update(older, 1)).toBe(true);
  });

  test('an origin of another kind is refused', () => {
    expect(() => make({ origin: 5 })).toThrow('origin must be a string; got 5');
  });
});

describe('decisions that get no reward', () => {
  const begin = (policy: Policy, count: number): Selection[] => {
    const random = randomStream(1);
    return Array.from({ length: count }, () => {
      const selection = policy.select(random);
      policy.begin(selection);
      return selection;
    });
  };

  test('expire by number: the oldest go', () => {
    const policy = createPolicy('ucb1', { armCount: 2, maxPending: 3 });
    const selections = begin(policy, 5);
    expect(policy.pendingCount).toBe(3);
    expect(policy.update(selections[0], 1)).toBe(false);
    expect(policy.update(selections[1], 1)).toBe(false);
    expect(policy.update(selections[4], 1)).toBe(true);
    expect(policy.update(selections[2], 1)).toBe(true);
    expect(codeOf(() => policy.update(selections[4], 1))).toBe('already-settled');
    expect(policy.inspect().reduce((sum, { count = 0 }) => sum + count, 0)).toBe(2);
  });

  test('expire by age, also after a restart', () => {
    const decider = createDecider('ucb1', { armCount: 2 });
    const decisions = Array.from({ length: 10 }, () => decider.decide());
    decider.update(decisions[1], 1);
    expect(decider.expireOlderThan(4)).toBe(5);
    expect(decider.policy.pendingCount).toBe(4);
    expect(decider.expireOlderThan(4)).toBe(0);
    const heir = createDecider('ucb1', { armCount: 2 });
    heir.restore(JSON.parse(JSON.stringify(decider.snapshot())));
    for (const one of [decider, heir]) {
      expect(one.update(decisions[5], 1)).toBe(false);
      expect(one.update(decisions[6], 1)).toBe(true);
      expect(one.expireOlderThan(0)).toBe(3);
      expect(one.policy.pendingCount).toBe(0);
    }
    expect(decider.expireOlderThan(2 ** 40)).toBe(0);
    expect(() => decider.expireOlderThan(-1)).toThrow('slots must be an integer >= 0; got -1');
    expect(() => decider.expireOlderThan(null as never)).toThrow(ParameterError);
  });

  test('the oldest is known however many have ended before it', () => {
    const policy = createPolicy('ucb1', { armCount: 2, pendingInWidth: true, maxPending: 500 });
    const selections = begin(policy, 1000);
    for (const selection of selections.slice(500, 900)) policy.update(selection, 0);
    expect(policy.expireOlderThan(50)).toBe(50);
    expect(policy.snapshot().pending.map(([slot]) => slot)).toEqual(
      Array.from({ length: 50 }, (_, i) => 950 + i),
    );
    begin(policy, 700);
    expect(policy.pendingCount).toBe(500);
    expect(policy.snapshot().pending[0][0]).toBe(1200);
  });

  test('give a warning where ten thousand wait, once', () => {
    const heard: Warning[] = [];
    const policy = createPolicy('ucb1', {
      armCount: 2,
      onWarning: (warning) => heard.push(warning),
    });
    begin(policy, 9_999);
    expect(heard).toEqual([]);
    begin(policy, 5);
    expect(heard.map(({ code }) => code)).toEqual(['decisions-pile-up']);
    expect(heard[0].message).toContain('10000 decisions are waiting for a reward');
    expect(policy.warnings).toEqual(heard);
  });

  test('give no warning where maxPending bounds them', () => {
    const policy = createPolicy('ucb1', { armCount: 2, maxPending: 20_000 });
    begin(policy, 10_005);
    expect(policy.pendingCount).toBe(10_005);
    expect(policy.warnings).toEqual([]);
  });

  test.each([0, 1.5, -1, '3', null])('maxPending %j is refused', (maxPending) => {
    expect(() => createPolicy('ucb1', { armCount: 2, maxPending: maxPending as never })).toThrow(
      'maxPending must be an integer from 1 to 2147483647',
    );
  });
});

describe('onWarning', () => {
  test('hears of a reward outside the declared range once, and update still counts it', () => {
    const heard: string[] = [];
    const decider = createDecider('exp3', {
      armCount: 2,
      g: 0.1,
      rewardRange: [0, 10],
      onWarning: ({ code }) => heard.push(code),
    });
    const settle = (reward: number) => decider.update(decider.decide(), reward);
    expect(settle(10)).toBe(true);
    expect(heard).toEqual([]);
    expect([settle(11), settle(-1), settle(12)]).toEqual([true, true, true]);
    expect(heard).toEqual(['reward-out-of-range']);
  });

  test('may throw: no decision is lost, and the warning is in the list', () => {
    const onWarning = () => {
      throw new Error('of the listener');
    };
    const decider = createDecider('ucb1', { armCount: 2, onWarning });
    const decisions = Array.from({ length: 10_000 }, () => decider.decide());
    expect(decisions.map(({ slot }) => slot)).toEqual(decisions.map((_, i) => i));
    expect(decider.policy.warnings.map(({ code }) => code)).toEqual(['decisions-pile-up']);
    const clipping = createDecider('exp3', { armCount: 2, g: 0.1, rewardRange: [0, 1], onWarning });
    expect(clipping.update(clipping.decide(), 2)).toBe(true);
    expect(clipping.policy.warnings.map(({ code }) => code)).toEqual(['reward-out-of-range']);
  });

  test('hears at once what theory objects to', () => {
    const heard: string[] = [];
    const onWarning = ({ code }: Warning) => heard.push(code);
    const policy = createPolicy('sw-moss', { armCount: 3, window: 1, onWarning });
    expect(heard).toEqual(policy.warnings.map(({ code }) => code));
    expect(heard).toContain('window-smaller-than-arms');
  });

  test('must be a function', () => {
    expect(() => createPolicy('ucb1', { armCount: 2, onWarning: 'log' as never })).toThrow(
      'onWarning must be a function; got "log"',
    );
  });
});

describe('lists of accepted options are complete', () => {
  const accepted =
    'armCount, horizon, rewardRange, ties, pendingInWidth, maxPending, origin, onWarning';
  const misspelt = { armCount: 2, sed: 1 };

  test.each([
    [
      'a decider',
      () => createDecider<string>('ucb1', misspelt),
      `scale, ${accepted}, seed, newEpoch`,
    ],
    ['a policy', () => createPolicy<string>('ucb1', misspelt), `scale, ${accepted}`],
    ['an oracle', () => createPolicy<string>('oracle', misspelt), `means, ${accepted}`],
  ])('%s', (_, make, list) => {
    const error = thrownBy(make);
    expect(error).toBeInstanceOf(ParameterError);
    expect((error as ParameterError).message.split(/accepted: /i)[1]).toBe(list);
    expect((error as ParameterError).code).toBe('unknown-parameter');
  });

  test('every one that is listed is taken', () => {
    const means = environmentFromMeans([[0.1, 0.9]]).means;
    const given = { armCount: 2, horizon: 9, rewardRange: [0, 1], ties: 'lowest', means };
    const rest = {
      pendingInWidth: false,
      maxPending: 5,
      origin: 'x',
      onWarning: () => {},
      seed: 3,
    };
    const options = { ...given, ...rest } as never;
    expect(createDecider('oracle', options).decide().arm).toBe(1);
  });
});

describe('what is no argument at all is refused by name, never by a TypeError', () => {
  const nothing = [null, undefined, 3, 'text', {}, [], () => 1];
  const random = randomStream(1);
  const policy = createPolicy('ts', { armCount: 3 });
  const decider = createDecider('ts', { armCount: 3 });
  const entries: Readonly<Record<string, (value: never) => unknown>> = {
    'policy.begin': (value) => policy.begin(value),
    'policy.update': (value) => policy.update(value, 1),
    'policy.expire': (value) => policy.expire(value),
    'policy.select': (value) => policy.select(value),
    'policy.restore': (value) => policy.restore(value),
    'decider.update': (value) => decider.update(value, 1),
    'decider.expire': (value) => decider.expire(value),
    'decider.restore': (value) => decider.restore(value),
    'detector.restore': (value) => createDetector('glr').restore(value),
    createPolicy: (value) => createPolicy<string>(value, { armCount: 2 }),
    'createPolicy, options': (value) => createPolicy('ts', value),
    createPolicyFromSpec: (value) => createPolicyFromSpec(value, { armCount: 2 }),
    'createPolicyFromSpec, options': (value) => createPolicyFromSpec('ts', value),
    'new Policy': (value) => new Policy(value as PolicyDefinition, { armCount: 2 }),
    createDecider: (value) => createDecider<string>(value, { armCount: 2 }),
    'createDecider, options': (value) => createDecider('ts', value),
    createDetector: (value) => createDetector(value),
    createEnvironment: (value) => createEnvironment(value),
    environmentFromMeans: (value) => environmentFromMeans(value),
    trace: (value) => trace(policy, value === undefined ? (3 as never) : [value]),
  };

  test.each(Object.entries(entries))('%s', (_, call) => {
    for (const value of nothing) {
      expect(
        thrownBy(() => call(value as never)),
        String(value),
      ).toBeInstanceOf(CodedError);
    }
  });

  test.each([null, undefined])('a selection that is %s breaks the contract', (value) => {
    for (const one of [policy, decider]) {
      const update = () => one.update(value as never, 1);
      expect(update).toThrow(ContractError);
      expect(codeOf(update)).toBe('not-a-selection');
      expect(codeOf(() => one.expire(value as never))).toBe('not-a-selection');
    }
    expect(codeOf(() => policy.begin(value as never))).toBe('not-a-selection');
  });

  test.each([null, 3, 'text', { among: {} }, []])('among %j is refused', (among) => {
    expect(() => policy.select(random, among as never)).toThrow(ParameterError);
    expect(() => decider.decide(among as never)).toThrow(/^(among|arm) must/);
  });

  test('options that are null are as if not given where none is needed', () => {
    expect(createDetector('glr', null as never).count).toBe(0);
    expect(createEnvironment('paper-2', null as never).means.armCount).toBe(3);
  });
});
