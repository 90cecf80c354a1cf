/** Real workers and submitters of a queue on a real PostgreSQL, for tests and measurements. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Postgres } from './postgres.ts';
import type { Workplace } from './workplace.ts';

/** What never comes ends the test. */
const PATIENCE_SECONDS = 240;
const LOOK_MILLISECONDS = 20;

/** Looks again and again until something is there. */
export async function until<Value>(
  what: string,
  look: () => Value | undefined | Promise<Value | undefined>,
): Promise<Value> {
  const end = performance.now() + 1000 * PATIENCE_SECONDS;
  for (;;) {
    const value = await look();
    if (value !== undefined) return value;
    if (performance.now() > end) throw new Error(`in ${PATIENCE_SECONDS} s never: ${what}`);
    await sleep(LOOK_MILLISECONDS);
  }
}

/** How a process ended. */
interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** A process of driftline that was started, and what it said so far. */
export class Started {
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
  readonly command: string;
  #out = '';
  #said = '';

  constructor(place: Workplace, args: readonly string[], program = 'driftline') {
    this.command = `${program} ${args.join(' ')}`;
    const child = spawn(program, args, { cwd: place.folder, env: place.env });
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      this.#out += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      this.#said += text;
    });
    this.child = child;
    this.ended = once(child, 'close').then(([code, signal]) => ({ code, signal }));
  }

  get out(): string {
    return this.#out;
  }

  get said(): string {
    return this.#said;
  }

  get isRunning(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null;
  }

  /** Waits for its end; another exit code than this ends the test. */
  async expectCode(expected: number): Promise<void> {
    const { code, signal } = await this.ended;
    if (code === expected) return;
    throw new Error(`${this.command}: exit code ${code ?? signal}\n${this.#out}${this.#said}`);
  }

  async kill(signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    if (this.isRunning) this.child.kill(signal);
    await this.ended;
  }
}

/** Whether a worker has found its queue. */
export function isAtWork(worker: Started): boolean {
  return worker.isRunning && worker.said.includes('working on 1 thread');
}

/** Rows of tables that an experiment leaves behind; without any, all are zero. */
type Left = Readonly<Record<'batches' | 'results' | 'jobs' | 'queues', number>>;

/** A queue on a database that has just been started, and all that was started for it. */
export class Fleet {
  readonly place: Workplace;
  readonly postgres: Postgres;
  /** The address for whoever may submit and work, and owns nothing. */
  readonly url: string;
  readonly #started: Started[] = [];

  private constructor(place: Workplace, postgres: Postgres) {
    this.place = place;
    this.postgres = postgres;
    this.url = postgres.url.replace('owner:secret', 'player:hidden');
  }

  static async open(place: Workplace, postgres: Postgres): Promise<Fleet> {
    const fleet = new Fleet(place, postgres);
    place.driftline('jobs', '--queue', postgres.url, 'init');
    await fleet.sql(`CREATE ROLE player LOGIN PASSWORD 'hidden' IN ROLE driftline_worker`);
    return fleet;
  }

  /** Sends statements as the owner. */
  async sql<Row extends pg.QueryResultRow>(text: string): Promise<Row[]> {
    const client = new pg.Client(this.postgres.url);
    client.on('error', () => {});
    await client.connect();
    try {
      return (await client.query<Row>(text)).rows;
    } finally {
      await client.end();
    }
  }

  /** A command with the queue. */
  submit(args: readonly string[], url = this.url): Started {
    return this.start(['driftline', ...args, '--queue', url]);
  }

  start([program, ...args]: readonly string[]): Started {
    const started = new Started(this.place, args, program);
    this.#started.push(started);
    return started;
  }

  /** A worker with one thread, which may not be at work yet. */
  startWorker(args: readonly string[] = [], url = this.url, program = 'driftline'): Started {
    return this.start([program, 'worker', '--queue', url, '--workers', '1', ...args]);
  }

  /** A worker with one thread, once it is at work. */
  async worker(args: readonly string[] = [], url = this.url, program = 'driftline') {
    const worker = this.startWorker(args, url, program);
    await until('a worker works', () => {
      if (!worker.isRunning) throw new Error(`a worker ended: ${worker.said}`);
      return isAtWork(worker) || undefined;
    });
    return worker;
  }

  workers(count: number, args: readonly string[] = [], url = this.url): Promise<Started[]> {
    return Promise.all(Array.from({ length: count }, () => this.worker(args, url)));
  }

  async left(): Promise<Left> {
    const [left] = await this.sql<Left>(
      `SELECT (SELECT count(*) FROM driftline.batch)::int AS batches,
         (SELECT count(*) FROM driftline.result)::int AS results,
         (SELECT count(*) FROM driftline_boss.job)::int AS jobs,
         (SELECT count(*) FROM driftline_boss.queue)::int AS queues`,
    );
    return left;
  }

  /** @throws where anything is left in the tables */
  async expectEmpty(): Promise<void> {
    const left = await this.left();
    if (Object.values(left).some((count) => count > 0)) {
      throw new Error(`the queue is not empty: ${JSON.stringify(left)}`);
    }
  }

  /** Ends all that still runs. */
  async close(): Promise<void> {
    await Promise.all(this.#started.map((started) => started.kill()));
  }
}
