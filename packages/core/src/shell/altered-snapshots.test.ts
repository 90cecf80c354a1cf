/**
 * Snapshots with one thing altered, of every policy and detector, their digest made anew so that it
 * hides nothing: each is refused as a snapshot, or goes on with finite numbers and comes to an end.
 */
import { describe, expect, test } from 'vitest';
import { SnapshotError } from '../base/errors.ts';
import { contextualPolicyCatalogue } from '../contextual-policies/catalogue.ts';
import { contextual } from '../contract/contextual-subject.ts';
import { usualOptions } from '../contract/fixtures.ts';
import { armed, type Subject, type TriedPolicy, type TriedSnapshot } from '../contract/subject.ts';
import { detectorCatalogue } from '../detectors/catalogue.ts';
import { policyCatalogue } from '../policies/catalogue.ts';
import { Random } from '../portable/random/generator.ts';
import { randomStream } from '../random/source.ts';
import { createPolicy } from './create-policy.ts';
import { createDetector, type Detector, type DetectorSnapshot } from './detector.ts';
import { Policy } from './policy.ts';
import type { PolicySnapshot } from './policy-snapshot.ts';
import { sealed } from './snapshot-digest.ts';

/** Ends what would draw without end: no choice here needs nearly as many. */
class CountedRandom extends Random {
  #left = 0;

  allow(draws: number): void {
    this.#left = draws;
  }

  override next(): number {
    if (this.#left === 0) throw new Error('more draws than any choice needs');
    this.#left -= 1;
    return super.next();
  }
}

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };
type Change = (parent: Record<string, Json> | Json[], name: string) => boolean;

/** Puts something in the place of a value. */
const put =
  (value: Json): Change =>
  (parent, name) => {
    (parent as Record<string, Json>)[name] = value;
    return true;
  };

/** Replaces a number by what is made of it. */
const make =
  (from: (value: number) => number): Change =>
  (parent, name) => {
    const values = parent as Record<string, Json>;
    const value = values[name];
    if (typeof value !== 'number') return false;
    values[name] = from(value);
    return true;
  };

const remove: Change = (parent, name) => {
  if (Array.isArray(parent)) parent.splice(Number(name), 1);
  else delete parent[name];
  return true;
};

const repeat: Change = (parent, name) => {
  if (!Array.isArray(parent)) return false;
  parent.splice(Number(name), 0, structuredClone(parent[Number(name)]));
  return true;
};

const changes: readonly Change[] = [
  ...[null, true, 'x', [], {}].map(put),
  ...[-1, -2, -1e9, -1.7e308, -1e-300, 0, 5e-324, 1e-300, 0.5, 1, 2, 1000].map(put),
  ...[1e9, 2 ** 31 - 1000, 2 ** 31, 2 ** 53, 1e100, 1e300, 1.7e308].map(put),
  ...[(x: number) => x + 1, (x: number) => -x, (x: number) => x + 0.5].map(make),
  remove,
  repeat,
];

/** The ways to all values, of which those that differ in places of arrays only have one name. */
function waysByName(value: Json, way: readonly string[] = []): Map<string, string[][]> {
  const ways = new Map<string, string[][]>();
  if (typeof value !== 'object' || value === null) return ways;
  for (const [name, inner] of Object.entries(value)) {
    const here = [...way, name];
    const key = here.map((part) => (/^\d+$/.test(part) ? '#' : part)).join('.');
    ways.set(key, [...(ways.get(key) ?? []), here]);
    for (const [innerKey, found] of waysByName(inner, here)) {
      ways.set(innerKey, [...(ways.get(innerKey) ?? []), ...found]);
    }
  }
  return ways;
}

/** Copies of plain data with one thing altered: a share of all changes, at one place of each name. */
function* altered(
  data: object,
  seed: number,
  share = 1,
): Generator<{ copy: object; what: string }> {
  const plain: Json = JSON.parse(JSON.stringify(data));
  const original = JSON.stringify(plain);
  const random = randomStream(seed);
  for (const [name, ways] of waysByName(plain)) {
    if (name === 'digest') continue;
    for (const [i, change] of changes.entries()) {
      if (random.uniform() >= share) continue;
      const way = ways[random.below(ways.length)];
      const copy: Record<string, Json> = JSON.parse(original);
      let parent: Record<string, Json> | Json[] = copy;
      for (const part of way.slice(0, -1)) {
        parent = (parent as Record<string, Json>)[part] as typeof parent;
      }
      if (!change(parent, way[way.length - 1]) || JSON.stringify(copy) === original) continue;
      yield { copy: sealed({ ...copy, digest: undefined }), what: `${way.join('.')}, change ${i}` };
    }
  }
}

function isAllFinite(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value);
  return typeof value !== 'object' || value === null || Object.values(value).every(isAllFinite);
}

/** Whether a snapshot is taken; it may only be refused as one. */
function isTaken(restore: () => void): boolean {
  try {
    restore();
    return true;
  } catch (error) {
    if (!(error instanceof SnapshotError)) throw error;
    return false;
  }
}

function begun(subject: Subject, slots: number, unit = 1): TriedPolicy {
  const policy = subject.make();
  const random = randomStream(7);
  for (let slot = 0; slot < slots; slot++) {
    const selection = policy.select(random);
    if (slot % 9 === 4) policy.begin(selection);
    else policy.update(selection, (unit * ((slot * 7 + selection.arm * 3) % 6)) / 5);
  }
  return policy;
}

