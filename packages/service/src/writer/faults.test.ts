import { copyFileSync } from 'node:fs';
import { randomStream } from '@driftline/core';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { alteredStore } from '../../test/writer/altered-store.ts';
import { type Asked, Folder, HandClock, plain, startWriter } from '../../test/writer/bench.ts';
import { defaultLimits } from '../model/limits.ts';
import { StoreBroken, StoreDamaged, StoreFull } from '../store/errors.ts';
import type { Store } from '../store/store.ts';
import type { Fault } from './committer.ts';
import { refold } from './recover.ts';

let folder: Folder;
let clock: HandClock;
let store: Store;
let asked: Asked;
let faults: Fault[];

beforeEach(async () => {
  folder = new Folder();
  clock = new HandClock();
  faults = [];
  store = await folder.open();
});
afterEach(async () => {
  await asked.writer.close();
  folder.remove();
});

async function start(altered: Partial<Store> = {}, onBroken = () => {}): Promise<void> {
  asked = await startWriter(alteredStore(store, altered), {
    clock,
    onBroken,
    onFault: (fault) => faults.push(fault),
  });
}

async function play(decisions: number, key = 'x', experiment = 1): Promise<void> {
  const random = randomStream(decisions);
  for (let i = 0; i < decisions; i++) {
    const { number } = await asked.decide(key);
    if (random.below(3) > 0) await asked.reward(number, random.below(5) / 4, experiment);
  }
}

/** Two snapshots with a log between and after them, of two experiments. */
async function saved(): Promise<void> {
  await start();
  for (const [i, key] of ['x', 'y'].entries()) {
    await asked.create(key);
    await play(20, key, i + 1);
  }
  clock.pass(300_000);
  await asked.writer.turn();
  for (const [i, key] of ['x', 'y'].entries()) await play(20, key, i + 1);
  await asked.writer.close();
  store = await folder.open();
}

describe('an experiment whose own row is damaged', () => {
  it('is refused alone, by its key and by its id, and counted', async () => {
    await saved();
    await store.close();
    const database = new Database(folder.file);
    database.exec("UPDATE experiment SET revision = revision + 1 WHERE key = 'x'");
    database.close();
    store = await folder.open();
    await start();
    expect(await asked.problem('decide', { key: 'x', request: {} })).toBe('damaged');
    expect(await asked.problem('reward', { experiment: 1, number: 0, value: 1 })).toBe('damaged');
    expect(await asked.problem('create', { key: 'x', config: plain })).toBe('damaged');
    expect((await asked.decide('y')).number).toBe(40);
    expect((await asked.ok('list', {})).map(({ key }) => key)).toEqual(['y']);
    expect(faults.map(({ what }) => what)).toEqual(['experiment x is refused']);
  });
});

