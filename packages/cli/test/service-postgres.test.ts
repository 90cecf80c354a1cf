/** The commands on a real PostgreSQL: migrate, keys, serve, copy, dump and restore. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkStore, listKeys, migrateStore, startService } from '@driftline/service';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { type Postgres, startPostgres } from '../../../tools/postgres.ts';
import { directoryWith, launcher, type Outcome } from './driftline.ts';
import { serverOfTools } from './postgres-tools.ts';
import { started } from './run-folder.ts';

const CONFIG = { arms: [{ key: 'a' }, { key: 'b' }], reward: { min: 0, max: 1, timeout: '1h' } };
const PASSWORD = 'unlikely-7c1';
const tools = serverOfTools();

let postgres: Postgres;
/** The addresses of the owner, and of the service's role. */
let owner: string;
let service: string;

async function sql(statements: string, database = 'bandits'): Promise<void> {
  const client = new pg.Client(postgres.urlOf({ database }));
  await client.connect();
  try {
    await client.query(statements);
  } finally {
    await client.end();
  }
}

/** Runs driftline in a process of its own; no password is seen, whatever happens. */
async function run(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  cwd = directoryWith(),
): Promise<Outcome> {
  const outcome = await started(args, cwd, env);
  expect(outcome.stdout + outcome.stderr).not.toContain(PASSWORD);
  expect(outcome.stdout + outcome.stderr).not.toContain('owner:secret');
  return outcome;
}

function migrated(...flags: string[]): Promise<Outcome> {
  return run(['store', 'migrate', '--role', 'service', ...flags], { DRIFTLINE_POSTGRES: owner });
}

beforeAll(async () => {
  postgres = await startPostgres({
    durable: true,
    ...(tools === undefined ? {} : { programs: tools }),
  });
  owner = postgres.url;
  service = postgres.urlOf({ user: 'service', password: PASSWORD });
  await sql(`CREATE ROLE service LOGIN PASSWORD '${PASSWORD}'`);
});
afterAll(() => postgres.stop());

