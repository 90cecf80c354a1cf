import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Asked, Folder, HandClock, plain, startWriter } from '../../test/writer/bench.ts';
import { defaultLimits } from '../model/limits.ts';
import type { Store } from '../store/store.ts';
import type { WriterOptions } from './local-writer.ts';
import type { Measures } from './measures.ts';

const DAY = 86_400_000;

let folder: Folder;
let clock: HandClock;
let store: Store;
let asked: Asked;
const measured: Measures[] = [];

async function begin(options: Partial<WriterOptions> = {}): Promise<void> {
  store = await folder.open();
  const onMeasures = (measures: Measures) => measured.push(measures);
  asked = await startWriter(store, { clock, onMeasures, ...options });
}

/** The same store by a new process. */
async function restart(options: Partial<WriterOptions> = {}): Promise<void> {
  await asked.writer.close();
  measured.length = 0;
  await begin(options);
}

beforeEach(async () => {
  folder = new Folder();
  clock = new HandClock();
  measured.length = 0;
  await begin();
});

afterEach(async () => {
  await asked.writer.close();
  folder.remove();
});

async function play(decisions: number, key = 'x', experiment = 1): Promise<void> {
  const made = Array.from({ length: decisions }, () => asked.decide(key));
  const numbers = (await Promise.all(made)).map(({ number }) => number ?? -1);
  const rewarded = numbers.filter((number) => number % 3 > 0);
  await Promise.all(rewarded.map((number) => asked.reward(number, (number % 5) / 4, experiment)));
}

describe('decisions and rewards', () => {
  it('are numbered, and count once', async () => {
    await asked.create();
    const first = await asked.decide();
    const second = await asked.decide();
    expect([first.number, second.number]).toEqual([0, 1]);
    const expiresAt = '2026-01-01T12:10:00.000Z';
    expect(first).toMatchObject({ experiment: 1, reason: 'policy', expiresAt });
    expect(await asked.reward(0, 1)).toBe('counted');
    expect(await asked.reward(0, 1)).toBe('duplicate');
    const conflict = await asked.ask('reward', { experiment: 1, number: 0, value: 0.5 });
    expect(conflict).toMatchObject({ problem: { status: 409, stored: 1 } });
    const state = await asked.ok('state', { key: 'x' });
    expect(state).toMatchObject({ decisions: 2, pending: 1 });
    expect(state.arms.reduce((sum, { observed }) => sum + observed, 0)).toBe(1);
  });

  it('are the same after a restart', async () => {
    await asked.create();
    await play(40);
    const before = await asked.ok('state', { key: 'x' });
    await restart();
    expect(await asked.ok('state', { key: 'x' })).toEqual(before);
    expect((await asked.decide()).number).toBe(40);
  });

  it('that come together share a commit, each with its own answer', async () => {
    await asked.create();
    await asked.writer.turn();
    measured.length = 0;
    const twice = ['k1', 'k2', 'k1', 'k2'].map((key) => asked.decide('x', {}, key));
    const [one, two, again, back] = await Promise.all(twice);
    expect([one.number, two.number]).toEqual([0, 1]);
    expect([again, back]).toEqual([one, two]);
    const outcomes = [1, 1, 0].map((value) =>
      asked.ask('reward', { experiment: 1, number: 0, value }),
    );
    const [first, second, third] = await Promise.all(outcomes);
    expect([first, second]).toEqual([
      { ok: { status: 'counted' } },
      { ok: { status: 'duplicate' } },
    ]);
    expect(third).toMatchObject({ problem: { status: 409 } });
    await asked.writer.turn();
    expect(measured.flatMap(({ batchOperations }) => batchOperations)).toEqual([4, 3]);
  });

  it('of several experiments share a commit, and none disturbs another', async () => {
    await asked.create('x');
    await asked.create('y');
    const asks = ['x', 'y', 'z', 'x', 'y'].map((key) => asked.ask('decide', { key, request: {} }));
    const answers = await Promise.all(asks);
    const numbers = answers.map((answer) =>
      'ok' in answer ? answer.ok.number : answer.problem.status,
    );
    expect(numbers).toEqual([0, 0, 404, 1, 1]);
  });

  it('of units are found again by them', async () => {
    await asked.create('x', { ...plain, sticky: '5m' });
    const { number, arm } = await asked.decide('x', { unit: 'ann' });
    expect(await asked.decide('x', { unit: 'ann' })).toMatchObject({ number, reason: 'sticky' });
    const last = await asked.ok('lastDecision', { key: 'x', unit: 'ann' });
    expect(last).toMatchObject({ number, arm, experiment: 1 });
    expect(await asked.problem('lastDecision', { key: 'x', unit: 'bob' })).toBe('not-found');
    const rewarded = await asked.ok('rewardUnit', { key: 'x', unit: 'ann', value: 1 });
    expect(rewarded.status).toBe('counted');
    expect(await asked.ok('eraseUnit', { key: 'x', unit: 'ann' })).toEqual({ erased: 1 });
    expect(await asked.problem('rewardUnit', { key: 'x', unit: 'ann', value: 1 })).toBe(
      'not-found',
    );
    expect(await asked.reward(number, 1)).toBe('duplicate');
    const hash = await asked.hash();
    await restart();
    expect(await asked.hash()).toBe(hash);
  });
});

