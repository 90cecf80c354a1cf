/**
 * Has chunks played by workers elsewhere. Chunks that are asked for become jobs of a batch; results come back
 * through a table, and go to whoever asked. What the queue does, how often and in which order changes no
 * number; so all that is done here may be done again, and a job that is lost is asked for once more.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { decodeChunk, packComparisons, readSentError } from '@driftline/engine/node';
import {
  type Chunk,
  type ChunkRows,
  type Comparison,
  type Executor,
  receivedError,
  WorkerLost,
  WorkersClosed,
} from '@driftline/engine/play';
import { HEARTBEAT_SECONDS, QUEUE_OPTIONS, SUPERVISE_SECONDS } from './boss.ts';
import { type Bundle, bundled, bundleOf, Pace, type WantedChunk } from './bundles.ts';
import { batchDigest, type Identity, ownToken } from './identity.ts';
import { areRowsOf, MOST_LOSSES, readJob, retriesOf } from './job-data.ts';
import type { Queue } from './queue.ts';
import { QueueError } from './queue-error.ts';
import {
  batchState,
  dropQueuesOfNothing,
  failedJobs,
  leftBatches,
  type NewBatch,
  putBatch,
  type ResultRow,
  renewBatch,
  takeResults,
} from './tables.ts';

/** For whom a batch is played. */
export interface Experiment {
  readonly id: string;
  readonly name: string;
  readonly identity: Identity;
}

/** Somebody waits for a chunk. */
interface Wanted extends WantedChunk {
  resolve(rows: ChunkRows): void;
  reject(error: unknown): void;
}

/** Chunks that are asked for at once, at most. */
const CHUNKS_AT_ONCE = 2048;
/** Jobs that wait or are played, at least, where there are as many; and for each place. */
const LEAST_JOBS = 16;
const JOBS_PER_PLACE = 4;

const SHORTEST_WAIT_MILLISECONDS = 30;
const LONGEST_WAIT_MILLISECONDS = 300;
const LOOK_MILLISECONDS = 1000;
const RENEW_MILLISECONDS = 3000;
const SUPERVISE_MILLISECONDS = 1000 * SUPERVISE_SECONDS;
/** Jobs that are nowhere for so many looks are sent again. */
const LOOKS_FOR_NOTHING = 5;
/** A batch that can't be taken away within this time is left to others. */
const REMOVAL_MILLISECONDS = 5000;

/** Says when something is due again. */
class Due {
  readonly #milliseconds: number;
  #last = Number.NEGATIVE_INFINITY;

  constructor(milliseconds: number) {
    this.#milliseconds = milliseconds;
  }

  now(): boolean {
    const time = performance.now();
    if (time - this.#last < this.#milliseconds) return false;
    this.#last = time;
    return true;
  }
}

function keyOf(comparison: number, first: number): string {
  return `${comparison}:${first}`;
}

/** What a worker threw: by a policy, or about what it was sent. */
function thrownElsewhere(data: unknown): unknown {
  const error = receivedError(readSentError(data));
  const isOurs = error instanceof Error && error.name === 'UserError';
  return isOurs ? new QueueError(error.message, 'queue-data-not-accepted') : error;
}

/** What others may see of how far a batch is. */
export type ToldProgress = Readonly<Record<string, number>>;

/** How a batch is played. */
interface QueueExecutorOptions {
  readonly queue: Queue;
  readonly experiment: Experiment;
  readonly comparisons: readonly Comparison[];
  /** Slots of single policies in one replication, for each comparison. */
  readonly slots: readonly number[];
  /** How many places there are where jobs of this batch can be played. */
  places(): number;
  /** How far the batch is, for others. */
  progress(): ToldProgress;
}

/** Plays the chunks of some comparisons on the workers of a queue. */
export class QueueExecutor implements Executor {
  readonly size = CHUNKS_AT_ONCE;
  readonly #options: QueueExecutorOptions;
  readonly #queue: Queue;
  readonly #batch: NewBatch;
  readonly #places: ReadonlyMap<Comparison, number>;
  /** All that somebody waits for. */
  readonly #wanted = new Map<string, Wanted>();
  /** Of it, what was not sent yet. */
  #unsent: Wanted[] = [];
  /** Jobs that were sent, with those of their chunks that did not come back. */
  readonly #sent = new Map<string, Set<string>>();
  readonly #pace = new Pace();
  readonly #stopping = new AbortController();
  readonly #looking = new Due(LOOK_MILLISECONDS);
  readonly #renewing = new Due(RENEW_MILLISECONDS);
  readonly #supervising = new Due(SUPERVISE_MILLISECONDS);
  #looksForNothing = 0;
  /** Whether all that a run before has left was taken. */
  #drained = false;
  /** Why nothing more is played. */
  #failure: { readonly error: unknown } | undefined;
  #working: Promise<void> | undefined;
  #closing: Promise<void> | undefined;
  #wake = () => {};

