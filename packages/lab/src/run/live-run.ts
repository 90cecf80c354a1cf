/** A comparison under way: it can be paused and resumed, and reports its result as it grows. */

import { finalHistograms } from '@driftline/engine/display';
import { ChunkScheduler, type Comparison, type Executor, WorkerLost } from '@driftline/engine/play';
import type { RunNews, RunProgress } from './protocol.ts';

/** Results are reported no more often than this, in milliseconds. */
const LEAST_PAUSE = 80;
/** Aggregating may take this share of the coordinator's time. */
const MOST_SHARE = 0.25;

/** The time from one resuming to the next pause. */
interface Stretch {
  aborted: boolean;
}

/** Has the engine's scheduler play a comparison in stretches, and reports how far it has come. */
export class LiveRun {
  readonly run: number;
  readonly #comparison: Comparison;
  readonly #makePool: () => Promise<Executor>;
  readonly #report: (news: RunNews) => void;
  readonly #now: () => number;
  #scheduler: ChunkScheduler | undefined;
  #pool: Executor | undefined;
  /** Undefined while nothing is played. */
  #stretch: Stretch | undefined;
  /** Done, stopped or abandoned: nothing more is reported. */
  #over = false;
  /** Ends when the chunks under way have come: only then does a new stretch begin. */
  #work: Promise<void> = Promise.resolve();
  #nextTelling = 0;

  /** @param makePool - makes the players, at the start and again after one was lost */
  constructor(
    run: number,
    comparison: Comparison,
    makePool: () => Promise<Executor>,
    report: (news: RunNews) => void,
    now: () => number = () => performance.now(),
  ) {
    this.run = run;
    this.#comparison = comparison;
    this.#makePool = makePool;
    this.#report = report;
    this.#now = now;
  }

  /** Starts, or goes on with what is missing. */
  resume(): void {
    if (this.#stretch !== undefined || this.#over) return;
    const stretch = { aborted: false };
    this.#stretch = stretch;
    this.#work = this.#work
      .then(() => this.#play(stretch))
      .catch((error: unknown) => this.#fail(error));
  }

  /** Lets the chunks under way finish and plays no more until it is resumed. */
  pause(): void {
    if (this.#stretch !== undefined) this.#stretch.aborted = true;
    this.#stretch = undefined;
  }

  /** Ends the run; what was played is reported as its result. */
  stop(): void {
    if (this.#over) return;
    this.#report({ news: 'stopped', ...this.#progress() });
    this.abandon();
  }

  /** Ends the run silently. */
  abandon(): void {
    this.#over = true;
    this.pause();
    // Hundreds of megabytes at the most: not to be kept until another run starts.
    this.#scheduler = undefined;
    this.#closePool();
  }

  #closePool(): void {
    this.#pool?.close().catch((error: unknown) => {
      console.error(error);
    });
    this.#pool = undefined;
  }

  /** One chunk more than there are players waits its turn, so that none is idle during a report. */
  #schedule(): ChunkScheduler {
    const onChunk = () => this.#tellNow();
    return new ChunkScheduler([this.#comparison], { growing: true, ahead: 1, onChunk });
  }

  async #play(stretch: Stretch): Promise<void> {
    if (stretch.aborted) return;
    this.#scheduler ??= this.#schedule();
    this.#pool ??= await this.#makePool();
    // It may have ended while the pool was made, and found none to close.
    if (this.#over) {
      this.#closePool();
      return;
    }
    await this.#scheduler.play(this.#pool, stretch);
    if (this.#over) return;
    if (this.#scheduler.complete) {
      this.#report({ news: 'done', ...this.#progress() });
      this.abandon();
    } else if (this.#stretch === undefined) {
      // Paused: what came last may not have been reported.
      this.#report({ news: 'progress', ...this.#progress() });
    }
  }

  #tellNow(): void {
    if (this.#stretch === undefined || this.#scheduler?.complete === true) return;
    if (this.#now() < this.#nextTelling) return;
    const before = this.#now();
    this.#report({ news: 'progress', ...this.#progress() });
    const took = this.#now() - before;
    this.#nextTelling = this.#now() + Math.max(LEAST_PAUSE, took / MOST_SHARE);
  }

  /** The result over the replications from the first one on of which none is missing. */
  #progress(): RunProgress {
    const result = this.#scheduler?.resultSoFar(0);
    const progress = {
      run: this.run,
      done: result?.replications ?? 0,
      total: this.#comparison.replications,
    };
    if (result === undefined) return progress;
    return { ...progress, outcome: { result, outlines: finalHistograms(result.policies) } };
  }

  #fail(error: unknown): void {
    if (this.#over) return;
    this.pause();
    this.#closePool();
    const reason = error instanceof Error ? error.message : String(error);
    if (error instanceof WorkerLost) this.#report({ news: 'lost', reason, ...this.#progress() });
    else this.#report({ news: 'failed', run: this.run, reason });
  }
}
