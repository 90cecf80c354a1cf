import { describe, expect, test } from 'vitest';
import { contextualPolicyCatalogue } from '../../contextual-policies/catalogue.ts';
import { randomStream } from '../../random/source.ts';
import type { ContextualOptions } from './contextual-options.ts';
import { ContextualPolicy } from './contextual-policy.ts';
import type { ContextualSelection } from './contextual-selection.ts';
import type { ContextualSnapshot } from './contextual-snapshot.ts';

const FEATURES = [
  { kind: 'number', name: 'x', min: -1, max: 1 },
  { kind: 'flag', name: 'member' },
] as const;

function policyOf(id: string, options: Partial<ContextualOptions> = {}): ContextualPolicy {
  return new ContextualPolicy(contextualPolicyCatalogue.find(id), {
    armCount: 3,
    features: FEATURES,
    ...(id === 'd-linucb' ? { window: 50 } : {}),
    ...options,
  });
}

function actionPolicy(options: Partial<ContextualOptions> = {}): ContextualPolicy {
  return policyOf('linucb', { armCount: undefined, features: { dimension: 2 }, ...options });
}

function contextAt(slot: number): { x: number; member: boolean } {
  return { x: ((slot * 7) % 11) / 5.5 - 1, member: slot % 3 === 0 };
}

function rewardOf({ arm, slot }: ContextualSelection): number {
  return arm === (contextAt(slot).x > 0 ? 2 : 1) ? 0.9 : 0.1;
}

/** Plays some slots, with each reward `delay` slots late. */
function play(policy: ContextualPolicy, slots: number, delay = 0): number[] {
  const random = randomStream(5);
  const waiting: ContextualSelection[] = [];
  return Array.from({ length: slots }, () => {
    const selection = policy.select(random, contextAt(policy.slot));
    policy.begin(selection);
    waiting.push(selection);
    const [oldest] = waiting;
    if (waiting.length > delay) policy.update(oldest, rewardOf(oldest));
    if (waiting.length > delay) waiting.shift();
    return selection.arm;
  });
}

function thrown(act: () => unknown): { code: string; message: string } {
  try {
    act();
  } catch (error) {
    const { code, message } = error as { code: string; message: string };
    return { code, message };
  }
  throw new Error('nothing was thrown');
}

const text = (policy: ContextualPolicy) => JSON.stringify(policy.snapshot());

/** An array that cannot be read. */
function revoked(): unknown {
  const { proxy, revoke } = Proxy.revocable([], {});
  revoke();
  return proxy;
}

