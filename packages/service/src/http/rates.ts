/** How often each key may ask: a bucket that fills at a steady rate and holds what comes in a second. */

interface Bucket {
  tokens: number;
  /** When it was filled last. */
  at: number;
}

/** Milliseconds that only go forward. */
type MonotonicClock = () => number;

export class RateLimit {
  readonly #perSecond: number;
  readonly #clock: MonotonicClock;
  readonly #refused: (operations: number) => void;
  readonly #buckets = new Map<string, Bucket>();

  /**
   * @param perSecond - operations a second; as many may come at once
   * @param refused - is given how many were turned away
   */
  constructor(
    perSecond: number,
    refused: (operations: number) => void = () => undefined,
    clock: MonotonicClock = () => performance.now(),
  ) {
    this.#perSecond = perSecond;
    this.#refused = refused;
    this.#clock = clock;
  }

  /**
   * Takes so many operations out of a caller's bucket, or none where it holds too few. A request of more than a
   * bucket holds is let through when it is full, but for what the request has `taken` before, and paid off afterwards.
   */
  take(caller: string, operations: number, taken = 0): boolean {
    const bucket = this.#filled(caller);
    if (bucket.tokens < Math.min(operations, this.#perSecond - taken)) {
      this.#refused(operations);
      return false;
    }
    bucket.tokens -= operations;
    return true;
  }

  #filled(caller: string): Bucket {
    const now = this.#clock();
    const bucket = this.#buckets.get(caller) ?? { tokens: this.#perSecond, at: now };
    const gained = ((now - bucket.at) / 1000) * this.#perSecond;
    bucket.tokens = Math.min(this.#perSecond, bucket.tokens + gained);
    bucket.at = now;
    this.#buckets.set(caller, bucket);
    return bucket;
  }
}
