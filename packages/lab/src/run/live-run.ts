/** A comparison under way: can be paused and taken up again, and tells its result as it grows. */
import {
  aggregate,
  type Chunk,
  type ChunkRows,
  type Comparison,
  chunksOf,
  type Executor,
  environmentOf,
  WorkerLost,
} from '@driftline/engine';
import type { RunNews, RunProgress } from './protocol.ts';

/** Results are told no more often than this, in milliseconds. */
const LEAST_PAUSE = 80;
/** Aggregating may take this share of the coordinator's time. */
const MOST_SHARE = 0.25;

/** Plays the chunks of a comparison that are missing, in order, and tells how far it has come. */
export class LiveRun {
  readonly run: number;
  readonly #comparison: Comparison;
  readonly #makePool: () => Executor;
  readonly #tell: (news: RunNews) => void;
  readonly #now: () => number;
  #chunks: readonly Chunk[] = [];
  #rows: (ChunkRows | undefined)[] = [];
  #pool: Executor | undefined;
  #playing = false;
  #abandoned = false;
  /** Ends when the chunks under way have come: only then may a pause be over. */
  #work: Promise<void> = Promise.resolve();
  #nextTelling = 0;

  /** @param makePool - makes the players, at the start and again after one was lost */
  constructor(
    run: number,
    comparison: Comparison,
    makePool: () => Executor,
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
    if (this.#playing || this.#abandoned) return;
    this.#playing = true;
    this.#work = this.#work.then(() => this.#play()).catch((error: unknown) => this.#fail(error));
  }

  /** Lets the chunks under way finish and plays no more until it is resumed. */
  pause(): void {
    this.#playing = false;
  }

  /** Ends the run; what was played is told as its result. */
  stop(): void {
    this.#playing = false;
    this.#tell({ news: 'stopped', ...this.#progress() });
    this.abandon();
  }

  /** Ends the run without a word. */
  abandon(): void {
    this.#abandoned = true;
    this.#playing = false;
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

  async #play(): Promise<void> {
    if (!this.#playing) return;
    this.#cut();
    this.#pool ??= this.#makePool();
    const pool = this.#pool;
    const missing = this.#chunks.flatMap((_, i) => (this.#rows[i] === undefined ? [i] : []));
    const work = async (): Promise<void> => {
      while (this.#playing && missing.length > 0) {
        const number = missing.shift() ?? 0;
        this.#rows[number] = await pool.play(0, this.#chunks[number]);
        this.#tellNow();
      }
    };
    await Promise.all(Array.from({ length: pool.size }, work));
    if (this.#abandoned) return;
    if (this.#rows.some((rows) => rows === undefined)) {
      // Paused: what came last may not have been told.
      this.#tell({ news: 'progress', ...this.#progress() });
      return;
    }
    this.#playing = false;
    this.#tell({ news: 'done', ...this.#progress() });
    this.#closePool();
  }

  #tellNow(): void {
    if (this.#abandoned || this.#now() < this.#nextTelling) return;
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
    const comparison = { ...this.#comparison, replications: done };
    return { ...progress, result: aggregate(comparison, chunks) };
  }

  #fail(error: unknown): void {
    if (this.#abandoned) return;
    this.#playing = false;
    this.#closePool();
    const reason = error instanceof Error ? error.message : String(error);
    if (error instanceof WorkerLost) this.#tell({ news: 'lost', reason, ...this.#progress() });
    else this.#tell({ news: 'failed', run: this.run, reason });
  }
}