describe('arms with a context', () => {
  test.each(['linucb', 'd-linucb'])('%s learns which arm suits a context', (id) => {
    const policy = policyOf(id, { width: 0.1 });
    play(policy, 300);
    const [high, low] = [0.9, -0.9].map(
      (x) => policy.select(randomStream(1), { x, member: false }).arm,
    );
    expect([high, low]).toEqual([2, 1]);
  });

  test('selections are plain data with codes, and select changes nothing', () => {
    const policy = policyOf('linucb');
    const before = text(policy);
    const selection = policy.select(randomStream(1), { x: 0.5 });
    expect(text(policy)).toBe(before);
    expect(selection).toEqual({
      ...{ slot: 0, arm: 0, propensity: 1, ticket: 0, codes: [0.5, null] },
      origin: policy.origin,
    });
    const stored: ContextualSelection = JSON.parse(JSON.stringify(selection));
    expect(policy.update(stored, 1)).toBe(true);
  });

  test('learns from the codes that were kept, in any order', () => {
    const [first, second] = [policyOf('linucb'), policyOf('linucb')];
    const begun = [0, 1, 2].map((slot) => {
      const selection = first.select(randomStream(1), contextAt(slot));
      for (const policy of [first, second]) policy.begin(selection);
      return selection;
    });
    first.update(begun[2], 1);
    first.update(begun[0], 0.5);
    // The codes that come back are for logs: those that were kept count.
    second.update({ ...begun[2], codes: [0, -1] }, 1);
    second.update({ ...begun[0], codes: [null, null] }, 0.5);
    expect(text(second)).toBe(text(first));
    expect(first.pendingAt(1)?.codes).toEqual(begun[1].codes);
    expect(first.pendingCount).toBe(1);
  });

  test('chooses among some arms, with a floor whose propensity is exact', () => {
    const policy = policyOf('linucb');
    play(policy, 40);
    const context = { x: 0.8, member: true };
    const pick = policy.select(randomStream(1), context, [0, 1]).arm;
    expect([0, 1]).toContain(pick);
    let explored = 0;
    for (let seed = 1; seed <= 60; seed++) {
      const selection = policy.select(randomStream(seed), context, { among: [0, 1], floor: 0.4 });
      explored += selection.explored ? 1 : 0;
      expect(selection.propensity).toBeCloseTo(selection.arm === pick ? 0.8 : 0.2, 12);
    }
    expect(explored).toBeGreaterThan(10);
    expect(policy.select(randomStream(1), context, { floor: 1 }).propensity).toBeCloseTo(1 / 3, 12);
    expect(policy.select(randomStream(1), context, [1]).propensity).toBe(1);
  });

  test('breaks ties at random if asked to', () => {
    const policy = policyOf('linucb', { ties: 'random' });
    const picks = Array.from(
      { length: 30 },
      (_, seed) => policy.select(randomStream(seed), {}).arm,
    );
    expect(new Set(picks).size).toBe(3);
    expect(policy.select(randomStream(1), {}).propensity).toBeUndefined();
    play(policy, 300);
    expect(policy.select(randomStream(1), { x: 0.9, member: false }).arm).toBe(2);
  });

  test('shows each arm in a context, and each coefficient', () => {
    const policy = policyOf('linucb');
    play(policy, 200, 1);
    const context = { x: 0.9, member: false };
    const views = policy.inspect(context);
    expect(views.map(({ arm }) => arm)).toEqual([0, 1, 2]);
    expect(views[2].value).toBeGreaterThan(views[1].value);
    expect(views.reduce((sum, { pending = 0 }) => sum + pending, 0)).toBe(1);
    const best = views.reduce((a, b) => ((b.index ?? 0) > (a.index ?? 0) ? b : a));
    expect(policy.select(randomStream(1), context).arm).toBe(best.arm);
    const ofX = policy.coefficients().filter(({ name }) => name === 'x');
    expect(ofX.map(({ arm }) => arm)).toEqual([0, 1, 2]);
    expect(ofX[2].estimate).toBeGreaterThan(0.1);
    expect(ofX[1].estimate).toBeLessThan(-0.1);
    expect(ofX.every(({ width }) => width > 0)).toBe(true);
  });

  test('arms join knowing nothing, and are tried soon', () => {
    const policy = policyOf('linucb');
    play(policy, 200);
    expect(policy.addArm()).toBe(3);
    const before = policy.inspect({ x: 0, member: true });
    expect(before[3].value).toBe(0);
    expect(before[3].width).toBeGreaterThan(before[2].width);
    expect(play(policy, 5)).toContain(3);
  });

  test('an arm that joins does not take every slot while its first reward is on its way', () => {
    const picksWith = (pendingInWidth: boolean) => {
      const policy = policyOf('linucb', { pendingInWidth });
      play(policy, 200);
      policy.addArm();
      return play(policy, 60, 60).filter((arm) => arm === 3).length;
    };
    expect(picksWith(false)).toBe(60);
    expect(picksWith(true)).toBeLessThan(60);
  });

  test('empty slots age what is remembered', () => {
    const policy = policyOf('d-linucb');
    play(policy, 100);
    const width = () => policy.inspect({ x: 0, member: true })[1].width;
    const before = width();
    policy.skip(200);
    expect(policy.slot).toBe(300);
    expect(width()).toBeGreaterThan(before);
  });
});

