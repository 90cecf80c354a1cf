/**
 * A queue on a real PostgreSQL, with real processes: two experiments at once and a worker that is killed change
 * no byte. Restarts of the database, poolers and TLS are tried by `npm run test:fleet`.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { type Postgres, startPostgres } from '../../../tools/postgres.ts';
import { Database } from '../src/queue/database.ts';
import { listWorkers, putWorker, tellMilliseconds } from '../src/queue/tables.ts';
import { directoryWith, launcher, type Outcome } from './driftline.ts';
import { differingFiles, filesIn, started } from './run-folder.ts';

let postgres: Postgres;
/** The address for somebody who may submit and work, and owns nothing. */
let queue: string;

/** Sends statements as a user, and returns the rows of the last one. */
async function sql(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

beforeAll(async () => {
  postgres = await startPostgres();
  queue = postgres.url.replace('owner:secret', 'player:unlikely-9f3');
  const cwd = process.cwd();
  // Two at once: the second waits for the first, and finds all done.
  const init = ['jobs', '--queue', postgres.url, 'init'];
  const made = await Promise.all([started(init, cwd), started(init, cwd)]);
  expect(made.map(({ code, stderr }) => [code, stderr])).toEqual([
    [0, ''],
    [0, ''],
  ]);
  await sql(
    postgres.url,
    `CREATE ROLE player LOGIN PASSWORD 'unlikely-9f3' IN ROLE driftline_worker`,
  );
});

afterAll(() => postgres.stop());

// Workers that were killed are listed for some seconds more.
beforeEach(async () => {
  await sql(postgres.url, 'DELETE FROM driftline.worker');
});

/** A worker that was started. */
interface Working {
  readonly child: ChildProcess;
  readonly name: string;
  said(): string;
}

/** @param nodeFlags - before the program's name */
async function worker(
  cwd: string,
  args: readonly string[] = [],
  nodeFlags: readonly string[] = [],
): Promise<Working> {
  const words = [...nodeFlags, launcher, 'worker', '--queue', queue, '--workers', '1', ...args];
  const child = spawn(process.execPath, words, { cwd });
  onTestFinished(() => void child.kill('SIGKILL'));
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  await expect.poll(() => said).toContain('working on 1 thread');
  return { child, name: `:${child.pid}`, said: () => said };
}

function submit(words: string, cwd: string, url = queue): Promise<Outcome> {
  return started([...words.split(' '), '--queue', url], cwd);
}

async function jobs(words: string, cwd: string): Promise<Outcome> {
  return started(['jobs', '--queue', queue, ...words.split(' ')], cwd);
}

/** All rows that are in the queue. */
async function left(): Promise<unknown> {
  const [counts] = await sql(
    postgres.url,
    `SELECT (SELECT count(*) FROM driftline.batch)::int AS batches,
       (SELECT count(*) FROM driftline.result)::int AS results,
       (SELECT count(*) FROM driftline_boss.job)::int AS jobs,
       (SELECT count(*) FROM driftline_boss.queue)::int AS queues`,
  );
  return counts;
}

const NOTHING = { batches: 0, results: 0, jobs: 0, queues: 0 };

/** Jobs that somebody has claimed, dead or alive. */
async function claimed(): Promise<number> {
  const jobs = await sql(postgres.url, `SELECT FROM driftline_boss.job WHERE state = 'active'`);
  return jobs.length;
}

/** Kills the only worker while it plays a job; one that had none just then is followed by another. */
async function killedAtWork(cwd: string): Promise<void> {
  do {
    const { child } = await worker(cwd);
    await expect.poll(claimed, { interval: 5 }).toBeGreaterThan(0);
    child.kill('SIGKILL');
    await once(child, 'exit');
  } while ((await claimed()) === 0);
}

const experiment = `
environments: [paper-2, paper-heavy]
policies: [sw-moss, d-ucb]
tuning: {trials: 3, trainingReplications: 300}
replications: 2000
horizon: 1000
seed: 3
`;

test('two experiments at once, one worker killed: the same bytes as alone, and nothing is left', async () => {
  const cwd = directoryWith({ 'tuned.yaml': experiment });
  const compare = 'compare --environment paper-1 --policies moss --replications 60 --out';
  const alone = started(['run', 'tuned.yaml', '--out', 'alone', '--workers', '1'], cwd);
  const run = submit('run tuned.yaml --out queued', cwd);
  await killedAtWork(cwd);
  const other = await worker(cwd);
  const [second, lone] = await Promise.all([
    submit(`${compare} second`, cwd),
    started([...compare.split(' '), 'lone'], cwd),
  ]);
  expect([second.code, lone.code]).toEqual([0, 0]);
  expect(differingFiles(join(cwd, 'second'), join(cwd, 'lone'))).toEqual([]);
  expect([(await run).code, (await alone).code]).toEqual([0, 0]);
  expect((await run).stdout.replace('queued', 'alone')).toBe((await alone).stdout);
  expect(differingFiles(join(cwd, 'queued'), join(cwd, 'alone'))).toEqual([]);
  expect(await left()).toEqual(NOTHING);
  other.child.kill('SIGINT');
  expect(await once(other.child, 'exit')).toEqual([130, null]);
  expect(other.said()).toContain('stopped; unfinished jobs were given back');
  for (const bytes of filesIn(cwd).values()) expect(bytes.includes('unlikely-9f3')).toBe(false);
});

const core = new URL('../../core/dist/policies/list.js', import.meta.url).href;
const broken = `
  import { ucb1 } from '${core}';
  const pick = () => { throw new Error('ouch'); };
  const kernel = (settings) => Object.assign(ucb1.kernel(settings), { pick });
  export const policies = [{ ...ucb1, id: 'broken', kernel }];`;

test('a policy that throws stops its experiment with message and place, as it does locally', async () => {
  const text =
    'environments: [paper-2]\npolicies: [broken]\nplugins: [broken.mjs]\nreplications: 9\n';
  const cwd = directoryWith({ 'broken.mjs': broken, 'e.yaml': text });
  await worker(cwd, ['--plugin', 'broken.mjs']);
  const [here, there] = await Promise.all([
    started('run e.yaml --out here --workers 1'.split(' '), cwd),
    submit('run e.yaml --out there', cwd),
  ]);
  const sentence = (stderr: string) => stderr.split('\n')[0];
  expect(sentence(here.stderr)).toMatch(
    /broken\.mjs:3: policy 'broken' in slot 1 .*ouch \[plugin-failed\]$/,
  );
  expect(there.code).toBe(1);
  expect(sentence(there.stderr)).toBe(sentence(here.stderr));
  expect(there.stderr).toContain('--resume --queue');
  expect(there.stderr).not.toContain('unlikely-9f3');
  expect(await left()).toEqual(NOTHING);
});

/** Loaded before driftline: it takes itself for another version. */
const anotherVersion = `
  import files from 'node:fs/promises';
  import { syncBuiltinESMExports } from 'node:module';
  const { readFile } = files;
  files.readFile = (path, ...rest) =>
    /engine.package\\.json$/.test(String(path)) ? '{"version":"9.9.9"}' : readFile(path, ...rest);
  syncBuiltinESMExports();`;

test('workers of another version or plugin get no work, both sides say why, and cancel leaves nothing', async () => {
  const cwd = directoryWith({ 'broken.mjs': broken, 'e.yaml': experiment });
  const preload = ['--import', `data:text/javascript,${encodeURIComponent(anotherVersion)}`];
  const [newer, plugged] = await Promise.all([
    worker(cwd, [], preload),
    worker(cwd, ['--plugin', 'broken.mjs']),
  ]);
  const child = spawn(
    process.execPath,
    [launcher, 'run', 'e.yaml', '--out', 'never', '--queue', queue],
    { cwd },
  );
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const closed = once(child, 'close');
  const why = /^e \([0-9a-f]{12}\) cannot be played here: it needs .* instead of .*$/m;
  await expect.poll(newer.said).toMatch(why);
  await expect.poll(plugged.said).toMatch(why);
  expect(newer.said()).toContain(' instead of driftline 9.9.9, numbers');
  expect(plugged.said()).toMatch(/it needs no plugins instead of plugins [0-9a-f]{12}/);
  const shown = await jobs('show e', cwd);
  expect(shown.stdout).toContain('no worker plays it');
  expect(shown.stdout).toMatch(
    new RegExp(`worker \\S+${newer.name} gets no work: it has driftline 9.9.9`),
  );
  expect(shown.stdout).toMatch(
    new RegExp(`worker \\S+${plugged.name} gets no work: it has plugins`),
  );
  expect((await jobs('list', cwd)).stdout).toContain('2 of another version or plugin');
  await expect.poll(() => stderr).toContain('cannot play this experiment: it has driftline');
  await expect.poll(() => stderr).toContain('cannot play this experiment: it has plugins');
  expect(await jobs('remove e', cwd)).toMatchObject({ code: 2 });
  expect((await jobs('cancel e', cwd)).code).toBe(0);
  expect(await closed).toEqual([1, null]);
  expect(stderr).toContain('cannot play this experiment: it has driftline 9.9.9');
  expect(stderr).toContain('was cancelled or removed in the queue [experiment-cancelled]');
  expect(await left()).toEqual(NOTHING);
  expect((await jobs('show e', cwd)).stderr).toContain('[unknown-experiment]');
});

test('what a killed submitter left is not played after an hour, and goes after a week', async () => {
  const cwd = directoryWith({ 'e.yaml': experiment });
  const words = ['run', 'e.yaml', '--out', 'x', '--queue', queue];
  const killed = spawn(process.execPath, [launcher, ...words], { cwd });
  const waiting = async () =>
    (await sql(postgres.url, `SELECT FROM driftline_boss.job WHERE state = 'created'`)).length;
  await expect.poll(waiting, { interval: 20 }).toBeGreaterThan(0);
  killed.kill('SIGKILL');
  await once(killed, 'exit');
  const unseenFor = (time: string) =>
    sql(postgres.url, `UPDATE driftline.batch SET seen = now() - interval '${time}'`);
  await unseenFor('2 hours');
  const before = await waiting();
  await worker(cwd);
  const compare = 'compare --environment paper-1 --policies moss --replications 4 --out';
  expect((await submit(`${compare} first`, cwd)).code).toBe(0);
  expect(await waiting()).toBe(before);
  const said = `{"doneSlots": 50, "totalSlots": 100, "slotsPerSecond": 1}`;
  await sql(postgres.url, `UPDATE driftline.batch SET progress = '${said}'`);
  // How fast it was says nothing any more.
  expect((await jobs('list', cwd)).stdout).toContain('  forgotten  50%  1 worker');
  await unseenFor('8 days');
  expect((await submit(`${compare} second`, cwd)).code).toBe(0);
  expect(await left()).toEqual(NOTHING);
});

test('of many workers each says less often that it is there, and is waited for longer', async () => {
  const database = new Database(queue, 1, () => {});
  onTestFinished(() => database.close());
  const lastSeen = async (count: number, seconds: number) => {
    await sql(
      postgres.url,
      `DELETE FROM driftline.worker;
       INSERT INTO driftline.worker (name, revision, plugins, places, doing, seen)
       SELECT 'w' || i, 'x', '', 1, '[]', now() - ${seconds} * interval '1 second'
       FROM generate_series(1, ${count}) AS i`,
    );
    return (await listWorkers(database)).length;
  };
  expect([await lastSeen(3, 0), await lastSeen(3, 60)]).toEqual([3, 0]);
  expect([tellMilliseconds(3), tellMilliseconds(100), tellMilliseconds(1000)]).toEqual([
    2000, 2000, 20_000,
  ]);
  expect([await lastSeen(1000, 101), await lastSeen(1000, 60)]).toEqual([0, 1000]);
  const me = { name: 'me', revision: 'x', plugins: '', places: 1, doing: [] };
  expect(await putWorker(database, me)).toBe(1000);
  expect(await putWorker(database, me)).toBe(1001);
});

test('what another has taken over is left to them, and a queue without a batch goes with the next submitter', async () => {
  const cwd = directoryWith({ 'e.yaml': experiment });
  const run = submit('run e.yaml --out x', cwd);
  const batches = async () => (await sql(postgres.url, 'SELECT FROM driftline.batch')).length;
  await expect.poll(batches, { interval: 20 }).toBe(1);
  await sql(postgres.url, `UPDATE driftline.batch SET owner = 'other:1 token'`);
  const { code, stderr } = await run;
  expect(code).toBe(1);
  expect(stderr).toContain('another run with the same folder has taken over: other:1');
  expect(await left()).toMatchObject({ batches: 1, queues: 1 });
  await sql(
    postgres.url,
    `DELETE FROM driftline.batch;
     UPDATE driftline_boss.queue SET created_on = now() - interval '2 minutes'`,
  );
  await worker(cwd);
  const compare = 'compare --environment paper-1 --policies moss --replications 4 --out y';
  expect((await submit(compare, cwd)).code).toBe(0);
  expect(await left()).toEqual(NOTHING);
});

test('whoever submits and works owns nothing, and makes nothing', async () => {
  for (const statement of [
    'CREATE TABLE driftline.mine ()',
    'CREATE TABLE driftline_boss.mine ()',
    'DROP TABLE driftline.result',
    'DELETE FROM driftline.version',
    'TRUNCATE driftline_boss.job',
  ]) {
    await expect(sql(queue, statement), statement).rejects.toMatchObject({ code: '42501' });
  }
});

test('a database that can not be used is named, with what to do; its password is not', async () => {
  const cwd = directoryWith();
  const words = 'compare --environment paper-1 --policies moss --out x';
  const empty = postgres.url.replace('/bandits', '/postgres');
  const nowhere = postgres.url.replace(/:\d+\//, ':1/');
  const [unready, unreachable, stranger] = await Promise.all([
    submit(words, cwd, empty),
    submit(words, cwd, nowhere),
    submit(words, cwd, postgres.url.replace('secret', 'wrong')),
  ]);
  expect(unready.stderr).toMatch(/owner:\*\*\*@.*has no queue yet; .* init' \[queue-not-ready\]/);
  expect(unreachable.stderr).toMatch(/does not answer: .* \[queue-not-reachable\]/);
  expect(stranger.stderr).toMatch(/refuses the connection: .* \[queue-not-reachable\]/);
  expect([unready.code, unreachable.code, stranger.code]).toEqual([1, 1, 1]);
  // Nothing was begun.
  expect([...filesIn(cwd).keys()]).toEqual([]);
});

test.each([
  ['run e.yaml --shard 1/2 --out x', 'two ways to use several machines'],
  ['run e.yaml --workers 2', '--workers does not go with --queue'],
  ['compare --environment paper-1 --policies moss', '--queue needs --out'],
  ['jobs fetch', 'init, list, show, cancel or remove; got fetch'],
  ['jobs cancel', 'needs an experiment'],
])('%s with --queue is refused', async (words, text) => {
  const { code, stderr } = await submit(words, directoryWith());
  expect(stderr).toContain(text);
  expect(code).toBe(2);
});

test('an address that is none of PostgreSQL is refused, without its password', async () => {
  const { code, stderr } = await submit('jobs list', directoryWith(), 'mysql://me:hidden@here/x');
  expect(stderr).toContain('--queue must be the address of a PostgreSQL');
  expect(stderr).not.toContain('hidden');
  expect(code).toBe(2);
});

test('without --queue nothing of it is loaded', async () => {
  const refuse = `
    import { registerHooks } from 'node:module';
    registerHooks({
      resolve: (name, context, next) => {
        if (/^pg(-boss)?$/.test(name)) throw new Error('loaded ' + name);
        return next(name, context);
      },
    });`;
  const preload = ['--import', `data:text/javascript,${encodeURIComponent(refuse)}`];
  const cwd = directoryWith();
  const words = 'compare --environment paper-1 --policies moss --replications 2 --out x'.split(' ');
  const child = spawn(process.execPath, [...preload, launcher, ...words], { cwd });
  expect(await once(child, 'exit')).toEqual([0, null]);
  const text = readFileSync(new URL('../src/queue/with-queue.ts', import.meta.url), 'utf8');
  expect(text).toContain(`await import('./queue-session.ts')`);
});
