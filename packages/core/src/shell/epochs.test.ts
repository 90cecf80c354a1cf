/** Deciders that are restored, crash, and get rewards of decisions that were lost. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CodedError, ContractError, ParameterError, SnapshotError } from '../base/errors.ts';
import type { Warning } from '../base/warnings.ts';
import { createDecider, type Decider, type DeciderSnapshot } from './decider.ts';
import type { Selection } from './selection.ts';
import { sealed } from './snapshot-digest.ts';

/** Plain data after a way through JSON. */
function sent<T>(data: T): T {
  return JSON.parse(JSON.stringify(data));
}

function made(options: object = {}): Decider {
  return createDecider<string>('ucb1', { armCount: 3, ...options });
}

function restored(snapshot: DeciderSnapshot, options: object = {}): Decider {
  const decider = made(options);
  decider.restore(sent(snapshot));
  return decider;
}

function decided(decider: Decider, count: number): Selection[] {
  return Array.from({ length: count }, () => sent(decider.decide()));
}

function codesOf(decider: Decider): string[] {
  return decider.policy.warnings.map(({ code }) => code);
}

function rewardCount(decider: Decider): number {
  return decider.policy.inspect().reduce((sum, { count = 0 }) => sum + count, 0);
}

describe('after a crash and a restore', () => {
  test('the reward of a lost decision does not count for the visitor who has its slot now', () => {
    const heard: Warning[] = [];
    const before = made();
    decided(before, 5);
    const snapshot = before.snapshot();
    const lost = decided(before, 3);
    const after = restored(snapshot, { onWarning: (warning: Warning) => heard.push(warning) });
    const own = decided(after, 3);
    expect(own.map(({ slot, origin }) => [slot, origin])).toEqual(
      lost.map(({ slot, origin }) => [slot, origin]),
    );
    expect(lost.map((decision) => after.update(decision, 1))).toEqual([false, false, false]);
    expect(rewardCount(after)).toBe(0);
    expect(own.map((decision) => after.update(decision, 1))).toEqual([true, true, true]);
    expect(heard.map(({ code }) => code)).toEqual(['decision-lost']);
    expect(heard[0].message).toBe(
      'ucb1: the decision for slot 5 was made after the restored snapshot, so its reward does not count; take snapshots more often, or journal decisions and replay them',
    );
    expect(codesOf(after)).toEqual(['decision-lost']);
  });

  test('a lost decision that is expired leaves the one that has its slot now pending', () => {
    const before = made();
    const snapshot = before.snapshot();
    const [lost] = decided(before, 1);
    const after = restored(snapshot);
    const [own] = decided(after, 1);
    after.expire(lost);
    expect(after.policy.pendingCount).toBe(1);
    expect(after.update(own, 1)).toBe(true);
  });

  test('late rewards from before the snapshot count, also after several restores', () => {
    let decider = made();
    const early = decided(decider, 4);
    for (let i = 0; i < 4; i++) {
      decider = restored(decider.snapshot());
      early.push(...decided(decider, 2));
    }
    expect(early.map((decision) => decider.update(decision, 1))).toEqual(early.map(() => true));
    expect(codesOf(decider)).toEqual([]);
    expect(() => decider.update(early[0], 1)).toThrow('is already settled');
  });

  test('two crashes in a row lose the decisions of both, whenever their rewards come', () => {
    const first = made();
    for (const decision of decided(first, 2)) first.update(decision, 0.5);
    const snapshot = first.snapshot();
    const lost = decided(first, 3);
    const second = restored(snapshot);
    lost.push(...decided(second, 3));
    let third = restored(snapshot);
    for (const decision of decided(third, 3)) third.update(decision, 0.5);
    for (let life = 0; life < 3; life++) {
      for (const decision of lost) expect(third.update(decision, 1)).toBe(false);
      third = restored(third.snapshot());
      for (const decision of decided(third, 2)) third.update(decision, 0.5);
    }
    expect(rewardCount(third)).toBe(11);
  });

  test('a lost decision does not count before the first new one, nor after idle time', () => {
    const first = made();
    decided(first, 2);
    const snapshot = first.snapshot();
    const lost = decided(first, 2);
    const second = restored(snapshot);
    expect(lost.map((decision) => second.update(decision, 1))).toEqual([false, false]);
    expect(second.snapshot()).toEqual(snapshot);
    second.skip(5);
    expect(lost.map((decision) => second.update(decision, 1))).toEqual([false, false]);
    lost.push(...decided(second, 2));
    const third = restored(snapshot);
    third.skip(20);
    const fourth = restored(third.snapshot());
    for (const decision of lost) expect(fourth.update(decision, 1)).toBe(false);
  });

  test('expireOlderThan ends decisions of all epochs', () => {
    const first = made();
    const early = decided(first, 3);
    const second = restored(first.snapshot());
    const own = decided(second, 3);
    expect(second.expireOlderThan(2)).toBe(4);
    expect([...early, own[0]].map((decision) => second.update(decision, 1))).toEqual([
      ...[false, false, false],
      false,
    ]);
    expect(own.slice(1).map((decision) => second.update(decision, 1))).toEqual([true, true]);
    expect(codesOf(second)).toEqual([]);
  });
});

