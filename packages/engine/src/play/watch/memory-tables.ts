/** What a policy shows of its memory in each slot, beside the weights that its kernel states. */
import type { Kernel } from '@driftline/core';
import type { Showing } from '@driftline/core/showing';

/** A table for what a policy shows in each slot; empty where it shows no such thing. */
function tableFor(method: unknown, slots: number): Float64Array<ArrayBuffer> {
  return new Float64Array(method === undefined ? 0 : slots);
}

/** Keeps what is shown of a memory, slot by slot. */
export class MemoryTables {
  readonly learners: Float64Array<ArrayBuffer>;
  readonly windows: Float64Array<ArrayBuffer>;
  readonly until: Float64Array<ArrayBuffer>;
  readonly reaches: Float64Array<ArrayBuffer>;
  readonly #kernel: Kernel;
  readonly #memory: NonNullable<Showing['memory']>;
  readonly #reachCount: number;

  constructor({ memory = {} }: Showing, kernel: Kernel, slots: number) {
    this.#kernel = kernel;
    this.#memory = memory;
    this.#reachCount = memory.reaches?.(kernel).length ?? 0;
    this.learners = tableFor(memory.learner, slots);
    this.windows = tableFor(memory.window, slots);
    this.until = tableFor(memory.until, slots);
    this.reaches = new Float64Array(slots * this.#reachCount);
  }

  /** After the pick of a slot: the earliest slot that may count, and whether who picked knows nothing yet. */
  note(slot: number): { readonly since: number; readonly isFresh: boolean } {
    const memory = this.#memory;
    const kernel = this.#kernel;
    if (memory.window !== undefined) this.windows[slot] = memory.window(kernel);
    if (memory.until !== undefined) this.until[slot] = memory.until(kernel);
    if (this.#reachCount > 0 && memory.reaches !== undefined) {
      this.reaches.set(memory.reaches(kernel), slot * this.#reachCount);
    }
    const learner = memory.learner?.(kernel);
    if (learner === undefined) return { since: memory.since?.(kernel) || 0, isFresh: false };
    this.learners[slot] = learner.id;
    return { since: learner.fresh ? slot : learner.since, isFresh: learner.fresh };
  }
}
