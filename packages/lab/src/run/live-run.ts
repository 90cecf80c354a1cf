/** A comparison under way: can be paused and taken up again, and tells its result as it grows. */

import { finalHistograms } from '@driftline/engine/display';
import {
  aggregate,
  type Chunk,
  type ChunkRows,
  type Comparison,
  chunksOf,
  type Executor,
  environmentOf,
  WorkerLost,
} from '@driftline/engine/play';
import type { RunNews, RunProgress } from './protocol.ts';

/** Results are told no more often than this, in milliseconds. */
const LEAST_PAUSE = 80;
/** Aggregating may take this share of the coordinator's time. */
const MOST_SHARE = 0.25;

/** Plays the chunks of a comparison that are missing, in order, and tells how far it has come. */
export class LiveRun {
  readonly run: number;
  readonly #comparison: Comparison;
  readonly #makePool: () => Promise<Executor>;
  readonly #tell: (news: RunNews) => void;
  readonly #now: () => number;
  #chunks: readonly Chunk[] = [];
  #rows: (ChunkRows | undefined)[] = [];
  #pool: Executor | undefined;
  /** Stands for the time from one resuming to the next pause; undefined while nothing is played. */
  #stretch: symbol | undefined;
  /** Done, stopped or abandoned: nothing more is told. */
  #over = false;
  /** Ends when the chunks under way have come: only then does a new stretch begin. */
  #work: Promise<void> = Promise.resolve();
  #nextTelling = 0;

  /** @param makePool - makes the players, at the start and again after one was lost */
  constructor(
    run: number,
    comparison: Comparison,
    makePool: () => Promise<Executor>,
    tell: (news: RunNews) => void,
    now: () => number = () => performance.now(),
  ) {
    this.run = run;
    this.#comparison = comparison;
    this.#makePool = makePool;
    this.#tell = tell;
    this.#now = now;
  }

  /** Starts, or goes on with what is missing. */
  resume(): void {
    if (this.#stretch !== undefined || this.#over) return;
    const stretch = Symbol('stretch');
    this.#stretch = stretch;
    this.#work = this.#work
      .then(() => this.#play(stretch))
      .catch((error: unknown) => this.#fail(error));
  }

  /** Lets the chunks under way finish and plays no more until it is resumed. */
  pause(): void {
    this.#stretch = undefined;
  }

  /** Ends the run; what was played is told as its result. */
  stop(): void {
    if (this.#over) return;
    this.#tell({ news: 'stopped', ...this.#progress() });
    this.abandon();
  }

  /** Ends the run without a word. */
  abandon(): void {
    this.#over = true;
    this.#stretch = undefined;
    // Hundreds of megabytes at the most: not to be kept until another run starts.
    this.#rows = [];
    this.#closePool();
  }

  #closePool(): void {
    this.#pool?.close().catch((error: unknown) => {
      console.error(error);
    });
    this.#pool = undefined;
  }

  #cut(): void {
    if (this.#chunks.length > 0) return;
    const { replications, firstReplication = 0 } = this.#comparison;
    const { horizon } = environmentOf(this.#comparison, firstReplication).means;
    this.#chunks = chunksOf(replications, horizon);
    this.#rows = this.#chunks.map(() => undefined);
  }

  async #play(stretch: symbol): Promise<void> {
    if (this.#stretch !== stretch) return;
    this.#cut();
    this.#pool ??= await this.#makePool();
    // It may have ended while the pool was made, and found none to close.
    if (this.#over) {
      this.#closePool();
      return;
    }
    await this.#playMissing(this.#pool, stretch);
    if (this.#over) return;
    if (this.#isComplete()) {
      this.#tell({ news: 'done', ...this.#progress() });
      this.abandon();
    } else if (this.#stretch === undefined) {
      // Paused: what came last may not have been told.
      this.#tell({ news: 'progress', ...this.#progress() });
    }
  }

  /** Plays what is missing until all is there or the stretch is over. */
  async #playMissing(pool: Executor, stretch: symbol): Promise<void> {
    const missing = this.#rows.flatMap((rows, i) => (rows === undefined ? [i] : []));
    const work = async (): Promise<void> => {
      while (this.#stretch === stretch) {
        const number = missing.shift();
        if (number === undefined) return;
        this.#rows[number] = await pool.play(0, this.#chunks[number]);
        if (this.#stretch === stretch) this.#tellNow();
      }
    };
    // One chunk more than there are players waits its turn, so that none is idle during a telling.
    await Promise.all(Array.from({ length: pool.size + 1 }, work));
  }

  #isComplete(): boolean {
    return this.#rows.every((rows) => rows !== undefined);
  }

  #tellNow(): void {
    if (this.#now() < this.#nextTelling || this.#isComplete()) return;
    const before = this.#now();
    this.#tell({ news: 'progress', ...this.#progress() });
    const took = this.#now() - before;
    this.#nextTelling = this.#now() + Math.max(LEAST_PAUSE, took / MOST_SHARE);
  }

  /** The result over the replications from the first one on of which none is missing. */
  #progress(): RunProgress {
    const gap = this.#rows.indexOf(undefined);
    const chunks = this.#rows
      .slice(0, gap < 0 ? undefined : gap)
      .filter((rows) => rows !== undefined);
    const done = chunks.length === 0 ? 0 : this.#chunks[chunks.length - 1].to;
    const progress = { run: this.run, done, total: this.#comparison.replications };
    if (done === 0) return progress;
    const result = aggregate({ ...this.#comparison, replications: done }, chunks);
    return { ...progress, outcome: { result, outlines: finalHistograms(result.policies) } };
  }

  #fail(error: unknown): void {
    if (this.#over) return;
    this.#stretch = undefined;
    this.#closePool();
    const reason = error instanceof Error ? error.message : String(error);
    if (error instanceof WorkerLost) this.#tell({ news: 'lost', reason, ...this.#progress() });
    else this.#tell({ news: 'failed', run: this.run, reason });
  }
}
