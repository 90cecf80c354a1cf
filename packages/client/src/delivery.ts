/** When what waits in the outbox goes to the service: at once, and after a failure again and again. */
import { waitBeforeRetry } from './backoff.ts';
import { type Outcome, Outcomes } from './outcome.ts';
import { Sender, type SenderParts, type Trial } from './sender.ts';

/** Runs something while nobody else who shares the storage does. */
export type Exclusively = (work: () => Promise<void>) => Promise<void>;

interface DeliveryParts extends SenderParts {
  readonly exclusively: Exclusively;
}

export class Delivery {
  readonly #parts: DeliveryParts;
  readonly #outcomes = new Outcomes();
  readonly #sender: Sender;
  #underWay: Promise<void> | undefined;
  #again = false;
  #failures = 0;
  #cancelRetry: (() => void) | undefined;
  #closed = false;

  constructor(parts: DeliveryParts) {
    this.#parts = parts;
    this.#sender = new Sender(parts, this.#outcomes);
  }

  /** What becomes of something at the next try. */
  outcomeOf(id: string): Promise<Outcome> {
    if (!this.start()) return Promise.resolve('waiting');
    return this.#outcomes.of(id);
  }

  /**
   * Delivers what waits, unless it was tried without success a moment ago.
   *
   * @returns whether it does
   */
  start(): boolean {
    if (this.#closed || this.#cancelRetry !== undefined) return false;
    this.#again = true;
    this.#underWay ??= this.#deliver();
    return true;
  }

  /** Tries now to deliver everything that waits. */
  async flush(): Promise<void> {
    this.#stopWaiting();
    this.start();
    await this.#underWay;
  }

  /** Tries no more by itself. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#stopWaiting();
    await this.#underWay;
  }

  #stopWaiting(): void {
    this.#cancelRetry?.();
    this.#cancelRetry = undefined;
  }

  async #deliver(): Promise<void> {
    const trial: Trial = { failed: false, stopped: false, progressed: false, wait: undefined };
    while (this.#again && !trial.stopped) {
      this.#again = false;
      await this.#parts.exclusively(() => this.#sender.sendAll(trial));
    }
    // From here on without a pause: whoever starts a delivery now starts another one.
    this.#underWay = undefined;
    // Somebody else who shares the storage may have delivered some; what is still there waits.
    const left = new Set(this.#parts.outbox.ids());
    this.#outcomes.settleAll((id) => (left.has(id) ? 'waiting' : 'delivered'));
    // One experiment that is out of order does not slow down the others.
    if (!trial.failed || trial.progressed) this.#failures = 0;
    if (trial.failed) return this.#retryLater(trial.wait);
    this.#parts.reporter.over('delivery');
  }

  #retryLater(asked: number | undefined): void {
    if (this.#closed) return;
    this.#failures += 1;
    const { surroundings } = this.#parts;
    const wait = waitBeforeRetry(this.#failures, asked, surroundings);
    this.#cancelRetry = surroundings.after(wait, () => {
      this.#cancelRetry = undefined;
      this.start();
    });
  }

  /** The page goes away. */
  lastCall(): Promise<void> {
    return this.#sender.lastCall();
  }
}
