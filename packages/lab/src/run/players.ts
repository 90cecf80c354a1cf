/**
 * Players that outlive a run. Starting a worker takes longer than many a run's first chunk, so one
 * that has nothing to do is kept for the next run; one that is busy is ended, so that its answer can
 * never be taken for the next run's.
 */
import type { WebWorker } from '@driftline/engine/play';

/** What is heard from a worker. */
interface WorkerEvent {
  readonly data?: unknown;
  readonly message?: string;
  preventDefault?(): void;
}

/** What is needed of a `Worker`. */
export interface StartedWorker {
  postMessage(message: unknown): void;
  addEventListener(type: string, listener: (event: WorkerEvent) => void): void;
  terminate(): void;
}

type Listener = Parameters<WebWorker['addEventListener']>[1];

/** A worker lent to one run: its listeners are that run's alone, and ending it gives it back. */
class Loan implements WebWorker {
  readonly #worker: KeptWorker;
  readonly listeners = new Map<string, Listener>();

  constructor(worker: KeptWorker) {
    this.#worker = worker;
  }

  postMessage(message: unknown): void {
    this.#worker.send(message);
  }

  addEventListener(type: string, listener: Listener): void {
    this.listeners.set(type, listener);
  }

  terminate(): void {
    this.#worker.giveBack(this);
  }
}

/** A worker with the run that has it now. */
class KeptWorker {
  readonly #worker: StartedWorker;
  readonly #keep: (worker: KeptWorker) => void;
  #loan: Loan | undefined;
  #unanswered = 0;
  #lost = false;

  constructor(worker: StartedWorker, keep: (worker: KeptWorker) => void) {
    this.#worker = worker;
    this.#keep = keep;
    worker.addEventListener('message', (event) => {
      this.#unanswered -= 1;
      this.#loan?.listeners.get('message')?.(event);
    });
    worker.addEventListener('error', (event) => {
      // Reported here, it need not reach the page as an error of the coordinator too.
      event.preventDefault?.();
      this.#lost = true;
      this.#loan?.listeners.get('error')?.(event);
    });
  }

  get usable(): boolean {
    return !this.#lost;
  }

  lend(): Loan {
    this.#loan = new Loan(this);
    return this.#loan;
  }

  send(message: unknown): void {
    // Only chunks are answered.
    if (typeof message === 'object' && message !== null && 'chunk' in message) {
      this.#unanswered += 1;
    }
    this.#worker.postMessage(message);
  }

  giveBack(loan: Loan): void {
    if (this.#loan !== loan) return;
    this.#loan = undefined;
    if (this.#unanswered === 0 && !this.#lost) this.#keep(this);
    else this.#worker.terminate();
  }
}

/** Lends players to runs. */
export class Players {
  readonly #start: () => StartedWorker;
  #idle: KeptWorker[] = [];

  constructor(start: () => StartedWorker) {
    this.#start = start;
  }

  /** Starts players until this many are idle. */
  prepare(count: number): void {
    while (this.#idle.length < count) this.#idle.push(this.#started());
  }

  /** Players for one run. */
  lend(count: number): WebWorker[] {
    // One may have been lost while nobody had it.
    this.#idle = this.#idle.filter(({ usable }) => usable);
    this.prepare(count);
    return this.#idle.splice(0, count).map((worker) => worker.lend());
  }

  #started(): KeptWorker {
    return new KeptWorker(this.#start(), (worker) => this.#idle.push(worker));
  }
}
