/** What each error of SQLite does to a commit and to the store. The same with real disks: test/faults. */
import Database from 'better-sqlite3';
import { expect, onTestFinished, test, vi } from 'vitest';
import { Appending, keyRow, NOTHING_WANTED, newExperiment } from '../../../test/store/rows.ts';
import { newStoreFile } from '../../../test/store/store-folder.ts';
import type { Batch } from '../store.ts';
import { openSqliteStore } from './sqlite-store.ts';

/** Errors that the statement beginning so throws instead of running, one per call; then it runs again. */
const planned = new Map<string, string[]>();

function planErrors(): void {
  const { prepare } = Database.prototype;
  const spy = vi.spyOn(Database.prototype, 'prepare').mockImplementation(function (
    this: Database.Database,
    source: string,
  ) {
    const statement = prepare.call(this, source) as Database.Statement<unknown[]>;
    for (const name of ['run', 'get'] as const) {
      const real = statement[name].bind(statement);
      statement[name] = (...parameters: unknown[]) => {
        const found = [...planned].find(([beginning]) => source.startsWith(beginning));
        const code = found?.[1].shift();
        if (code !== undefined) throw new Database.SqliteError('planned', code);
        return real(...parameters) as never;
      };
    }
    return statement;
  });
  onTestFinished(() => {
    spy.mockRestore();
    planned.clear();
  });
}

async function plannedStore() {
  planErrors();
  const store = await openSqliteStore(newStoreFile());
  onTestFinished(() => store.close());
  for (const key of ['one', 'two']) await store.create(newExperiment(key));
  return store;
}

const deciding = (experiment: number): Batch => ({
  experiment,
  known: 1,
  wanted: NOTHING_WANTED,
  work(seen) {
    const to = new Appending(seen.experiment);
    to.decide();
    return to.writes;
  },
});
const COMMITTED = { end: 'committed' };

test.each(['BEGIN', 'COMMIT'])(
  '%s that finds the store busy is tried once more',
  async (statement) => {
    const store = await plannedStore();
    planned.set(statement, ['SQLITE_BUSY']);
    expect(await store.commit([deciding(1), deciding(2)])).toEqual([COMMITTED, COMMITTED]);
    expect(await store.log(2, 1, 10)).toHaveLength(1);
  },
);

test.each(['BEGIN', 'COMMIT'])(
  'busy twice, %s fails; nothing is written, and the store goes on',
  async (statement) => {
    const store = await plannedStore();
    planned.set(statement, ['SQLITE_BUSY', 'SQLITE_BUSY_SNAPSHOT']);
    const failed = {
      end: 'failed',
      error: expect.objectContaining({ code: 'SQLITE_BUSY_SNAPSHOT' }),
    };
    expect(await store.commit([deciding(1), deciding(2)])).toEqual([failed, failed]);
    expect(await store.log(1, 1, 10)).toEqual([]);
    expect(await store.commit([deciding(1)])).toEqual([COMMITTED]);
  },
);

test.each([
  ['COMMIT', 'SQLITE_FULL'],
  ['INSERT INTO decision', 'SQLITE_FULL'],
  ['INSERT INTO decision', 'SQLITE_IOERR_SHMSIZE'],
])(
  '%s without room (%s) fails the whole commit, and the store goes on',
  async (statement, code) => {
    const store = await plannedStore();
    planned.set(statement, [code]);
    const failed = {
      end: 'failed',
      error: expect.objectContaining({ name: 'StoreFull', code: 'disk-full' }),
    };
    expect(await store.commit([deciding(1), deciding(2)])).toEqual([failed, failed]);
    expect(await store.log(2, 1, 10)).toEqual([]);
    expect(await store.commit([deciding(1), deciding(2)])).toEqual([COMMITTED, COMMITTED]);
  },
);

test.each([
  ['COMMIT', 'SQLITE_IOERR_FSYNC'],
  ['COMMIT', 'SQLITE_IOERR_WRITE'],
  ['INSERT INTO decision', 'SQLITE_IOERR_READ'],
  ['INSERT INTO decision', 'SQLITE_CORRUPT'],
  ['PRAGMA wal_checkpoint', 'SQLITE_IOERR_FSYNC'],
  ['ROLLBACK', 'SQLITE_ERROR'],
])('after an error of %s (%s) nothing is taken any more', async (statement, code) => {
  const store = await plannedStore();
  planned.set(statement, [code]);
  if (statement === 'ROLLBACK') planned.set('COMMIT', ['SQLITE_FULL']);
  const broken = expect.objectContaining({ name: 'StoreBroken', code: 'store-broken' });
  const unknown = { end: 'unknown', error: broken };
  expect(await store.commit([deciding(1), deciding(2)])).toEqual([unknown, unknown]);
  // The fault is over, and all the same nothing is taken.
  expect(await store.commit([deciding(2)])).toEqual([unknown]);
  for (const call of [
    () => store.experiments(),
    () => store.log(1, 0, 10),
    () => store.create(newExperiment('three')),
    () => store.putKey(keyRow()),
    () => store.prune(1, { known: 1, number: 1, before: 1, seq: 1 }, 1),
    () => store.probe(),
  ])
    await expect(call()).rejects.toEqual(broken);
});

test('a configuration of a commit that failed is nowhere', async () => {
  const store = await plannedStore();
  const seen: string[] = [];
  const configuring: Batch = {
    ...deciding(1),
    work({ experiment }) {
      seen.push(experiment.config);
      return new Appending(experiment).set({ config: '{"new":true}' }).writes;
    },
  };
  planned.set('COMMIT', ['SQLITE_FULL']);
  await store.commit([configuring, configuring]);
  await store.commit([configuring]);
  const { config } = newExperiment('one').experiment;
  expect(seen).toEqual([config, '{"new":true}', config]);
});

test('an error of the work is its own batch alone, and no fault of the store', async () => {
  const store = await plannedStore();
  const error = new Error('of the work');
  const failing = {
    ...deciding(1),
    work: () => {
      throw error;
    },
  };
  expect(await store.commit([failing, deciding(2)])).toEqual([{ end: 'failed', error }, COMMITTED]);
});