describe('actions with features', () => {
  const actions = (count: number) =>
    Array.from({ length: count }, (_, i) => [Math.cos(i), Math.sin(i)]);

  test('may be another list in every slot, from 1 to 10,000', () => {
    const policy = actionPolicy();
    for (const count of [1, 2, 10_000, 3]) {
      const offered = actions(count);
      const selection = policy.select(randomStream(1), { actions: offered });
      expect(selection.codes).toEqual(offered[selection.arm].map((code) => code + 0));
      policy.update(selection, selection.codes[0] ?? 0);
    }
    expect(policy.armCount).toBe(1);
    expect(policy.slot).toBe(4);
    expect(thrown(() => policy.select(randomStream(1), { actions: actions(10_001) })).code).toBe(
      'actions-not-accepted',
    );
  });

  test('learns the parameters that all share', () => {
    const policy = actionPolicy({ width: 0.1 });
    const random = randomStream(2);
    for (let slot = 0; slot < 100; slot++) {
      const selection = policy.select(random, { actions: actions(5) });
      policy.update(selection, 0.5 * (selection.codes[1] ?? 0));
    }
    expect(policy.select(random, { actions: [...actions(5), [0, 1]] }).arm).toBe(5);
  });

  test('the caller may use its arrays again', () => {
    const [reusing, copying] = [actionPolicy(), actionPolicy()];
    const row = [0, 0];
    const offered = [row, [0.5, 0.5]];
    for (let slot = 0; slot < 20; slot++) {
      [row[0], row[1]] = [Math.cos(slot), Math.sin(slot)];
      const copy = { actions: offered.map((action) => [...action]) };
      const one = reusing.select(randomStream(1), { actions: offered });
      const other = copying.select(randomStream(1), copy);
      row.fill(Number.NaN);
      reusing.update(one, 0.5);
      copying.update(other, 0.5);
    }
    expect(text(reusing)).toBe(text(copying));
  });

  test('take the context of the slot into account, crossed with their own', () => {
    const policy = policyOf('linucb', {
      ...{ armCount: undefined, crossed: true },
      actionFeatures: [{ kind: 'category', name: 'key', values: ['a', 'b'] }],
    });
    const random = randomStream(3);
    const offered = [{ key: 'a' }, { key: 'b' }];
    for (let slot = 0; slot < 200; slot++) {
      const context = contextAt(slot);
      const selection = policy.select(random, { context, actions: offered });
      policy.update(selection, selection.arm === (context.x > 0 ? 1 : 0) ? 1 : 0);
    }
    const arms = [-0.8, 0.8].map(
      (x) => policy.select(random, { context: { x, member: false }, actions: offered }).arm,
    );
    expect(arms).toEqual([0, 1]);
    expect(policy.select(random, { actions: offered }).codes).toEqual([
      null,
      null,
      expect.any(Number),
    ]);
  });

  test.each<[string, unknown, string, string]>([
    ['a context alone', [1, 2], 'actions-not-accepted', 'must be an object with actions'],
    ['no list', { actions: { 0: [1, 2] } }, 'actions-not-accepted', 'an array of 1 to 10000'],
    ['an empty list', { actions: [] }, 'actions-not-accepted', 'got 0'],
    ['a context whose arms were not counted', { member: true }, 'actions-not-accepted', 'armCount'],
    [
      'a length that is no number',
      { actions: new Proxy([], { get: () => Symbol('length') }) },
      'actions-not-accepted',
      'got Symbol(length)',
    ],
    ['a revoked list', { actions: revoked() }, 'feature-not-accepted', 'actions must be readable'],
    ['a revoked question', revoked(), 'feature-not-accepted', 'the question must be readable'],
    ['another name', { acitons: [] }, 'actions-not-accepted', "did you mean 'actions'?"],
    [
      'a context without features',
      { context: {}, actions: [[1, 2]] },
      'actions-not-accepted',
      'declare actionFeatures',
    ],
    [
      'a short vector',
      { actions: [[1, 0], [1]] },
      'features-wrong-length',
      'actions[1] must have 2',
    ],
    ['NaN', { actions: [[1, Number.NaN]] }, 'feature-not-accepted', 'actions[0][1]'],
  ])('refuse %s', (_, asked, code, words) => {
    const refused = thrown(() => actionPolicy().select(randomStream(1), asked));
    expect(refused.code).toBe(code);
    expect(refused.message).toContain(words);
  });

  test('errors name the action and the feature', () => {
    const policy = policyOf('linucb', { armCount: undefined });
    const asked = { actions: [{ x: 0 }, { x: '0' }] };
    expect(thrown(() => policy.select(randomStream(1), asked)).message).toMatch(
      /^actions\[1\]: feature x must be a finite number/,
    );
  });

  test('need no among and no addArm', () => {
    const policy = actionPolicy();
    expect(thrown(() => policy.select(randomStream(1), { actions: [[1, 0]] }, [0])).code).toBe(
      'parameters-conflict',
    );
    expect(thrown(() => policy.addArm()).code).toBe('arm-cannot-join');
  });
});

