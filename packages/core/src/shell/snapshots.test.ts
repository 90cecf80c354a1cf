/** What snapshots of policies, deciders and detectors have in common. */
import { describe, expect, test } from 'vitest';
import { SnapshotError } from '../base/errors.ts';
import { usualOptions } from '../contract/fixtures.ts';
import { policyCatalogue } from '../policies/catalogue.ts';
import { randomStream } from '../random/source.ts';
import { createPolicy } from './create-policy.ts';
import { createDecider, type DeciderSnapshot } from './decider.ts';
import { createDetector, type DetectorSnapshot } from './detector.ts';
import { Policy } from './policy.ts';
import type { PolicySnapshot } from './policy-snapshot.ts';
import { digestOf, sealed } from './snapshot-digest.ts';

function policyAfter(id: string, options: object, slots: number) {
  const policy = createPolicy(id, { armCount: 3, ...options });
  const random = randomStream(1);
  for (let slot = 0; slot < slots; slot++) {
    const selection = policy.select(random);
    if (slot % 5 === 3) policy.begin(selection);
    else policy.update(selection, (slot % 4) / 3);
  }
  return policy;
}

function deciderAfter(slots: number) {
  const decider = createDecider('exp3', { armCount: 3, g: 0.1, seed: 4 });
  for (let slot = 0; slot < slots; slot++) {
    const decision = decider.decide();
    if (slot % 5 !== 3) decider.update(decision, (slot % 4) / 3);
  }
  return decider;
}

function detectorAfter(rewards: number) {
  const detector = createDetector('cusum', { samples: 10, epsilon: 0.1 });
  for (let i = 0; i < rewards; i++) detector.update((i % 4) / 3);
  return detector;
}

/** The same plain data with the keys of all objects the other way round. */
function reordered(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(reordered);
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([name, inner]) => [name, reordered(inner)]),
  );
}

/** As an earlier version wrote it. */
function unsealed<T extends { version: number; digest?: string }>(snapshot: T): T {
  const { digest: _, ...rest } = snapshot;
  return { ...rest, version: snapshot.version - 1 } as T;
}

const kinds = [
  [
    'a policy',
    policyAfter('sw-moss', { window: 20 }, 30).snapshot(),
    (given: unknown) => {
      const policy = createPolicy('sw-moss', { armCount: 3, window: 20 });
      policy.restore(given as PolicySnapshot);
      return policy.snapshot();
    },
  ],
  [
    'a decider',
    deciderAfter(30).snapshot(),
    (given: unknown) => {
      const decider = createDecider('exp3', { armCount: 3, g: 0.1, seed: 4 });
      decider.restore(given as DeciderSnapshot);
      return decider.snapshot();
    },
  ],
  [
    'a detector',
    detectorAfter(30).snapshot(),
    (given: unknown) => {
      const detector = createDetector('cusum', { samples: 10, epsilon: 0.1 });
      detector.restore(given as DetectorSnapshot);
      return detector.snapshot();
    },
  ],
] as const;

describe.each(kinds)('a snapshot of %s', (_, snapshot, restored) => {
  test('may come back through JSON, its keys in any order', () => {
    const back = reordered(JSON.parse(JSON.stringify(snapshot)));
    expect(Object.keys(back as object)).not.toEqual(Object.keys(snapshot));
    expect(restored(back)).toEqual(snapshot);
  });

  test('of the version before, which has no digest, still opens', () => {
    expect(restored(unsealed(snapshot))).toEqual(snapshot);
  });

  test('that was altered is refused, whatever was altered', () => {
    const text = JSON.stringify(snapshot);
    const numbers = [...text.matchAll(/-?\d+(\.\d+)?(e-?\d+)?/g)];
    expect(numbers.length).toBeGreaterThan(10);
    for (const { index, 0: found } of numbers) {
      const other = `${text.slice(0, index)}${found === '7' ? '8' : '7'}${text.slice(index + found.length)}`;
      expect(() => restored(JSON.parse(other))).toThrow(SnapshotError);
    }
    const lost = JSON.parse(text);
    delete lost.digest;
    expect(() => restored(lost)).toThrow(/changed or damaged: its digest is undefined/);
  });

  test.each([
    [null, 'must be an object; got null'],
    [undefined, 'must be an object; got undefined'],
    [7, 'must be an object; got 7'],
    [[], 'must be an object; got an array'],
    ['{}', 'must be an object; got a string; parse it with JSON.parse'],
    [{}, 'got format undefined, version undefined'],
  ])('is not %j', (given, reason) => {
    expect(() => restored(given)).toThrow(SnapshotError);
    expect(() => restored(given)).toThrow(reason);
  });
});

