import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { Chunk, ChunkRows, Comparison, Executor } from '@driftline/engine';

interface Job {
  readonly comparison: number;
  readonly chunk: Chunk;
  resolve(rows: ChunkRows): void;
  reject(error: Error): void;
}

interface Answer {
  readonly id: number;
  readonly rows?: ChunkRows;
  readonly error?: Error;
}

/** A worker stopped by itself; what was saved before is safe. */
export class WorkerLost extends Error {
  override readonly name = 'WorkerLost';
}

/** As many workers as there are cores for. */
export function defaultWorkers(): number {
  return availableParallelism();
}

/** Plays chunks on worker threads, one at a time on each. */
export class NodeExecutor implements Executor {
  readonly size: number;
  readonly #workers: Worker[] = [];
  readonly #idle: Worker[] = [];
  readonly #waiting: Job[] = [];
  readonly #running = new Map<Worker, Job>();
  #closed = false;

  constructor(
    comparisons: readonly Comparison[],
    workers: number,
    plugins: readonly string[] = [],
  ) {
    this.size = workers;
    for (let i = 0; i < workers; i++) {
      const worker = new Worker(new URL('./worker.js', import.meta.url), {
        workerData: { comparisons, plugins },
      });
      worker.on('message', (answer: Answer) => this.#finish(worker, answer));
      worker.on('error', (error) => this.#lose(worker, error.message));
      worker.on('exit', (code) => {
        if (!this.#closed) this.#lose(worker, `it exited with code ${code}`);
      });
      this.#workers.push(worker);
      this.#idle.push(worker);
    }
  }

  play(comparison: number, chunk: Chunk): Promise<ChunkRows> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ comparison, chunk, resolve, reject });
      this.#assign();
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all(this.#workers.map((worker) => worker.terminate()));
  }

  #assign(): void {
    while (this.#idle.length > 0 && this.#waiting.length > 0) {
      const worker = this.#idle.shift();
      const job = this.#waiting.shift();
      if (worker === undefined || job === undefined) return;
      this.#running.set(worker, job);
      worker.postMessage({ id: 0, comparison: job.comparison, chunk: job.chunk });
    }
  }

  #finish(worker: Worker, { rows, error }: Answer): void {
    const job = this.#running.get(worker);
    this.#running.delete(worker);
    this.#idle.push(worker);
    if (rows !== undefined) job?.resolve(rows);
    else job?.reject(error ?? new WorkerLost('a worker answered with nothing'));
    this.#assign();
  }

  /** Without one worker the run ends: a cause that killed one would kill the next. */
  #lose(worker: Worker, reason: string): void {
    if (!this.#workers.includes(worker)) return;
    this.#workers.splice(this.#workers.indexOf(worker), 1);
    const job = this.#running.get(worker);
    this.#running.delete(worker);
    const { from, to } = job?.chunk ?? { from: 0, to: 0 };
    const lost = new WorkerLost(
      `a worker stopped while it played replications ${from} to ${to - 1}: ${reason}`,
    );
    job?.reject(lost);
    for (const waiting of this.#waiting.splice(0)) waiting.reject(lost);
  }
}
