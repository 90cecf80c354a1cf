/** A worker of a queue: takes jobs that it may play, plays them on threads, and brings back the rows. */
import { setTimeout as sleep } from 'node:timers/promises';
import { encodeChunk, unpackComparisons } from '@driftline/engine/node';
import {
  type Chunk,
  type Comparison,
  checkRunSize,
  type Executor,
  type Plugins,
  sentError,
  WorkerLost,
  WorkersClosed,
} from '@driftline/engine/play';
import { HEARTBEAT_SECONDS } from './boss.ts';
import { isOfNothing } from './database.ts';
import type { Doing } from './doing.ts';
import { differenceText, type Identity, ownName } from './identity.ts';
import { comparisonOfJob, type JobData, readJob, retriesOf } from './job-data.ts';
import type { Queue } from './queue.ts';
import {
  bodyOf,
  dropWorker,
  foreignBatches,
  nextBatch,
  putError,
  putResults,
  putWorker,
  type ResultRow,
  tellMilliseconds,
} from './tables.ts';

const SHORTEST_WAIT_MILLISECONDS = 100;
const LONGEST_WAIT_MILLISECONDS = 2000;
/** Twice before the worker counts as lost. */
const TOUCH_MILLISECONDS = (1000 * HEARTBEAT_SECONDS) / 2.5;
/** What is being played may go on for this long after Ctrl-C; then it is given back. */
const GRACE_MILLISECONDS = 3000;
/** And what was played or given back has this long to reach the database. */
const FAREWELL_MILLISECONDS = 6000;

/** What a worker is asked for. */
export interface WorkerOptions {
  readonly identity: Identity;
  readonly plugins: Plugins;
  /** A new thread; refused where it would play something else than this worker says. */
  executor(): Executor;
  /** Jobs that are played at a time. */
  readonly places: number;
  say(text: string): void;
}

/** A job that this process has claimed. */
interface Claimed {
  readonly batch: string;
  readonly id: string;
  readonly retryCount: number;
  readonly data: unknown;
}

/** Whether pg-boss found nothing to act upon: the job is another's now, or gone. */
function isOfNone(answer: object): boolean {
  return 'affected' in answer && answer.affected === 0;
}

/** What is wrong with this machine, though it has a code; nothing was played then. */
const OF_MACHINE: ReadonlySet<unknown> = new Set([
  'plugin-not-loaded',
  'plugin-not-accepted',
  'program-changed',
]);

function isOfMachine(error: unknown): boolean {
  return error instanceof Error && 'code' in error && OF_MACHINE.has(error.code);
}

/**
 * Whether an error is one of what is played, a policy, an environment or the batch itself, which everybody
 * else would find as well. Those have codes of ours. Any other may be this machine's: a plugin that can't be
 * loaded, memory, or what the database refuses.
 */
function isOfBatch(error: unknown): boolean {
  if (error instanceof WorkersClosed || isOfMachine(error)) return false;
  const sent = sentError(error);
  return 'fault' in sent || ('code' in sent && sent.code !== undefined);
}

type Result = Omit<ResultRow, 'comparison'>;

/** One thread, and the job that it plays. */
class Place {
  readonly #worker: QueueWorker;
  #executor: Executor | undefined;
  #lastBatch: string | undefined;
  /** What is being played; not what was played and is on its way back. */
  #playing: Claimed | undefined;
  doing: Doing | undefined;

  constructor(worker: QueueWorker) {
    this.#worker = worker;
  }

  /** Plays job after job until it is told to stop. */
  async work(): Promise<void> {
    const { stopping } = this.#worker;
    let wait = SHORTEST_WAIT_MILLISECONDS;
    while (!stopping.aborted) {
      const job = await this.#worker.claim(this.#lastBatch);
      if (job === undefined) {
        await sleep(wait * (0.75 + Math.random() / 2), undefined, { signal: stopping }).catch(
          () => {},
        );
        wait = Math.min(1.5 * wait, LONGEST_WAIT_MILLISECONDS);
        continue;
      }
      wait = SHORTEST_WAIT_MILLISECONDS;
      this.#lastBatch = job.batch;
      await this.#perform(job);
    }
    await this.abandon();
  }

  /** Ends what is being played, though it is not done. */
  async abandon(): Promise<void> {
    const executor = this.#executor;
    this.#executor = undefined;
    // A thread that does not end is none that anybody waits for.
    await executor?.close().catch(() => {});
  }

  async #perform(job: Claimed): Promise<void> {
    const touching = setInterval(() => void this.#touch(job), TOUCH_MILLISECONDS);
    this.#playing = job;
    try {
      await this.#play(job);
    } finally {
      clearInterval(touching);
      this.#playing = undefined;
      this.doing = undefined;
    }
  }

