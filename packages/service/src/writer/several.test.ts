/** Several processes on one store: every one of them decides on the state that the whole log has. */
import { ContractError, randomStream } from '@driftline/core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Asked, Folder, HandClock, plain, startWriter } from '../../test/writer/bench.ts';
import { SharedStore } from '../../test/writer/shared-store.ts';
import { CommitUnknown, StoreRefused, StoreUnavailable } from '../store/errors.ts';
import type { Store } from '../store/store.ts';
import type { Fault } from './committer.ts';
import type { WriterOptions } from './local-writer.ts';

const HOUR = 3_600_000;

let folder: Folder;
let store: Store;
let clock: HandClock;
let shared: SharedStore;
let faults: Fault[];
let open: Asked[];

beforeEach(async () => {
  folder = new Folder();
  store = await folder.open();
  clock = new HandClock();
  faults = [];
  open = [];
  share(1);
});
afterEach(async () => {
  await Promise.all(open.map(({ writer }) => writer.close()));
  await store.close();
  folder.remove();
});

function share(seed: number, lanes = 4): void {
  shared = new SharedStore(store, { seed, lanes, now: () => clock.now() });
}

/** One more process. */
async function start(
  view: Store = shared.view(),
  options: Partial<WriterOptions> = {},
): Promise<Asked> {
  const asked = await startWriter(view, {
    clock,
    random: randomStream(open.length + 1),
    onFault: (fault) => faults.push(fault),
    ...options,
  });
  open.push(asked);
  return asked;
}

async function two(): Promise<[Asked, Asked]> {
  return [await start(), await start()];
}

