/** Checks a plugin in a thread of its own, and reports a check that never ends. */
import { Worker } from 'node:worker_threads';
import { receivedError } from '@driftline/engine/play';
import { UserError } from '../../terminal/errors.ts';
import type { CheckOutcome } from './plan.ts';
import type { CheckMessage } from './worker.ts';

/** A timer that is set to more fires at once. */
const LONGEST_TIMER = 2 ** 31 - 1;

type Planned = Pick<CheckOutcome, 'kind' | 'id' | 'check'>;

/** Collects outcomes; each has this long to come. */
class CheckRun {
  readonly #file: string;
  readonly #limitSeconds: number;
  readonly #worker: Worker;
  readonly #outcomes: CheckOutcome[] = [];
  #planned: readonly Planned[] | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(file: string, limitSeconds: number) {
    this.#file = file;
    this.#limitSeconds = limitSeconds;
    this.#worker = new Worker(new URL('./worker.js', import.meta.url), { workerData: file });
  }

  /** @throws whatever loading threw; UserError where loading never ends */
  async outcomes(): Promise<CheckOutcome[]> {
    try {
      return await new Promise((resolve, reject) => {
        const ended = (why: string) => this.#end(why, resolve, reject);
        this.#worker.on('message', (message: CheckMessage) => {
          if (message !== 'started') {
            if ('error' in message) reject(receivedError(message.error));
            else if ('planned' in message) this.#planned = message.planned;
            else this.#outcomes.push(message.outcome);
          }
          this.#wait(ended);
          if (this.#outcomes.length === this.#planned?.length) resolve(this.#outcomes);
        });
        this.#worker.on('error', (error: unknown) =>
          ended(`it failed: ${error instanceof Error ? error.message : String(error)}`),
        );
        this.#worker.on('exit', () => ended('it ended the thread of the check'));
      });
    } finally {
      // What comes while the thread ends is not waited for any more.
      this.#worker.removeAllListeners('message');
      clearTimeout(this.#timer);
      await this.#worker.terminate();
    }
  }

  /** Starts the clock for what is awaited now; loading, which may compile much, has ten times as long. */
  #wait(ended: (why: string) => void): void {
    const seconds = this.#limitSeconds * (this.#planned === undefined ? 10 : 1);
    const why = `it did not return within ${seconds} s, and may never do so; set another limit with --limit`;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => ended(why), Math.min(LONGEST_TIMER, 1000 * seconds));
  }

  /** The check under way failed, and those after it are not run. */
  #end(
    why: string,
    resolve: (outcomes: CheckOutcome[]) => void,
    reject: (error: Error) => void,
  ): void {
    if (this.#planned === undefined) {
      reject(new UserError(`plugin ${this.#file}: cannot be loaded: ${why}`, 'plugin-not-loaded'));
      return;
    }
    const [failed, ...others] = this.#planned.slice(this.#outcomes.length);
    if (failed === undefined) return;
    resolve([
      ...this.#outcomes,
      { ...failed, ok: false, message: why },
      ...others.map((other) => ({ ...other, ok: null, message: null })),
    ]);
  }
}

/**
 * How every check of a plugin ended.
 *
 * @param limitSeconds - how long a check may take
 */
export function checkOutcomes(file: string, limitSeconds: number): Promise<CheckOutcome[]> {
  return new CheckRun(file, limitSeconds).outcomes();
}
