/**
 * How fast a PostgreSQL carries jobs and results, by the statements that the queue sends: takers claim jobs,
 * bring a result for each and end it in one transaction, and somebody takes the results out, all at once and
 * without playing anything. A taker is a process of its own: `node tools/queue-rate.ts URL BATCH BYTES FETCH`.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { QUEUE_OPTIONS } from '../packages/cli/src/queue/boss.ts';
import type { Identity } from '../packages/cli/src/queue/identity.ts';
import { Queue } from '../packages/cli/src/queue/queue.ts';
import { nextBatch, putBatch, putResults, takeResults } from '../packages/cli/src/queue/tables.ts';

const IDENTITY: Identity = { revision: 'rate', plugins: '' };
const silent = () => {};

/** What is measured. */
export interface RateRequest {
  /** The address of a queue that is ready. */
  readonly url: string;
  readonly jobs: number;
  /** Of each result. */
  readonly bytes: number;
  /** Jobs that are claimed and brought back at once. */
  readonly perFetch: number;
  /** Processes, and how many of them take at the same time in each. */
  readonly processes: number;
  readonly takersPerProcess: number;
}

/** What came of it. */
export interface Rate {
  readonly seconds: number;
  readonly jobsPerSecond: number;
  readonly megabytesPerSecond: number;
}

/** Takes jobs until none are left. */
async function take(queue: Queue, digest: string, rows: Buffer, perFetch: number): Promise<void> {
  const { boss, database } = queue;
  for (;;) {
    // A worker asks whose turn it is each time.
    const next = await nextBatch(database, IDENTITY, digest);
    const jobs =
      next === undefined ? [] : await boss.fetch<{ chunk: number }>(next, { batchSize: perFetch });
    if (jobs.length === 0) return;
    await database.transaction(async (transaction) => {
      const results = jobs.map(({ data }) => ({ first: data.chunk, nanoseconds: 1, rows }));
      await putResults(transaction, digest, 0, results);
      const ids = jobs.map(({ id }) => id);
      await boss.complete(digest, ids, null, { db: transaction.boss });
    });
  }
}

async function taker([url, digest, bytes, perFetch, takers]: readonly string[]): Promise<void> {
  const queue = await Queue.open(url, Number(takers), silent);
  const rows = randomBytes(Number(bytes));
  process.send?.('ready');
  await once(process, 'message');
  const each = () => take(queue, digest, rows, Number(perFetch));
  await Promise.all(Array.from({ length: Number(takers) }, each));
  await queue.close();
  process.disconnect();
}

async function startTaker(args: readonly string[]): Promise<ChildProcess> {
  const child = fork(import.meta.filename, args);
  await once(child, 'message');
  return child;
}

/** Jobs in the tables, which nobody takes yet. */
async function fill(queue: Queue, digest: string, jobs: number): Promise<void> {
  const body = new Uint8Array();
  const names = { digest, experiment: digest, name: digest, owner: digest };
  await putBatch(queue.database, { ...IDENTITY, ...names, body });
  await queue.boss.createQueue(digest, QUEUE_OPTIONS);
  const all = Array.from({ length: jobs }, (_, chunk) => ({ data: { chunk } }));
  await queue.boss.insert(digest, all);
}

/** Takes out results until so many have come; milliseconds that this took. */
async function receive({ database }: Queue, digest: string, jobs: number): Promise<number> {
  const start = performance.now();
  for (let came = 0; came < jobs; ) {
    const results = await database.transaction((each) => takeResults(each, digest));
    came += results.length;
    if (results.length === 0) await sleep(5);
  }
  return performance.now() - start;
}

let batches = 0;

/** Measures once. */
export async function measureRate(request: RateRequest): Promise<Rate> {
  const { url, jobs, bytes, perFetch, processes, takersPerProcess } = request;
  batches += 1;
  const digest = `rate${batches}`;
  const queue = await Queue.open(url, 2, silent);
  try {
    await fill(queue, digest, jobs);
    const args = [url, digest, bytes, perFetch, takersPerProcess].map(String);
    const takers = await Promise.all(Array.from({ length: processes }, () => startTaker(args)));
    const ends = takers.map((child) => once(child, 'exit'));
    for (const child of takers) child.send('go');
    const seconds = (await receive(queue, digest, jobs)) / 1000;
    await Promise.all(ends);
    const jobsPerSecond = jobs / seconds;
    return { seconds, jobsPerSecond, megabytesPerSecond: (jobsPerSecond * bytes) / 1e6 };
  } finally {
    await queue.remove(digest, 'any');
    await queue.close();
  }
}

if (process.argv[1] === import.meta.filename) await taker(process.argv.slice(2));
