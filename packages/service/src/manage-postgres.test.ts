/** Copies between the engines in both directions, and what commands do to a database beside services. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Postgres, startPostgres } from '../../../tools/postgres.ts';
import { type Filled, fillStore } from '../test/copying.ts';
import { Folder, plain, startWriter } from '../test/writer/bench.ts';
import { correctClocks } from './manage-clock.ts';
import { copyStore } from './manage-copy.ts';
import { addKey } from './manage-keys.ts';
import { migrateStore } from './manage-migration.ts';
import { checkStore, rebuildExperiment } from './manage-store.ts';
import { openStore } from './opening/open-store.ts';
import { openFilling, openMoment } from './opening/open-whole.ts';
import { Database } from './store/postgres/database.ts';

let postgres: Postgres;
let folder: Folder;
let file: string;
let filled: Filled;
/** A database that was just migrated, and another one with nothing in it. */
let url: string;
let bare: string;

/** Sends statements as the owner. */
async function sql(place: string, statements: string): Promise<void> {
  const database = new Database(place, { connections: 1 });
  await database.transaction((session) => session.ask(statements));
  await database.close();
}

/** Takes the store away, and nothing else. */
async function cleared(place: string): Promise<string> {
  await sql(place, 'DROP SCHEMA IF EXISTS driftline CASCADE');
  return place;
}

beforeAll(async () => {
  postgres = await startPostgres({ durable: true });
  folder = new Folder();
  file = folder.file;
  // A database's clock goes by itself, and a writer's must not be far from it.
  await migrateStore(postgres.url);
  const store = await openStore(postgres.url);
  filled = await fillStore(() => openStore(file), file, Math.round((await store.clock()) ?? 0));
  await store.close();
  await sql(postgres.url, `CREATE ROLE service LOGIN PASSWORD 'hush'`);
});
afterAll(async () => {
  await postgres.stop();
  folder.remove();
});
beforeEach(async () => {
  url = await cleared(postgres.url);
  bare = await cleared(postgres.urlOf({ database: 'postgres' }));
  await migrateStore(url);
});

it('corrects the time of logs while a service runs, which goes on with the same offset', async () => {
  await copyStore({ from: file, to: url });
  const store = await openStore(url);
  const asked = await startWriter(store);
  const { number } = await asked.decide('first');
  // A machine whose clock is a day behind that of the database.
  const behind = Math.round((await store.clock()) ?? 0) - 86_400_000;
  const corrected = await correctClocks(url, () => behind);
  expect(corrected.map((each) => [each.key, each.corrected, each.isShrinking])).toEqual([
    ['first', true, true],
    ['held', true, true],
    ['idle', true, true],
  ]);
  expect(await asked.decide('first')).toMatchObject({ number: (number ?? 0) + 1 });
  // For the service, a day has passed since, and the log is half a day ahead.
  const state = await asked.ok('state', { key: 'first' });
  expect(state.warnings.map(({ code }) => code)).toContain('clock-ahead');
  await asked.writer.close();
  expect((await checkStore(url)).map(({ damage }) => damage)).toEqual([null, null, null]);
});

