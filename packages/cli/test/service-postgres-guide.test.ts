/** Runs the guide docs/postgres.md on a real server, with the tools of its own version. */
import { join } from 'node:path';
import { addKey, startService } from '@driftline/service';
import { beforeAll, expect, test } from 'vitest';
import { type Printed, readGuide, runGuide } from '../../../tools/guide.ts';
import { startPostgres } from '../../../tools/postgres.ts';
import { serverOfTools } from './postgres-tools.ts';

const guide = readGuide('docs/postgres.md');
const CONFIG = { arms: [{ key: 'a' }, { key: 'b' }], reward: { min: 0, max: 1, timeout: '1h' } };
const JSON_TYPE = { 'content-type': 'application/json' };

const found = serverOfTools();
let said: Printed;

/** The file of a service that ran before, as after docs/service.md: with one experiment, and a key of the name `ops`. */
async function prepare(folder: string): Promise<void> {
  const data = join(folder, 'driftline.db');
  await addKey(data, { name: 'ops', scopes: ['admin'] });
  const service = await startService({
    data,
    port: 0,
    dev: true,
    logLevel: 'silent',
    experiments: { checkout: CONFIG },
  });
  const url = `${service.address}v1/experiments/checkout/decisions`;
  const request = { method: 'POST', headers: JSON_TYPE, body: '{}' };
  for (let i = 0; i < 20; i++) await fetch(url, request);
  await service.close();
}

beforeAll(async () => {
  if (found === undefined) return;
  const postgres = await startPostgres({ durable: true, programs: found });
  try {
    const admin = postgres.urlOf({ database: 'postgres' });
    const edit = (code: string) =>
      code
        .replaceAll('postgres://postgres@127.0.0.1:5432/postgres', admin)
        .replaceAll('127.0.0.1:5432', `127.0.0.1:${postgres.port}`);
    said = await runGuide(guide, { edit, prepare });
  } finally {
    await postgres.stop();
  }
});

// Without the tools there is nothing to run: `apt-get install postgresql` brings them and a server of their version.
const onServer = test.skipIf(found === undefined);

onServer('every block ran, and no answer is a problem', () => {
  expect(said.all).toHaveLength(guide.blocks.length);
  expect(said.all.join('\n')).not.toContain('/problems/');
  expect(said.all.join('\n')).not.toMatch(/choose-(one|another)/);
});

onServer('the tables are made, and an existing store comes along', () => {
  expect(said.by('store migrate')).toContain('Created the tables (format 2) in postgres://');
  expect(said.by('store migrate')).toContain('The role driftline can read and write rows');
  expect(said.by('copy driftline.db')).toMatch(/checkout +21 +20 +[0-9a-f]{16}/);
  expect(said.by('copy driftline.db')).toContain('1 experiment, 1 key. All rows are equal');
  expect(said.by('keys list')).toMatch(/^ *ops +\w{8} +admin/m);
  expect(said.by('keys list')).toMatch(/database-ops +\w{8} +admin/);
});

onServer('two processes answer for one another, and one restarts', () => {
  const answers = said.by('experiments/banner/rewards');
  expect(answers).toContain('"number":0');
  expect(answers).toContain('{"status":"counted"}');
  expect(said.by('until curl')).toBe('{"status":"ready"}{"status":"ready"}');
});

onServer('a dump is restored, and a copy goes back to a file', () => {
  expect(said.by('pg_restore')).toMatch(/checkout +21 +20 +intact/);
  expect(said.by('pg_restore')).toMatch(/banner +3 +1 +intact/);
  expect(said.by('copy postgres copy.db')).toMatch(/banner +3 +1 +intact/);
});
