/** The writer as other threads see it. */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Answer, Operation, OperationName } from '../model/operations.ts';
import { ProblemError } from '../model/problems.ts';
import { StoreBroken } from '../store/errors.ts';
import type { Measures } from './measures.ts';
import type { FromWriter, SentError, ThreadSetup, ToWriter } from './messages.ts';
import type { Writer, WriterHealth } from './operations.ts';
import { receivedBroken, receivedError } from './received-error.ts';

interface WriterThreadOptions extends ThreadSetup {
  readonly onMeasures: (measures: Measures) => void;
  /** Something that an operator should read of. */
  readonly onFault: (what: string, error: Error) => void;
  /** Is given what an operator should know, though nothing failed. */
  readonly onNotice: (notice: string) => void;
  /** The store cannot be relied on any more: nothing is acknowledged, and the process has to end. */
  readonly onBroken: (error: StoreBroken) => void;
}

/** What lives long is in columns and maps: a small nursery keeps a thread with a million decisions 70 MB smaller. */
const resourceLimits = { maxYoungGenerationSizeMb: 32 };

function entry(): URL {
  // Tests run the sources themselves.
  const ending = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
  return new URL(`./thread.${ending}`, import.meta.url);
}

interface Call {
  readonly resolve: (health: WriterHealth | undefined) => void;
  readonly reject: (error: Error) => void;
}

export class WriterThread implements Writer {
  readonly #worker: Worker;
  readonly #options: WriterThreadOptions;
  /** Keys that sign decision ids: they are in the store. */
  readonly idKeys: readonly Uint8Array[];
  readonly #asked = new Map<number, (answer: Answer) => void>();
  readonly #calls = new Map<number, Call>();
  #outgoing: (readonly [number, Operation])[] = [];
  #next = 0;
  #lost: Error | undefined;
  #isClosing = false;
  /** Operations that were turned away here since the writer's last measures. */
  #shed = 0;

  /** Starts the thread; resolves when the store is open, and rejects with what stands against that. */
  static start(options: WriterThreadOptions): Promise<WriterThread> {
    const { location, limits, acceptsClock } = options;
    const workerData: ThreadSetup = { location, limits, acceptsClock };
    const worker = new Worker(entry(), { workerData, resourceLimits });
    return new Promise((resolve, reject) => {
      worker.once('error', reject);
      worker.once('message', (message: FromWriter) => {
        worker.off('error', reject);
        if ('started' in message) {
          resolve(new WriterThread(worker, options, message.started.idKeys));
        } else {
          const error = 'refused' in message ? receivedError(message.refused) : undefined;
          reject(error ?? new Error('the thread of the writer did not start'));
        }
      });
    });
  }

  private constructor(worker: Worker, options: WriterThreadOptions, idKeys: readonly Uint8Array[]) {
    this.#worker = worker;
    this.#options = options;
    this.idKeys = idKeys;
    worker.on('message', (message: FromWriter) => this.#receive(message));
    worker.on('error', (error) => this.#lose(error instanceof Error ? error : undefined));
    worker.on('exit', () => this.#lose());
  }

  submit<Name extends OperationName>(operation: Operation<Name>): Promise<Answer<Name>> {
    return new Promise((resolve) => {
      // The thread answers an operation with the answer of its name.
      const answer = resolve as (answer: Answer) => void;
      if (this.#lost !== undefined) {
        answer({ problem: new ProblemError('stopping', 'the writer has ended').toProblem() });
        return;
      }
      if (this.#isFull) {
        this.#shed += 1;
        const detail = `${this.#options.limits.queued} operations are waiting, which is the limit`;
        answer({ problem: new ProblemError('overloaded', detail).toProblem() });
        return;
      }
      const id = this.#next++;
      this.#asked.set(id, answer);
      if (this.#outgoing.length === 0) setImmediate(() => this.#flush());
      this.#outgoing.push([id, operation as Operation]);
    });
  }

  turnsAway(): boolean {
    if (this.#asked.size < this.#options.limits.queued) return false;
    this.#shed += 1;
    return true;
  }

  /** A thread that is busy does not see how much waits for it: what is on its way counts here. */
  get #isFull(): boolean {
    return this.#asked.size >= 2 * this.#options.limits.queued;
  }

  async health(): Promise<WriterHealth> {
    const health = await this.#call('health');
    if (health === undefined) throw new Error('the thread of the writer does not report its state');
    return health;
  }

  async probe(): Promise<void> {
    await this.#call('probe');
  }

  async close(): Promise<void> {
    if (this.#lost !== undefined) return;
    this.#flush();
    this.#isClosing = true;
    const ended = once(this.#worker, 'exit');
    await this.#call('close');
    await ended;
  }

  /** Ends the thread at once, without finishing anything, as a crash would. */
  async end(): Promise<void> {
    await this.#worker.terminate();
  }

  #send(message: ToWriter): void {
    this.#worker.postMessage(message);
  }

  #flush(): void {
    if (this.#outgoing.length === 0) return;
    const operations = this.#outgoing;
    this.#outgoing = [];
    this.#send({ operations });
  }

  #call(call: 'health' | 'probe' | 'close'): Promise<WriterHealth | undefined> {
    if (this.#lost !== undefined) return Promise.reject(this.#lost);
    return new Promise((resolve, reject) => {
      const id = this.#next++;
      this.#calls.set(id, { resolve, reject });
      this.#send({ call, id });
    });
  }

  #receive(message: FromWriter): void {
    if ('answers' in message) {
      for (const [id, answer] of message.answers) this.#answer(id, answer);
    } else if ('done' in message) {
      this.#finish(message.done, message.health, message.error);
    } else if ('measures' in message) {
      this.#options.onMeasures(this.#withShed(message.measures));
    } else if ('fault' in message) {
      const { what, error } = message.fault;
      this.#options.onFault(what, receivedError(error));
    } else if ('notice' in message) {
      this.#options.onNotice(message.notice);
    } else if ('broken' in message) {
      this.#options.onBroken(receivedBroken(message.broken));
    }
  }

  #withShed(measures: Measures): Measures {
    const shed = (measures.shed['queue-full'] ?? 0) + this.#shed;
    this.#shed = 0;
    return shed === 0 ? measures : { ...measures, shed: { ...measures.shed, 'queue-full': shed } };
  }

  #answer(id: number, answer: Answer): void {
    this.#asked.get(id)?.(answer);
    this.#asked.delete(id);
  }

  #finish(id: number, health: WriterHealth | undefined, error: SentError | undefined): void {
    const call = this.#calls.get(id);
    this.#calls.delete(id);
    if (error === undefined) call?.resolve(health);
    else call?.reject(receivedError(error));
  }

  /** Whoever waits is told that nobody knows; without a writer the service cannot go on. */
  #lose(cause?: Error): void {
    if (this.#lost !== undefined) return;
    this.#lost = new Error('the thread of the writer has ended', { cause });
    const problem = new ProblemError(
      'unknown-commit',
      'the service does not know whether the operation was stored; send it again, and it counts once',
    ).toProblem();
    for (const id of [...this.#asked.keys()]) this.#answer(id, { problem });
    for (const { reject } of this.#calls.values()) reject(this.#lost);
    this.#calls.clear();
    if (this.#isClosing && cause === undefined) return;
    this.#options.onBroken(new StoreBroken(this.#lost.message, { cause }));
  }
}