describe('two processes', () => {
  it('go on from what the other wrote', async () => {
    const [one, other] = await two();
    await one.create('x', { ...plain, sticky: '5m' });
    // It was made elsewhere, and is there at once.
    expect((await other.decide('x', { unit: 'ann' })).number).toBe(0);
    expect(await one.decide('x', { unit: 'ann' })).toMatchObject({ number: 0, reason: 'sticky' });
    expect((await one.decide('x', {}, 'key')).number).toBe(1);
    expect((await other.decide('x', {}, 'key')).number).toBe(1);
    expect(await other.reward(1, 1)).toBe('counted');
    expect(await one.reward(1, 1)).toBe('duplicate');
    expect(await one.problem('reward', { experiment: 1, number: 1, value: 0 })).toBe('conflict');
    expect(await one.ok('rewardUnit', { key: 'x', unit: 'ann', value: 1 })).toEqual({
      status: 'counted',
    });
    expect(await one.hash()).toBe(await other.hash());
  });

  it('show what the other changed, and plan on it', async () => {
    const [one, other] = await two();
    await one.create();
    await other.decide();
    const changed = await one.ok('change', { key: 'x', patch: { explore: 0.3 }, revision: 1 });
    expect(changed.revision).toBe(2);
    const shown = await other.ok('show', { key: 'x' });
    expect([shown.explore, shown.revision]).toEqual([0.3, 2]);
    const stale = { key: 'x', patch: { explore: 0.4 }, revision: 1 };
    expect(await other.problem('change', stale)).toBe('revision-mismatch');
    expect((await other.ok('change', { ...stale, revision: 2 })).revision).toBe(3);
    await one.ok('addArm', { key: 'x', arm: 'd', change: {} });
    const arms = (await other.ok('list', {})).map((each) => each.arms.length);
    expect(arms).toEqual([4]);
    expect((await other.ok('retireArm', { key: 'x', arm: 'd' })).effects).toHaveLength(2);
    expect(await one.problem('changeArm', { key: 'x', arm: 'd', change: {} })).toBe('conflict');
    await one.ok('setStatus', { key: 'x', status: 'archived' });
    expect(await other.problem('decide', { key: 'x', request: {} })).toBe('archived');
    expect(await other.hash()).toBe(await one.hash());
  });

  it('plan on the state that is locked, not on the one before', async () => {
    const one = await start();
    const own = shared.view();
    let meanwhile = async (): Promise<unknown> => undefined;
    const other = await start(
      shared.view({
        commit: async (batches, options) => {
          const first = meanwhile;
          meanwhile = async () => undefined;
          await first();
          return own.commit(batches, options);
        },
      }),
    );
    await one.create();
    await other.decide();
    const patched = (explore: number) => ({ key: 'x', patch: { explore }, revision: 1 });
    meanwhile = () => one.ok('change', patched(0.3));
    expect(await other.problem('change', patched(0.4))).toBe('revision-mismatch');
    expect((await other.ok('show', { key: 'x' })).explore).toBe(0.3);
  });

  it('where one makes units sticky, the other looks for their decisions', async () => {
    const [one, other] = await two();
    await one.create();
    await one.decide('x', { unit: 'ann' });
    await other.decide('x', { unit: 'bob' });
    await one.ok('change', { key: 'x', patch: { sticky: '5m' } });
    expect(await other.decide('x', { unit: 'ann' })).toMatchObject({ number: 0, reason: 'sticky' });
  });

  it('where one makes the policy anew, the other does so from the log', async () => {
    const [one, other] = await two();
    await one.create();
    for (let i = 0; i < 30; i++) await other.reward((await one.decide()).number, i % 2);
    await one.ok('change', {
      key: 'x',
      patch: { policy: { type: 'sw-ucb' }, memory: { decisions: 20 } },
    });
    expect((await other.decide()).number).toBe(30);
    expect(await other.hash()).toBe(await one.hash());
  });

  it('where rows went that a new policy had gone through, it is made again from what is left', async () => {
    const own = shared.view();
    let isGone = false;
    // Beyond the first two thousand, as where the oldest have outcomes that are young.
    const isLeft = (number: number) => !isGone || number !== 2050;
    const commit: Store['commit'] = async (batches, options) => {
      const ends = await own.commit(batches, options);
      isGone = true;
      return ends;
    };
    const decisions: Store['decisions'] = async (experiment, page) => {
      const rows = await own.decisions(experiment, page);
      return rows.filter(({ decision }) => isLeft(decision.number));
    };
    await (await start()).create('x', { ...plain, retain: '1d' });
    const lines = Array.from({ length: 2100 }, (_, i) => ({ arm: 'a', value: i % 2 }));
    await open[0].ok('import', { key: 'x', lines });
    clock.pass(25 * HOUR);
    const other = await start(shared.view({ commit, decisions }));
    await other.ok('change', { key: 'x', patch: { policy: { type: 'ucb1' } } });
    const revisions = (await store.changes(1, 0, 10)).filter(({ kind }) => kind === 'revise');
    expect(revisions).toHaveLength(2);
  });

  it('where one is too far behind for a commit, it reads the log first', async () => {
    const one = await start();
    const own = shared.view();
    let isBehind = false;
    const other = await start(
      shared.view({
        commit: async (batches) => {
          if (!isBehind) return own.commit(batches);
          isBehind = false;
          const error = new ContractError('the log has gone on: fold it first');
          return batches.map(() => ({ end: 'failed', error }));
        },
      }),
    );
    await one.create();
    await other.decide();
    await one.decide();
    isBehind = true;
    expect((await other.decide()).number).toBe(2);
    expect(faults).toEqual([]);
  });

  it('each create the same at once: it is made once', async () => {
    const [one, other] = await two();
    const made = await Promise.all([one.create(), other.create(), one.create(), other.create()]);
    expect(made.map(({ created }) => created).filter((created) => created)).toHaveLength(1);
    expect(await store.experiments()).toHaveLength(1);
    expect((await other.decide()).number).toBe(0);
    const differs = { ...plain, explore: 0.5 };
    expect(await other.problem('create', { key: 'x', config: differs })).toBe('conflict');
  });

  it('say of what there is not that there is not', async () => {
    const [one, other] = await two();
    expect(await one.problem('decide', { key: 'y', request: {} })).toBe('not-found');
    expect(await one.problem('reward', { experiment: 7, number: 0, value: 1 })).toBe('not-found');
    await other.create('y');
    expect((await one.decide('y')).number).toBe(0);
  });

  it('erase a unit for both', async () => {
    const [one, other] = await two();
    await one.create();
    await one.decide('x', { unit: 'ann' });
    await other.decide('x', { unit: 'bob' });
    await one.decide('x', {});
    expect(await other.ok('eraseUnit', { key: 'x', unit: 'ann' })).toEqual({ erased: 1 });
    const ask = { key: 'x', unit: 'ann', value: 1 };
    expect(await one.problem('rewardUnit', ask)).toBe('not-found');
    expect(await one.hash()).toBe(await other.hash());
  });

  it('close overdue decisions once, whoever made them', async () => {
    const [one, other] = await two();
    await one.create();
    for (let i = 0; i < 5; i++) await one.decide();
    clock.pass(HOUR);
    for (const { writer } of [one, other, one, other]) await writer.turn();
    for (const each of [one, other]) {
      expect(await each.ok('state', { key: 'x' })).toMatchObject({ pending: 0 });
    }
    const sweeps = (await store.log(1, 0, 100)).filter(
      ({ type, row }) => type === 'change' && row.kind === 'sweep',
    );
    expect(sweeps).toHaveLength(1);
  });

  it('see to the decisions of one that is gone', async () => {
    const [one, other] = await two();
    await one.create();
    await other.ok('state', { key: 'x' });
    clock.pass(2 * HOUR);
    // Its state is let go, as nothing waits.
    await other.writer.turn();
    await one.decide();
    await one.writer.close();
    for (let i = 0; i < 12; i++) {
      clock.pass(61_000);
      await other.writer.turn();
    }
    const row = await store.experiment('x');
    expect(row?.swept).toBe(1);
  });
});