describe('selections that come back', () => {
  const policy = policyOf('linucb');
  const selection = policy.select(randomStream(1), { x: 0.5 });

  test.each([
    ['codes lost', { codes: undefined }, 'wrong-codes'],
    ['another number of codes', { codes: [0.5] }, 'wrong-codes'],
    ['a code outside its range', { codes: [2, null] }, 'wrong-codes'],
    ['a code that JSON does not know', { codes: [1n, null] }, 'wrong-codes'],
    ['codes that cannot be read', { codes: revoked() }, 'feature-not-accepted'],
    ['an arm that is not there', { arm: 3 }, 'arm-out-of-range'],
    ['another origin', { origin: 'x' }, 'foreign-decision'],
    ['a ticket as text', { ticket: '0' }, 'wrong-ticket'],
    ['a later slot', { slot: 1 }, 'not-the-next-slot'],
  ])('are refused with %s, and nothing changes', (_, change, code) => {
    const before = text(policy);
    const changed = { ...selection, ...change } as ContextualSelection;
    expect(thrown(() => policy.begin(changed)).code).toBe(code);
    expect(text(policy)).toBe(before);
  });

  test('are settled once', () => {
    const once = policyOf('linucb');
    const made = once.select(randomStream(1), {});
    once.update(made, 1);
    expect(thrown(() => once.update(made, 1)).code).toBe('already-settled');
    expect(thrown(() => once.update(made, Number.NaN)).code).toBe('reward-not-finite');
  });
});

describe('contexts that are refused', () => {
  test('leave the policy and the random source as they were', () => {
    const policy = policyOf('lints');
    play(policy, 10);
    const random = randomStream(9);
    const [before, state] = [text(policy), [...random.state]];
    for (const context of [{ y: 1 }, { x: 'a' }, null, [1, 2]]) {
      expect(() => policy.select(random, context)).toThrow();
    }
    expect(text(policy)).toBe(before);
    expect([...random.state]).toEqual(state);
  });

  test('those outside the schema are reported once for each feature', () => {
    const heard: string[] = [];
    const policy = policyOf('linucb', { onWarning: ({ message }) => heard.push(message) });
    for (const x of [2, 3, -4]) policy.select(randomStream(1), { x });
    expect(heard).toEqual([expect.stringContaining('feature x: 2 is outside')]);
    expect(policy.warnings.map(({ code }) => code)).toEqual(['context-outside-schema']);
    const strict = policyOf('linucb', { strict: true });
    expect(thrown(() => strict.select(randomStream(1), { x: 2 })).code).toBe(
      'feature-out-of-range',
    );
  });
});

describe('options', () => {
  test.each<[string, Partial<ContextualOptions>, string]>([
    ['armCount with actions', { form: 'actions' }, 'parameters-conflict'],
    ['features of actions with arms', { actionFeatures: FEATURES }, 'parameters-conflict'],
    ['another form', { form: 'both' as 'arms' }, 'parameter-out-of-range'],
    ['no arms', { armCount: 0 }, 'parameter-out-of-range'],
    ['an unknown name', { featrues: FEATURES }, 'unknown-parameter'],
    ['a parameter out of range', { ridge: -1 }, 'parameter-out-of-range'],
    ['too much memory', { armCount: 2 ** 24, features: { dimension: 512 } }, 'too-large'],
  ])('refuses %s', (_, options, code) => {
    expect(thrown(() => policyOf('linucb', options)).code).toBe(code);
  });

  test('a definition without contexts is refused', () => {
    const definition = { id: 'x', parameters: [] } as unknown as ContextualPolicy['definition'];
    const options = { armCount: 2, features: FEATURES };
    expect(thrown(() => new ContextualPolicy(definition, options)).message).toContain(
      "of kind 'contextual'",
    );
  });
});

