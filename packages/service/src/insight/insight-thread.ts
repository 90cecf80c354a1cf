/** Asks the threads that read. */
import { type EventEmitter, once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { History, Report } from '@driftline/client/wire';
import { ProblemError } from '../model/problems.ts';
import type { ExportOptions } from './export.ts';
import type { Insight } from './insight.ts';
import type { AskedRange } from './pages.ts';
import type { InsightAnswer, InsightAsk, InsightSetup, Port } from './protocol.ts';

type Unnumbered<Ask> = Ask extends unknown ? Omit<Ask, 'id'> : never;

interface Waiting {
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

/** One thread, and what it was asked. */
class Line {
  readonly #port: Port;
  readonly #waiting = new Map<number, Waiting>();
  #next = 0;
  #lost: Error | undefined;

  constructor(port: Port) {
    this.#port = port;
    port.on('message', (message) => this.#hear(message as InsightAnswer));
  }

  #hear(answer: InsightAnswer): void {
    const waiting = this.#waiting.get(answer.id);
    this.#waiting.delete(answer.id);
    if ('ok' in answer) waiting?.resolve(answer.ok);
    else if ('problem' in answer)
      waiting?.reject(new ProblemError(answer.problem.kind, answer.problem.detail));
    else waiting?.reject(answer.error);
  }

  /** Sends a question; `id` is its number, which names an export. */
  ask(ask: Unnumbered<InsightAsk>): { readonly id: number; readonly answer: Promise<unknown> } {
    const id = this.#next++;
    if (this.#lost !== undefined) return { id, answer: Promise.reject(this.#lost) };
    const answer = new Promise<unknown>((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
    });
    this.#port.postMessage({ id, ...ask });
    return { id, answer };
  }

  /** The thread is gone: nobody will answer. */
  lose(error: Error): void {
    this.#lost ??= error;
    for (const { reject } of this.#waiting.values()) reject(this.#lost);
    this.#waiting.clear();
  }

  get isLost(): boolean {
    return this.#lost !== undefined;
  }
}

function entry(): URL {
  // Tests run the sources themselves.
  const ending = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
  return new URL(`./thread.${ending}`, import.meta.url);
}

/** A thread, as it is used here. */
export type ReadingThread = EventEmitter & Port;

type StartThread = (setup: InsightSetup) => ReadingThread;

/** Starts a thread that reads. */
export const startThread: StartThread = (setup) => new Worker(entry(), { workerData: setup });

/** A thread that is started when it is first asked, and again after it was lost. */
class LazyThread {
  readonly #start: () => ReadingThread;
  #line: Line | undefined;
  #ended: Promise<void> = Promise.resolve();

  constructor(start: () => ReadingThread) {
    this.#start = start;
  }

  open(): Line {
    if (this.#line !== undefined) return this.#line;
    const worker = this.#start();
    const line = new Line(worker);
    const lose = (cause?: unknown) => {
      if (this.#line === line) this.#line = undefined;
      line.lose(new Error('the thread that reads the log has ended', { cause }));
    };
    worker.on('error', lose);
    this.#ended = once(worker, 'exit').then(() => lose(), lose);
    this.#line = line;
    return line;
  }

  async close(): Promise<void> {
    const line = this.#line;
    if (line !== undefined) await line.ask({ call: 'close' }).answer;
    await this.#ended;
  }
}

/** Exports have a thread of their own, so that no report waits for one. */
export class InsightThread implements Insight {
  readonly #readings: LazyThread;
  readonly #exports: LazyThread;

  constructor(setup: InsightSetup, start: StartThread = startThread) {
    this.#readings = new LazyThread(() => start(setup));
    this.#exports = new LazyThread(() => start(setup));
  }

  async history(key: string, bins?: number): Promise<History> {
    return (await this.#readings.open().ask({ call: 'history', key, bins }).answer) as History;
  }

  async report(key: string, range: AskedRange = {}): Promise<Report> {
    return (await this.#readings.open().ask({ call: 'report', key, range }).answer) as Report;
  }

  async *export(key: string, options: ExportOptions = {}): AsyncGenerator<string, void> {
    const line = this.#exports.open();
    const { id, answer } = line.ask({ call: 'begin', key, options });
    await answer;
    try {
      for (;;) {
        const piece = await line.ask({ call: 'next', export: id }).answer;
        if (typeof piece !== 'string') return;
        yield piece;
      }
    } finally {
      if (!line.isLost) await line.ask({ call: 'end', export: id }).answer;
    }
  }

  async close(): Promise<void> {
    await Promise.all([this.#readings.close(), this.#exports.close()]);
  }
}
