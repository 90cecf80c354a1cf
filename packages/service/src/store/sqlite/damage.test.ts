/** Bytes that flip, and files that are cut: found and refused, or of no meaning; never read as something else. */
import { copyFileSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { type Random, randomStream } from '@driftline/core';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { Caller } from '../../../test/store/caller.ts';
import {
  Appending,
  keyRow,
  NOTHING_WANTED,
  newExperiment,
  snapshotRow,
} from '../../../test/store/rows.ts';
import { newStoreFile } from '../../../test/store/store-folder.ts';
import { StoreDamaged } from '../errors.ts';
import type { Store } from '../store.ts';
import { checkSqlite, demandWhole } from './check.ts';
import { isDamagedLog } from './log-file.ts';
import { openSqliteStore } from './sqlite-store.ts';

const UNITS = Array.from({ length: 60 }, (_, place) => `unit-${place}`);

async function fill(store: Store): Promise<void> {
  await store.create(newExperiment('one'));
  await store.commit([
    {
      experiment: 1,
      known: 1,
      wanted: NOTHING_WANTED,
      work({ experiment }) {
        const to = new Appending(experiment);
        for (const unit of UNITS) {
          const number = to.decide({
            unit,
            request: `of ${unit}`,
            context: '{"page":"checkout"}',
            digest: `digest of ${unit}`,
          });
          if (number % 3 > 0) to.settle(number, { value: number / 7 });
        }
        to.change({ kind: 'restart', body: '{"explore":0.1}' });
        return to.writes;
      },
    },
  ]);
  await store.saveSnapshot(1, snapshotRow(50, 'the state of before '.repeat(300)));
  await store.saveSnapshot(1, snapshotRow(90, 'the state of now '.repeat(300)));
  await store.putKey(keyRow());
}

/** Rejects where a row of an experiment is damaged, which the store says of it alone. */
async function allExperiments(store: Store) {
  const [damaged] = await store.damagedExperiments();
  if (damaged !== undefined) throw new StoreDamaged(damaged.why);
  return store.experiments();
}

/** All that a store says, apart from what it finds by its indices. */
async function everything(store: Store) {
  return {
    idKeys: store.idKeys,
    experiments: await allExperiments(store),
    log: await store.log(1, 0, 1000),
    decisions: await store.decisions(1, { from: 0, limit: 1000 }),
    changes: await store.changes(1, 0, 1000),
    snapshots: await store.snapshots(1),
    keys: await store.keys(),
  };
}

async function closedStore() {
  const file = newStoreFile();
  const store = await openSqliteStore(file);
  await fill(store);
  const content = await everything(store);
  await store.close();
  return { file, bytes: readFileSync(file), content };
}

/** What is said when this is in the place of the store: its content, or the code of the refusal. */
async function read(file: string, bytes: Buffer) {
  writeFileSync(file, bytes);
  try {
    const store = await openSqliteStore(file);
    try {
      return await everything(store);
    } finally {
      await store.close();
    }
  } catch (error) {
    return (error as { code?: unknown }).code;
  }
}

function flippedAt(bytes: Buffer, place: number, random: Random): Buffer {
  const flipped = Buffer.from(bytes);
  flipped[place] ^= 1 + random.below(255);
  return flipped;
}

const REFUSED = ['store-damaged', 'store-not-accepted', 'store-broken'];

test('a byte that flips anywhere in the file is found, or changes nothing that is read', async () => {
  const { file, bytes, content } = await closedStore();
  const random = randomStream(4);
  const places = Array.from({ length: 80 }, () => random.below(bytes.length));
  for (let place = 0; place < 100; place += 7) places.push(place);
  let refused = 0;
  for (const place of places) {
    const found = await read(file, flippedAt(bytes, place, random));
    if (typeof found === 'string') refused++;
    if (typeof found === 'string') expect(REFUSED, `byte ${place}`).toContain(found);
    else expect(found, `byte ${place}`).toEqual(content);
  }
  expect(refused).toBeGreaterThan(20);
});

test('a page that is gone is found at the start, whatever was in it', async () => {
  const { file, bytes, content } = await closedStore();
  const atStart: boolean[] = [];
  for (let page = 1; page < bytes.length / 4096; page++) {
    const holed = Buffer.from(bytes).fill(0, page * 4096, (page + 1) * 4096);
    const found = await read(file, holed);
    if (typeof found === 'string') expect(REFUSED).toContain(found);
    else expect(found).toEqual(content);
    atStart.push(
      await openSqliteStore(file)
        .then((store) => store.close())
        .then(
          () => false,
          () => true,
        ),
    );
  }
  // What is not found at the start is within a snapshot, whose hash is looked at when it is read.
  expect(atStart.filter((isFound) => !isFound).length).toBeLessThanOrEqual(2);
});

test.each([
  ['a change', '{"explore":0.1}', 'change'],
  ['a unit', 'unit-17', 'decision'],
  ['a snapshot', 'the state of now ', 'snapshot'],
  ['a key', '["decide","reward"]', 'api_key'],
])('a bit of %s that flips is refused with what it is in', async (_, text, place) => {
  const { file, bytes } = await closedStore();
  for (let at = bytes.indexOf(text); at >= 0; at = bytes.indexOf(text, at + 1)) bytes[at + 3] ^= 4;
  writeFileSync(file, bytes);
  const store = await openSqliteStore(file);
  await expect(everything(store)).rejects.toMatchObject({
    code: 'store-damaged',
    message: expect.stringMatching(new RegExp(`${place}.*restore a backup`)),
  });
  await store.close();
  expect((await checkSqlite(file)).join()).toContain(place);
});

test('a batch that would read a damaged row fails alone', async () => {
  const { file, bytes } = await closedStore();
  for (let at = bytes.indexOf('unit-17'); at >= 0; at = bytes.indexOf('unit-17', at + 1))
    bytes[at + 5] = 'x'.charCodeAt(0);
  writeFileSync(file, bytes);
  const store = await openSqliteStore(file);
  const asking = (number: number) => ({
    experiment: 1,
    known: 102,
    wanted: { ...NOTHING_WANTED, numbers: [number] },
    work: () => ({ decisions: [], outcomes: [], changes: [] }),
  });
  expect(await store.commit([asking(16), asking(17), asking(18)])).toMatchObject([
    { end: 'committed' },
    { end: 'failed', error: { code: 'store-damaged' } },
    { end: 'committed' },
  ]);
  await store.close();
});

test.each([0, 1, 100, 4096, 5000, 0.5, -4096, -8192])(
  'a file cut to %s is refused',
  async (length) => {
    const { file, bytes } = await closedStore();
    const whole = bytes.length;
    truncateSync(file, length < 0 ? whole + length : length % 1 > 0 ? whole * length : length);
    await expect(openSqliteStore(file)).rejects.toMatchObject({ code: 'store-damaged' });
  },
);

test('a check finds what the start does not look at: an index that does not fit its table', async () => {
  const { file } = await closedStore();
  expect(await checkSqlite(file)).toEqual([]);
  const database = new Database(file);
  database.unsafeMode();
  database.pragma('writable_schema = ON');
  database.exec("DELETE FROM sqlite_schema WHERE name = 'decision_unit'");
  database.pragma('writable_schema = RESET');
  database.exec('UPDATE outcome SET number = 1000 WHERE number = 1');
  database.close();
  const wrong = (await checkSqlite(file)).join('\n');
  await expect(demandWhole(file)).rejects.toMatchObject({
    code: 'store-damaged',
    message: expect.stringContaining(wrong),
  });
  expect(wrong).toContain('never used');
  expect(wrong).toContain('decision 1000 has an outcome, but is not there');
  expect(wrong).toContain('a row of the table outcome was changed after it was written');
});

/** The log file of a store with ten commits in it that are nowhere else. */
async function logOfTen(): Promise<{ file: string; log: Buffer }> {
  const source = newStoreFile();
  const store = await openSqliteStore(source);
  await store.create(newExperiment('one'));
  const caller = new Caller(store, 1);
  for (let round = 0; round < 10; round++)
    await caller.perform([{ type: 'decide', request: `request ${round}` }]);
  const file = newStoreFile();
  for (const suffix of ['', '-wal']) copyFileSync(`${source}${suffix}`, `${file}${suffix}`);
  await store.close();
  return { file, log: readFileSync(`${file}-wal`) };
}

test('a byte that flips in the log file is found, where SQLite would drop what comes after it', async () => {
  const { file, log } = await logOfTen();
  const random = randomStream(9);
  expect(isDamagedLog(log)).toBe(false);
  for (let tries = 0; tries < 50; tries++) {
    // In the first half: the last commit alone could be one that was never finished.
    expect(isDamagedLog(flippedAt(log, random.below(log.length / 2), random))).toBe(true);
  }
  writeFileSync(`${file}-wal`, flippedAt(log, 10_000, random));
  await expect(openSqliteStore(file)).rejects.toMatchObject({ code: 'store-damaged' });
});

test('a log file that ends within a commit is whole, with all commits before', async () => {
  const { file, log } = await logOfTen();
  const random = randomStream(10);
  for (let tries = 0; tries < 50; tries++)
    expect(isDamagedLog(log.subarray(0, random.below(log.length)))).toBe(false);
  expect(isDamagedLog(flippedAt(log, log.length - 100, random))).toBe(false);
  writeFileSync(`${file}-wal`, log.subarray(0, log.length - 100));
  const store = await openSqliteStore(file);
  expect(await store.experiment('one')).toMatchObject({ next: 9, head: 10 });
  await store.close();
});