describe('two deciders of one snapshot', () => {
  const start = made();
  const early = decided(start, 4);
  const snapshot = sent(start.snapshot());

  test('have different epochs and equal choices', () => {
    const [one, other] = [restored(snapshot), restored(snapshot)];
    const plain = made();
    decided(plain, 4);
    const lives = [one, other, plain].map((decider) =>
      Array.from({ length: 40 }, (_, i) => {
        const { epoch, ...rest } = decider.decide();
        decider.update({ ...rest, ...(epoch === undefined ? {} : { epoch }) }, (i % 5) / 4);
        return { epoch, rest };
      }),
    );
    const [mine, others, uninterrupted] = lives;
    expect(mine.map(({ rest }) => rest)).toEqual(uninterrupted.map(({ rest }) => rest));
    expect(others.map(({ rest }) => rest)).toEqual(uninterrupted.map(({ rest }) => rest));
    expect(new Set(lives.flat().map(({ epoch }) => epoch)).size).toBe(3);
    expect(mine[0].epoch).toMatch(/^[0-9a-f]{16}$/);
    expect(one.policy.snapshot()).toEqual(plain.policy.snapshot());
  });

  test('refuse each other’s decisions in a rolling restart with both alive', () => {
    const [old, fresh] = [restored(snapshot), restored(snapshot)];
    const [ofOld, ofFresh] = [decided(old, 3), decided(fresh, 3)];
    const later = decided(start, 3);
    for (const decision of [...ofFresh, ...later]) expect(old.update(decision, 1)).toBe(false);
    for (const decision of [...ofOld, ...later]) expect(fresh.update(decision, 1)).toBe(false);
    for (const decision of [...ofOld, ...ofFresh]) expect(start.update(decision, 1)).toBe(false);
    for (const decision of [...early, ...ofOld]) expect(old.update(decision, 1)).toBe(true);
    for (const decision of [...early, ...ofFresh]) expect(fresh.update(decision, 1)).toBe(true);
  });
});

describe('a snapshot', () => {
  test('that is taken directly after a restore is the same, byte for byte', () => {
    let decider = made();
    for (let life = 0; life < 4; life++) {
      decided(decider, 3);
      const text = JSON.stringify(decider.snapshot());
      decider = restored(JSON.parse(text));
      expect(JSON.stringify(decider.snapshot())).toBe(text);
    }
  });

  test('of a decider that was never restored has no epochs, like those of 0.1', () => {
    const decider = made();
    expect(decided(decider, 2)[0]).not.toHaveProperty('epoch');
    expect(Object.keys(decider.snapshot())).toEqual([
      ...['format', 'version', 'policy', 'random', 'digest'],
    ]);
  });

  test('lists epochs from the oldest pending decision on', () => {
    let decider = made({ newEpoch: () => 'a' });
    const decisions: Selection[] = [];
    for (const id of ['b', 'c', 'd']) {
      decisions.push(...decided(decider, 2));
      decider = restored(decider.snapshot(), { newEpoch: () => id });
    }
    decisions.push(...decided(decider, 2));
    const listed = () => decider.snapshot().epochs?.map(([id, from]) => `${id}${from}`);
    const lists = decisions.map((decision) => {
      decider.update(decision, 1);
      return listed();
    });
    expect(lists).toEqual([
      ...[
        ['a0', 'b2', 'c4', 'd6'],
        ['b2', 'c4', 'd6'],
        ['b2', 'c4', 'd6'],
      ],
      ...[['c4', 'd6'], ['c4', 'd6'], ['d6'], ['d6'], ['d6']],
    ]);
    expect(decider.snapshot().epochsSince).toBe(0);
  });

  test.each([
    ['no list', { epochs: 3, epochsSince: 0 }],
    ['no pair', { epochs: [['a']], epochsSince: 0 }],
    ['no id', { epochs: [[1, 2]], epochsSince: 0 }],
    ['an empty id', { epochs: [['', 2]], epochsSince: 0 }],
    ['an id twice', { epochs: ['a', 'a'].map((id, from) => [id, from]), epochsSince: 0 }],
    ['slots that descend', { epochs: ['a', 'b'].map((id, from) => [id, 1 - from]) }],
    ['a slot that is not taken', { epochs: [['a', 4]], epochsSince: 0 }],
    ['half a slot', { epochs: [['a', 0.5]], epochsSince: 0 }],
    ['a first slot after the list', { epochs: [['a', 0]], epochsSince: 1 }],
    ['a first slot below 0', { epochs: [['a', 0]], epochsSince: -1 }],
    ['a first slot without a list', { epochsSince: 0 }],
    ['a list without a first slot', { epochs: [['a', 0]] }],
  ])('with %s is refused, and nothing changes', (_, change) => {
    const decider = made();
    decided(decider, 4);
    const snapshot = decider.snapshot();
    const altered = sealed({ ...snapshot, ...change }) as DeciderSnapshot;
    expect(() => decider.restore(altered)).toThrow(SnapshotError);
    expect(() => decider.restore(altered)).toThrow('epochs must hold pairs');
    expect(decider.snapshot()).toEqual(snapshot);
  });
});