describe('copies', () => {
  it('go there and back, and every row is the same', async () => {
    const there = await copyStore({ from: file, to: url });
    await migrateStore(bare, 'service');
    expect(await copyStore({ from: url, to: bare })).toEqual(there);
    const back = await copyStore({ from: bare, to: `${file}.back` });
    expect(back).toEqual(there);
    expect(there.experiments.map(({ key }) => key)).toEqual(['first', 'held', 'idle']);
    expect(there.experiments.every(({ hash }) => hash !== null)).toBe(true);
    // By the service's own role.
    const own = postgres.urlOf({ database: 'postgres', user: 'service', password: 'hush' });
    const asked = await startWriter(await openStore(own));
    expect(await asked.hash('held')).toBe(there.experiments[1].hash);
    expect(await asked.reward(filled.waiting[0], 1)).toBe('counted');
    expect(await asked.reward(0, 0.1)).toBe('duplicate');
    await asked.create('next');
    expect(await asked.decide('next')).toMatchObject({ experiment: 4, number: 0 });
    await asked.writer.close();
    expect((await checkStore(own)).map(({ damage }) => damage)).toEqual([null, null, null, null]);
  });

  it('go into an empty database only, which its owner has migrated', async () => {
    await addKey(url, { name: 'shop', scopes: ['decide'] });
    await expect(copyStore({ from: file, to: url })).rejects.toThrow(
      'a copy needs an empty database',
    );
    await expect(copyStore({ from: file, to: bare })).rejects.toMatchObject({
      code: 'store-not-ready',
    });
    await migrateStore(bare, 'service');
    const own = postgres.urlOf({ database: 'postgres', user: 'service', password: 'hush' });
    const refused = copyStore({ from: file, to: own });
    await expect(refused).rejects.toThrow('copy as the owner of the database');
    await expect(refused).rejects.not.toThrow('hush');
  });

  it('one that was interrupted is no store, and the next one begins anew', async () => {
    const filling = await openFilling(url);
    await expect(openFilling(url)).rejects.toMatchObject({ code: 'store-in-use' });
    await filling.putKeys([]);
    await filling.close();
    await expect(openStore(url)).rejects.toThrow('was not finished');
    await expect(migrateStore(url)).rejects.toThrow('was not finished');
    await copyStore({ from: file, to: url });
    await (await openStore(url)).close();
  });

  it('are an exact prefix while a service writes', async () => {
    const asked = await startWriter(await openStore(url));
    await asked.create('busy', plain);
    for (let i = 0; i < 10; i++) await asked.decide('busy');
    const { moment, close } = await openMoment(url);
    for (let i = 0; i < 10; i++) await asked.decide('busy');
    expect((await moment.experiments())[0].next).toBe(10);
    expect(await moment.log(1, 0, 100)).toHaveLength(11);
    await close();
    const hash = await asked.hash('busy');
    const later: Promise<unknown>[] = [];
    const { experiments } = await copyStore({
      from: url,
      to: `${file}.prefix`,
      onProgress: () => later.push(asked.decide('busy')),
    });
    expect(experiments).toEqual([{ key: 'busy', events: 21, decisions: 20, hash }]);
    expect(later.length).toBeGreaterThan(0);
    await Promise.all(later);
    expect((await checkStore(url))[0]).toMatchObject({ key: 'busy', damage: null });
    await asked.writer.close();
  });
});

describe('check and rebuild', () => {
  it('find a row that was altered, and make the state anew beside a service', async () => {
    await copyStore({ from: file, to: url });
    expect((await checkStore(url)).map(({ damage }) => damage)).toEqual([null, null, null]);
    await sql(url, `UPDATE snapshot SET hash = '\\x00' WHERE experiment = 1`);
    const [first] = await checkStore(url);
    expect(first.damage).toContain('does not match its hash');
    const asked = await startWriter(await openStore(url));
    expect(await rebuildExperiment(url, 'first')).toMatchObject({ key: 'first', decisions: 30 });
    expect((await checkStore(url))[0].damage).toBeNull();
    await asked.writer.close();
    await sql(url, 'UPDATE decision SET arm = arm + 1 WHERE experiment = 2 AND number = 50');
    expect((await checkStore(url))[1].damage).toContain('was changed after it was written');
  });

  it('find rows that do not fit', async () => {
    await copyStore({ from: file, to: url });
    const database = new Database(url, { connections: 1 });
    const { moment, close } = await openMoment(url);
    const [kept] = await moment.decisions(2, { from: 0, limit: 1 });
    await close();
    // An outcome of a decision that retention has deleted, with a checksum of its own.
    const { outcomeTable, sealed } = await import('./store/layout/tables.ts');
    const { inserted } = await import('./store/postgres/literals.ts');
    const row = {
      number: kept.decision.number - 1,
      seq: 0,
      at: 0,
      kind: 'reward',
      value: 1,
      by: 'x',
    };
    const cells = sealed(outcomeTable, 2, { ...row, kind: 'reward' });
    await database.transaction((session) => session.ask(inserted(outcomeTable, [cells])));
    await database.close();
    await expect(checkStore(url)).rejects.toThrow('has an outcome, but is not there');
  });
});