describe('a store', () => {
  it('that was put back from a backup takes no reward of a decision that it does not know', async () => {
    await start();
    await asked.create();
    await asked.decide();
    await asked.writer.close();
    const backup = `${folder.file}.backup`;
    copyFileSync(folder.file, backup);
    store = await folder.open();
    await start();
    const lost = await asked.decide();
    await asked.writer.close();
    copyFileSync(backup, folder.file);
    store = await folder.open();
    clock.pass(1);
    await start();
    const made = await asked.decide();
    expect(made.number).toBe(lost.number);
    const named = { experiment: 1, number: 1, value: 1 };
    expect(await asked.problem('reward', { ...named, at: lost.at ?? 0 })).toBe('not-found');
    expect(await asked.problem('cancel', { ...named, at: lost.at ?? 0 })).toBe('not-found');
    expect(await asked.ok('reward', { ...named, at: made.at ?? 0 })).toEqual({ status: 'counted' });
    // Ids of the first form have no time.
    expect(await asked.reward(0, 1)).toBe('counted');
  });

  it('that is full refuses, loses nothing, and goes on when there is room', async () => {
    let isFull = false;
    const full = new StoreFull('no room');
    await start({
      commit: async (batches) =>
        isFull ? batches.map(() => ({ end: 'failed', error: full })) : store.commit(batches),
    });
    await asked.create();
    await asked.decide();
    isFull = true;
    clock.pass(6000);
    expect(await asked.problem('decide', { key: 'x', request: {} })).toBe('disk-full');
    expect(await asked.problem('reward', { experiment: 1, number: 0, value: 1 })).toBe('disk-full');
    isFull = false;
    expect(await asked.problem('lastDecision', { key: 'x', unit: 'u' })).toBe('not-found');
    // Neither what failed nor what wrote nothing shows that commits work.
    expect((await asked.writer.health()).sinceCommit).toBe(Number.POSITIVE_INFINITY);
    expect(await asked.reward(0, 1)).toBe('counted');
    expect((await asked.writer.health()).sinceCommit).toBe(0);
    expect((await asked.decide()).number).toBe(1);
  });

  it('that is slow with one experiment has others go on, however much waits for that one', async () => {
    await saved();
    let open = () => {};
    const gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    const slow = alteredStore(store, {
      snapshots: async (experiment) => {
        if (experiment === 1) await gate;
        return store.snapshots(experiment);
      },
    });
    asked = await startWriter(slow, { clock, limits: { ...defaultLimits, queued: 10 } });
    const waiting = Promise.all(Array.from({ length: 5 }, () => asked.decide('x')));
    await asked.writer.turn();
    const [more, other] = [asked.ask('decide', { key: 'x', request: {} }), asked.decide('y')];
    await asked.writer.turn();
    open();
    expect(await more).toMatchObject({ problem: { type: '/problems/overloaded' } });
    expect((await other).number).toBe(40);
    const numbers = (await waiting).map(({ number }) => number);
    expect(numbers).toEqual([40, 41, 42, 43, 44]);
  });

  it('that is broken ends everything: nothing is acknowledged any more', async () => {
    let broken = 0;
    let isBroken = false;
    const error = new StoreBroken('a sync failed');
    await start(
      {
        commit: async (batches) =>
          isBroken ? batches.map(() => ({ end: 'unknown', error })) : store.commit(batches),
      },
      () => {
        broken += 1;
      },
    );
    await asked.create();
    isBroken = true;
    const asks = [1, 2].map(() => asked.problem('decide', { key: 'x', request: {} }));
    expect(await Promise.all(asks)).toEqual(['unknown-commit', 'unknown-commit']);
    isBroken = false;
    expect(await asked.problem('decide', { key: 'x', request: {} })).toBe('stopping');
    expect(await asked.problem('list', {})).toBe('stopping');
    expect(broken).toBe(1);
    expect((await asked.writer.health()).notReady).toBe('a sync failed');
    expect(await store.decisions(1, { from: 0, limit: 9 })).toEqual([]);
  });

  it('that cannot be read for a moment refuses, and is read again', async () => {
    await saved();
    let isAway = true;
    await start({
      log: async (...args) => {
        if (isAway) throw new Error('away');
        return store.log(...args);
      },
    });
    expect(await asked.problem('decide', { key: 'x', request: {} })).toBe('internal');
    expect(faults.length).toBeGreaterThan(0);
    isAway = false;
    expect((await asked.decide()).number).toBe(40);
  });

  it('that does what no store may do fails those who asked, and nobody else', async () => {
    let isMad = false;
    await start({
      commit: async (batches) => (isMad ? [] : store.commit(batches)),
    });
    await asked.create();
    await asked.decide();
    isMad = true;
    expect(await asked.problem('decide', { key: 'x', request: {} })).toBe('internal');
    isMad = false;
    expect((await asked.decide()).number).toBe(1);
    expect(faults.length).toBe(1);
  });

  it('whose probe fails says so', async () => {
    await start({ probe: () => Promise.reject(new StoreFull('no room')) });
    await expect(asked.writer.probe()).rejects.toThrow('no room');
  });
});

