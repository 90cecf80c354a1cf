/** The time of a log when the machine's clock was ahead, goes back, or moves on far. */
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type Asked,
  Folder,
  HandClock,
  plain,
  START,
  startWriter,
} from '../../test/writer/bench.ts';
import { SharedStore } from '../../test/writer/shared-store.ts';
import { correctClocks, showClocks } from '../manage-clock.ts';
import { checkStore, rebuildExperiment } from '../manage-store.ts';
import type { ChangeRow } from '../model/rows.ts';
import type { Store } from '../store/store.ts';
import type { WriterOptions } from './local-writer.ts';
import type { Measures } from './measures.ts';

const MINUTE = 60_000;
const HOUR = 3_600_000;
const DAY = 86_400_000;

/** Rewards count when the timeout, ten minutes, has passed. */
const held = {
  ...plain,
  policy: { type: 'ucb1' },
  reward: { min: 0, max: 1, timeout: '10m', missing: 0 },
};

let folder: Folder;
let clock: HandClock;
let store: Store;
let asked: Asked;
let notices: string[];
let measured: Measures[];

async function begin(options: Partial<WriterOptions> = {}): Promise<void> {
  store = await folder.open();
  asked = await startWriter(store, {
    clock,
    onNotice: (notice) => notices.push(notice),
    onMeasures: (measures) => measured.push(measures),
    ...options,
  });
  await expect.poll(async () => (await asked.writer.health()).notReady).toBeUndefined();
}

/** The same store by a new process, by a clock that shows another time. */
async function restartAt(wall: number, options: Partial<WriterOptions> = {}): Promise<void> {
  await asked.writer.close();
  clock.wall = wall;
  notices.length = 0;
  await begin(options);
}

/** Lets time pass as a running service sees it. */
async function run(millis: number): Promise<void> {
  for (let passed = 0; passed < millis; passed += MINUTE) {
    clock.pass(Math.min(MINUTE, millis - passed));
    await asked.writer.turn();
  }
}

const state = () => asked.ok('state', { key: 'x' });
const pending = async () => (await state()).pending;
const codes = async () => (await state()).warnings.map(({ code }) => code);
const observed = async () => (await state()).arms.reduce((sum, arm) => sum + arm.observed, 0);

async function clockChanges(): Promise<ChangeRow[]> {
  const changes = await store.changes(1, 0, 1000);
  return changes.filter(({ kind }) => kind === 'clock');
}

async function times(): Promise<number[]> {
  return (await store.log(1, 0, 1000)).map(({ row }) => row.at);
}

beforeEach(async () => {
  folder = new Folder();
  clock = new HandClock();
  notices = [];
  measured = [];
  await begin();
});

afterEach(async () => {
  await asked.writer.close();
  folder.remove();
});

describe('after a start with the clock a day ahead, and one with the right clock', () => {
  beforeEach(async () => {
    await asked.create('x', held);
    await restartAt(START + DAY);
    await asked.decide();
    await asked.reward(0, 1);
    await asked.decide();
  });

  it('closes decisions at their timeout, and counts held rewards', async () => {
    await restartAt(START + MINUTE);
    await run(9 * MINUTE);
    expect(await pending()).toBe(2);
    await run(2 * MINUTE);
    expect(await pending()).toBe(0);
    expect(await observed()).toBe(2);
    // A new decision has its whole timeout, too.
    await asked.decide();
    await run(9 * MINUTE);
    expect(await asked.reward(2, 1)).toBe('held');
    await run(2 * MINUTE);
    expect(await pending()).toBe(0);
  });

  it('writes the offset to the log once, and the log never goes back', async () => {
    await restartAt(START + MINUTE);
    await asked.decide();
    await asked.decide();
    const [{ body }, ...others] = await clockChanges();
    expect(others).toEqual([]);
    const machine = START + MINUTE;
    expect(JSON.parse(body)).toEqual({ cause: 'behind', machine, offset: DAY - MINUTE });
    const all = await times();
    expect(all).toEqual(all.toSorted((one, other) => one - other));
    expect(notices).toEqual([expect.stringContaining('the log is 24 h ahead of the clock')]);
  });

  it('counts time that passes while the service is down', async () => {
    await restartAt(START + MINUTE);
    await asked.decide();
    await restartAt(START + MINUTE + 30 * MINUTE);
    await run(MINUTE);
    expect(await pending()).toBe(0);
    expect(await clockChanges()).toHaveLength(1);
  });

  it('folds to the same state from the log alone', async () => {
    await restartAt(START + MINUTE);
    await asked.decide();
    await run(20 * MINUTE);
    const hash = await asked.hash();
    await restartAt(clock.wall);
    expect(await asked.hash()).toBe(hash);
    await asked.writer.close();
    expect(await checkStore(folder.file)).toEqual([expect.objectContaining({ damage: null })]);
    await begin();
  });

  it('keeps its offset in a state that is rebuilt from what is left of the log', async () => {
    await restartAt(START + MINUTE);
    await asked.decide();
    await run(11 * MINUTE);
    await asked.decide();
    const { head } = (await store.experiments())[0];
    const below = { known: head, number: 2, before: clock.wall + 2 * DAY, seq: head };
    expect(await store.prune(1, below, 100)).toBeGreaterThan(0);
    await asked.writer.close();
    await rebuildExperiment(folder.file, 'x');
    await begin();
    await run(11 * MINUTE);
    expect(await pending()).toBe(0);
    expect(await clockChanges()).toHaveLength(1);
  });

  it('warns, reports it at readiness, and measures it', async () => {
    await restartAt(START + MINUTE);
    expect(await codes()).toEqual(['clock-ahead']);
    const [listed] = await asked.ok('list', {});
    expect(listed.warnings.map(({ code }) => code)).toEqual(['clock-ahead']);
    const { note } = await asked.writer.health();
    expect(note).toContain(
      'the log of 1 experiment is more than a minute ahead of the clock of this machine',
    );
    await asked.writer.turn();
    const ahead = DAY - MINUTE;
    expect(measured.at(-1)?.logClocks).toEqual([{ experiment: 'x', ahead, isHolding: false }]);
  });

  it('measures it as soon as the writer is ready', async () => {
    await restartAt(START + MINUTE);
    const ahead = DAY - MINUTE;
    expect(measured.at(-1)?.logClocks).toEqual([{ experiment: 'x', ahead, isHolding: false }]);
  });

  it('changes nothing for a log that the clock is a minute behind', async () => {
    await restartAt(START + DAY - MINUTE);
    await asked.decide();
    expect(await clockChanges()).toEqual([]);
    expect(await codes()).toEqual([]);
  });
});

