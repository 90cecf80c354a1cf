/**
 * The queue part of `npm run test:fleet`: real workers and submitters on a real PostgreSQL, of which some are
 * killed, restarted, refused or cancelled. Each time the folder has to hold the bytes that one process alone
 * writes, and the tables have to be empty afterwards.
 */
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Random, randomStream } from '@driftline/core';
import { Fleet, isAtWork, type Started, until } from './fleet.ts';
import { startPgBouncer } from './pgbouncer.ts';
import { startPostgres } from './postgres.ts';
import {
  type Add,
  alone,
  chunksIn,
  experiment,
  type Finding,
  installPackages,
  PLUGIN,
  REPOSITORY,
  timed,
  type Workplace,
} from './workplace.ts';

const WITH_PLUGIN = ['--plugin', PLUGIN];
const SMALL = 'compare --environment paper-2 --policies sw-moss,d-ucb --replications 4000'.split(
  ' ',
);

/** One process plays, into a folder of which the name is returned. */
function playedAlone(place: Workplace, name: string, args: readonly string[]): string {
  const out = `alone-${name}`;
  if (!existsSync(place.path(out))) place.driftline(...args, '--out', out);
  return out;
}

/** Something that happens to the run once so many chunks are there. */
interface Blow {
  readonly at: number;
  readonly to: 'worker' | 'submitter' | 'database';
}

const KILLS = 20;
const SEED = 14;
/** Where the run is struck, as shares of its chunks. */
const [FIRST_SHARE, LAST_SHARE] = [0.02, 0.85];
/** A blow comes at any moment of a job, not just when one has ended. */
const LONGEST_DELAY_MILLISECONDS = 1000;
const DATABASE_AWAY_MILLISECONDS = 3000;

function blowsOf(random: Random, chunks: number): Blow[] {
  const order: Blow['to'][] = Array.from({ length: KILLS }, () => 'worker');
  // Neither among the first nor among the last.
  order.splice(4 + random.below(KILLS - 8), 0, 'submitter');
  order.splice(4 + random.below(KILLS - 8), 0, 'database');
  const shares = order.map(() => FIRST_SHARE + (LAST_SHARE - FIRST_SHARE) * random.uniform());
  shares.sort((a, b) => a - b);
  return order.map((to, i) => ({ to, at: Math.ceil(shares[i] * chunks) }));
}

/** Jobs whose worker is silent, though it should say every 4 s that it is there. */
const SILENT = `SELECT id || ' ' || retry_count AS job FROM driftline_boss.job
  WHERE state = 'active' AND heartbeat_on < now() - interval '8 seconds'`;

const NOTE_MILLISECONDS = 500;

/** A run that is struck again and again, and its workers. */
class StruckRun {
  readonly #fleet: Fleet;
  readonly #random: Random;
  readonly #out: string;
  readonly #args: readonly string[];
  readonly #workers: Started[];
  readonly #orphans = new Set<string>();
  #submitter: Started;
  #killed = 0;
  #keptAtKill = 0;
  #notedAt = 0;

  constructor(fleet: Fleet, random: Random, out: string, name: string, workers: Started[]) {
    this.#fleet = fleet;
    this.#random = random;
    this.#out = out;
    this.#args = ['run', `${name}.yaml`, '--out', out];
    this.#workers = workers;
    this.#submitter = fleet.submit(this.#args);
  }