  constructor(options: QueueExecutorOptions) {
    const { queue, experiment, comparisons } = options;
    const { id, name, identity } = experiment;
    const body = packComparisons(comparisons);
    this.#options = options;
    this.#queue = queue;
    this.#places = new Map(comparisons.map((comparison, place) => [comparison, place]));
    const digest = batchDigest(id, identity, body);
    this.#batch = { ...identity, digest, experiment: id, name, owner: ownToken(), body };
  }

  play(comparison: Comparison, chunk: Chunk): Promise<ChunkRows> {
    if (this.#closing !== undefined) {
      return Promise.reject(new WorkersClosed('the queue is closed'));
    }
    if (this.#failure !== undefined) return Promise.reject(this.#failure.error);
    const place = this.#places.get(comparison);
    if (place === undefined) throw new Error('the comparison is not of this batch');
    const slots = (chunk.to - chunk.from) * this.#options.slots[place];
    return new Promise((resolve, reject) => {
      const wanted = { comparison: place, chunk, slots, resolve, reject };
      this.#wanted.set(keyOf(place, chunk.from), wanted);
      this.#unsent.push(wanted);
      this.#working ??= this.#work();
      this.#wake();
    });
  }

  /** Takes the batch away; whoever waits for a chunk gets a `WorkersClosed`. */
  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    this.#stopping.abort();
    this.#wake();
    this.#fail(new WorkersClosed('the queue was closed before the experiment was complete'));
    if (this.#working === undefined) return;
    await this.#working;
    const giveUp = AbortSignal.timeout(REMOVAL_MILLISECONDS);
    const { database } = this.#queue;
    const { digest, owner } = this.#batch;
    // Where that fails, the next submitter does it. What another has taken over is theirs.
    await database.persist(() => this.#queue.remove(digest, { owner }), giveUp).catch(() => {});
  }

  #fail(error: unknown): void {
    this.#failure = { error };
    for (const wanted of this.#wanted.values()) wanted.reject(error);
    this.#wanted.clear();
    this.#unsent = [];
  }

  async #work(): Promise<void> {
    const { signal } = this.#stopping;
    try {
      await this.#persist(() => this.#open());
      let wait = SHORTEST_WAIT_MILLISECONDS;
      while (!signal.aborted) {
        const came = await this.#turn();
        wait = came ? SHORTEST_WAIT_MILLISECONDS : Math.min(1.5 * wait, LONGEST_WAIT_MILLISECONDS);
        if (!came) await this.#pause(wait);
      }
    } catch (error) {
      if (!signal.aborted) this.#fail(this.#queue.database.failure(error));
    }
  }

  #persist<Value>(act: () => Promise<Value>): Promise<Value> {
    return this.#queue.database.persist(act, this.#stopping.signal);
  }

  /** Waits a little, or until something is asked for where nothing was. */
  async #pause(milliseconds: number): Promise<void> {
    const idle = this.#wanted.size === 0;
    const woken = new Promise<void>((resolve) => {
      this.#wake = resolve;
    });
    await Promise.race([sleep(milliseconds), ...(idle ? [woken] : [])]);
    this.#wake = () => {};
  }