describe('an experiment', () => {
  it('is created once, and the same again is no news', async () => {
    expect((await asked.create()).created).toBe(true);
    expect((await asked.create()).created).toBe(false);
    const other = { ...plain, explore: 0.5 };
    expect(await asked.problem('create', { key: 'x', config: other })).toBe('conflict');
    expect(await asked.problem('create', { key: '..', config: other })).toBe('invalid');
    await restart();
    expect((await asked.create()).created).toBe(false);
  });

  it('changes while it decides, in the order in which it was asked', async () => {
    await asked.create('x', { ...plain, policy: { type: 'sw-ucb' }, memory: { decisions: 30 } });
    await play(40);
    const asks = [
      asked.ask('decide', { key: 'x', request: {} }),
      asked.ask('retireArm', { key: 'x', arm: 'b' }),
      asked.ask('decide', { key: 'x', request: { only: ['b', 'c'] } }),
      asked.ask('addArm', { key: 'x', arm: 'd', change: {} }),
      asked.ask('decide', { key: 'x', request: { only: ['d'] } }),
    ] as const;
    const [before, retired, between, , after] = await Promise.all(asks);
    expect(before).toMatchObject({ ok: { number: 40 } });
    expect(retired).toMatchObject({
      ok: {
        revision: 2,
        effects: [
          expect.stringMatching(/^b is retired permanently/),
          expect.stringMatching(/^sw-ucb replayed the last 30 decisions, from decision 11$/),
        ],
      },
    });
    expect(between).toMatchObject({ ok: { number: 41, arm: 'c' } });
    expect(after).toMatchObject({ ok: { number: 42, arm: 'd' } });
    const hash = await asked.hash();
    await restart();
    expect(await asked.hash()).toBe(hash);
  });

  it('is changed only by those who have seen what it is', async () => {
    await asked.create();
    const patch = { explore: 0.1 };
    expect(await asked.ok('change', { key: 'x', patch, revision: 1 })).toMatchObject({
      revision: 2,
      explore: 0.1,
    });
    expect(await asked.problem('change', { key: 'x', patch, revision: 1 })).toBe(
      'revision-mismatch',
    );
    expect(await asked.problem('change', { key: 'y', patch })).toBe('not-found');
  });

  it('takes what was learned elsewhere, before its first decision', async () => {
    await asked.create();
    const lines = Array.from({ length: 50 }, (_, i) => ({ arm: 'a', value: i % 2 }));
    expect(await asked.ok('import', { key: 'x', lines })).toEqual({ imported: 50 });
    expect(await asked.problem('import', { key: 'x', lines })).toBe('conflict');
    expect((await asked.decide()).number).toBe(50);
    const hash = await asked.hash();
    await restart();
    expect(await asked.hash()).toBe(hash);
  });

  it('is listed and shown, also when it is archived', async () => {
    await asked.create('x');
    await asked.create('y');
    await asked.ok('setStatus', { key: 'x', status: 'archived' });
    await restart();
    const list = await asked.ok('list', {});
    expect(list.map(({ key, status }) => [key, status])).toEqual([
      ['x', 'archived'],
      ['y', 'running'],
    ]);
    expect((await asked.ok('show', { key: 'x' })).policy).toEqual({ type: 'auto', params: {} });
    expect(await asked.problem('decide', { key: 'x', request: {} })).toBe('archived');
    expect((await asked.ok('policies', {})).policies.length).toBe(15);
  });

  it('is made anew before its policy has counted all slots', async () => {
    await restart({ limits: { ...defaultLimits, slots: 50 } });
    await asked.create('x', { ...plain, policy: { type: 'sw-ucb' }, memory: { decisions: 10 } });
    await play(60);
    await asked.writer.turn();
    const hash = await asked.hash();
    const changes = await store.changes(1, 1, 10);
    expect(changes.map(({ kind, by }) => [kind, by])).toEqual([['revise', 'service']]);
    expect(JSON.parse(changes[0].body)).toMatchObject({ from: 50, cause: 'slots' });
    expect((await asked.decide()).number).toBe(60);
    await restart();
    expect(await asked.hash()).not.toBe(hash);
    expect((await asked.ok('state', { key: 'x' })).decisions).toBe(61);
  });

  it('has its restarts in the log, to be seen', async () => {
    await asked.create();
    // One arm is good for a while, and then none is.
    for (let i = 0; i < 200; i++) {
      const { number, arm } = await asked.decide();
      await asked.reward(number, i < 120 && arm === 'a' ? 1 : 0);
    }
    const { restarts } = await asked.ok('state', { key: 'x' });
    expect(restarts).toBeGreaterThan(0);
    const changes = await store.changes(1, 1, 100);
    expect(changes.every(({ kind }) => kind === 'restart')).toBe(true);
    expect(JSON.parse(changes.at(-1)?.body ?? '{}')).toMatchObject({ restarts });
    await asked.writer.turn();
    const counted = measured.flatMap(({ experiments }) => experiments);
    expect(counted.reduce((sum, each) => sum + each.restarts, 0)).toBe(restarts);
    const hash = await asked.hash();
    await restart();
    expect(await asked.hash()).toBe(hash);
    // Those that a new policy finds in the log are none of now.
    for (const type of ['ucb1', 'auto']) {
      await asked.ok('change', { key: 'x', patch: { policy: { type } } });
    }
    expect((await asked.ok('state', { key: 'x' })).restarts).toBeGreaterThan(0);
    const later = (await store.changes(1, 1, 100)).slice(changes.length);
    expect(later.map(({ kind }) => kind)).toEqual(['config', 'revise', 'config', 'revise']);
  });

  it('counts a cancellation once, and none that is refused', async () => {
    await asked.create();
    for (let i = 0; i < 2; i++) await asked.decide();
    await asked.reward(1, 1);
    for (const number of [0, 0, 1, 7]) await asked.ask('cancel', { experiment: 1, number });
    await asked.writer.turn();
    const counted = measured.flatMap(({ experiments }) => experiments);
    expect(counted.reduce((sum, each) => sum + each.cancels, 0)).toBe(1);
  });

  it('cannot join a store that is full', async () => {
    await restart({ limits: { ...defaultLimits, experiments: 1 } });
    await asked.create('x');
    expect(await asked.problem('create', { key: 'y', config: plain })).toBe('too-large');
  });
});

