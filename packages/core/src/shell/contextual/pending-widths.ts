/** The pending decisions in the widths of a kernel. */
import type { Floats } from '../../portable/base/language.ts';
import type { ContextualKernel } from '../../portable/kernels/contextual-kernel.ts';
import type { PendingDecisions } from '../pending.ts';
import type { Encoder } from './encoder.ts';

/**
 * Keeps the pending decisions of a kernel counted in its widths. A kernel subtracts what is released. So that no
 * rounding piles up, all that wait are held again once as many were released as wait: one more addition per decision
 * on average, and the same bits in every fold.
 */
export class PendingWidths {
  readonly #encoder: Encoder;
  readonly #blockOf: (arm: number) => number;
  readonly #kernel: () => ContextualKernel;
  readonly #pending: () => PendingDecisions;
  readonly #vector: Floats;
  /** Decisions released since all were held again. */
  released = 0;

  constructor(
    encoder: Encoder,
    blockOf: (arm: number) => number,
    kernel: () => ContextualKernel,
    pending: () => PendingDecisions,
  ) {
    this.#encoder = encoder;
    this.#blockOf = blockOf;
    this.#kernel = kernel;
    this.#pending = pending;
    this.#vector = new Float64Array(encoder.dimension);
  }

  /** Counts a decision. */
  hold(arm: number, codes: ArrayLike<number | null>, from = 0): void {
    this.#encoder.fill(codes, this.#vector, 0, from);
    this.#kernel().hold(this.#blockOf(arm), this.#vector, 0);
  }

  /** Takes a decision out that has ended, and so is no longer pending. */
  release(arm: number, codes: Floats, from: number): void {
    const kernel = this.#kernel();
    const { size } = this.#pending();
    this.released += 1;
    if (this.released < size) {
      this.#encoder.fill(codes, this.#vector, 0, from);
      kernel.release(this.#blockOf(arm), this.#vector, 0);
      return;
    }
    kernel.letGo();
    this.released = 0;
    this.#pending().visit((each, kept, at) => this.hold(each, kept, at));
  }
}