describe('an experiment whose log is damaged', () => {
  /** The log of experiment 1 with another value of a reward between its snapshots. */
  function withOtherReward(): Partial<Store> {
    return {
      log: async (experiment, after, limit) => {
        const events = await store.log(experiment, after, limit);
        if (experiment !== 1) return events;
        return events.map((event) =>
          event.type === 'outcome' && event.row.number === 30 - (event.row.seq % 2)
            ? { ...event, row: { ...event.row, value: (event.row.value ?? 0) / 2 + 0.1 } }
            : event,
        );
      },
    };
  }

  it('is found by its snapshots, and refused alone', async () => {
    await saved();
    await start(withOtherReward());
    const answer = await asked.ask('decide', { key: 'x', request: {} });
    expect(answer).toMatchObject({ problem: { type: '/problems/damaged', status: 503 } });
    const detail = 'problem' in answer ? answer.problem.detail : '';
    expect(detail).toMatch(/does not lead from one snapshot to the other/);
    expect(detail).toMatch(/driftline store rebuild x/);
    expect((await asked.decide('y')).number).toBe(40);
    expect(await asked.problem('reward', { experiment: 1, number: 0, value: 1 })).toBe('damaged');
    const { key, warnings } = await asked.ok('show', { key: 'x' });
    expect(key).toBe('x');
    expect(warnings).toEqual([{ code: 'damaged', message: detail }]);
    await asked.writer.turn();
    const listed = (await asked.ok('list', {})).map((each) => each.warnings.length);
    expect(listed).toEqual([1, 0]);
  });

  it('is found by a slot that does not fit', async () => {
    await saved();
    await start({
      snapshots: async () => [],
      log: async (experiment, after, limit) => {
        const events = await store.log(experiment, after, limit);
        if (experiment !== 1) return events;
        return events.map((event) =>
          event.type === 'decision' && event.row.number === 7
            ? { ...event, row: { ...event.row, slot: 8 } }
            : event,
        );
      },
    });
    const answer = await asked.ask('decide', { key: 'x', request: {} });
    const detail = 'problem' in answer ? answer.problem.detail : '';
    expect(detail).toMatch(/event \d+: expected slot 7, found 8/);
    expect((await asked.decide('y')).number).toBe(40);
  });

  it('is found where an event is missing, or the row says otherwise', async () => {
    await saved();
    await start({
      snapshots: async () => [],
      log: async (experiment, after, limit) => {
        const events = await store.log(experiment, after, limit);
        if (experiment === 1) return events.filter(({ row }) => row.seq !== 9);
        return events.filter(({ row }) => row.seq < 9);
      },
    });
    const [x, y] = await Promise.all(
      ['x', 'y'].map((key) => asked.ask('decide', { key, request: {} })),
    );
    expect('problem' in x && x.problem.detail).toMatch(/the event after 8 is missing/);
    expect('problem' in y && y.problem.detail).toMatch(/head of the experiment is \d+/);
  });

  it('is refused where the store finds it damaged', async () => {
    await saved();
    await start({
      snapshots: (experiment) =>
        experiment === 1
          ? Promise.reject(new StoreDamaged('the snapshot 41 does not have its hash'))
          : store.snapshots(experiment),
    });
    expect(await asked.problem('decide', { key: 'x', request: {} })).toBe('damaged');
    expect((await asked.decide('y')).number).toBe(40);
  });
});

describe('an experiment that takes long', () => {
  /** Holds up all reads of the log of experiment 1 until it is let go. */
  function heldUp() {
    let letGo = () => {};
    const gate = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    const log: Store['log'] = async (experiment, after, limit) => {
      if (experiment === 1) await gate;
      return store.log(experiment, after, limit);
    };
    return { log, letGo };
  }

  it('to be read holds up nobody else', async () => {
    await saved();
    const { log, letGo } = heldUp();
    await start({ log });
    const asks = [asked.decide('x'), asked.decide('x')];
    expect((await asked.decide('y')).number).toBe(40);
    await asked.writer.turn();
    expect((await asked.writer.health()).queued).toBe(2);
    expect((await asked.writer.health()).notReady).toMatch(/still being read/);
    letGo();
    expect((await Promise.all(asks)).map(({ number }) => number)).toEqual([40, 41]);
  });

  it('to be revised holds up nobody else, and what comes for it waits its turn', async () => {
    await saved();
    const { log, letGo } = heldUp();
    const altered: Partial<Store> = {};
    await start(altered);
    await asked.decide('x');
    Object.assign(altered, { log });
    const policy = { type: 'ucb1' };
    const changed = asked.ok('change', { key: 'x', patch: { policy } });
    const after = asked.decide('x');
    expect((await asked.decide('y')).number).toBe(40);
    expect((await asked.ok('show', { key: 'x' })).policy.type).toBe('auto');
    letGo();
    expect((await changed).policy.type).toBe('ucb1');
    expect((await after).number).toBe(41);
  });
});

