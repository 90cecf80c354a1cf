/** Stores that version 0.1.0 made: they open after their migration, and retries find their decisions. */
import Database from 'better-sqlite3';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrateStore } from '../../src/manage-migration.ts';
import { checkStore } from '../../src/manage-store.ts';
import { openStore } from '../../src/opening/open-store.ts';
import type { Store } from '../../src/store/store.ts';
import { alteredStore } from '../writer/altered-store.ts';
import { HandClock, startWriter } from '../writer/bench.ts';
import { HASH, POSTGRES_TABLES, REQUESTS, ROWS, SQLITE_TABLES, UNITS } from './format-1.ts';
import { newStoreFile } from './store-folder.ts';
import { StoreServer } from './store-server.ts';

/** After the last event of the store, and before the first deadline. */
const LATER = Date.UTC(2026, 0, 1, 12, 1);

async function expectSameStore(store: Store): Promise<void> {
  const decisions = await store.decisions(1, { from: 0, limit: 10 });
  const rows = decisions.map(({ decision }) => decision);
  expect(rows.map(({ unit }) => unit)).toEqual(UNITS);
  expect(rows.map(({ request }) => request)).toEqual(REQUESTS);
  expect(rows.map(({ digest }) => digest)).toEqual([null, null, null]);
  const asked = await startWriter(store, { clock: new HandClock(LATER) });
  expect(await asked.hash()).toBe(HASH);
  // Rows without a digest match every request with their key.
  expect((await asked.decide('x', { unit: 'ann', context: { page: 1 } }, 'first')).number).toBe(0);
  expect((await asked.decide('x', { unit: 'carl' }, 'second')).number).toBe(1);
  const fresh = { key: 'x', request: { unit: 'ann' }, idempotencyKey: 'third' };
  expect((await asked.ok('decide', fresh)).number).toBe(3);
  expect((await asked.ok('decide', fresh)).number).toBe(3);
  const other = { ...fresh, request: { unit: 'ben' } };
  expect(await asked.problem('decide', other)).toBe('idempotency-key-reused');
  await asked.ok('eraseUnit', { key: 'x', unit: UNITS[1] ?? '' });
  expect((await asked.decide('x', { unit: 'carl' }, 'second')).number).toBe(4);
  await asked.writer.close();
}

test('a SQLite store of format 1 is migrated when it is opened', async () => {
  const file = newStoreFile();
  const database = new Database(file);
  database.exec(SQLITE_TABLES + ROWS);
  database.close();
  await expectSameStore(await openStore(file));
  expect((await checkStore(file)).map(({ damage }) => damage)).toEqual([null]);
  expect(columnsOf(file)).toEqual(columnsOf(await freshFile()));
});

function columnsOf(file: string): unknown {
  const database = new Database(file, { readonly: true });
  const columns = database.prepare(
    'SELECT m.name, c.name, c.type, c."notnull" FROM sqlite_schema m, pragma_table_info(m.name) c ORDER BY 1, 2',
  );
  const found = columns.raw().all();
  database.close();
  return found;
}

async function freshFile(): Promise<string> {
  const file = newStoreFile();
  await (await openStore(file)).close();
  return file;
}

let server: StoreServer;
beforeAll(async () => {
  server = await StoreServer.start();
});
afterAll(() => server.stop());

test('a PostgreSQL store of format 1 is refused until its owner migrates it', async () => {
  const columns = () =>
    server.as(
      'owner',
      `SELECT table_name, column_name, data_type, is_nullable FROM information_schema.columns
       WHERE table_schema = 'driftline' ORDER BY 1, 2`,
    );
  const fresh = await columns();
  await server.as('owner', `DROP SCHEMA driftline CASCADE; ${POSTGRES_TABLES} ${ROWS}`);
  const older = { code: 'store-not-ready', message: expect.stringContaining('store migrate') };
  const { url } = server.postgres;
  await expect(openStore(url)).rejects.toMatchObject(older);
  expect(await migrateStore(url)).toMatchObject({ from: 1 });
  // The database's own clock is far from the rows.
  const clock = async () => undefined;
  await expectSameStore(alteredStore(await openStore(url), { clock }));
  expect((await checkStore(url)).map(({ damage }) => damage)).toEqual([null]);
  expect(await columns()).toEqual(fresh);
});