  /** Makes the batch, or takes it over from a run that was killed, whose jobs are sent anew. */
  async #open(): Promise<void> {
    const { boss, database } = this.#queue;
    for (const left of await leftBatches(database, this.#batch)) {
      await this.#queue.remove(left, 'left', this.#batch.experiment);
    }
    await dropQueuesOfNothing(database);
    await putBatch(database, this.#batch);
    await boss.createQueue(this.#batch.digest, QUEUE_OPTIONS);
    await boss.deleteQueuedJobs(this.#batch.digest);
    await boss.deleteStoredJobs(this.#batch.digest);
  }

  /** One round of all there is to do; whether anything came back. */
  async #turn(): Promise<boolean> {
    // First what lies there: a run before may have left it, and it need not be asked for.
    const results = await this.#persist(() =>
      this.#queue.database.transaction((each) => takeResults(each, this.#batch.digest)),
    );
    for (const result of results) this.#take(result);
    if (results.length > 0) this.#looksForNothing = 0;
    else this.#drained = true;
    if (this.#drained) await this.#send();
    if (this.#looking.now()) await this.#look();
    if (this.#renewing.now()) await this.#persist(() => this.#renew());
    if (this.#supervising.now()) await this.#supervise();
    return results.length > 0;
  }

  async #renew(): Promise<void> {
    const { digest, owner } = this.#batch;
    await renewBatch(this.#queue.database, digest, owner, this.#options.progress());
  }

  /** Lets pg-boss look for workers that were lost; not while those that were not have yet to say so. */
  async #supervise(): Promise<void> {
    const { database, boss } = this.#queue;
    if (database.steadyFor < 1000 * HEARTBEAT_SECONDS) return;
    await this.#persist(() => boss.supervise(this.#batch.digest));
  }

  /** Sends jobs, as many as keep all places busy. */
  async #send(): Promise<void> {
    if (this.#unsent.length === 0) return;
    const places = this.#options.places();
    const most = Math.max(LEAST_JOBS, JOBS_PER_PLACE * places) - this.#sent.size;
    if (most <= 0) return;
    const bundles = bundled(this.#unsent, this.#pace, most, places);
    await this.#insert(bundles, ({ data }) => retriesOf(data));
    const sent = new Set(bundles.flatMap(({ chunks }) => chunks));
    this.#unsent = this.#unsent.filter((wanted) => !sent.has(wanted));
  }

  /** @param retries - how often a job is tried again when its worker is lost */
  async #insert(
    bundles: readonly Bundle<Wanted>[],
    retries: (bundle: Bundle<Wanted>) => number,
  ): Promise<void> {
    // With names of ours a job that is sent twice is there once.
    const jobs = bundles.map((bundle) => ({
      id: randomUUID(),
      data: bundle.data,
      retryLimit: retries(bundle),
    }));
    await this.#persist(() => this.#queue.boss.insert(this.#batch.digest, jobs));
    bundles.forEach(({ chunks }, i) => {
      const keys = chunks.map(({ comparison, chunk }) => keyOf(comparison, chunk.from));
      this.#sent.set(jobs[i].id, new Set(keys));
    });
  }

  #take({ comparison, first, nanoseconds, rows: bytes }: ResultRow): void {
    const key = keyOf(comparison, first);
    const wanted = this.#wanted.get(key);
    // Played twice, or by a run before that had it already.
    if (wanted === undefined) return;
    const rows = this.#decoded(bytes);
    if (!areRowsOf(rows, this.#options.comparisons[comparison], wanted.chunk)) {
      throw new QueueError(
        `the queue brought rows that are not those of replications ${wanted.chunk.from} to ${wanted.chunk.to - 1} of ${this.#options.comparisons[comparison].name}; another program wrote to the queue, or the data is damaged`,
        'queue-data-not-accepted',
      );
    }
    this.#forget(key);
    this.#pace.add(wanted, nanoseconds);
    wanted.resolve(rows);
  }

  #decoded(bytes: Buffer): ChunkRows | undefined {
    try {
      return decodeChunk(bytes, this.#batch.digest);
    } catch {
      // A header that is whole and no header.
      return undefined;
    }
  }

  /** A chunk is there: nobody waits for it, and the jobs that it was in are done with it. */
  #forget(key: string): void {
    const wanted = this.#wanted.get(key);
    this.#wanted.delete(key);
    this.#unsent = this.#unsent.filter((each) => each !== wanted);
    for (const [id, keys] of this.#sent) {
      keys.delete(key);
      if (keys.size === 0) this.#sent.delete(id);
    }
  }

  /** Looks whether the batch is still there and as it should be. */
  async #look(): Promise<void> {
    const { database } = this.#queue;
    const { digest, owner, name } = this.#batch;
    const state = await this.#persist(() => batchState(database, digest));
    if (state === undefined) {
      throw new QueueError(
        `${name}: was cancelled or removed in the queue`,
        'experiment-cancelled',
      );
    }
    if (state.owner !== owner) {
      throw new QueueError(
        `${name}: another run with the same folder has taken over: ${state.owner.split(' ')[0]}`,
        'experiment-cancelled',
      );
    }
    if (state.error !== null) throw thrownElsewhere(state.error);
    for (const job of await this.#persist(() => failedJobs(database, digest))) {
      await this.#bury(job.id, readJob(job.data));
    }
    if (state.open === 0 && this.#sent.size > 0) this.#missNothing();
  }

  /** A job was given up: its chunks are tried one by one, so that the one that is to blame is found. */
  async #bury(id: string, { comparison, chunks }: ReturnType<typeof readJob>): Promise<void> {
    this.#sent.delete(id);
    const left = chunks.flatMap(({ from }) => this.#wanted.get(keyOf(comparison, from)) ?? []);
    if (left.length > 0 && chunks.length === 1) {
      const [{ from, to }] = chunks;
      throw new WorkerLost(
        `${MOST_LOSSES} workers in turn were lost while they played replications ${from} to ${to - 1} of ${this.#options.comparisons[comparison].name}; look at the output of the workers for the reason, such as too little memory`,
      );
    }
    await this.#insert(
      left.map((chunk) => bundleOf([chunk])),
      // One worker was lost with it already.
      ({ data }) => retriesOf(data) - 1,
    );
    await this.#persist(() => this.#queue.boss.deleteJob(this.#batch.digest, id));
  }

  /** Jobs were sent, and are nowhere: somebody emptied a table. They are sent again, not at once. */
  #missNothing(): void {
    this.#looksForNothing += 1;
    if (this.#looksForNothing < LOOKS_FOR_NOTHING) return;
    this.#looksForNothing = 0;
    const keys = new Set([...this.#sent.values()].flatMap((each) => [...each]));
    this.#sent.clear();
    for (const key of keys) {
      const wanted = this.#wanted.get(key);
      if (wanted !== undefined) this.#unsent.push(wanted);
    }
  }
}