describe('commits', () => {
  it('of experiments that others lock wait alone, and hold up nobody', async () => {
    share(3, 3);
    const asked = await start();
    const keys = Array.from({ length: 8 }, (_, i) => `x${i}`);
    for (const key of keys) await asked.create(key);
    // More are locked than there are lanes.
    const locks = [1, 2, 3, 4, 5].map((experiment) => shared.lock(experiment));
    const answered: string[] = [];
    const decisions = [...keys, ...keys, ...keys].map(async (key) => {
      const { number } = await asked.decide(key);
      answered.push(`${key} ${number}`);
    });
    for (let i = 0; i < 100; i++) {
      answered.push(`x7 ${(await asked.decide('x7')).number}`);
    }
    const others = answered.filter((each) => !each.startsWith('x7'));
    for (const release of locks) release();
    await Promise.all(decisions);
    // Tried with others twice more, and then alone.
    expect(shared.busy).toBe(15);
    expect(others.sort()).toEqual(['x5 0', 'x5 1', 'x5 2', 'x6 0', 'x6 1', 'x6 2']);
    expect(answered.filter((each) => each.startsWith('x0'))).toEqual(['x0 0', 'x0 1', 'x0 2']);
    expect(shared.most).toBe(3);
  });

  it('one at a time leave a lane to others, however many wait for another process', async () => {
    share(5, 3);
    const asked = await start();
    const keys = ['x1', 'x2', 'x3', 'x4', 'x5'];
    for (const key of keys) await asked.create(key);
    const locks = [1, 2, 3, 4].map((experiment) => shared.lock(experiment));
    const answered: string[] = [];
    const locked: Promise<unknown>[] = [];
    for (const key of keys.slice(0, 4)) {
      locked.push(asked.decide(key).then(() => answered.push(key)));
      // Each comes alone, in a round of its own.
      for (let i = 0; i < 30; i++) await new Promise(setImmediate);
    }
    expect((await asked.decide('x5')).number).toBe(0);
    expect(answered).toEqual([]);
    for (const release of locks) release();
    await Promise.all(locked);
    expect(answered.sort()).toEqual(keys.slice(0, 4));
  });

  it('are under way at once, each with experiments of its own', async () => {
    share(4, 4);
    const asked = await start();
    const keys = Array.from({ length: 20 }, (_, i) => `x${i}`);
    await Promise.all(keys.map((key) => asked.create(key)));
    const all = keys.map(async (key, i) => {
      for (let j = 0; j < 20; j++) {
        expect((await asked.decide(key)).number).toBe(j);
        if (j % (i + 1) === 0) await new Promise(setImmediate);
      }
    });
    await Promise.all(all);
    expect(shared.most).toBe(4);
  });

  it('are in order where a change comes between decisions of the same experiment', async () => {
    const asked = await start();
    await asked.create();
    const paused = { key: 'x', status: 'paused' } as const;
    const [one, , two, , three] = await Promise.all([
      asked.decide(),
      asked.ok('setStatus', paused),
      asked.decide(),
      asked.ok('setStatus', { ...paused, status: 'running' }),
      asked.decide(),
    ]);
    expect([one.reason, two.reason, three.number]).toEqual(['policy', 'paused', 1]);
  });
});