describe('snapshots', () => {
  test.each(['linucb', 'd-linucb', 'lints'])(
    '%s continues bit for bit, with pending ones',
    (id) => {
      for (const delay of [0, 7]) {
        const policy = policyOf(id);
        play(policy, 60, delay);
        policy.expireOlderThan(5);
        const copy = policyOf(id);
        copy.restore(JSON.parse(text(policy)));
        expect(text(copy)).toBe(text(policy));
        for (const each of [policy, copy]) {
          const selection = each.pendingAt(58);
          if (selection !== undefined) each.update(selection, 0.4);
          each.addArm();
        }
        expect(play(copy, 30, 3)).toEqual(play(policy, 30, 3));
        expect(text(copy)).toBe(text(policy));
      }
    },
  );

  const policy = policyOf('linucb');
  play(policy, 40, 6);
  const snapshot = policy.snapshot();

  test.each<[string, ContextualPolicy, string]>([
    [
      'other features',
      policyOf('linucb', { features: [{ kind: 'flag', name: 'member' }, FEATURES[0]] }),
      'schema',
    ],
    ['another number of columns', policyOf('linucb', { intercept: false }), 'dimension'],
    ['another policy', policyOf('lints'), 'policy'],
    ['another parameter', policyOf('linucb', { ridge: 2 }), 'params.ridge'],
    ['another form', policyOf('linucb', { armCount: undefined }), 'form'],
    ['another start', policyOf('linucb', { armCount: 2 }), 'startArmCount'],
  ])('are refused by a policy with %s', (_, other, name) => {
    const before = text(other);
    expect(thrown(() => other.restore(snapshot))).toEqual({
      code: 'snapshot-of-another',
      message: expect.stringContaining(`with ${name}`),
    });
    expect(text(other)).toBe(before);
  });

  test('are refused if a single number was altered', () => {
    const altered = { ...snapshot, slot: snapshot.slot + 1 };
    expect(thrown(() => policyOf('linucb').restore(altered)).code).toBe('snapshot-damaged');
    const version = { ...snapshot, version: 0 } as unknown as ContextualSnapshot;
    expect(thrown(() => policyOf('linucb').restore(version)).code).toBe('snapshot-version');
  });
});

describe('pending decisions in widths', () => {
  test('leave no trace once all are settled or expired', () => {
    const settled = policyOf('linucb');
    play(settled, 50, 9);
    const width = () => settled.inspect({ x: 0.3, member: true }).map((view) => view.width);
    const narrowed = width();
    settled.expireOlderThan(0);
    expect(width().some((each, arm) => each > narrowed[arm])).toBe(true);
    expect(settled.snapshot().released).toBe(0);
    const { state } = settled.snapshot();
    expect(state.pendingTotal).toBe(0);
  });

  test('have the same bits in every fold, whatever was restored in between', () => {
    const [through, straight] = [policyOf('linucb'), policyOf('linucb')];
    for (let round = 0; round < 8; round++) {
      play(straight, 13, 4 + round);
      play(through, 13, 4 + round);
      straight.expireOlderThan(9);
      through.restore(JSON.parse(text(through)));
      through.expireOlderThan(9);
      expect(text(through)).toBe(text(straight));
    }
  });

  test('count once if the most that may wait is reached', () => {
    const policy = policyOf('linucb', { maxPending: 5 });
    play(policy, 40, 100);
    expect(policy.pendingCount).toBe(5);
    expect(policy.snapshot().state.pendingTotal).toBe(5);
  });
});