describe('saving', () => {
  it('takes at most a hundredth of the time', async () => {
    const saves: number[] = [];
    await start({
      saveSnapshot: async (...args) => {
        saves.push(clock.elapsed());
        clock.pass(4000);
        await store.saveSnapshot(...args);
      },
    });
    await asked.create('x');
    await asked.create('y');
    clock.pass(300_000);
    for (let i = 0; i < 1200; i++) {
      clock.pass(1000);
      await asked.writer.turn();
    }
    expect(saves.length).toBe(2);
    // Of the 300 s before, 1 s was left over: the other 3 s are earned again, at 1 s per 100.
    expect(saves[1] - saves[0]).toBeGreaterThanOrEqual(300_000);
  });

  it('comes after fifty thousand events, however soon these came', async () => {
    await start();
    await asked.create();
    const lines = Array.from({ length: 24_999 }, (_, i) => ({ arm: 'a', value: i % 2 }));
    await asked.ok('import', { key: 'x', lines });
    await asked.writer.turn();
    expect(await store.snapshots(1)).toEqual([]);
    await asked.decide();
    await asked.writer.turn();
    const [saved] = await store.snapshots(1);
    expect(saved.seq).toBe(50_000);
  });
});

describe('folding again', () => {
  it('from the whole log gives the same state', async () => {
    await saved();
    await start();
    const hash = await asked.hash();
    await asked.writer.close();
    store = await folder.open();
    const row = await store.experiment('x');
    if (row === undefined) throw new Error('it is gone');
    await refold(store, row, 'rebuild');
    expect((await store.snapshots(1)).length).toBe(1);
    await start();
    expect(await asked.hash()).toBe(hash);
  });

  it('after an upgrade that computes otherwise, snapshots are not used', async () => {
    await saved();
    const snapshots: Store['snapshots'] = async (experiment) =>
      (await store.snapshots(experiment)).map((row) => ({ ...row, numbers: 1, body: row.hash }));
    await start();
    const hash = await asked.hash();
    await asked.writer.close();
    store = await folder.open();
    await start({ snapshots });
    expect(await asked.hash()).toBe(hash);
  });

  it('where some old rows are kept and others are not, goes through what is left', async () => {
    await start();
    const memory = { decisions: 10 };
    await asked.create('x', { ...plain, policy: { type: 'sw-ucb' }, memory });
    await Promise.all(Array.from({ length: 50 }, () => asked.decide()));
    const { head = 0 } = (await store.experiment('x')) ?? {};
    await asked.reward(0, 1);
    await asked.writer.close();
    store = await folder.open();
    await store.prune(1, { known: 1e9, number: 30, before: clock.now() + 1, seq: head }, 10_000);
    const kept = await store.decisions(1, { from: 0, limit: 2 });
    expect(kept.map(({ decision }) => decision.number)).toEqual([0, 30]);
    const row = await store.experiment('x');
    if (row === undefined) throw new Error('it is gone');
    const { fold } = await refold(store, row, 'numbers');
    expect([fold.learner.from, fold.facts.next, fold.waiting.size]).toEqual([40, 50, 20]);
    await start();
    expect((await asked.decide()).number).toBe(50);
  });

  it('where the beginning of the log is gone, a revision goes through what is left', async () => {
    await start();
    const memory = { decisions: 10 };
    await asked.create('x', { ...plain, policy: { type: 'sw-ucb' }, memory });
    await play(50);
    await asked.writer.close();
    store = await folder.open();
    await store.prune(1, { known: 1e9, number: 30, before: clock.now() + 1, seq: 10_000 }, 10_000);
    const row = await store.experiment('x');
    if (row === undefined) throw new Error('it is gone');
    const { fold } = await refold(store, row, 'rebuild');
    expect(fold.learner.from).toBe(40);
    expect(fold.facts.revised).toBe(row.head + 1);
    await start();
    const state = await asked.ok('state', { key: 'x' });
    expect(state.decisions).toBe(50);
    const open = await store.decisions(1, { from: 30, limit: 50 });
    const late = open.filter(({ decision, outcome }) => decision.number < 40 && !outcome);
    const recent = open.filter(({ decision, outcome }) => decision.number >= 40 && !outcome);
    expect(await asked.reward(late[0].decision.number, 1)).toBe('outside_memory');
    expect(await asked.reward(recent[0].decision.number, 1)).toBe('counted');
    expect((await asked.decide()).number).toBe(50);
    const hash = await asked.hash();
    await asked.writer.close();
    store = await folder.open();
    await start();
    expect(await asked.hash()).toBe(hash);
  });
});