describe('a clock', () => {
  let off: number;
  beforeEach(() => {
    off = 0;
  });
  const view = () => shared.view({ clock: async () => clock.now() - off });

  it('other than that of the store makes a process not ready, and nothing is written by it', async () => {
    off = 5001;
    const asked = await start(view());
    const { notReady } = await asked.writer.health();
    expect(notReady).toMatch(/12:00:00.000Z, that of the store 2026-01-01T11:59:54.999Z/);
    expect(await asked.problem('create', { key: 'x', config: plain })).toBe('starting');
    off = -5000;
    clock.pass(3000);
    await asked.writer.turn();
    expect((await asked.writer.health()).notReady).toBeUndefined();
    await asked.create();
    await asked.decide();
    off = -5001;
    clock.pass(2999);
    await asked.writer.turn();
    expect((await asked.decide()).number).toBe(1);
    clock.pass(HOUR);
    await asked.writer.turn();
    expect(await asked.problem('decide', { key: 'x', request: {} })).toBe('starting');
    expect(await asked.problem('reward', { experiment: 1, number: 0, value: 1 })).toBe('starting');
    // Overdue, but who knows by such a clock.
    expect((await asked.ok('state', { key: 'x' })).pending).toBe(2);
    clock.pass(3000);
    off = 0;
    await asked.writer.turn();
    await asked.writer.turn();
    expect((await asked.ok('state', { key: 'x' })).pending).toBe(0);
  });

  it('that was set right on the machine is taken anew', async () => {
    off = 60_000;
    clock.takeAnew = () => {
      off = 0;
    };
    const asked = await start(view());
    expect((await asked.writer.health()).notReady).toBeUndefined();
  });

  it('of a store that does not answer is not believed to be right at the start', async () => {
    let isDown = true;
    const down = new StoreUnavailable('it is down');
    const asked = await start(
      shared.view({
        clock: async () => {
          if (isDown) throw down;
          return clock.now();
        },
      }),
    );
    expect((await asked.writer.health()).notReady).toMatch(/not been compared/);
    isDown = false;
    clock.pass(3000);
    await asked.writer.turn();
    expect((await asked.writer.health()).notReady).toBeUndefined();
    expect(faults.map(({ error }) => error)).toEqual([down]);
  });
});

describe('a store that does not answer', () => {
  it('refuses, says so once, and goes on when it is back', async () => {
    let isDown = false;
    const down = new StoreUnavailable('it is down');
    const fail = async (): Promise<never> => {
      throw down;
    };
    const own = shared.view();
    const failing: Partial<Store> = {
      commit: async (batches) =>
        isDown ? batches.map(() => ({ end: 'failed', error: down })) : own.commit(batches),
      log: (...given) => (isDown ? fail() : own.log(...given)),
      experiment: (key) => (isDown ? fail() : own.experiment(key)),
      experimentOfId: (id) => (isDown ? fail() : own.experimentOfId(id)),
      snapshotSeqs: (id) => (isDown ? fail() : own.snapshotSeqs(id)),
      probe: () => (isDown ? fail() : own.probe()),
    };
    const asked = await start(shared.view(failing));
    await asked.create();
    await asked.decide();
    isDown = true;
    const unavailable = { key: 'x', request: {} };
    for (let i = 0; i < 5; i++) {
      expect(await asked.problem('decide', unavailable)).toBe('unavailable');
      expect(await asked.problem('state', { key: 'x' })).toBe('unavailable');
      expect(await asked.problem('show', { key: 'x' })).toBe('unavailable');
      expect(await asked.problem('decide', { ...unavailable, key: 'y' })).toBe('unavailable');
    }
    // No commit of before speaks for it.
    expect((await asked.writer.health()).sinceCommit).toBe(Number.POSITIVE_INFINITY);
    expect(faults).toHaveLength(1);
    isDown = false;
    expect(await asked.problem('decide', { ...unavailable, key: 'y' })).toBe('not-found');
    expect((await asked.decide()).number).toBe(1);
    expect((await asked.writer.health()).sinceCommit).toBe(0);
  });

  it('because it was migrated meanwhile refuses as one that is down', async () => {
    const refused = new StoreRefused('it has a newer format', 'store-not-ready');
    const own = shared.view();
    let isNewer = false;
    const asked = await start(
      shared.view({
        commit: async (batches) =>
          isNewer ? batches.map(() => ({ end: 'failed', error: refused })) : own.commit(batches),
      }),
    );
    await asked.create();
    isNewer = true;
    for (let i = 0; i < 3; i++) {
      expect(await asked.problem('decide', { key: 'x', request: {} })).toBe('unavailable');
    }
    expect((await asked.writer.health()).sinceCommit).toBe(Number.POSITIVE_INFINITY);
    expect(faults.map(({ error }) => error)).toEqual([refused]);
  });

  it('for long closes nothing at once when it is back: clients hand in what they kept', async () => {
    let isDown = false;
    const down = new StoreUnavailable('it is down');
    const own = shared.view();
    const asked = await start(
      shared.view({
        clock: async () => {
          if (isDown) throw down;
          return clock.now();
        },
        log: async (...given) => {
          if (isDown) throw down;
          return own.log(...given);
        },
      }),
    );
    const pending = async () => (await asked.ok('state', { key: 'x' })).pending;
    const pass = async (millis: number) => {
      clock.pass(millis);
      await asked.writer.turn();
    };
    await asked.create();
    await asked.decide();
    clock.pass(HOUR / 6 - 10_000);
    isDown = true;
    for (let i = 0; i < 4; i++) await pass(3000);
    isDown = false;
    await pass(3000);
    // Overdue, and its reward may be on the way.
    expect(await pending()).toBe(1);
    await asked.writer.probe();
    expect(await asked.reward(0, 1)).toBe('counted');
    await asked.decide();
    clock.pass(HOUR / 6);
    await pass(61_000);
    expect(await pending()).toBe(0);
  });

  it('after it was asked to create something leaves that unknown, and the retry finds out', async () => {
    const lost = new CommitUnknown('the connection was lost');
    const own = shared.view();
    let isLost = true;
    const create: Store['create'] = async (rows) => {
      const made = await own.create(rows);
      if (isLost) throw lost;
      return made;
    };
    const asked = await start(shared.view({ create }));
    expect(await asked.problem('create', { key: 'x', config: plain })).toBe('unknown-commit');
    isLost = false;
    expect((await asked.create()).created).toBe(false);
  });

  it('after a commit of which nobody knows drops the state, and the retry finds out', async () => {
    const own = shared.view();
    let isLost = false;
    const lost = new StoreUnavailable('the connection was lost');
    const asked = await start(
      shared.view({
        commit: async (batches) => {
          const ends = await own.commit(batches);
          return isLost ? batches.map(() => ({ end: 'unknown', error: lost })) : ends;
        },
      }),
    );
    await asked.create();
    isLost = true;
    const ask = { key: 'x', request: {}, idempotencyKey: 'k' };
    expect(await asked.problem('decide', ask)).toBe('unknown-commit');
    isLost = false;
    expect((await asked.ok('decide', ask)).number).toBe(0);
    isLost = true;
    const reward = { experiment: 1, number: 0, value: 1 };
    expect(await asked.problem('reward', reward)).toBe('unknown-commit');
    isLost = false;
    expect(await asked.reward(0, 1)).toBe('duplicate');
  });
});

