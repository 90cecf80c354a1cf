import {
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { Caller, foldLog } from '../../../test/store/caller.ts';
import { newExperiment } from '../../../test/store/rows.ts';
import { newStoreFile } from '../../../test/store/store-folder.ts';
import type { LogEvent } from '../../model/rows.ts';
import type { Store } from '../store.ts';
import { backupSqlite } from './sqlite-reader.ts';
import { openSqliteStore } from './sqlite-store.ts';

async function openedStore(file: string): Promise<Store> {
  const store = await openSqliteStore(file);
  onTestFinished(() => store.close());
  return store;
}

async function wholeLog(store: Store): Promise<readonly LogEvent[]> {
  return store.log(1, 0, 1_000_000);
}

/** So that the store has more pages than are copied at once. */
const PADDING = 'x'.repeat(120);

function requests(from: number, count: number) {
  return Array.from({ length: count }, (_, place) => ({
    type: 'decide' as const,
    request: `request ${from + place} ${PADDING}`,
  }));
}

test('a backup that is made under load ends, and is an exact prefix of the log', async () => {
  const file = newStoreFile();
  const store = await openedStore(file);
  await store.create(newExperiment('one'));
  const caller = new Caller(store, 1);
  for (let round = 0; round < 40; round++) await caller.perform(requests(round * 500, 500));
  const before = (await foldLog(store, 1)).decisions;
  let isDone = false;
  const backup = backupSqlite(file, `${file}.backup`).then(() => {
    isDone = true;
  });
  let during = 0;
  // Without a transaction that keeps the moment, it would begin again with each of these writes.
  while (!isDone && during < 300) {
    await caller.perform(requests(before + during++, 1));
    await new Promise(setImmediate);
  }
  expect(isDone).toBe(true);
  await backup;
  expect(during).toBeGreaterThan(1);
  const restored = await openedStore(`${file}.backup`);
  const [kept, whole] = [await wholeLog(restored), await wholeLog(store)];
  expect(kept.length).toBeGreaterThan(before);
  expect(kept).toEqual(whole.slice(0, kept.length));
  expect(restored.idKeys).toEqual(store.idKeys);
  expect((await restored.experiment('one'))?.head).toBe(kept.length);
  const goesOn = await new Caller(restored, 1).perform(requests(1_000_000, 1));
  expect(goesOn).toEqual([kept.length - 1]);
});

test('a backup put back beside the log file of the store before it is refused with what to do', async () => {
  const file = newStoreFile();
  const store = await openSqliteStore(file);
  await store.create(newExperiment('one'));
  await backupSqlite(file, `${file}.backup`);
  await new Caller(store, 1).perform(requests(0, 1));
  const log = readFileSync(`${file}-wal`);
  await store.close();
  // Looking at a backup leaves it one.
  await (await openSqliteStore(`${file}.backup`)).close();
  copyFileSync(`${file}.backup`, file);
  writeFileSync(`${file}-wal`, log);
  await expect(openSqliteStore(file)).rejects.toMatchObject({
    code: 'store-damaged',
    message: expect.stringContaining(`move ${file}-wal`),
  });
  rmSync(`${file}-wal`);
  const restored = await openedStore(file);
  expect(await restored.experiment('one')).toMatchObject({ head: 1 });
});

test('a backup is one file, and leaves nothing else behind', async () => {
  const file = newStoreFile();
  await openedStore(file);
  await backupSqlite(file, `${file}.backup`);
  const names = readdirSync(dirname(file)).filter((name) => name.includes('backup'));
  expect(names).toEqual(['data.db.backup']);
});

test.each(['backup', 'backup.partial'])('a backup overwrites no file such as %s', async (name) => {
  const file = newStoreFile();
  await openedStore(file);
  const taken = `${file}.${name}`;
  writeFileSync(taken, 'precious');
  await expect(backupSqlite(file, `${file}.backup`)).rejects.toMatchObject({
    code: 'file-exists',
    message: expect.stringContaining(taken),
  });
  expect(readFileSync(taken, 'utf8')).toBe('precious');
});

test('a folder that is not there, and a store that is not there, are said so', async () => {
  const file = newStoreFile();
  await expect(backupSqlite(file, `${file}.backup`)).rejects.toMatchObject({
    code: 'file-not-found',
  });
  await openedStore(file);
  await expect(backupSqlite(file, `${file}-no/folder/backup`)).rejects.toMatchObject({
    code: 'file-not-accessible',
  });
  expect(existsSync(`${file}.backup`)).toBe(false);
});