  /**
   * Says that the job is still in hand; where nobody wants it any more, it is given up. An answer that comes
   * when it was played says nothing: it may have ended meanwhile, and the thread may play another one.
   */
  async #touch(job: Claimed): Promise<void> {
    if (!(await this.#worker.touch(job)) && this.#playing === job) await this.abandon();
  }

  async #play(job: Claimed): Promise<void> {
    const results: Result[] = [];
    let data: JobData | undefined;
    try {
      const comparisons = await this.#worker.comparisonsOf(job.batch);
      if (comparisons === undefined) return;
      data = readJob(job.data);
      const comparison = comparisonOfJob(comparisons, data);
      for (const chunk of data.chunks) {
        if (this.#worker.stopping.aborted) break;
        this.doing = { batch: job.batch, comparison: comparison.name, ...chunk };
        results.push(await this.#playChunk(job.batch, comparison, chunk));
      }
    } catch (error) {
      this.#playing = undefined;
      // A thread that was lost plays nothing more.
      if (error instanceof WorkerLost) await this.abandon();
      return await this.#worker.failed(job, data, results, error);
    }
    this.#playing = undefined;
    await this.#worker.bring(job, data, results);
  }

  async #playChunk(batch: string, comparison: Comparison, chunk: Chunk): Promise<Result> {
    this.#executor ??= this.#worker.options.executor();
    const start = process.hrtime.bigint();
    const rows = await this.#executor.play(comparison, chunk);
    const nanoseconds = Number(process.hrtime.bigint() - start);
    return { first: chunk.from, nanoseconds, rows: Buffer.from(encodeChunk(rows, batch)) };
  }
}

/** Serves a queue until it is stopped. */
export class QueueWorker {
  readonly options: WorkerOptions;
  readonly #queue: Queue;
  readonly #places: readonly Place[];
  readonly #stop = new AbortController();
  /** Set when a worker that was stopped waits for nothing more. */
  readonly #overdue = new AbortController();
  #unheard = false;
  /** The comparisons of batches that were played last. */
  readonly #batches = new Map<string, readonly Comparison[]>();
  readonly #refused = new Set<string>();
  /** Why this worker can not go on. */
  #fault: { readonly error: unknown } | undefined;

  constructor(queue: Queue, options: WorkerOptions) {
    this.#queue = queue;
    this.options = options;
    this.#places = Array.from({ length: options.places }, () => new Place(this));
  }

  get stopping(): AbortSignal {
    return this.#stop.signal;
  }

  /** Whether the database did not hear of what was played last, or given back. */
  get unheard(): boolean {
    return this.#unheard;
  }