describe('time', () => {
  async function sweepable(): Promise<void> {
    await asked.create();
    await asked.decide();
    clock.pass(600_001);
  }

  it('closes what is overdue, once a second', async () => {
    await sweepable();
    await asked.writer.turn();
    expect(await asked.reward(0, 1)).toBe('late');
    expect((await asked.ok('state', { key: 'x' })).pending).toBe(0);
  });

  it('closes nothing in the first minute after a start', async () => {
    await sweepable();
    await restart();
    await asked.writer.turn();
    expect((await asked.ok('state', { key: 'x' })).pending).toBe(1);
    clock.pass(59_999);
    await asked.writer.turn();
    expect(await asked.reward(0, 1)).toBe('counted');
    await asked.decide();
    clock.pass(600_000);
    await asked.writer.turn();
    expect((await asked.ok('state', { key: 'x' })).pending).toBe(0);
  });

  it('that goes back a day over a restart keeps its order, and closes nothing', async () => {
    await asked.create();
    const before = await asked.decide();
    await asked.writer.close();
    clock.wall -= DAY;
    const notices: string[] = [];
    await begin({ onNotice: (notice) => notices.push(notice) });
    const after = await asked.decide();
    expect(after.number).toBe(1);
    expect(notices).toEqual([expect.stringContaining('experiment x: the log is 24 h ahead')]);
    // A deadline is counted from the time of the log, which does not go back.
    expect(after.expiresAt).toBe(before.expiresAt);
    clock.pass(61_000);
    await asked.writer.turn();
    expect(await asked.reward(0, 1)).toBe('counted');
    expect(await asked.reward(1, 1)).toBe('counted');
  });

  it('that goes forward an hour over a restart leaves a minute to hand in what was kept', async () => {
    await asked.create();
    await asked.decide();
    await asked.decide();
    await asked.writer.close();
    clock.wall += DAY / 24;
    await begin();
    await asked.writer.turn();
    expect(await asked.reward(0, 1)).toBe('counted');
    clock.pass(60_000);
    await asked.writer.turn();
    expect(await asked.reward(1, 1)).toBe('late');
  });

  it('in which nothing happens ages what is remembered, where that is wanted', async () => {
    const memory = { decisions: 20, maxAge: '20m' };
    await asked.create('x', { ...plain, policy: { type: 'sw-ucb' }, memory });
    await play(20);
    const observed = async () =>
      (await asked.ok('state', { key: 'x' })).arms.reduce((sum, arm) => sum + arm.observed, 0);
    const before = await observed();
    clock.pass(10 * 60_000);
    await asked.decide();
    const half = await observed();
    expect(half).toBeGreaterThan(0);
    expect(half).toBeLessThan(before);
    clock.pass(DAY);
    await asked.decide();
    expect(await observed()).toBe(0);
    const hash = await asked.hash();
    await restart();
    expect(await asked.hash()).toBe(hash);
  });
});

