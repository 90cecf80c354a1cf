/** Workers of any kind behind one interface: Node's threads and a browser's Web Workers. */
import { CodedError } from '@driftline/core/play';
import type { Chunk, Comparison } from './comparison.ts';
import type { ChunkPlayers, Executor } from './executor.ts';
import type { ChunkRows } from './play-chunk.ts';
import type { OnSlots } from './player.ts';
import { receivedError, type SentError, sentError } from './plugins/sent-error.ts';

/** One chunk to play. */
export interface WorkerTask {
  /** Absent where it is that of the task before: it may hold a large table. */
  readonly comparison?: Comparison;
  readonly chunk: Chunk;
}

/** What a worker sends back in the end. */
export type WorkerAnswer = { readonly rows: ChunkRows } | { readonly error: SentError };

/** What a worker may send meanwhile: slots that it has played since. */
interface WorkerAdvance {
  readonly slots: number;
}

/** This side's end of a connection to one worker. */
export interface WorkerPort {
  send(task: WorkerTask): void;
  onAnswer(listener: (answer: WorkerAnswer | WorkerAdvance) => void): void;
  /** The worker is gone and won't answer. */
  onLost(listener: (reason: string) => void): void;
  close(): Promise<void>;
}

/** A worker stopped unexpectedly; what was saved before is safe. */
export class WorkerLost extends CodedError {
  override readonly name = 'WorkerLost';

  constructor(message: string) {
    super(message, 'worker-lost');
  }
}

/** The workers were closed before they were done; what was saved before is safe. */
export class WorkersClosed extends CodedError {
  override readonly name = 'WorkersClosed';

  constructor(message: string) {
    super(message, 'run-stopped');
  }
}

/** A worker reports how far it is this often. */
const TELLING_MILLISECONDS = 100;

/** Adds up what is played, and reports it now and then. */
function reportingNowAndThen(report: (advance: WorkerAdvance) => void): OnSlots {
  let unreported = 0;
  let toldAt = Date.now();
  return (slots) => {
    unreported += slots;
    const time = Date.now();
    if (time - toldAt < TELLING_MILLISECONDS) return;
    report({ slots: unreported });
    unreported = 0;
    toldAt = time;
  };
}

/** An answer, and the buffers in it that may be handed over without a copy. */
interface Posting {
  readonly answer: WorkerAnswer;
  readonly transfer: ArrayBuffer[];
}

/** The worker's side of a connection. */
export class TaskPlayer {
  readonly #players: ChunkPlayers;
  #comparison: Comparison | undefined;

  constructor(players: ChunkPlayers) {
    this.#players = players;
  }

  /**
   * Plays a task.
   *
   * @param report - sends how far it is, meanwhile
   */
  answer(task: WorkerTask, report?: (advance: WorkerAdvance) => void): Posting {
    try {
      const rows = this.#play(task, report === undefined ? undefined : reportingNowAndThen(report));
      const transfer = rows.policies.flatMap((policy) =>
        Object.values(policy).map((values: Float64Array<ArrayBuffer>) => values.buffer),
      );
      return { answer: { rows }, transfer };
    } catch (error) {
      return { answer: { error: sentError(error) }, transfer: [] };
    }
  }

  #play({ comparison, chunk }: WorkerTask, onSlots: OnSlots | undefined): ChunkRows {
    this.#comparison = comparison ?? this.#comparison;
    if (this.#comparison === undefined) throw new Error('a first task brings its comparison');
    return this.#players.play(this.#comparison, chunk, onSlots);
  }
}

interface Job {
  readonly comparison: Comparison;
  readonly chunk: Chunk;
  readonly onSlots: OnSlots | undefined;
  resolve(rows: ChunkRows): void;
  reject(error: unknown): void;
}

/** Gives each worker one chunk at a time. */
export class WorkerPool implements Executor {
  readonly size: number;
  readonly #ports: readonly WorkerPort[];
  readonly #idle: WorkerPort[];
  readonly #waiting: Job[] = [];
  readonly #running = new Map<WorkerPort, Job>();
  /** What each worker was sent last. */
  readonly #sent = new Map<WorkerPort, Comparison>();
  #lost: WorkerLost | undefined;
  #closed = false;

  constructor(ports: readonly WorkerPort[]) {
    this.size = ports.length;
    this.#ports = ports;
    this.#idle = [...ports];
    for (const port of ports) {
      port.onAnswer((answer) => {
        if ('slots' in answer) this.#running.get(port)?.onSlots?.(answer.slots);
        else this.#finish(port, answer);
      });
      port.onLost((reason) => this.#lose(port, reason));
    }
  }

  play(comparison: Comparison, chunk: Chunk, onSlots?: OnSlots): Promise<ChunkRows> {
    if (this.#lost !== undefined) return Promise.reject(this.#lost);
    if (this.#closed) return Promise.reject(new WorkersClosed('the workers are closed'));
    return new Promise((resolve, reject) => {
      this.#waiting.push({ comparison, chunk, onSlots, resolve, reject });
      this.#assign();
    });
  }

  /** Ends the workers; whoever waits for a chunk gets a `WorkersClosed`. */
  async close(): Promise<void> {
    this.#closed = true;
    const closed = new WorkersClosed('the workers were closed before they were done');
    for (const job of [...this.#running.values(), ...this.#waiting.splice(0)]) job.reject(closed);
    this.#running.clear();
    await Promise.all(this.#ports.map((port) => port.close()));
  }

  #assign(): void {
    while (this.#idle.length > 0 && this.#waiting.length > 0) {
      const port = this.#idle.shift();
      const job = this.#waiting.shift();
      if (port === undefined || job === undefined) return;
      this.#running.set(port, job);
      this.#send(port, job);
    }
  }

  #send(port: WorkerPort, { comparison, chunk }: Job): void {
    const known = this.#sent.get(port) === comparison;
    this.#sent.set(port, comparison);
    port.send(known ? { chunk } : { comparison, chunk });
  }

  #finish(port: WorkerPort, answer: WorkerAnswer): void {
    const job = this.#running.get(port);
    this.#running.delete(port);
    this.#idle.push(port);
    if ('rows' in answer) job?.resolve(answer.rows);
    else job?.reject(receivedError(answer.error));
    this.#assign();
  }

  /** One lost worker ends the run: what killed it would kill the next one too. */
  #lose(port: WorkerPort, reason: string): void {
    if (this.#closed || this.#lost !== undefined) return;
    const job = this.#running.get(port);
    const where =
      job === undefined
        ? ''
        : ` while it played replications ${job.chunk.from} to ${job.chunk.to - 1}`;
    this.#lost = new WorkerLost(`a worker stopped${where}: ${reason}`);
    job?.reject(this.#lost);
    for (const waiting of this.#waiting.splice(0)) waiting.reject(this.#lost);
  }
}
