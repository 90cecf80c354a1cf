/** Tries something again until it goes right, each time after a longer wait. */
import { systemSurroundings, waitBeforeRetry } from '@driftline/client/providers';

export class Retries {
  readonly #retry: () => void;
  #failures = 0;
  #cancel: (() => void) | undefined;

  constructor(retry: () => void) {
    this.#retry = retry;
  }

  /** It went wrong: it is tried again later. */
  later(): void {
    if (this.#cancel !== undefined) return;
    this.#failures += 1;
    const wait = waitBeforeRetry(this.#failures, undefined, systemSurroundings);
    this.#cancel = systemSurroundings.after(wait, () => this.now());
  }

  /** Without waiting any longer, where something waits. */
  now(): void {
    if (this.#cancel === undefined) return;
    this.#cancel();
    this.#cancel = undefined;
    this.#retry();
  }

  /** It went right, or does not matter any more. */
  stop(): void {
    this.#failures = 0;
    this.#cancel?.();
    this.#cancel = undefined;
  }
}
