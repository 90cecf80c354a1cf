/** What may and may not happen to the files of an open store. Whole services under load: test/process. */
import {
  copyFileSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { Appending, keyRow, NOTHING_WANTED, newExperiment } from '../../../test/store/rows.ts';
import { newStoreFile } from '../../../test/store/store-folder.ts';
import type { Batch, BatchEnd } from '../store.ts';
import { LogCopy } from './log-copy.ts';
import { openSqliteKeys } from './sqlite-keys.ts';
import { backupSqlite } from './sqlite-reader.ts';
import { openSqliteStore, type SqliteStore } from './sqlite-store.ts';

/** A store that is decided on, one decision per commit. */
class Deciding {
  readonly file: string;
  readonly store: SqliteStore;
  decided = 0;
  #known = 1;
  #closed: Promise<void> | undefined;

  private constructor(file: string, store: SqliteStore) {
    this.file = file;
    this.store = store;
  }

  static async open(file = newStoreFile()): Promise<Deciding> {
    const store = await openSqliteStore(file);
    const deciding = new Deciding(file, store);
    onTestFinished(() => deciding.close().catch(isReplaced));
    await store.create(newExperiment('one'));
    return deciding;
  }

  close(): Promise<void> {
    this.#closed ??= this.store.close();
    return this.#closed;
  }

  async decide(commits = 1, context: string | null = null): Promise<BatchEnd> {
    let [end]: readonly BatchEnd[] = [{ end: 'committed' }];
    for (let commit = 0; commit < commits && end.end === 'committed'; commit++) {
      [end] = await this.store.commit([this.#batch(context)]);
      if (end.end === 'committed') this.decided += 1;
    }
    return end;
  }

  #batch(context: string | null): Batch {
    return {
      experiment: 1,
      known: this.#known,
      wanted: NOTHING_WANTED,
      work: (seen) => {
        this.#known = seen.experiment.head;
        const to = new Appending(seen.experiment);
        to.decide({ context });
        return to.writes;
      },
    };
  }
}

function isReplaced(error: unknown): void {
  expect(error).toMatchObject({ code: 'store-replaced' });
}

/** Number of decisions of the experiment in a store file. */
async function decisionsIn(file: string): Promise<number> {
  const store = await openSqliteStore(file);
  const found = (await store.experiment('one'))?.next ?? 0;
  await store.close();
  return found;
}

interface LogRow {
  readonly log: number;
  readonly checkpointed: number;
}

const COMMITTED = { end: 'committed' };
const REPLACED = { end: 'unknown', error: { code: 'store-replaced' } };

/** Whether the commit that notices it is in the copy as well: its caller asks again, and it counts once either way. */
const strikes: [string, (file: string) => void, boolean][] = [
  ['removed', (file) => rmSync(file), true],
  ['moved away', (file) => renameSync(file, `${file}.away`), true],
  ['replaced', (file) => writeFileSync(`${file}.x`, '') ?? renameSync(`${file}.x`, file), true],
  ['without its log file', (file) => rmSync(`${file}-wal`), true],
  ['cut in its log file', (file) => truncateSync(`${file}-wal`, 5000), false],
  ['moved with its folder', (file) => renameSync(dirname(file), `${dirname(file)}.away`), true],
];

test.each(strikes)(
  'a store that is %s commits nothing more, and all that it committed can be copied',
  async (_, strike, isKept) => {
    const folder = join(dirname(newStoreFile()), 'inner');
    mkdirSync(folder);
    const deciding = await Deciding.open(join(folder, 'data.db'));
    expect(await deciding.decide(5)).toEqual(COMMITTED);
    strike(deciding.file);
    expect(await deciding.decide()).toMatchObject(REPLACED);
    expect(await deciding.decide()).toMatchObject(REPLACED);
    const copy = await deciding.store.rescue();
    expect(copy).toMatch(/data\.db\.rescued-\d{4}-\d\d-\d\dT[\d-]+\.\d{3}Z$/);
    expect(statSync(copy).mode & 0o777).toBe(0o600);
    expect(await decisionsIn(copy)).toBe(deciding.decided + (isKept ? 1 : 0));
  },
);

test('a log file that is cut between two commits leaves a hole, which is found', async () => {
  const deciding = await Deciding.open();
  await deciding.decide(20);
  const log = `${deciding.file}-wal`;
  const { size } = statSync(log);
  truncateSync(log, 0);
  expect(await deciding.decide()).toMatchObject(REPLACED);
  expect(statSync(log).size).toBeGreaterThan(size);
  expect(await decisionsIn(await deciding.store.rescue())).toBe(20);
});

test('a log file that is cut while nothing is committed is found by a look', async () => {
  const deciding = await Deciding.open();
  await deciding.decide(3);
  await deciding.store.confirmPlace();
  truncateSync(`${deciding.file}-wal`, statSync(`${deciding.file}-wal`).size - 1);
  await expect(deciding.store.confirmPlace()).rejects.toMatchObject({ code: 'store-replaced' });
  expect(await decisionsIn(await deciding.store.rescue())).toBe(3);
});

test('a log file that is overwritten is not taken over into the data file', async () => {
  const deciding = await Deciding.open();
  const log = `${deciding.file}-wal`;
  // With 1000 frames the next commit takes the log over first.
  while (statSync(log).size < 32 + 1000 * (24 + 4096))
    expect(await deciding.decide(1, `"${'x'.repeat(300_000)}"`)).toEqual(COMMITTED);
  const { size } = statSync(log);
  truncateSync(log, 0);
  truncateSync(log, size);
  const before = readFileSync(deciding.file);
  expect(await deciding.decide()).toMatchObject(REPLACED);
  expect(readFileSync(deciding.file).equals(before)).toBe(true);
  expect(await decisionsIn(await deciding.store.rescue())).toBe(deciding.decided);
});

test('a key beside the service is not said to be stored if the store is gone', async () => {
  const { file } = await Deciding.open();
  const keys = await openSqliteKeys(file);
  onTestFinished(() => keys.close());
  renameSync(file, `${file}.away`);
  await expect(keys.putKey(keyRow())).rejects.toMatchObject({ code: 'store-replaced' });
});

test('a store that is overwritten in its place commits nothing more, and is not copied', async () => {
  const deciding = await Deciding.open();
  const backup = `${deciding.file}.backup`;
  await backupSqlite(deciding.file, backup);
  await deciding.decide(3);
  copyFileSync(backup, deciding.file);
  expect(await deciding.decide()).toMatchObject(REPLACED);
  await expect(deciding.store.rescue()).rejects.toThrow('nothing to copy');
  await deciding.close();
  expect(readFileSync(deciding.file).equals(readFileSync(backup))).toBe(true);
  const left = readdirSync(dirname(deciding.file)).filter((name) => name.includes('-wal'));
  expect(left).toEqual([expect.stringContaining('-wal.overwritten-')]);
});

test('a copy overwrites nothing, and one that cannot be made leaves nothing', async () => {
  const deciding = await Deciding.open();
  await deciding.decide();
  rmSync(`${deciding.file}-shm`);
  await expect(deciding.store.confirmPlace()).rejects.toMatchObject({ code: 'store-replaced' });
  const copies = [await deciding.store.rescue(), await deciding.store.rescue()];
  expect(new Set(copies).size).toBe(2);
  for (const copy of copies) expect(await decisionsIn(copy)).toBe(1);
  const folder = dirname(deciding.file);
  renameSync(folder, `${folder}.away`);
  writeFileSync(folder, 'no folder');
  await expect(deciding.store.rescue()).rejects.toThrow();
  rmSync(folder);
  renameSync(`${folder}.away`, folder);
  expect(readdirSync(folder).filter((name) => name.endsWith('.partial'))).toEqual([]);
});

test('checkpoints, other processes and other hands that change nothing are let be', async () => {
  const deciding = await Deciding.open();
  const { file, store } = deciding;
  const other = new Database(file);
  onTestFinished(() => void other.close());
  // Over the 1000 frames after which the log is taken over, several times.
  for (let round = 0; round < 8; round++) {
    expect(await deciding.decide(15, `"${'x'.repeat(300_000)}"`)).toEqual(COMMITTED);
    if (round === 1) other.pragma('wal_checkpoint(TRUNCATE)');
    if (round === 2) other.pragma('wal_checkpoint(RESTART)');
    if (round === 3) other.pragma('wal_checkpoint(PASSIVE)');
    if (round === 4) utimesSync(file, 1, 1);
    if (round === 5) await store.eraseUnit(1, { unit: 'u', tombstone: 't', at: 5000, by: 'k' });
    if (round === 6) {
      const keys = await openSqliteKeys(file);
      await keys.putKey(keyRow());
      await keys.close();
    }
    await store.confirmPlace();
  }
  await deciding.close();
  expect(await decisionsIn(file)).toBe(deciding.decided);
});

test('a log that is longer than memory may hold is read from its file', () => {
  const file = newStoreFile();
  const database = new Database(file);
  onTestFinished(() => void database.close());
  database.pragma('journal_mode = WAL');
  database.pragma('wal_autocheckpoint = 0');
  database.exec('CREATE TABLE kept(text)');
  const copy = new LogCopy(`${file}-wal`, 4096, 40_000);
  onTestFinished(() => copy.close());
  const follow = () => {
    const [{ log: frames, checkpointed }] = database.pragma('wal_checkpoint(NOOP)') as LogRow[];
    copy.follow({ frames, checkpointed });
    return [...copy.pages()].filter(({ pageCount }) => pageCount > 0).length;
  };
  const commits = Array.from({ length: 40 }, (_, i) => {
    database.exec('INSERT INTO kept VALUES (hex(zeroblob(1000)))');
    // A frame is held twice where two readings meet; that of the file has none twice.
    const found = follow();
    return found >= i + 1;
  });
  expect(commits).not.toContain(false);
  expect(follow()).toBe(41);
  database.pragma('wal_checkpoint(PASSIVE)');
  expect(follow()).toBe(1);
  truncateSync(`${file}-wal`, 0);
  expect(follow).toThrow('was cut or overwritten');
});

test('a store that is gone when it is closed is not said to be closed', async () => {
  const deciding = await Deciding.open();
  await deciding.decide(2);
  const other = join(dirname(deciding.file), 'other.db');
  await (await openSqliteStore(other)).close();
  renameSync(other, deciding.file);
  const before = readFileSync(deciding.file);
  await expect(deciding.close()).rejects.toMatchObject({ code: 'store-replaced' });
  expect(readFileSync(deciding.file)).toEqual(before);
  expect(await decisionsIn(await deciding.store.rescue())).toBe(2);
});

test('a store with a second name is refused under both, and one that is open goes on', async () => {
  const deciding = await Deciding.open();
  const link = join(dirname(deciding.file), 'link.db');
  linkSync(deciding.file, link);
  const refusal = { code: 'store-not-accepted', message: expect.stringContaining('hard link') };
  await expect(openSqliteStore(link)).rejects.toMatchObject(refusal);
  expect(await deciding.decide(2)).toEqual(COMMITTED);
  await deciding.close();
  await expect(openSqliteStore(deciding.file)).rejects.toMatchObject(refusal);
  rmSync(link);
  expect(await decisionsIn(deciding.file)).toBe(2);
});
