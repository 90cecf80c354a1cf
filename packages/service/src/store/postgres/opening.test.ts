/** Which databases are refused, with what to do about it, and how tables come to be. */
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { freePort, startPostgres } from '../../../../../tools/postgres.ts';
import { newExperiment } from '../../../test/store/rows.ts';
import { StoreServer } from '../../../test/store/store-server.ts';
import { openKeys, openReader, openStore } from '../../opening/open-store.ts';
import type { Rows } from './database.ts';
import { migratePostgres } from './migrate.ts';
import { refuseServer } from './opening.ts';
import { FORMAT } from './schema.ts';

const NEXT = FORMAT + 1;

let server: StoreServer;
beforeAll(async () => {
  server = await StoreServer.start({ tls: true });
});
afterAll(() => server.stop());

/** An empty database beside the others. */
async function newDatabase(name: string, how = ''): Promise<string> {
  const url = server.postgres.urlOf({ database: name });
  await server.outside(`CREATE DATABASE ${name} ${how}`);
  onTestFinished(async () => void (await server.outside(`DROP DATABASE ${name} WITH (FORCE)`)));
  return url;
}

function refusal(code: string, ...words: string[]) {
  const message = expect.stringMatching(new RegExp(words.join('[^]*')));
  return expect.objectContaining({ code, message });
}

async function expectRefused(url: string, expected: unknown): Promise<void> {
  for (const open of [openStore, openReader, openKeys])
    await expect(open(url)).rejects.toEqual(expected);
}

test('a database without a store says who makes one', async () => {
  const url = await newDatabase('empty');
  await expectRefused(url, refusal('store-not-ready', 'no store', 'driftline store migrate'));
});

test('a database of a newer version is refused, and not migrated back', async () => {
  const url = await newDatabase('newer');
  await migratePostgres(url);
  await server.outside('UPDATE driftline.store SET format = 7', 'newer');
  await expectRefused(url, refusal('store-not-ready', 'format 7', 'newer'));
  await expect(migratePostgres(url)).rejects.toEqual(refusal('store-not-accepted', 'format 7'));
});

test('a copy that was not finished is refused', async () => {
  const url = await newDatabase('half');
  await migratePostgres(url);
  await server.outside('UPDATE driftline.store SET format = 0', 'half');
  await expectRefused(url, refusal('store-not-ready', 'not finished', 'store copy'));
});

test('a migration while a service is at work ends its commits, and says why', async () => {
  const url = await newDatabase('moving');
  await migratePostgres(url);
  const store = await openStore(url);
  const id = (await store.create(newExperiment('one')))?.id ?? 0;
  const next = { to: NEXT, sql: 'ALTER TABLE decision ADD COLUMN fresh bigint' };
  const target = { format: NEXT, migrations: [next] };
  expect(await migratePostgres(url, {}, target)).toMatchObject({ from: FORMAT, to: NEXT });
  expect(await migratePostgres(url, {}, target)).toMatchObject({ from: NEXT, to: NEXT });
  const work = () => ({ decisions: [], outcomes: [], changes: [] });
  const wanted = { numbers: [], requests: [], units: [] };
  const [end] = await store.commit([{ experiment: id, known: 1, wanted, work }]);
  const newer = { code: 'store-not-ready' };
  await expect(store.probe()).rejects.toMatchObject(newer);
  await expect(store.create(newExperiment('two'))).rejects.toMatchObject(newer);
  expect(end).toEqual({ end: 'failed', error: refusal('store-not-ready', `format ${NEXT}`) });
  await store.close();
});

test('migrating twice, and by many at once, makes one store', async () => {
  const url = await newDatabase('many');
  const made = await Promise.all([1, 2, 3, 4].map(() => migratePostgres(url)));
  expect(made.map(({ from }) => from).sort()).toEqual([FORMAT, FORMAT, FORMAT, null]);
  expect(await migratePostgres(url)).toEqual({ from: FORMAT, to: FORMAT, grantedTo: null });
  const [one, two] = [await openStore(url), await openStore(url)];
  expect(one.idKeys).toEqual(two.idKeys);
  await Promise.all([one.close(), two.close()]);
});

test('a migration that fails leaves nothing of it behind', async () => {
  const url = await newDatabase('failing');
  await migratePostgres(url);
  const steps = [
    { to: NEXT, sql: 'CREATE TABLE half(one bigint)' },
    { to: NEXT + 1, sql: 'CREATE TABLE half(one bigint)' },
  ];
  const target = { format: NEXT + 1, migrations: steps };
  await expect(migratePostgres(url, {}, target)).rejects.toThrow('half');
  const store = await openStore(url);
  await store.probe();
  await store.close();
  expect(await migratePostgres(url)).toMatchObject({ from: FORMAT });
});

