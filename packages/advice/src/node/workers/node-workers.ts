/** Tasks on threads. */
import { Worker } from 'node:worker_threads';
import { type Task, type Workers, WorkersStopped } from '@driftline/advice';

/** What a thread is asked for. */
export interface SentTask {
  readonly task: string;
  readonly input: unknown;
}

/** What a thread says: units of work just done, and in the end what came of it. */
export type ThreadAnswer =
  | { readonly units: number }
  | { readonly output: unknown }
  | { readonly error: Error };

interface Job {
  readonly sent: SentTask;
  readonly onUnits: (units: number) => void;
  resolve(output: unknown): void;
  reject(error: unknown): void;
}

/** Tasks work on columns, and make few objects: the room for new ones, which is soon 100 MB, need not be large. */
const LIMITS = { maxYoungGenerationSizeMb: 12 };

/** Gives each thread one task at a time. Threads start when they are first needed. */
export class NodeWorkers implements Workers {
  readonly size: number;
  readonly #threads: Worker[] = [];
  readonly #idle: Worker[] = [];
  readonly #running = new Map<Worker, Job>();
  readonly #waiting: Job[] = [];
  #ended: Error | undefined;

  constructor(size: number) {
    this.size = size;
  }

  run<Input, Output>(
    task: Task<Input, Output>,
    input: Input,
    onUnits: (units: number) => void = () => {},
  ): Promise<Output> {
    if (this.#ended !== undefined) return Promise.reject(this.#ended);
    return new Promise((resolve, reject) => {
      this.#waiting.push({
        sent: { task: task.name, input },
        onUnits,
        // A thread runs the task of this name, so that its output is what the task says.
        resolve: (output) => resolve(output as Output),
        reject,
      });
      this.#assign();
    });
  }

  /** Ends the threads; whoever waits for a task gets a `WorkersStopped`. */
  async close(): Promise<void> {
    this.#end(new WorkersStopped());
    await Promise.all(this.#threads.map((thread) => thread.terminate()));
  }

  #end(error: Error): void {
    this.#ended ??= error;
    for (const job of [...this.#running.values(), ...this.#waiting.splice(0)]) job.reject(error);
    this.#running.clear();
  }

  #start(): Worker {
    const thread = new Worker(new URL('./thread.js', import.meta.url), { resourceLimits: LIMITS });
    this.#threads.push(thread);
    thread.on('message', (answer: ThreadAnswer) => this.#hear(thread, answer));
    thread.on('error', (error) => this.#end(error));
    return thread;
  }

  #assign(): void {
    while (this.#waiting.length > 0) {
      const thread =
        this.#idle.shift() ?? (this.#threads.length < this.size ? this.#start() : undefined);
      const job = thread && this.#waiting.shift();
      if (thread === undefined || job === undefined) return;
      this.#running.set(thread, job);
      thread.postMessage(job.sent);
    }
  }

  #hear(thread: Worker, answer: ThreadAnswer): void {
    const job = this.#running.get(thread);
    if ('units' in answer) {
      job?.onUnits(answer.units);
      return;
    }
    this.#running.delete(thread);
    this.#idle.push(thread);
    if ('error' in answer) job?.reject(answer.error);
    else job?.resolve(answer.output);
    this.#assign();
  }
}