describe('too much', () => {
  it('waiting is turned away', async () => {
    await restart({ limits: { ...defaultLimits, queued: 10 } });
    await asked.create();
    const asks = Array.from({ length: 15 }, () => asked.ask('decide', { key: 'x', request: {} }));
    const kinds = (await Promise.all(asks)).map((answer) =>
      'ok' in answer ? 'ok' : answer.problem.type,
    );
    expect(kinds.filter((kind) => kind === 'ok').length).toBe(10);
    expect(kinds.slice(10)).toEqual(Array(5).fill('/problems/overloaded'));
    await asked.writer.turn();
    expect(measured.map(({ shed }) => shed['queue-full'] ?? 0).reduce((a, b) => a + b)).toBe(5);
  });

  it('waited for too long is turned away', async () => {
    await asked.create();
    await new Promise(setImmediate);
    await new Promise(setImmediate);
    const old = asked.ask('decide', { key: 'x', request: {} });
    clock.pass(1001);
    expect(await old).toMatchObject({ problem: { type: '/problems/overloaded' } });
    expect((await asked.decide()).number).toBe(0);
  });

  it('pending is refused, until some of it is settled', async () => {
    await restart({ limits: { ...defaultLimits, pending: 3 } });
    await asked.create();
    for (let i = 0; i < 3; i++) await asked.decide();
    expect(await asked.problem('decide', { key: 'x', request: {} })).toBe('too-many-pending');
    await asked.reward(1, 1);
    expect((await asked.decide()).number).toBe(3);
  });
});

