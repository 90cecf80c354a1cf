/**
 * Whether the service's clock is the store's. Several processes write to one log, whose time never goes back: one
 * whose clock is ahead would close decisions too early, and let time stand still for all others.
 */
import type { Millis } from '../model/rows.ts';
import { momentOf } from '../model/write-configuration.ts';
import type { Store } from '../store/store.ts';
import type { Clock } from './clock.ts';

/** By so many milliseconds a clock may be off. */
const MOST_OFF = 5000;
/** Milliseconds after which every process has compared its clock since this one was set. */
const SETTLED_MILLIS = 10_000;
/** How often it is looked at. */
const MILLIS_PER_LOOK = 3000;

interface Measured {
  readonly offset: Millis;
  readonly isRight: boolean;
  readonly why: string;
}

export class StoreClock {
  readonly #store: Store;
  readonly #clock: Clock;
  readonly #onError: (error: unknown) => void;
  #lookedAt: number | undefined;
  #setAt: number;
  #offset: Millis | undefined;
  #why: string | undefined;
  #looking: Promise<void> | undefined;

  constructor(store: Store, clock: Clock, onError: (error: unknown) => void) {
    this.#store = store;
    this.#clock = clock;
    this.#onError = onError;
    this.#setAt = clock.elapsed();
    if (store.isShared) this.#why = 'the clock has not been compared with that of the store yet';
  }

  /** Why nothing may be written by this clock; undefined where it is right. */
  get why(): string | undefined {
    return this.#why;
  }

  /**
   * Whether no other process goes on with a clock from before this one was set. Until then a log that is ahead stands
   * still: if its offset changed, a process that is ahead would push it further.
   */
  get isSettled(): boolean {
    return !this.#store.isShared || this.#clock.elapsed() - this.#setAt >= SETTLED_MILLIS;
  }

  /** From the store's clock to the service's; undefined where it is not known, or the store has none. */
  get offset(): Millis | undefined {
    return this.#offset;
  }

  /** Looks where it is time to. Where the store does not answer, what was found last stands. */
  async look(): Promise<void> {
    const elapsed = this.#clock.elapsed();
    const isDue = this.#lookedAt === undefined || elapsed - this.#lookedAt >= MILLIS_PER_LOOK;
    if (!this.#store.isShared || !isDue) return this.#looking;
    this.#lookedAt = elapsed;
    this.#looking ??= this.#compare()
      .catch(this.#onError)
      .finally(() => {
        this.#looking = undefined;
      });
    return this.#looking;
  }

  async #compare(): Promise<void> {
    const found = await this.#measured();
    if (found === undefined || found.isRight) return this.#note(found);
    // Somebody may have set the machine's clock right since the service took it.
    this.#clock.takeAnew();
    this.#setAt = this.#clock.elapsed();
    this.#note(await this.#measured());
  }

  #note(found: Measured | undefined): void {
    this.#offset = found?.offset;
    this.#why = found === undefined || found.isRight ? undefined : found.why;
  }

  /** How long the way there and back took may be wrong by half of it. */
  async #measured(): Promise<Measured | undefined> {
    const asked = this.#clock.elapsed();
    const there = await this.#store.clock();
    const half = (this.#clock.elapsed() - asked) / 2;
    if (there === undefined) return undefined;
    const here = this.#clock.now();
    const offset = here - there;
    const isRight = Math.abs(offset) - half <= MOST_OFF;
    const why = `the clock of this process shows ${momentOf(here)}, that of the store ${momentOf(Math.round(there))}; they must not differ by more than ${MOST_OFF / 1000} s; the service makes no decisions until they agree`;
    return { offset, isRight, why };
  }
}