it('keeps the time that decisions had left before the clock was ahead', async () => {
  await asked.create();
  await asked.decide();
  clock.pass(MINUTE);
  await restartAt(START + DAY);
  await asked.decide();
  await restartAt(START + 2 * MINUTE);
  // Two of ten minutes have passed for the first; the other was made a moment ago.
  await run(7 * MINUTE);
  expect(await pending()).toBe(2);
  expect(await asked.reward(0, 1)).toBe('counted');
  await run(4 * MINUTE);
  expect(await pending()).toBe(0);
});

describe('after time moved on by more than the timeout and an hour', () => {
  beforeEach(async () => {
    await asked.create();
    await asked.decide();
    await asked.decide();
  });

  it('closes nothing for ten minutes, and takes rewards meanwhile', async () => {
    await restartAt(START + DAY);
    expect(await codes()).toEqual(['clock-step']);
    expect((await asked.writer.health()).note).toContain('normal after a long stop');
    await run(9 * MINUTE);
    expect(await asked.reward(0, 1)).toBe('counted');
    expect(await pending()).toBe(1);
    expect(measured.at(-1)?.logClocks).toEqual([{ experiment: 'x', ahead: 0, isHolding: true }]);
    await run(3 * MINUTE);
    expect(await pending()).toBe(0);
    expect(await codes()).toEqual([]);
    expect((await asked.writer.health()).note).toBeUndefined();
  });

  it('gives decisions that are made meanwhile their whole timeout', async () => {
    await restartAt(START + DAY);
    expect((await asked.decide()).expiresAt).toBe('2026-01-02T12:10:00.000Z');
  });

  it('closes nothing after another start either', async () => {
    await restartAt(START + DAY);
    await asked.decide();
    await restartAt(START + DAY + MINUTE);
    await run(5 * MINUTE);
    expect(await pending()).toBe(3);
  });

  it('does so before a unit is erased', async () => {
    await restartAt(START + DAY);
    await asked.ok('eraseUnit', { key: 'x', unit: 'ann' });
    await run(5 * MINUTE);
    expect(await pending()).toBe(2);
  });

  it('closes what is overdue if the clock is accepted', async () => {
    await restartAt(START + DAY);
    await run(2 * MINUTE);
    expect(await pending()).toBe(2);
    await restartAt(START + DAY + 3 * MINUTE, { acceptsClock: true });
    expect(await codes()).toEqual([]);
    await run(MINUTE);
    expect(await pending()).toBe(0);
    const causes = (await clockChanges()).map(({ body }) => JSON.parse(body).cause);
    expect(causes).toEqual(['step', 'accepted']);
  });

  it('writes nothing about an experiment in which no decision waits', async () => {
    await run(11 * MINUTE);
    await restartAt(START + DAY);
    expect(await codes()).toEqual([]);
    await asked.decide();
    expect(await clockChanges()).toEqual([]);
  });
});