/** A service in this process on the database. */
async function serving(place = service) {
  const { address, close } = await startService({
    data: place,
    port: 0,
    dev: true,
    logLevel: 'silent',
    experiments: { demo: CONFIG },
  });
  let isClosed = false;
  const end = async () => {
    if (!isClosed) await close();
    isClosed = true;
  };
  onTestFinished(end);
  const post = async (path: string, body: unknown) =>
    (
      await fetch(`${address}v1/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    ).json() as Promise<Record<string, unknown>>;
  return {
    close: end,
    decide: async () => String((await post('experiments/demo/decisions', {})).decisionId),
    reward: (id: string, value: number) => post(`decisions/${id}/reward`, { value }),
    state: async () =>
      (await (await fetch(`${address}v1/experiments/demo/state`)).json()) as { hash: string },
  };
}

describe('driftline store migrate', () => {
  beforeEach(() => sql('DROP SCHEMA IF EXISTS driftline CASCADE'));

  test('makes the tables once, also for two at once, and says what it did', async () => {
    const both = await Promise.all([migrated('--json'), migrated('--json')]);
    const documents = both.map(({ stdout }) => JSON.parse(stdout));
    const before = documents.map(({ from }) => from);
    expect(before).toHaveLength(2);
    expect(before).toContain(2);
    expect(before).toContain(null);
    expect(documents[0]).toMatchObject({ to: 2, grantedTo: 'service' });
    expect(documents[0].store).toContain('owner:***@');
    const again = await run(['store', 'migrate'], { DRIFTLINE_POSTGRES: owner });
    expect(again.stdout).toContain('already has format 2. Nothing was changed');
  });

  test('is refused to the role of the services', async () => {
    const own = await run(['store', 'migrate'], { DRIFTLINE_POSTGRES: service });
    expect(own.stderr).toContain('migrate as the owner of the database');
    expect(own.code).toBe(1);
  });
});

describe('a password is shown nowhere', () => {
  const wrong = (change: (url: URL) => void) => {
    const url = new URL(service);
    change(url);
    return url.href;
  };

  test('whatever is wrong with the address', async () => {
    const places = [
      wrong((url) => {
        url.password = `${PASSWORD}x`;
      }),
      wrong((url) => {
        url.port = '1';
      }),
      wrong((url) => {
        url.pathname = '/nothing';
      }),
      wrong((url) => {
        url.search = `?password=${PASSWORD}&sslmode=verify-full`;
      }),
    ];
    for (const place of places) {
      const error: unknown = await listKeys(place).catch((reason: unknown) => reason);
      expect(error).toMatchObject({ code: 'store-not-reachable' });
      expect(String(error)).toContain('service:***@');
      expect(String(error)).not.toContain(PASSWORD);
    }
    const { code, stderr } = await run(['serve', '--port', '0', '--log-level', 'debug'], {
      DRIFTLINE_POSTGRES: places[0],
    });
    expect(code).toBe(1);
    expect(stderr).toContain('[store-not-reachable]');
    expect(stderr).toContain('service:***@');
  });
});

describe('a store in PostgreSQL', () => {
  beforeEach(async () => {
    await sql('DROP SCHEMA IF EXISTS driftline CASCADE');
    await migrateStore(owner, 'service');
  });

  test('is served by the address in a file, needs a key, and has one then', async () => {
    const cwd = directoryWith({ url: `${service}\n` });
    const env = { DRIFTLINE_POSTGRES_FILE: 'url' };
    const keyless = await run(['serve', '--port', '0'], env, cwd);
    expect(keyless.stderr).toContain('driftline keys add NAME --scopes admin  or try it');
    expect(keyless.stderr).toContain('[key-missing]');
    expect((await run(['keys', 'add', 'ops', '--scopes', 'admin'], env, cwd)).code).toBe(0);
    expect((await run(['keys', 'revoke', 'ops'], env, cwd)).stdout).toContain('is revoked');
    writeFileSync(join(cwd, 'serve.yaml'), `postgres: ${service}\ndev: true\nport: 0\n`);
    const child = spawn(process.execPath, [launcher, 'serve', '--config', 'serve.yaml'], { cwd });
    onTestFinished(() => void child.kill('SIGKILL'));
    const [line] = await once(child.stdout.setEncoding('utf8'), 'data');
    expect(line).toContain('Store: postgres://service:***@');
    const exit = once(child, 'exit');
    child.kill('SIGTERM');
    expect(await exit).toEqual([0, null]);
  });

  test('a copy that is killed leaves what no service takes, and is begun anew', async () => {
    const cwd = directoryWith();
    const before = await serving(join(cwd, 'driftline.db'));
    const ids: string[] = [];
    for (let i = 0; i < 10; i++) ids.push(await before.decide());
    const { hash } = await before.state();
    await before.close();
    // Somebody has a table that the copy writes to: it waits there, and is killed.
    const client = new pg.Client(owner);
    await client.connect();
    await client.query('BEGIN; LOCK TABLE driftline.outcome IN SHARE MODE');
    const env = { ...process.env, DRIFTLINE_POSTGRES: owner };
    const copying = ['store', 'copy', 'driftline.db', 'postgres'];
    const child = spawn(process.execPath, [launcher, ...copying], { cwd, env });
    const waits = async () => {
      const { rows } = await client.query(
        'SELECT count(*)::int AS waiting FROM pg_locks WHERE NOT granted',
      );
      return rows[0].waiting;
    };
    await expect.poll(waits).toBe(1);
    const exit = once(child, 'exit');
    child.kill('SIGKILL');
    await exit;
    await client.query('ROLLBACK');
    await client.end();
    const refused = await run(['serve', '--dev', '--port', '0'], { DRIFTLINE_POSTGRES: service });
    expect(refused.stderr).toContain("run 'driftline store copy' again");
    expect(refused.stderr).toContain('[store-not-ready]');
    const copied = await run(copying, { DRIFTLINE_POSTGRES: owner }, cwd);
    expect(copied.stderr).toBe('');
    expect(copied.stdout).toContain(hash.slice(0, 16));
    const after = await serving();
    expect((await after.state()).hash).toBe(hash);
    expect(await after.reward(ids[3], 1)).toEqual({ status: 'counted' });
  });

  test.skipIf(tools === undefined)(
    'a dump is an exact prefix, and what came later is unknown',
    async () => {
      const first = await serving();
      const ids: string[] = [];
      for (let i = 0; i < 10; i++) ids.push(await first.decide());
      await first.reward(ids[0], 1);
      const before = await first.state();
      const file = join(directoryWith(), 'store.dump');
      execFileSync('pg_dump', ['--format=custom', '--schema=driftline', `--file=${file}`, owner]);
      const late = await first.decide();
      expect(await first.reward(ids[1], 1)).toEqual({ status: 'counted' });
      expect((await first.state()).hash).not.toBe(before.hash);
      await first.close();
      await sql('DROP DATABASE IF EXISTS restored');
      await sql('CREATE DATABASE restored');
      const target = postgres.urlOf({ database: 'restored' });
      const strict = ['--single-transaction', '--exit-on-error'];
      execFileSync('pg_restore', [...strict, `--dbname=${target}`, file]);
      const place = postgres.urlOf({ database: 'restored', user: 'service', password: PASSWORD });
      expect(await checkStore(place)).toMatchObject([{ key: 'demo', damage: null }]);
      const second = await serving(place);
      expect(await second.state()).toMatchObject({ hash: before.hash, decisions: 10 });
      // The first reward is there; the one after the dump is gone, and may be given again.
      expect(await second.reward(ids[0], 1)).toEqual({ status: 'duplicate' });
      expect(await second.reward(ids[1], 1)).toEqual({ status: 'counted' });
      expect(await second.reward(late, 1)).toMatchObject({ status: 404 });
      // Its number is given out again, to another decision.
      await second.decide();
      expect(await second.reward(late, 1)).toMatchObject({ status: 404 });
    },
  );
});