  /** Takes no more jobs, and gives back what is not done soon. */
  stop(): void {
    if (this.stopping.aborted) return;
    this.#stop.abort();
    setTimeout(() => {
      for (const place of this.#places) void place.abandon();
    }, GRACE_MILLISECONDS).unref();
    setTimeout(() => this.#overdue.abort(), FAREWELL_MILLISECONDS).unref();
  }

  /**
   * Works until it is stopped.
   *
   * @throws what this machine alone is to blame for; all jobs are given back then
   */
  async serve(): Promise<void> {
    const { database } = this.#queue;
    const telling = this.#tellAgainAndAgain();
    const halt = (error: unknown) => {
      this.#fault ??= { error };
      this.stop();
    };
    await Promise.all(this.#places.map((place) => place.work().catch(halt)));
    await telling;
    const soon = AbortSignal.timeout(GRACE_MILLISECONDS);
    await database.persist(() => dropWorker(database, ownName()), soon).catch(() => {});
    if (this.#fault !== undefined) throw this.#fault.error;
  }

  /** A job of the batch whose turn it is. */
  async claim(last: string | undefined): Promise<Claimed | undefined> {
    try {
      return await this.#queue.database.persist(() => this.#claimNow(last), this.stopping);
    } catch (error) {
      // Stopped while the database was lost, or the batch was taken away just now.
      if (this.stopping.aborted || isOfNothing(error)) return undefined;
      throw error;
    }
  }

  async #claimNow(last: string | undefined): Promise<Claimed | undefined> {
    const { database, boss } = this.#queue;
    const batch = await nextBatch(database, this.options.identity, last);
    if (batch === undefined || this.stopping.aborted) return undefined;
    const [job] = await boss.fetch<object>(batch);
    if (job === undefined) return undefined;
    return { batch, id: job.id, retryCount: job.retryCount, data: job.data };
  }

  /** Whether a job is still this process's. While the database is lost, nobody knows. */
  async touch({ batch, id, retryCount }: Claimed): Promise<boolean> {
    try {
      return !isOfNone(await this.#queue.boss.touch(batch, { id, retryCount }));
    } catch {
      return true;
    }
  }

  /** What a batch consists of; undefined where it is gone. */
  async comparisonsOf(batch: string): Promise<readonly Comparison[] | undefined> {
    const known = this.#batches.get(batch);
    if (known !== undefined) return known;
    const { database } = this.#queue;
    const body = await database.persist(() => bodyOf(database, batch), this.stopping);
    if (body === undefined) return undefined;
    const comparisons = unpackComparisons(body);
    checkRunSize(comparisons, { plugins: this.options.plugins });
    // Tables may be large: of a few batches they are kept.
    const [oldest] = this.#batches.keys();
    if (this.#batches.size >= 4 && oldest !== undefined) this.#batches.delete(oldest);
    this.#batches.set(batch, comparisons);
    return comparisons;
  }

  /** Brings results and ends the job at once; chunks that were not played become another job. */
  async bring(job: Claimed, data: JobData, results: readonly Result[]): Promise<void> {
    const { batch, id, retryCount } = job;
    const { database, boss } = this.#queue;
    const rest = data.chunks.slice(results.length);
    await this.#unlessGone(() =>
      database.transaction(async (transaction) => {
        if (results.length > 0) await putResults(transaction, batch, data.comparison, results);
        const db = transaction.boss;
        const ended = await boss.complete(batch, { id, retryCount }, null, { db });
        // Of a job that went to another meanwhile, the rest is theirs.
        if (rest.length === 0 || isOfNone(ended)) return;
        const again = { ...data, chunks: rest };
        await boss.insert(batch, [{ data: again, retryLimit: retriesOf(again) }], { db });
      }),
    );
  }

  /**
   * A job could not be played. What a policy, an environment or the batch is to blame for is told to whoever
   * waits, and ends the batch; what was ended here is given back. A thread that was lost counts as a lost
   * worker. After a fault of this machine it takes no more jobs; one that may be everybody's counts as a lost
   * worker, too, so that it does not go round for ever.
   *
   * @throws the fault of this machine
   */
  async failed(
    job: Claimed,
    data: JobData | undefined,
    results: readonly Result[],
    error: unknown,
  ): Promise<void> {
    if (error instanceof WorkersClosed && data !== undefined) return this.bring(job, data, results);
    if (error instanceof WorkerLost) {
      this.options.say(error.message);
      return this.#fail(job);
    }
    if (isOfBatch(error)) return this.#blame(job, error);
    const giveBack = () =>
      isOfMachine(error) && data !== undefined ? this.bring(job, data, results) : this.#fail(job);
    // Where the database is to blame it may refuse that, too: then the job is missed like any lost one.
    await giveBack().catch(() => {});
    if (this.stopping.aborted) return;
    this.options.say('stopping because of a fault of this machine; its jobs go to other workers');
    throw error;
  }

  async #fail({ batch, id, retryCount }: Claimed): Promise<void> {
    await this.#unlessGone(async () => {
      await this.#queue.boss.fail(batch, { id, retryCount });
    });
  }

  /** Ends a batch with an error that everybody would find. */
  async #blame({ batch, id, retryCount }: Claimed, error: unknown): Promise<void> {
    const { database, boss } = this.#queue;
    await this.#unlessGone(() =>
      database.transaction(async (transaction) => {
        await putError(transaction, batch, sentError(error));
        await boss.complete(batch, { id, retryCount }, null, { db: transaction.boss });
      }),
    );
  }

  /**
   * Does something for a batch, unless it is gone meanwhile. Where this worker is stopped and the database is
   * lost, its job is missed like that of a worker that was killed.
   */
  async #unlessGone(act: () => Promise<void>): Promise<void> {
    const { signal } = this.#overdue;
    try {
      await this.#queue.database.persist(act, signal);
    } catch (error) {
      if (signal.aborted) this.#unheard = true;
      else if (!isOfNothing(error)) throw error;
    }
  }

  /** Says that this worker is there and what it does, and looks for batches that it may not play. */
  async #tellAgainAndAgain(): Promise<void> {
    const { stopping } = this;
    let workers = 0;
    while (!stopping.aborted) {
      workers = await this.#queue.database
        .persist(() => this.#tell(), stopping)
        .catch(() => workers);
      // Somewhat uneven: a thousand that were started at once should not all come at once.
      const wait = tellMilliseconds(workers) * (0.75 + Math.random() / 2);
      await sleep(wait, undefined, { signal: stopping }).catch(() => {});
    }
  }

  /** How many workers there are. */
  async #tell(): Promise<number> {
    const { database } = this.#queue;
    const { identity, places } = this.options;
    const doing = this.#places.flatMap((place) => place.doing ?? []);
    const workers = await putWorker(database, { ...identity, name: ownName(), places, doing });
    for (const batch of await foreignBatches(database, identity)) {
      const text = `${batch.name} (${batch.experiment}) cannot be played here: it needs ${differenceText(identity, batch)}`;
      // The stages of an experiment are batches, and so is each step of a search: once is enough.
      if (this.#refused.has(text)) continue;
      this.#refused.add(text);
      this.options.say(text);
    }
    return workers;
  }
}