it('deletes no old row while decisions stay open after a step of the clock', async () => {
  const memory = { decisions: 10 };
  await asked.create('x', { ...plain, policy: { type: 'sw-ucb' }, memory, retain: '1d' });
  const play = async () => asked.reward((await asked.decide()).number, 1);
  const kept = async () => (await store.decisions(1, { from: 0, limit: 100 })).length;
  // Old rows are looked for once per hour, and deleted if two snapshots are newer.
  for (let snapshot = 0; snapshot < 2; snapshot++) {
    for (let i = 0; i < 20; i++) await play();
    await run(6 * MINUTE);
  }
  await run(46 * MINUTE);
  await asked.decide();
  clock.wall += 10 * DAY;
  await run(5 * MINUTE);
  expect(await codes()).toEqual(['clock-step']);
  expect(await kept()).toBe(41);
  await run(HOUR);
  expect(await codes()).toEqual([]);
  expect(await kept()).toBeLessThan(41);
});

it('writes nothing about time for a clock that is right', async () => {
  await asked.create();
  await asked.decide();
  await restartAt(START + HOUR);
  await asked.decide();
  await run(11 * MINUTE);
  expect(await clockChanges()).toEqual([]);
  const [snapshot] = await store.snapshots(1);
  // Snapshots of before stay readable, and comparable byte for byte.
  expect(Buffer.from(snapshot?.body ?? []).toString('latin1')).not.toContain('"clock"');
});

describe('a correction by an operator', () => {
  const now = () => clock.now();

  /** A log of a machine whose clock was ahead and is right again. */
  async function logAhead(millis: number): Promise<void> {
    await restartAt(START + millis);
    await asked.create();
    await asked.decide();
    await asked.writer.close();
    clock.wall = START;
  }

  const decidedAt = async () =>
    Date.parse((await asked.decide()).expiresAt ?? '') - 10 * MINUTE - START;

  it('lets the log run at half the rate until the clock has caught up', async () => {
    await logAhead(DAY);
    expect(await showClocks(folder.file, now)).toMatchObject([{ time: START + DAY }]);
    const [after] = await correctClocks(folder.file, now);
    expect(after).toMatchObject({ key: 'x', corrected: true, isShrinking: true });
    clock.wall = START + DAY;
    await begin({ acceptsClock: true });
    expect(await decidedAt()).toBe(1.5 * DAY);
    await restartAt(START + 3 * DAY, { acceptsClock: true });
    expect(await decidedAt()).toBe(3 * DAY);
    const all = await times();
    expect(all).toEqual(all.toSorted((one, other) => one - other));
  });

  it('ends an offset from a clock that was behind, and rewrites nothing', async () => {
    // A clock that is a year behind, as of a machine without a battery, and then right.
    await asked.create();
    await asked.decide();
    await restartAt(START - 365 * DAY);
    await asked.decide();
    const log = await store.log(1, 0, 1000);
    await asked.writer.close();
    clock.wall = START + HOUR;
    const [wrong] = await showClocks(folder.file, now);
    expect(wrong.time - wrong.machine).toBe(365 * DAY);
    const [right] = await correctClocks(folder.file, now);
    expect(right.time - right.machine).toBe(0);
    await begin();
    expect((await store.log(1, 0, 1000)).slice(0, log.length)).toEqual(log);
    expect(await decidedAt()).toBe(HOUR);
  });

  it('corrects the other logs if one is damaged', async () => {
    await logAhead(DAY);
    await begin();
    await asked.create('y');
    await asked.writer.close();
    clock.wall = START - DAY;
    const database = new Database(folder.file);
    database.exec('DELETE FROM snapshot; DELETE FROM decision WHERE experiment = 1');
    database.close();
    const damage = 'head of the experiment is 2; its log says 1';
    expect(await correctClocks(folder.file, now)).toMatchObject([
      { key: 'x', corrected: false, damage },
      { key: 'y', corrected: true, damage: null },
    ]);
    await begin();
    expect(await store.changes(1, 0, 10)).toHaveLength(1);
  });

  it('writes nothing where log and clock agree', async () => {
    await logAhead(0);
    expect(await correctClocks(folder.file, now)).toMatchObject([{ corrected: false }]);
    await begin();
    expect(await clockChanges()).toEqual([]);
  });
});

it('waits on a shared store until no process goes on with a clock that was ahead', async () => {
  const shared = new SharedStore(store, { seed: 1, lanes: 2, now: () => clock.now() });
  const one = await startWriter(shared.view(), { clock });
  const other = await startWriter(shared.view(), { clock });
  await one.create('y');
  await one.decide('y');
  clock.wall -= DAY;
  await one.decide('y');
  expect(await store.changes(1, 0, 100)).toHaveLength(1);
  clock.pass(10_000);
  await Promise.all([one.decide('y'), other.decide('y')]);
  await one.decide('y');
  // Both go on by one offset.
  expect(await store.changes(1, 0, 100)).toHaveLength(2);
  expect((await one.ok('state', { key: 'y' })).hash).toBe(
    (await other.ok('state', { key: 'y' })).hash,
  );
  await Promise.all([one.writer.close(), other.writer.close()]);
});
