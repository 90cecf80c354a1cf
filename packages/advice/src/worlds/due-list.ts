/** The order in which rewards are learned. */
import type { RewardTimes } from '@driftline/core/play';
import { NEVER } from './due.ts';

/** Slots whose rewards are learned after each slot, in their order. */
export class DueList implements RewardTimes {
  readonly #first: Int32Array;
  readonly #next: Int32Array;
  readonly #due: Int32Array;
  /** The longest delay of any reward. */
  readonly longest: number;

  constructor(due: Int32Array) {
    this.#due = due;
    this.#first = new Int32Array(due.length).fill(NEVER);
    this.#next = new Int32Array(due.length).fill(NEVER);
    let longest = 0;
    for (let slot = due.length - 1; slot >= 0; slot--) {
      const at = due[slot];
      if (at === NEVER) continue;
      longest = Math.max(longest, at - slot);
      this.#next[slot] = this.#first[at];
      this.#first[at] = slot;
    }
    this.longest = longest;
  }

  /** All times are known from the start. */
  add(): void {}

  after(slot: number, settle: (slot: number) => void): void {
    for (let at = this.#first[slot]; at !== NEVER; at = this.#next[at]) settle(at);
  }

  /** The slot that is given up after this one, because its reward would be later than any other; −1 if none. */
  givenUp(slot: number): number {
    const old = slot - this.longest - 1;
    return old >= 0 && this.#due[old] === NEVER ? old : NEVER;
  }
}