describe('states', () => {
  it('are saved after five minutes with changes, and only then', async () => {
    await asked.create();
    const settle = async () => asked.reward((await asked.decide()).number, 1);
    await settle();
    await asked.writer.turn();
    expect(await store.snapshots(1)).toEqual([]);
    clock.pass(300_000);
    await asked.writer.turn();
    const [saved, ...others] = await store.snapshots(1);
    expect(others).toEqual([]);
    clock.pass(300_000);
    await asked.writer.turn();
    expect((await store.snapshots(1)).map(({ seq }) => seq)).toEqual([saved.seq]);
    await settle();
    await asked.writer.turn();
    expect((await store.snapshots(1)).map(({ seq }) => seq)).toEqual([saved.seq + 2, saved.seq]);
  });

  it('are let go after an hour without a question, and come back with one', async () => {
    await asked.create();
    await asked.reward((await asked.decide()).number, 1);
    const before = await asked.ok('state', { key: 'x' });
    clock.pass(3_600_000);
    await asked.writer.turn();
    expect((await store.snapshots(1)).length).toBe(1);
    await asked.writer.turn();
    measured.length = 0;
    expect(await asked.ok('state', { key: 'x' })).toEqual(before);
    await asked.writer.turn();
    // It was read from its snapshot: no event had to be folded.
    expect(measured.flatMap(({ experiments }) => experiments).map(({ folded }) => folded)).toEqual([
      0,
    ]);
  });

  it('of archived experiments are let go, too, though decisions of theirs wait for ever', async () => {
    await asked.create();
    await asked.decide();
    await asked.ok('setStatus', { key: 'x', status: 'archived' });
    clock.pass(3_600_000);
    await asked.writer.turn();
    measured.length = 0;
    expect((await asked.ok('state', { key: 'x' })).pending).toBe(1);
    await asked.writer.turn();
    // It had to be read again.
    expect(measured.flatMap(({ experiments }) => experiments).length).toBe(1);
  });

  it('are saved when the writer closes, so that little has to be folded again', async () => {
    await asked.create();
    await play(30);
    const { hash } = await asked.ok('state', { key: 'x' });
    measured.length = 0;
    await restart();
    await asked.writer.turn();
    expect(await asked.hash()).toBe(hash);
    const folded = measured.flatMap(({ experiments }) => experiments).map((each) => each.folded);
    expect(folded.reduce((sum, each) => sum + each, 0)).toBe(0);
  });

  it('say when they are ready', async () => {
    await asked.create();
    await restart();
    const health = await asked.writer.health();
    expect(health.notReady).toMatch(/1 experiments are still being read/);
    await expect.poll(async () => (await asked.writer.health()).notReady).toBeUndefined();
  });
});