describe('snapshots', () => {
  it('are saved by one process, and the other takes note', async () => {
    const [one, other] = await two();
    await one.create('x', { ...plain, reward: { ...plain.reward, timeout: '1h' } });
    await one.decide();
    await other.ok('state', { key: 'x' });
    clock.pass(300_000);
    await one.writer.turn();
    expect(await store.snapshotSeqs(1)).toEqual([2]);
    await other.decide();
    await other.writer.turn();
    expect(await store.snapshotSeqs(1)).toEqual([2]);
    clock.pass(300_000);
    await other.writer.turn();
    expect(await store.snapshotSeqs(1)).toEqual([3, 2]);
  });

  it('that went while a state was read from them make it read again', async () => {
    const one = await start();
    await one.create('x', { ...plain, policy: { type: 'sw-ucb' }, memory: { decisions: 10 } });
    for (let i = 0; i < 40; i++) await one.reward((await one.decide()).number, 1);
    await one.writer.close();
    // While the other reads, one writes, saves twice, and deletes all that both are beyond.
    let isFirst = true;
    const own = shared.view();
    const snapshots: Store['snapshots'] = async (experiment) => {
      const read = await own.snapshots(experiment);
      if (!isFirst) return read;
      isFirst = false;
      const third = await start();
      for (let round = 0; round < 2; round++) {
        for (let i = 0; i < 20; i++) await third.reward((await third.decide()).number, 1);
        await third.writer.close();
        if (round === 0) Object.assign(third, { writer: (await start()).writer });
      }
      const [, seq] = await store.snapshotSeqs(1);
      const below = { known: 1e9, number: 60, before: clock.now() + 1, seq };
      expect(await store.prune(1, below, 10_000)).toBeGreaterThan(50);
      return read;
    };
    const other = await start(shared.view({ snapshots }));
    expect((await other.decide()).number).toBe(80);
    const fresh = await start();
    expect(await other.hash()).toBe(await fresh.hash());
    expect(faults).toEqual([]);
  });
});