  async take(blows: readonly Blow[]): Promise<string> {
    for (const { at, to } of blows) {
      await until(`${at} chunks`, async () => {
        await this.#note();
        return this.#chunks(at);
      });
      await sleep(this.#random.below(LONGEST_DELAY_MILLISECONDS));
      if (to === 'worker') await this.#killWorker();
      else if (to === 'submitter') await this.#killSubmitter();
      else await this.#restartDatabase();
    }
    await until('the run ends', async () => {
      await this.#note();
      await sleep(300);
      return this.#submitter.isRunning ? undefined : true;
    });
    await this.#submitter.expectCode(0);
    return `${this.#killed} workers killed with SIGKILL, ${this.#orphans.size} jobs lost with them. Submitter killed at ${this.#keptAtKill} chunks and resumed. Database stopped for ${DATABASE_AWAY_MILLISECONDS / 1000} s`;
  }

  #chunks(least: number): true | undefined {
    if (!this.#submitter.isRunning)
      throw new Error(`the run ended before ${least} chunks were there: ${this.#submitter.said}`);
    return chunksIn(this.#fleet.place.path(this.#out)) >= least || undefined;
  }

  /** Looks which jobs have lost their worker: often enough that none is given to another unseen. */
  async #note(): Promise<void> {
    if (performance.now() - this.#notedAt < NOTE_MILLISECONDS) return;
    this.#notedAt = performance.now();
    for (const { job } of await this.#fleet.sql<{ job: string }>(SILENT)) this.#orphans.add(job);
  }

  /** Kills one that is at work, and lets another come meanwhile. */
  async #killWorker(): Promise<void> {
    const atWork = await until('somebody works', () => {
      const workers = this.#workers.filter(isAtWork);
      return workers.length > 0 ? workers : undefined;
    });
    const victim = atWork[this.#random.below(atWork.length)];
    await victim.kill('SIGKILL');
    this.#killed += 1;
    this.#workers[this.#workers.indexOf(victim)] = this.#fleet.startWorker(WITH_PLUGIN);
    await this.#note();
  }

  async #killSubmitter(): Promise<void> {
    await this.#submitter.kill('SIGKILL');
    this.#keptAtKill = chunksIn(this.#fleet.place.path(this.#out));
    this.#submitter = this.#fleet.submit([...this.#args, '--resume']);
  }

  async #restartDatabase(): Promise<void> {
    await this.#fleet.postgres.restart(() => sleep(DATABASE_AWAY_MILLISECONDS));
  }
}

async function struck(fleet: Fleet, name: string): Promise<Finding> {
  const { place } = fleet;
  const random = randomStream(SEED);
  const chunks = place.chunks.get(name) ?? 0;
  const workers = await fleet.workers(3, WITH_PLUGIN);
  const out = `struck-${name}`;
  const [faults, took] = await timed(() =>
    new StruckRun(fleet, random, out, name, workers).take(blowsOf(random, chunks)),
  );
  place.same(out, `alone-${name}`);
  await fleet.expectEmpty();
  return {
    name: `queue, ${name}: three workers, ${KILLS + 2} faults in one run`,
    seconds: took,
    found: `${chunks} chunks. ${faults}`,
  };
}

/** Both are there before anybody plays; then both have to be under way before either ends. */
async function shared(fleet: Fleet): Promise<Finding> {
  const { place } = fleet;
  const names = ['first', 'second'];
  names.forEach((name, i) => {
    place.write(`${name}.yaml`, experiment(300 + 20 * i, ''));
    playedAlone(place, name, ['run', `${name}.yaml`]);
  });
  const workers = await fleet.workers(2, WITH_PLUGIN);
  const runs = names.map((name) =>
    fleet.submit(['run', `${name}.yaml`, '--out', `shared-${name}`]),
  );
  const reached = () => names.map((name) => chunksIn(place.path(`shared-${name}`)));
  let both: number[] = [];
  let last: number[] = [];
  const [, took] = await timed(async () => {
    await until('one of two runs ends', () => {
      const now = reached();
      if (!runs.every(({ isRunning }) => isRunning)) return true;
      // What is finished has no chunks any more.
      last = now.map((count, i) => Math.max(count, last[i] ?? 0));
      if (both.length === 0 && now.every((count) => count > 0)) both = now;
      return undefined;
    });
    await Promise.all(runs.map((run) => run.expectCode(0)));
  });
  if (both.length === 0) throw new Error(`one ended before the other began: ${last.join(', ')}`);
  for (const name of names) place.same(`shared-${name}`, `alone-${name}`);
  await fleet.expectEmpty();
  await stopped(workers);
  return {
    name: 'queue: two experiments at once on two workers',
    seconds: took,
    found: `chunks played: ${both.join(' and ')} when both had begun, ${last.join(' and ')} just before the first ended`,
  };
}

/** Lets workers go as their users do; one that ends in another way ends the test. */
async function stopped(workers: readonly Started[]): Promise<void> {
  for (const worker of workers) worker.child.kill('SIGTERM');
  await Promise.all(workers.map((worker) => worker.expectCode(130)));
}

function expectText(text: string, pattern: RegExp): void {
  if (!pattern.test(text)) throw new Error(`expected ${pattern} in:\n${text}`);
}

async function thrown(fleet: Fleet): Promise<Finding> {
  const { place } = fleet;
  const core = join(REPOSITORY, 'packages', 'core', 'dist', 'policies', 'list.js');
  place.write(
    'broken.mjs',
    `import { ucb1 } from '${core}';
let picks = 0;
const pick = () => { picks += 1; if (picks > 5000) throw new Error('ouch'); return 0; };
const kernel = (settings) => Object.assign(ucb1.kernel(settings), { pick });
export const policies = [{ ...ucb1, id: 'broken', kernel }];\n`,
  );
  place.write(
    'broken.yaml',
    'environments: [paper-2]\npolicies: [broken]\nplugins: [broken.mjs]\nreplications: 200\n',
  );
  const worker = await fleet.worker(['--plugin', 'broken.mjs']);
  const run = fleet.submit(['run', 'broken.yaml', '--out', 'thrown']);
  await run.expectCode(1);
  const [sentence] = run.said.match(/^.*\[plugin-failed\]$/m) ?? [run.said];
  expectText(sentence, /broken\.mjs:3: policy 'broken' in slot .*ouch \[plugin-failed\]$/);
  if (!worker.isRunning) throw new Error(`the worker ended: ${worker.said}`);
  await fleet.expectEmpty();
  await stopped([worker]);
  return {
    name: 'queue: a policy that throws',
    found: `the submitter exits with 1 and prints "${sentence.replaceAll(place.folder, '…')}". The worker keeps running`,
  };
}

async function cancelled(fleet: Fleet): Promise<Finding> {
  const { place } = fleet;
  const workers = await fleet.workers(2, WITH_PLUGIN);
  const args = ['run', 'first.yaml', '--out', 'cancelled'];
  const run = fleet.submit(args);
  const kept = await until('some chunks of what is cancelled', () => {
    const chunks = chunksIn(place.path('cancelled'));
    return chunks >= 3 ? chunks : undefined;
  });
  place.driftline('jobs', '--queue', fleet.url, 'cancel', 'first');
  await run.expectCode(1);
  expectText(run.said, /was cancelled or removed in the queue \[experiment-cancelled\]/);
  await fleet.expectEmpty();
  // What was under way when it was cancelled must leave nothing either.
  await until('the workers have ended their jobs', async () => {
    const rows = await fleet.sql(`SELECT FROM driftline.worker WHERE doing <> '[]'
      AND seen > now() - interval '5 seconds'`);
    return rows.length === 0 || undefined;
  });
  await fleet.expectEmpty();
  for (const { isRunning, said } of workers)
    if (!isRunning) throw new Error(`a worker ended: ${said}`);
  await fleet.submit([...args, '--resume']).expectCode(0);
  place.same('cancelled', playedAlone(place, 'first', ['run', 'first.yaml']));
  await fleet.expectEmpty();
  await stopped(workers);
  return {
    name: 'queue: cancelled during play, then resumed',
    found: `cancelled at ${kept} chunks. The tables are empty immediately and after the workers' jobs`,
  };
}

/** Another commit of this program, ready to run: its `driftline`. */
function anotherCommit(place: Workplace): string {
  const copy = place.path('another-commit');
  const git = (...args: string[]) => execFileSync('git', args, { cwd: place.folder });
  git('clone', '--quiet', '--shared', REPOSITORY, copy);
  const author = ['-c', 'user.name=fleet', '-c', 'user.email=fleet@localhost'];
  git('-C', copy, ...author, 'commit', '--quiet', '--allow-empty', '-m', 'another');
  for (const name of ['core', 'engine', 'cli']) {
    const dist = join('packages', name, 'dist');
    cpSync(join(REPOSITORY, dist), join(copy, dist), { recursive: true });
  }
  // Of what is installed only Driftline's own packages are the copy's.
  const [from, to] = [join(REPOSITORY, 'node_modules'), join(copy, 'node_modules')];
  mkdirSync(join(to, '@driftline'), { recursive: true });
  for (const name of readdirSync(from)) {
    if (name !== '@driftline' && name !== '.bin') symlinkSync(join(from, name), join(to, name));
  }
  for (const name of ['core', 'engine'])
    symlinkSync(join(copy, 'packages', name), join(to, '@driftline', name));
  const program = place.path(join('bin', 'another-driftline'));
  const launcher = join(copy, 'packages', 'cli', 'bin', 'driftline.js');
  writeFileSync(program, `#!/bin/sh\nexec '${process.execPath}' '${launcher}' "$@"\n`);
  chmodSync(program, 0o755);
  return program;
}

async function refused(fleet: Fleet): Promise<Finding> {
  const { place } = fleet;
  const another = anotherCommit(place);
  const [commit, plugin] = await Promise.all([
    fleet.worker([], fleet.url, another),
    fleet.worker(WITH_PLUGIN),
  ]);
  const run = fleet.submit([...SMALL, '--out', 'refused']);
  const says = (who: Started, pattern: RegExp) =>
    until(`${who.command} says ${pattern}`, () => pattern.test(who.said) || undefined);
  await says(commit, /cannot be played here: it needs driftline .* instead of driftline /);
  await says(plugin, /cannot be played here: it needs no plugins instead of plugins [0-9a-f]{12}/);
  await says(run, /cannot play this experiment: it has driftline .* instead of driftline /);
  await says(run, /cannot play this experiment: it has plugins [0-9a-f]{12} instead of no plugins/);
  await says(run, /no worker plays for this experiment yet/);
  const [{ taken }] = await fleet.sql<{ taken: number }>(
    `SELECT count(*)::int AS taken FROM driftline_boss.job WHERE state <> 'created'`,
  );
  if (taken > 0) throw new Error(`${taken} jobs were taken by workers that must not`);
  const right = await fleet.worker();
  await run.expectCode(0);
  place.same('refused', playedAlone(place, 'small', SMALL));
  await fleet.expectEmpty();
  await stopped([commit, plugin, right]);
  return {
    name: 'queue: a worker of another commit and one with a plugin',
    found:
      'neither took a job, and both sides printed the reason. A third worker played everything',
  };
}

/** A command of its own, alone and through the queue, into folders of one name: some write it down. */
async function commandThrough(
  fleet: Fleet,
  name: string,
  args: readonly string[],
): Promise<Finding> {
  const { place } = fleet;
  const command = [...args, '--out', name];
  const [, here] = await timed(() => place.driftline(...command));
  renameSync(place.path(name), place.path(`alone-${name}`));
  const workers = await fleet.workers(2);
  const [, took] = await timed(() => fleet.submit(command).expectCode(0));
  place.run('diff', '-r', name, `alone-${name}`);
  await fleet.expectEmpty();
  await stopped(workers);
  return {
    name: `queue: ${args.join(' ')}`,
    seconds: took,
    found: `one process took ${here.toFixed(1)} s`,
  };
}

/** Plays something small through an address, and looks meanwhile. */
async function playedThrough(
  fleet: Fleet,
  out: string,
  url: string,
  look: () => Promise<number>,
): Promise<[number, number]> {
  const { place } = fleet;
  const workers = await fleet.workers(2, [], url);
  const run = fleet.submit([...SMALL, '--out', out], url);
  let most = 0;
  const [, took] = await timed(async () => {
    await until('the run ends', async () => {
      most = Math.max(most, await look());
      return run.isRunning ? undefined : true;
    });
    await run.expectCode(0);
  });
  place.same(out, playedAlone(place, 'small', SMALL));
  await fleet.expectEmpty();
  await stopped(workers);
  return [took, most];
}

const BOUNCER_CONNECTIONS = 2;

/** A pooler that gives each transaction another session. */
async function bounced(fleet: Fleet): Promise<Finding> {
  installPackages(['pgbouncer'], ['pgbouncer']);
  const bouncer = await startPgBouncer({
    port: fleet.postgres.port,
    users: { player: 'hidden' },
    sessions: BOUNCER_CONNECTIONS,
  });
  try {
    const url = fleet.url.replace(`:${fleet.postgres.port}/`, `:${bouncer.port}/`);
    const sessions = async () => {
      const [{ count }] = await fleet.sql<{ count: number }>(
        `SELECT count(*)::int AS count FROM pg_stat_activity WHERE usename = 'player'`,
      );
      return count;
    };
    const [took, most] = await playedThrough(fleet, 'bounced', url, sessions);
    if (most > BOUNCER_CONNECTIONS) throw new Error(`${most} sessions went past the pooler`);
    return {
      name: 'queue: PgBouncer in transaction mode',
      seconds: took,
      found: `${bouncer.version}. A submitter and two workers used ${most} database sessions`,
    };
  } finally {
    await bouncer.stop();
  }
}

/** With the certificate, which is checked, and as libpq takes `require`, without a look at it. */
const TLS_WAYS: Readonly<Record<string, (certificate: string) => string>> = {
  checked: (certificate) => `?sslmode=verify-full&sslrootcert=${certificate}`,
  required: () => '?sslmode=require&uselibpqcompat=true',
};

async function encrypted(fleet: Fleet, way: string): Promise<Finding> {
  const query = TLS_WAYS[way](fleet.postgres.certificate);
  // Whoever came without TLS is found, too.
  const sessions = async () => {
    const rows = await fleet.sql<{ ssl: boolean }>(
      `SELECT ssl FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) WHERE usename = 'player'`,
    );
    if (rows.some(({ ssl }) => !ssl)) throw new Error('a session came without TLS');
    return rows.length;
  };
  const [took, most] = await playedThrough(fleet, `tls-${way}`, `${fleet.url}${query}`, sessions);
  const shown = query.replace(fleet.postgres.certificate, 'FILE');
  return {
    name: `queue: TLS with a self-signed certificate, ${shown}`,
    seconds: took,
    found: `${most} sessions, all encrypted`,
  };
}

const REPRODUCE = 'reproduce --replications 4'.split(' ');
const WORST_CASE =
  'worst-case --policies sw-moss,ucb1 --arms 3 --horizon 1000 --variation 2 --evaluations 24 --replications 40'.split(
    ' ',
  );

/** Does something with a queue on a new database, and returns what PostgreSQL calls itself. */
async function withFleet(place: Workplace, act: (fleet: Fleet) => Promise<void>): Promise<string> {
  const postgres = await startPostgres({ tls: true });
  try {
    const fleet = await Fleet.open(place, postgres);
    try {
      await act(fleet);
      const [{ version }] = await fleet.sql<{ version: string }>(
        `SELECT current_setting('server_version') AS version`,
      );
      return `PostgreSQL ${version}, on this machine`;
    } finally {
      await fleet.close();
    }
  } finally {
    await postgres.stop();
  }
}

/** One run, in which everybody is killed. */
export function testKills(place: Workplace, add: Add): Promise<string> {
  return withFleet(place, async (fleet) => {
    await add(alone(place, 'long'));
    await add(struck(fleet, 'long'));
  });
}

/** All else that is asked of a queue. */
export function testQueue(place: Workplace, add: Add): Promise<string> {
  return withFleet(place, async (fleet) => {
    await add(shared(fleet));
    await add(thrown(fleet));
    await add(cancelled(fleet));
    await add(refused(fleet));
    await add(commandThrough(fleet, 'reproduce', REPRODUCE));
    await add(commandThrough(fleet, 'worst-case', WORST_CASE));
    await add(bounced(fleet));
    for (const way of Object.keys(TLS_WAYS)) await add(encrypted(fleet, way));
  });
}
