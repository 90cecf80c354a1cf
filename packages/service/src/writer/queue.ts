/** Operations in the order in which they came. */
import type { Entry } from './entry.ts';

/** An array is cut when more than this many at its beginning are gone. */
const SPARE = 1024;

export class Queue {
  #entries: Entry[] = [];
  #first = 0;

  get length(): number {
    return this.#entries.length - this.#first;
  }

  get head(): Entry | undefined {
    return this.#entries[this.#first];
  }

  push(entry: Entry): void {
    this.#entries.push(entry);
  }

  shift(): Entry | undefined {
    const { head } = this;
    if (head === undefined) return undefined;
    this.#first += 1;
    if (this.#first > SPARE && this.#first * 2 > this.#entries.length) {
      this.#entries = this.#entries.slice(this.#first);
      this.#first = 0;
    }
    return head;
  }

  /** Puts entries before all others. */
  putBack(entries: readonly Entry[]): void {
    if (entries.length === 0) return;
    this.#entries = [...entries, ...this.#entries.slice(this.#first)];
    this.#first = 0;
  }
}
