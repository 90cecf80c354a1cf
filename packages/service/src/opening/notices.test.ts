import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { newStoreFile } from '../../test/store/store-folder.ts';
import { openSqliteStore } from '../store/sqlite/sqlite-store.ts';
import { storeNotices } from './notices.ts';

test('a store that is gone is noticed by the lock that it left, and a new one is not', async () => {
  const file = newStoreFile();
  expect(storeNotices(file)).toEqual([]);
  await (await openSqliteStore(file)).close();
  expect(storeNotices(file)).toEqual([]);
  rmSync(file);
  expect(storeNotices(file)).toEqual([
    expect.stringContaining(`${file}.lock shows that there was a store; creating an empty one`),
  ]);
});

test('no empty store is announced if a log file keeps it from being made', async () => {
  const file = newStoreFile();
  for (const end of ['.lock', '-wal']) writeFileSync(`${file}${end}`, '');
  expect(storeNotices(file)).toEqual([]);
});

test('a store beside which a rescued copy lies is refused until the copy is moved away', async () => {
  const file = newStoreFile();
  await (await openSqliteStore(file)).close();
  const copy = `${file}.rescued-2026-11-18T03-00-00.000Z`;
  writeFileSync(copy, '');
  writeFileSync(`${copy}.partial`, '');
  expect(() => storeNotices(file)).toThrow(`move ${file}, ${file}-wal and ${file}-shm`);
  expect(() => storeNotices(file)).toThrow(copy);
  rmSync(copy);
  expect(storeNotices(file)).toEqual([]);
});

test('files that a check left beside a rescued copy are no copies', async () => {
  const file = newStoreFile();
  const copy = `${file}.rescued-2026-11-18T03-00-00.000Z`;
  await (await openSqliteStore(copy)).close();
  expect(existsSync(`${copy}.lock`)).toBe(true);
  for (const end of ['-wal', '-shm']) writeFileSync(`${copy}${end}`, '');
  renameSync(copy, file);
  expect(storeNotices(file)).toEqual([]);
});

test('a database has no files to look at', () => {
  expect(storeNotices('postgres://localhost/driftline')).toEqual([]);
});