test('a role without rights, and one that is not there, are told what to do', async () => {
  const url = await newDatabase('guarded');
  await migratePostgres(url);
  const asService = server.url.replace('/bandits', '/guarded');
  await expectRefused(asService, refusal('store-not-ready', 'cannot use', '--role'));
  await server.outside('GRANT USAGE ON SCHEMA driftline TO service', 'guarded');
  await expectRefused(asService, refusal('store-not-ready', 'cannot use', '--role'));
  await server.outside('GRANT SELECT ON ALL TABLES IN SCHEMA driftline TO service', 'guarded');
  await expect(openStore(asService)).rejects.toEqual(refusal('store-not-ready', 'cannot use'));
  await (await openReader(asService)).close();
  await expect(migratePostgres(url, { role: 'nobody' })).rejects.toEqual(
    refusal('store-not-reachable', 'no role nobody', 'CREATE ROLE'),
  );
  await expect(migratePostgres(asService)).rejects.toEqual(
    refusal('store-not-reachable', 'not allowed to do that', 'owner'),
  );
  expect(await migratePostgres(url, { role: 'service' })).toMatchObject({ grantedTo: 'service' });
  await (await openStore(asService)).close();
});

test('a wrong password, a database that is not there, and nobody at the port are told apart', async () => {
  const { postgres } = server;
  const notIn = (word: string) => refusal('store-not-reachable', 'refuses the connection', word);
  const secret = 'wrong-secret';
  await expectRefused(postgres.urlOf({ password: secret }), notIn('password'));
  await expectRefused(postgres.urlOf({ database: 'nowhere' }), notIn('nowhere'));
  const closed = postgres.urlOf({ password: secret, port: await freePort() });
  await expectRefused(closed, refusal('store-not-reachable', 'does not answer', 'ECONNREFUSED'));
  for (const url of [
    closed,
    `postgres://me:${secret}@[bad`,
    postgres.urlOf({ password: secret }),
  ]) {
    const error = await openStore(url).catch((each: unknown) => each);
    expect(error).toMatchObject({ code: 'store-not-reachable' });
    expect(everythingIn(error)).not.toContain(secret);
  }
});

/** The error with its causes and all their properties. */
function everythingIn(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const own = Object.getOwnPropertyNames(error).filter((name) => name !== 'cause');
  const texts = own.map((name) => String(Reflect.get(error, name)));
  return [...texts, everythingIn(error.cause)].join('\n');
}

test('TLS checks the certificate, unless the address says that it should not', async () => {
  const { certificate } = server.postgres;
  const trusted = [
    `sslmode=verify-full&sslrootcert=${certificate}`,
    'sslmode=require&uselibpqcompat=true',
  ];
  for (const how of trusted) {
    const store = await openStore(`${server.url}?${how}`);
    await store.probe();
    await store.close();
  }
  const unknown = refusal(
    'store-not-reachable',
    'refuses the connection',
    'self-signed',
    'sslrootcert',
  );
  await expectRefused(`${server.url}?sslmode=verify-full`, unknown);
});

test('a database that is not UTF-8 is refused', async () => {
  const url = await newDatabase('ascii', "ENCODING 'SQL_ASCII' TEMPLATE template0");
  await expectRefused(url, refusal('store-not-accepted', 'UTF8', 'SQL_ASCII'));
  await expect(migratePostgres(url)).rejects.toEqual(refusal('store-not-accepted', 'UTF8'));
});

test('a server that does not wait for its disk is refused', async () => {
  const careless = await startPostgres();
  onTestFinished(() => careless.stop());
  await expect(migratePostgres(careless.url)).rejects.toEqual(
    refusal('store-not-accepted', 'fsync', 'off'),
  );
  await expectRefused(careless.url, refusal('store-not-accepted', 'fsync', 'off'));
});

test('a standby is refused', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'driftline-standby-'));
  chmodSync(folder, 0o755);
  const data = join(folder, 'data');
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const primary = await startPostgres({ data, durable: true });
  await primary.stop();
  writeFileSync(join(data, 'standby.signal'), '');
  const standby = await startPostgres({ data, durable: true });
  onTestFinished(() => standby.stop());
  await expectRefused(standby.url, refusal('store-not-accepted', 'standby', 'primary'));
});

test('servers older than 15 are refused, newer ones than were tried are not', async () => {
  const of = (version: number) => ({
    shown: 'here',
    ask: async (): Promise<Rows[]> => [[[version, false as never, 'on', 'on', 'UTF8']]],
  });
  await expect(refuseServer(of(14))).rejects.toEqual(refusal('store-not-accepted', '15', '14'));
  await refuseServer(of(15));
  await refuseServer(of(99));
});