test('the digest depends on the values and the names, not on their order or on JSON', () => {
  const data = { a: [1, -0, 2.5e-300], b: { c: null, d: 'text', e: true }, f: undefined };
  const digest = digestOf(data);
  expect(digest).toMatch(/^[0-9a-f]{16}$/);
  expect(digestOf(JSON.parse(JSON.stringify(data)))).toBe(digest);
  expect(digestOf({ b: { e: true, d: 'text', c: null }, a: [1, 0, 2.5e-300], digest })).toBe(
    digest,
  );
  const others = [
    { ...data, a: [1, 0, 2.5e-300, 0] },
    { ...data, a: [-0, 1, 2.5e-300] },
    { ...data, a: ['1', 0, 2.5e-300] },
    { ...data, g: null },
    { a: data.a, c: data.b },
  ];
  expect(new Set([digest, ...others.map(digestOf)]).size).toBe(6);
});

describe('what can’t have been in a policy is refused, digest or not', () => {
  const refusal = (id: string, options: object, change: (snapshot: PolicySnapshot) => object) => {
    const policy = policyAfter(id, options, 30);
    const snapshot = policy.snapshot();
    const other = sealed({ ...snapshot, ...change(snapshot) }) as PolicySnapshot;
    return () => policy.restore(other);
  };
  const exp3 = { g: 0.1 };
  const state = (change: (state: PolicySnapshot['state']) => object) => (s: PolicySnapshot) => ({
    state: { ...s.state, ...change(s.state) },
  });

  test.each([
    ['a slot beyond the last', 'exp3', exp3, () => ({ slot: 2 ** 31 }), 'slot must be'],
    [
      'a slot twice',
      'exp3',
      exp3,
      ({ pending }: PolicySnapshot) => ({ pending: [pending[0], ...pending] }),
      'each once and in order',
    ],
    [
      'a slot that was not taken',
      'exp3',
      exp3,
      () => ({ pending: [[30, 0, 0.5]] }),
      'a slot from 0 to 29',
    ],
    ['an arm too many', 'exp3', exp3, () => ({ pending: [[3, 3, 0.5]] }), 'an arm from 0 to 2'],
    [
      'a ticket of a smaller probability than any arm has',
      'exp3',
      exp3,
      () => ({ pending: [[3, 0, 0.01]] }),
      'pending must hold tickets of exp3; got 0.01 for slot 3',
    ],
    [
      'an evicted arm',
      'adswitch',
      { horizon: 90 },
      state(() => ({ standing: [0, 3, 0] })),
      'from 0 to 2',
    ],
    ['a longer block', 'master', { horizon: 90 }, state(() => ({ order: 1e9 })), 'state.order'],
    ['no guesses', 'cts', {}, state(() => ({ sizes: [0] })), 'state.sizes'],
    [
      'half a reward',
      'ts',
      {},
      state(() => ({ counts: [0.5, 3, 3] })),
      'state.counts must hold integers from 0 to 30; got 0.5 at place 0',
    ],
    [
      'more rewards than slots',
      'ts',
      {},
      state(() => ({ counts: [1, 31, 3] })),
      'got 31 at place 1',
    ],
  ] as const)('%s', (_, id, options, change, reason) => {
    const restore = refusal(id, options, change as (snapshot: PolicySnapshot) => object);
    expect(restore).toThrow(SnapshotError);
    expect(restore).toThrow(reason);
  });
});

describe('taking snapshots changes nothing', () => {
  test.each(policyCatalogue.list.map(({ id }) => id))('of %s', (id) => {
    const definition = policyCatalogue.find(id);
    const [saved, unsaved] = [1, 0].map((every) => {
      const policy = new Policy(definition, usualOptions(definition));
      const random = randomStream(5);
      const arms: number[] = [];
      for (let slot = 0; slot < 150; slot++) {
        const selection = policy.select(random);
        arms.push(selection.arm);
        if (slot % 7 === 3) policy.begin(selection);
        else policy.update(selection, ((slot * 5 + selection.arm * 3) % 8) / 7);
        if (every > 0) policy.snapshot();
      }
      return { arms, snapshot: policy.snapshot() };
    });
    expect(saved).toEqual(unsaved);
  });
});
