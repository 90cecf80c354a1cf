/** A worker of a queue: takes jobs that it may play, plays them on threads, and brings back the rows. */
import { setTimeout as sleep } from 'node:timers/promises';
import { encodeChunk, NodeExecutor, unpackComparisons } from '@driftline/engine/node';
import {
  type Chunk,
  type Comparison,
  checkRunSize,
  type Plugins,
  sentError,
  WorkerLost,
  WorkersClosed,
} from '@driftline/engine/play';
import { usualPatience } from '../terminal/patience.ts';
import { HEARTBEAT_SECONDS } from './boss.ts';
import { isOfNothing } from './database.ts';
import type { Doing } from './doing.ts';
import { differenceText, type Identity, ownName } from './identity.ts';
import { comparisonOfJob, type JobData, readJob } from './job-data.ts';
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
} from './tables.ts';

const SHORTEST_WAIT_MILLISECONDS = 100;
const LONGEST_WAIT_MILLISECONDS = 2000;
/** Twice before the worker counts as lost. */
const TOUCH_MILLISECONDS = (1000 * HEARTBEAT_SECONDS) / 2.5;
const TELL_MILLISECONDS = 2000;
/** What is being played may go on for this long after Ctrl-C; then it is given back. */
const GRACE_MILLISECONDS = 3000;

/** What a worker is asked for. */
export interface WorkerOptions {
  readonly identity: Identity;
  readonly pluginFiles: readonly string[];
  readonly plugins: Plugins;
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

type Result = Omit<ResultRow, 'comparison'>;

/** One thread, and the job that it plays. */
class Place {
  readonly #worker: QueueWorker;
  #executor: NodeExecutor | undefined;
  #lastBatch: string | undefined;
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
    await this.#executor?.close();
  }

  /** Ends what is being played, though it is not done. */
  async abandon(): Promise<void> {
    const executor = this.#executor;
    this.#executor = undefined;
    await executor?.close();
  }

  async #perform(job: Claimed): Promise<void> {
    const touching = setInterval(() => void this.#touch(job), TOUCH_MILLISECONDS);
    try {
      await this.#play(job);
    } finally {
      clearInterval(touching);
      this.doing = undefined;
    }
  }

  /** Says that the job is still played; where nobody wants it any more, it is given up. */
  async #touch(job: Claimed): Promise<void> {
    if (!(await this.#worker.touch(job))) await this.abandon();
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
      // A thread that was lost plays nothing more.
      if (error instanceof WorkerLost) await this.abandon();
      return await this.#worker.failed(job, data, results, error);
    }
    await this.#worker.bring(job, data, results);
  }

  async #playChunk(batch: string, comparison: Comparison, chunk: Chunk): Promise<Result> {
    const { pluginFiles } = this.#worker.options;
    this.#executor ??= new NodeExecutor(1, pluginFiles, usualPatience());
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
  /** The comparisons of batches that were played last. */
  readonly #batches = new Map<string, readonly Comparison[]>();
  readonly #refused = new Set<string>();

  constructor(queue: Queue, options: WorkerOptions) {
    this.#queue = queue;
    this.options = options;
    this.#places = Array.from({ length: options.places }, () => new Place(this));
  }

  get stopping(): AbortSignal {
    return this.#stop.signal;
  }

  /** Takes no more jobs, and gives back what is not done soon. */
  stop(): void {
    if (this.stopping.aborted) return;
    this.#stop.abort();
    setTimeout(() => {
      for (const place of this.#places) void place.abandon();
    }, GRACE_MILLISECONDS).unref();
  }

  /** Works until it is stopped. */
  async serve(): Promise<void> {
    const { database } = this.#queue;
    const telling = this.#tellAgainAndAgain();
    await Promise.all(this.#places.map((place) => place.work()));
    await telling;
    const soon = AbortSignal.timeout(GRACE_MILLISECONDS);
    await database.persist(() => dropWorker(database, ownName()), soon).catch(() => {});
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
    const body = await database.persist(() => bodyOf(database, batch));
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
        const again = { data: { ...data, chunks: rest }, retryLimit: 0 };
        await boss.insert(batch, [again], { db });
      }),
    );
  }

  /**
   * A job could not be played. What was thrown by a policy is told to whoever waits, and ends the batch; a
   * thread that was lost counts as a lost worker; what was ended here is given back.
   */
  async failed(
    job: Claimed,
    data: JobData | undefined,
    results: readonly Result[],
    error: unknown,
  ): Promise<void> {
    const { batch, id, retryCount } = job;
    const { database, boss } = this.#queue;
    if (error instanceof WorkersClosed && data !== undefined) return this.bring(job, data, results);
    if (error instanceof WorkerLost) {
      this.options.say(error.message);
      return this.#unlessGone(async () => {
        await boss.fail(batch, { id, retryCount });
      });
    }
    await this.#unlessGone(() =>
      database.transaction(async (transaction) => {
        await putError(transaction, batch, sentError(error));
        await boss.complete(batch, { id, retryCount }, null, { db: transaction.boss });
      }),
    );
  }

  /** Does something for a batch, unless it is gone meanwhile. */
  async #unlessGone(act: () => Promise<void>): Promise<void> {
    try {
      await this.#queue.database.persist(act);
    } catch (error) {
      if (!isOfNothing(error)) throw error;
    }
  }

  /** Says that this worker is there and what it does, and looks for batches that it may not play. */
  async #tellAgainAndAgain(): Promise<void> {
    const { stopping } = this;
    while (!stopping.aborted) {
      await this.#queue.database.persist(() => this.#tell(), stopping).catch(() => {});
      await sleep(TELL_MILLISECONDS, undefined, { signal: stopping }).catch(() => {});
    }
  }

  async #tell(): Promise<void> {
    const { database } = this.#queue;
    const { identity, places } = this.options;
    const doing = this.#places.flatMap((place) => place.doing ?? []);
    await putWorker(database, { ...identity, name: ownName(), places, doing });
    for (const batch of await foreignBatches(database, identity)) {
      if (this.#refused.has(batch.digest)) continue;
      this.#refused.add(batch.digest);
      this.options.say(
        `${batch.name} (${batch.experiment}) is not played here: it needs ${differenceText(identity, batch)}`,
      );
    }
  }
}
