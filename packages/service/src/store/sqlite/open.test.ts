import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, onTestFinished, test, vi } from 'vitest';
import { keyRow, newExperiment } from '../../../test/store/rows.ts';
import { newStoreFile } from '../../../test/store/store-folder.ts';
import { openToWrite } from './open.ts';
import { FORMAT } from './schema.ts';
import { openSqliteKeys } from './sqlite-keys.ts';
import { openSqliteReader } from './sqlite-reader.ts';
import { openSqliteStore } from './sqlite-store.ts';

async function closedStore(): Promise<string> {
  const file = newStoreFile();
  const store = await openSqliteStore(file);
  await store.create(newExperiment('one'));
  await store.close();
  return file;
}

function setFormat(file: string, format: number): void {
  const database = new Database(file);
  database.prepare('UPDATE store SET format = ?').run(format);
  database.close();
}

test("a new store is its owner's alone, because it holds secrets", async () => {
  const file = newStoreFile();
  const store = await openSqliteStore(file);
  onTestFinished(() => store.close());
  const names = readdirSync(dirname(file));
  expect(names.sort()).toEqual(['data.db', 'data.db-shm', 'data.db-wal', 'data.db.lock']);
  for (const name of names) expect(statSync(join(dirname(file), name)).mode & 0o777).toBe(0o600);
});

test('an empty file is refused: a store that is being made has another name', async () => {
  const file = newStoreFile();
  writeFileSync(file, '');
  writeFileSync(`${file}.new`, 'left by a process that was killed');
  await expect(openSqliteStore(file)).rejects.toMatchObject({ code: 'store-damaged' });
  rmSync(file);
  await (await openSqliteStore(file)).close();
  expect(existsSync(`${file}.new`)).toBe(false);
});

test('a store whose file is gone is not made anew while its log file is there', async () => {
  const file = await closedStore();
  rmSync(file);
  writeFileSync(`${file}-wal`, 'what was acknowledged last');
  await expect(openSqliteStore(file)).rejects.toMatchObject({ code: 'store-damaged' });
});

test('a folder that is not there is named', async () => {
  const file = join(newStoreFile(), 'deeper', 'data.db');
  await expect(openSqliteStore(file)).rejects.toMatchObject({
    code: 'file-not-found',
    message: expect.stringContaining(dirname(file)),
  });
});

test('a file that is no database is refused, and left alone', async () => {
  const file = newStoreFile();
  writeFileSync(file, 'name,age\n'.repeat(1000));
  await expect(openSqliteStore(file)).rejects.toMatchObject({ code: 'store-damaged' });
  expect(statSync(file).size).toBe(9000);
});

test("somebody else's database is refused, and left alone", async () => {
  const file = newStoreFile();
  const other = new Database(file);
  other.exec('CREATE TABLE notes(text)');
  other.close();
  await expect(openSqliteStore(file)).rejects.toMatchObject({ code: 'store-not-accepted' });
  const after = new Database(file);
  onTestFinished(() => void after.close());
  expect(after.pragma('journal_mode', { simple: true })).toBe('delete');
});

test('a folder in the place of the file is refused', async () => {
  const file = newStoreFile();
  mkdirSync(file);
  await expect(openSqliteStore(file)).rejects.toMatchObject({ code: 'file-not-accessible' });
});

test('a newer format is refused with what to do, by writers and readers', async () => {
  const file = await closedStore();
  setFormat(file, FORMAT + 1);
  const refusal = {
    code: 'store-not-accepted',
    message: expect.stringMatching(/newer version.*install the newer version again/),
  };
  await expect(openSqliteStore(file)).rejects.toMatchObject(refusal);
  await expect(openSqliteReader(file)).rejects.toMatchObject(refusal);
});

test('an older format is brought forward, with a backup of before beside it', async () => {
  const file = await closedStore();
  const migrations = [
    { to: FORMAT, sql: 'this step is behind us' },
    { to: FORMAT + 1, sql: 'CREATE TABLE added(x INTEGER) STRICT' },
    { to: FORMAT + 2, sql: 'INSERT INTO added VALUES (42)' },
  ];
  const connection = await openToWrite(file, { format: FORMAT + 2, migrations });
  const { database } = connection;
  expect(database.prepare('SELECT x FROM added').pluck().get()).toBe(42);
  expect(database.prepare('SELECT format FROM store').pluck().get()).toBe(FORMAT + 2);
  connection.closeAsOneFile();
  const backup = await openSqliteStore(`${file}.format-${FORMAT}`);
  onTestFinished(() => backup.close());
  expect(await backup.experiment('one')).toBeDefined();
});