describe('newEpoch', () => {
  test('names the epoch of a new decider, which refuses decisions of an equal one', () => {
    const [crashed, next] = ['boot 1', 'boot 2'].map((id) => made({ newEpoch: () => id }));
    const [lost] = decided(crashed, 1);
    const [own] = decided(next, 1);
    expect([lost.epoch, own.epoch]).toEqual(['boot 1', 'boot 2']);
    expect(next.update(lost, 1)).toBe(false);
    expect(next.update(own, 1)).toBe(true);
  });

  test('must return an id that is new to the snapshot', () => {
    const decider = made({ newEpoch: () => 'a' });
    decided(decider, 1);
    const snapshot = decider.snapshot();
    for (const id of ['a', '', 'x'.repeat(101), 7]) {
      const ids: unknown[] = ['b', id];
      const other = made({ newEpoch: () => ids.shift() });
      expect(() => other.restore(snapshot)).toThrow(
        new ParameterError(
          `newEpoch must return a string of 1 to 100 characters that differs from all earlier epochs; got ${id === 7 ? 'number' : JSON.stringify(id)}`,
        ),
      );
      expect(other.policy.slot).toBe(0);
    }
  });

  test('must be a function', () => {
    expect(() => made({ newEpoch: 'a' })).toThrow(
      'newEpoch must be a function that returns a new string each time; got string',
    );
  });

  test('is needed for a restore if there is no crypto', () => {
    const { crypto } = globalThis;
    const snapshot = made().snapshot();
    Object.defineProperty(globalThis, 'crypto', { value: undefined, configurable: true });
    try {
      expect(() => made().restore(snapshot)).toThrow('crypto.getRandomValues is not available');
      expect(restored(snapshot, { newEpoch: () => 'mine' }).decide().epoch).toBe('mine');
    } finally {
      Object.defineProperty(globalThis, 'crypto', { value: crypto, configurable: true });
    }
  });
});

describe('replay', () => {
  test('takes the decisions of a journal again, and is the uninterrupted decider', () => {
    const start = made();
    decided(start, 3);
    const before = restored(start.snapshot());
    const decisions = decided(before, 2);
    const snapshot = before.snapshot();
    decisions.push(...decided(before, 4));
    const after = restored(snapshot);
    for (const decision of decisions.slice(2)) after.replay(decision);
    expect(after.policy.snapshot()).toEqual(before.policy.snapshot());
    const later = restored(after.snapshot());
    later.decide();
    for (const decider of [after, later]) {
      for (const decision of decisions) expect(decider.update(decision, 1)).toBe(true);
    }
  });

  test('takes decisions of a process whose epoch no snapshot has', () => {
    const snapshot = made().snapshot();
    const lost = decided(restored(snapshot), 2);
    const after = restored(snapshot);
    for (const decision of lost) after.replay(decision);
    const [own] = decided(after, 1);
    for (const decision of [...lost, own]) expect(after.update(decision, 1)).toBe(true);
  });

  test('refuses decisions of another slot or epoch, and those that come after a new one', () => {
    const start = made({ newEpoch: () => 'a' });
    const [first] = decided(start, 1);
    const second = restored(start.snapshot(), { newEpoch: () => 'b' });
    const [next] = decided(second, 2).slice(1);
    const third = restored(second.snapshot());
    const lost = decided(restored(second.snapshot()), 2);
    expect(() => third.replay(next)).toThrow('must be for the next slot, 3; got one for slot 2');
    expect(() => third.replay(lost[1])).toThrow('must be for the next slot');
    expect(() => third.replay({ ...lost[0], epoch: 'a' })).toThrow(
      'must belong to the last epoch, b, or to a later one; got one of epoch a',
    );
    const { epoch: _, ...older } = lost[0];
    expect(() => third.replay(older)).toThrow(ContractError);
    expect(() => third.replay({ ...first, origin: 'x' })).toThrow(
      'must be passed back to the policy',
    );
    third.decide();
    expect(() => third.replay({ ...lost[0], slot: 4 })).toThrow('before the first new decision');
  });
});

