/** What a policy still remembers in each slot, and when alarms and resets made it forget. */
import type { Kernel } from '@driftline/core';
import type { Showing } from '@driftline/core/showing';

/** What an alarm made a policy forget, where it is not one arm alone. */
export const ALL_ARMS = -1;
/** What an alarm made a policy forget, where a trial has yet to decide. */
export const NO_ARM_YET = -2;

/** Follows what a kernel forgets, slot by slot. */
export class Forgetting {
  readonly earliest: Int32Array<ArrayBuffer>;
  readonly alarms: number[] = [];
  readonly forgotten: number[] = [];
  readonly resets: number[] = [];
  discount = 1;
  readonly #shows: Showing;
  readonly #kernel: Kernel;
  #remembered = 0;
  #restarts = 0;
  #trial = Number.NaN;

  constructor(slots: number, shows: Showing, kernel: Kernel) {
    this.earliest = new Int32Array(slots);
    this.#shows = shows;
    this.#kernel = kernel;
  }

  /**
   * Before a slot's pick.
   *
   * @param counts - what is remembered of each arm then
   * @param before - the arm of the slot before: an alarm is raised by its reward
   * @param since - the earliest slot that what is known rests on
   */
  note(slot: number, counts: Float64Array, before: number, since: number): void {
    const last = this.#remembered;
    while (this.#remembered < slot && this.#kernel.weight(this.#remembered) === 0) {
      this.#remembered += 1;
    }
    this.earliest[slot] = Math.max(this.#remembered, since);
    // The first slot with two old ones, whose weights a discount distinguishes.
    if (slot === 2) this.discount = this.#fading();
    const restarts = this.#shows.restarts?.(this.#kernel) ?? 0;
    if (restarts !== this.#restarts) {
      this.alarms.push(slot);
      this.forgotten.push(counts.some((count) => count > 0) ? before : ALL_ARMS);
    } else if (this.#isOnTrial()) {
      this.alarms.push(slot);
      this.forgotten.push(NO_ARM_YET);
    } else if (this.#remembered > last + 1) {
      this.resets.push(slot);
    }
    this.#restarts = restarts;
  }

  /** Everything that was noted. */
  noted() {
    return {
      earliest: this.earliest,
      discount: this.discount,
      alarms: Int32Array.from(this.alarms),
      forgotten: Int32Array.from(this.forgotten),
      resets: Int32Array.from(this.resets),
    };
  }

  /** Whether an alarm has just put what is known on trial. */
  #isOnTrial(): boolean {
    const since = this.#shows.memory?.trial?.(this.#kernel) ?? Number.NaN;
    const isNew = !Number.isNaN(since) && since !== this.#trial;
    this.#trial = since;
    return isNew;
  }

  #fading(): number {
    const older = this.#kernel.weight(0);
    const newer = this.#kernel.weight(1);
    return older > 0 && newer > 0 ? older / newer : 1;
  }
}