test('a step that fails leaves the store as it was; the next try makes a backup of its own', async () => {
  const file = await closedStore();
  const migrations = [
    { to: FORMAT + 1, sql: 'CREATE TABLE added(x INTEGER) STRICT' },
    { to: FORMAT + 2, sql: 'INSERT INTO nowhere VALUES (1)' },
  ];
  for (let tries = 0; tries < 2; tries++)
    await expect(openToWrite(file, { format: FORMAT + 2, migrations })).rejects.toThrow('nowhere');
  expect(existsSync(`${file}.format-${FORMAT}.2`)).toBe(true);
  const store = await openSqliteStore(file);
  onTestFinished(() => store.close());
  expect(await store.experiment('one')).toBeDefined();
});

test.each([
  ['synchronous', 1],
  ['journal_mode', 'delete'],
  ['wal_autocheckpoint', 1000],
])('where SQLite answers %s = %s, the store does not open', async (name, answer) => {
  const { pragma } = Database.prototype;
  const spy = vi.spyOn(Database.prototype, 'pragma').mockImplementation(function (
    this: Database.Database,
    source,
    options,
  ) {
    return source === name ? answer : pragma.call(this, source, options);
  });
  onTestFinished(() => spy.mockRestore());
  await expect(openSqliteStore(newStoreFile())).rejects.toMatchObject({
    code: 'store-not-accepted',
    message: expect.stringContaining(`it answers ${answer}`),
  });
});

test('an older SQLite is refused', async () => {
  const { prepare } = Database.prototype;
  const spy = vi.spyOn(Database.prototype, 'prepare').mockImplementation(function (
    this: Database.Database,
    source: string,
  ) {
    return prepare.call(this, source.replace('sqlite_version()', "'3.51.2'"));
  });
  onTestFinished(() => spy.mockRestore());
  await expect(openSqliteStore(newStoreFile())).rejects.toMatchObject({ code: 'cannot-start' });
});

test('a second store on the file is refused, by whichever name; when the first is closed it opens', async () => {
  const file = newStoreFile();
  const store = await openSqliteStore(file);
  const link = join(dirname(file), 'link.db');
  symlinkSync(file, link);
  for (const name of [file, link]) {
    await expect(openSqliteStore(name)).rejects.toMatchObject({
      code: 'store-in-use',
      message: expect.stringContaining(`${file}.lock`),
    });
  }
  await store.close();
  await (await openSqliteStore(link)).close();
});

test('a reader reads beside the store, and cannot write', async () => {
  const file = newStoreFile();
  await expect(openSqliteReader(file)).rejects.toMatchObject({ code: 'file-not-found' });
  const store = await openSqliteStore(file);
  const reader = await openSqliteReader(file);
  onTestFinished(async () => {
    await reader.close();
    await store.close();
  });
  expect(await reader.experiments()).toEqual([]);
  const row = await store.create(newExperiment('one'));
  expect(await reader.experiments()).toEqual([row]);
  expect(await reader.experiment('one')).toEqual(row);
  expect(await reader.changes(row?.id ?? 0, 0, 10)).toHaveLength(1);
  expect(await reader.decisions(row?.id ?? 0, { from: 0, limit: 10 })).toEqual([]);
});

test('keys are added before the first start, and while the service is at work', async () => {
  const file = newStoreFile();
  const before = await openSqliteKeys(file);
  await before.putKey(keyRow());
  await before.close();
  const store = await openSqliteStore(file);
  const beside = await openSqliteKeys(file);
  await beside.putKey(keyRow({ id: 'ijklmnop', hash: Buffer.alloc(32, 1), made: 2000 }));
  await beside.close();
  expect((await store.keys()).map(({ id }) => id)).toEqual(['abcdefgh', 'ijklmnop']);
  await store.close();
});

test('a lock file that others may read is made private, and keeps its lock', async () => {
  const file = await closedStore();
  chmodSync(`${file}.lock`, 0o644);
  const store = await openSqliteStore(file);
  expect(statSync(`${file}.lock`).mode & 0o777).toBe(0o600);
  await expect(openSqliteStore(file)).rejects.toMatchObject({ code: 'store-in-use' });
  await store.close();
});

test('a lock file that is removed is taken again, and keeps others out', async () => {
  const file = newStoreFile();
  const store = await openSqliteStore(file);
  onTestFinished(() => store.close());
  rmSync(`${file}.lock`);
  await store.confirmPlace();
  await expect(openSqliteStore(file)).rejects.toMatchObject({ code: 'store-in-use' });
});

test('a store ends if its lock file was removed and another process has taken it', async () => {
  const file = newStoreFile();
  const store = await openSqliteStore(file);
  rmSync(`${file}.lock`);
  const other = await openSqliteStore(file);
  await expect(store.confirmPlace()).rejects.toMatchObject({
    code: 'store-broken',
    message: expect.stringContaining('another process is using'),
  });
  await other.confirmPlace();
  await other.create(newExperiment('one'));
  await store.close();
  await other.close();
});