/** A process of the model, which knows the visitor of each slot. */
interface Life {
  readonly decider: Decider;
  readonly visitors: Map<number, number>;
}

interface Saved {
  readonly text: string;
  readonly visitors: ReadonlyMap<number, number>;
}

type Act = readonly [kind: string, one: number, other: number];

/** Several processes that come and go, and a record of which visitor each decision was made for. */
class World {
  readonly #make: () => Decider;
  readonly #decisions: Selection[] = [];
  #lives: Life[];
  #saved: Saved[] = [];

  constructor(make: () => Decider) {
    this.#make = make;
    this.#lives = [{ decider: make(), visitors: new Map() }];
    this.#save(this.#lives[0]);
  }

  act([kind, one, other]: Act): void {
    const life = this.#lives[one % this.#lives.length];
    const visitor = other % Math.max(1, this.#decisions.length);
    const isVisitor = visitor < this.#decisions.length;
    if (kind === 'decide') this.#decide(life);
    else if (kind === 'save') this.#save(life);
    else if (kind === 'skip') life.decider.skip(other % 3);
    else if (kind === 'expireOld') life.decider.expireOlderThan(other % 8);
    else if (kind === 'start') this.#start(other);
    else if (kind === 'crash') this.#crash(life, other);
    else if (kind === 'reward' && isVisitor) this.#reward(life, visitor);
    else if (kind === 'expire' && isVisitor) this.#expire(life, visitor);
  }

  #decide({ decider, visitors }: Life): void {
    const decision = sent(decider.decide());
    visitors.set(decision.slot, this.#decisions.length);
    this.#decisions.push(decision);
  }

  #save({ decider, visitors }: Life): void {
    this.#saved.push({ text: JSON.stringify(decider.snapshot()), visitors: new Map(visitors) });
  }

  #start(which: number): void {
    const { text, visitors } = this.#saved[which % this.#saved.length];
    const decider = this.#make();
    decider.restore(JSON.parse(text));
    if (JSON.stringify(decider.snapshot()) !== text) throw new Error('a restore changed something');
    this.#lives.push({ decider, visitors: new Map(visitors) });
  }

  #crash(life: Life, which: number): void {
    this.#lives = this.#lives.filter((each) => each !== life);
    this.#start(which);
  }

  #reward({ decider, visitors }: Life, visitor: number): void {
    const decision = this.#decisions[visitor];
    const isOwn = visitors.get(decision.slot) === visitor;
    const isPending = decider.policy.pendingAt(decision.slot) !== undefined;
    const before = JSON.stringify(decider.policy.snapshot());
    const counts = this.#settled(isOwn, () => decider.update(decision, 1));
    expect(counts).toBe(isOwn && isPending);
    if (!counts) expect(JSON.stringify(decider.policy.snapshot())).toBe(before);
  }

  #expire({ decider, visitors }: Life, visitor: number): void {
    const decision = this.#decisions[visitor];
    const isOwn = visitors.get(decision.slot) === visitor;
    const before = JSON.stringify(decider.policy.snapshot());
    this.#settled(isOwn, () => {
      decider.expire(decision);
      return true;
    });
    if (!isOwn) expect(JSON.stringify(decider.policy.snapshot())).toBe(before);
  }

  /** Only a decision of a process itself may be refused as settled. */
  #settled(isOwn: boolean, settle: () => boolean): boolean {
    try {
      return settle();
    } catch (error) {
      if (!(isOwn && error instanceof CodedError && error.code === 'already-settled')) throw error;
      return false;
    }
  }
}

describe('no reward ever counts for another visitor', () => {
  const kinds = [
    ...['decide', 'decide', 'decide', 'decide', 'reward', 'reward', 'reward', 'reward'],
    ...['save', 'save', 'start', 'crash', 'crash', 'skip', 'expire', 'expireOld'],
  ];
  const acts = fc.array(fc.tuple(fc.constantFrom(...kinds), fc.nat(30), fc.nat(300)), {
    minLength: 20,
    maxLength: 90,
  });

  test.each([
    ['ucb1', {}],
    ['sw-ucb', { window: 6 }],
    ['dts', { discount: 0.6 }],
    ['exp3', { g: 0.2 }],
    ['auto', { maxPending: 4 }],
    ['ucb1', { newEpoch: named() }],
  ])('in any interleaving of decisions, snapshots and crashes of %s with %o', (id, options) => {
    fc.assert(
      fc.property(acts, (list) => {
        const world = new World(() => createDecider<string>(id, { armCount: 3, ...options }));
        for (const act of list) world.act(act);
      }),
      { seed: 50, numRuns: 150 },
    );
  });

  function named(): () => string {
    let count = 0;
    return () => `epoch ${count++}`;
  }
});