function goOn(policy: TriedPolicy, pending: PolicySnapshot['pending'], unit = 1): void {
  const random = new CountedRandom(1, 2, 3, 4);
  for (const [slot, arm, ticket, ...codes] of pending.slice(0, 3)) {
    const decision = { slot, arm, ticket, propensity: undefined, codes };
    policy.update(decision, 1);
  }
  for (let i = 0; i < 12; i++) {
    random.allow(10_000);
    const selection = i % 5 === 4 ? policy.select(random, [0, 2]) : policy.select(random);
    const { arm, propensity = 1 } = selection;
    const isArm = Number.isInteger(arm) && arm >= 0 && arm < policy.armCount;
    if (!isArm || !(propensity > 0 && propensity <= 1)) throw new Error(JSON.stringify(selection));
    policy.update(selection, (unit * (i % 3)) / 2);
  }
  policy.inspect();
}

/** Alters snapshots after some slots, and returns how many are refused. */
function refusedAfter(subject: Subject, slots: number, share: number): number {
  const snapshot = begun(subject, slots).snapshot();
  let refused = 0;
  for (const { copy, what } of altered(snapshot, slots, share)) {
    const policy = subject.make();
    const given = copy as PolicySnapshot;
    try {
      if (!isTaken(() => policy.restore(given))) {
        refused += 1;
        continue;
      }
      goOn(policy, given.pending);
      const next = policy.snapshot();
      expect(isAllFinite(withoutCodes(next))).toBe(true);
      subject.make().restore(next);
    } catch (error) {
      throw new Error(`with ${what}: ${String(error)}`, { cause: error });
    }
  }
  return refused;
}

/** Codes are null if a value is not known. */
function withoutCodes(snapshot: TriedSnapshot): object {
  return { ...snapshot, pending: [] };
}

describe.each(policyCatalogue.list.filter(({ needs }) => needs === undefined))(
  'altered snapshots of $id',
  (definition) => {
    test.each([
      [2, 0.15],
      [60, 0.5],
    ])('after %i slots', (slots, share) => {
      expect(refusedAfter(armed(definition), slots, share)).toBeGreaterThan(20);
    });
  },
);

test.each(contextualPolicyCatalogue.list.filter(({ needs }) => needs === undefined))(
  'altered snapshots of the contextual policy $id',
  (definition) => {
    const [form] = definition.forms;
    expect(refusedAfter(contextual(definition, form), 60, 0.3)).toBeGreaterThan(20);
  },
);

test('altered snapshots of a learned range and its sums are refused, or go on to others that can be restored', () => {
  const { definition } = createPolicy('auto', { armCount: 1 });
  const snapshot = begun(armed(definition), 60, -700).snapshot();
  expect(snapshot.state).toMatchObject({ rewardExponent: 10 });
  let [taken, refused] = [0, 0];
  for (const { copy, what } of altered(snapshot, 3)) {
    if (!/^state\.(reward[EM]|held|allCounts|allSums|sums|allResiduals)/.test(what)) continue;
    const policy = new Policy(definition, usualOptions(definition));
    const given = copy as PolicySnapshot;
    if (!isTaken(() => policy.restore(given))) {
      refused += 1;
      continue;
    }
    taken += 1;
    goOn(policy, given.pending, 1e5);
    goOn(policy, [], -1e100);
    expect(isAllFinite(policy.snapshot()), what).toBe(true);
    expect(
      isTaken(() => policy.restore(policy.snapshot())),
      what,
    ).toBe(true);
  }
  expect(refused).toBeGreaterThan(50);
  expect(taken).toBeGreaterThan(30);
});

describe.each(detectorCatalogue.list)('altered snapshots of the detector $id', ({ id }) => {
  test('are refused, or go on', () => {
    const fed = (detector: Detector, rewards: number) => {
      for (let i = 0; i < rewards; i++) detector.update(((i * 7) % 6) / 5);
      return detector;
    };
    let refused = 0;
    for (const { copy, what } of altered(fed(createDetector(id), 80).snapshot(), 1)) {
      const detector = createDetector(id);
      try {
        if (isTaken(() => detector.restore(copy as DetectorSnapshot))) {
          expect(isAllFinite(fed(detector, 20).snapshot())).toBe(true);
        } else refused += 1;
      } catch (error) {
        throw new Error(`with ${what}: ${String(error)}`, { cause: error });
      }
    }
    expect(refused).toBeGreaterThan(100);
  });
});

test('what is nested so deep that a stack would overflow is refused', () => {
  let deep: Json = [];
  for (let level = 0; level < 200_000; level++) deep = [deep];
  const policy = createPolicy('sw-moss', { armCount: 3, window: 5 });
  const snapshot = policy.snapshot();
  for (const name of [...Object.keys(snapshot), 'anything']) {
    for (const version of [2, 3]) {
      const altered = { ...snapshot, version, [name]: deep } as unknown as PolicySnapshot;
      expect(() => policy.restore(altered), name).toThrow(SnapshotError);
    }
  }
  expect(() => policy.restore({ ...snapshot, state: { deep } } as never)).toThrow(
    'nested at most 100 levels deep',
  );
});