describe('retention', () => {
  // Days pass between two turns here, which a service takes for a long stop unless its clock is accepted.
  beforeEach(() => restart({ acceptsClock: true }));

  it('deletes what is old, not remembered, and not needed to fold; the rest goes on', async () => {
    const memory = { decisions: 10 };
    const config = { ...plain, policy: { type: 'sw-ucb' }, memory, retain: '1d' };
    await asked.create('x', config);
    await play(60);
    for (let day = 0; day < 3; day++) {
      clock.pass(DAY);
      await asked.writer.turn();
      await play(5);
      clock.pass(300_000);
      await asked.writer.turn();
    }
    clock.pass(3_600_000);
    await asked.writer.turn();
    const kept = await store.decisions(1, { from: 0, limit: 1000 });
    expect(kept.length).toBeLessThan(30);
    expect(kept.length).toBeGreaterThanOrEqual(10);
    const hash = await asked.hash();
    await restart();
    expect(await asked.hash()).toBe(hash);
    // A policy with a longer memory finds what is left.
    const changed = await asked.ok('change', { key: 'x', patch: { memory: { decisions: 1000 } } });
    const first = kept[0].decision.number;
    expect(changed.effects).toEqual([
      `sw-ucb replayed the last ${75 - first} decisions, from decision ${first}`,
    ]);
    const revised = await asked.hash();
    await restart();
    expect(await asked.hash()).toBe(revised);
  });

  it('reaches an experiment that nobody asks for', async () => {
    const config = {
      ...plain,
      policy: { type: 'sw-ucb' },
      memory: { decisions: 10 },
      retain: '1d',
    };
    await asked.create('x', config);
    await asked.create('y');
    for (let i = 0; i < 3; i++) {
      await play(20);
      clock.pass(300_000);
      await asked.writer.turn();
    }
    clock.pass(2 * DAY);
    for (let i = 0; i < 10; i++) {
      await asked.writer.turn();
      await expect.poll(async () => (await asked.writer.health()).queued).toBe(0);
    }
    const [first] = await store.decisions(1, { from: 0, limit: 1 });
    expect(first.decision.number).toBeGreaterThan(20);
  });

  it('waits until a revision is in both snapshots: a crash would fold it again', async () => {
    await asked.create('x', { ...plain, policy: { type: 'sw-ucb' }, memory: { decisions: 10 } });
    await play(40);
    clock.pass(300_000);
    await asked.writer.turn();
    await play(1);
    clock.pass(2 * DAY);
    await asked.writer.turn();
    const patch = { memory: { decisions: 30 }, retain: '1d' };
    await asked.ok('change', { key: 'x', patch });
    await play(25);
    clock.pass(2 * DAY);
    for (let i = 0; i < 3; i++) {
      await asked.hash();
      await asked.writer.turn();
    }
    const firstNumber = async () =>
      (await store.decisions(1, { from: 0, limit: 1 }))[0].decision.number;
    expect(await firstNumber()).toBe(0);
    const before = await asked.hash();
    // The process is gone without closing anything.
    asked = await startWriter(store, { clock, acceptsClock: true });
    expect(await asked.hash()).toBe(before);
    // With both snapshots after the revision, it is deleted.
    for (let i = 0; i < 4; i++) {
      await play(2);
      clock.pass(2 * DAY);
      await asked.hash();
      await asked.writer.turn();
    }
    expect(await firstNumber()).toBeGreaterThan(11);
  });
});

describe('measures', () => {
  it('say what happened', async () => {
    await asked.create();
    await play(9);
    await asked.ok('cancel', { experiment: 1, number: 0 });
    clock.pass(5000);
    await asked.reward(3, 1);
    await asked.writer.turn();
    const all = measured.flatMap(({ experiments }) => experiments);
    const sum = (of: (each: (typeof all)[number]) => number) =>
      all.reduce((total, each) => total + of(each), 0);
    expect(sum(({ decisions: { policy = 0, explored = 0 } }) => policy + explored)).toBe(9);
    expect(sum(({ rewards: { counted = 0 } }) => counted)).toBe(7);
    expect(sum(({ cancels }) => cancels)).toBe(1);
    expect(all.at(-1)).toMatchObject({ experiment: 'x', pending: 1 });
    expect(all.flatMap(({ delaySeconds }) => delaySeconds).at(-1)).toBe(5);
    expect(all.flatMap(({ delayDecisions }) => delayDecisions).at(-1)).toBe(5);
    const arms = measured.flatMap((each) => each.arms).at(-1);
    expect(arms?.arms.map(({ key }) => key)).toEqual(['a', 'b', 'c']);
    expect(arms?.arms.reduce((total, { share }) => total + share, 0)).toBeCloseTo(1, 12);
  });
});
