/** What happened in the last five minutes, in a bounded space. */
import type { Millis } from '../model/rows.ts';

const SPAN: Millis = 5 * 60_000;
const PIECES = 30;
const PIECE: Millis = SPAN / PIECES;

/** A count of the last five minutes, forgotten in pieces of ten seconds. */
export class RollingCount {
  readonly #counts = new Float64Array(PIECES);
  #first: Millis | undefined;
  #piece = 0;

  #advance(now: Millis): void {
    const piece = Math.floor(now / PIECE);
    if (piece - this.#piece >= PIECES) this.#counts.fill(0);
    else for (let at = this.#piece + 1; at <= piece; at++) this.#counts[at % PIECES] = 0;
    this.#piece = Math.max(this.#piece, piece);
  }

  add(count: number, now: Millis): void {
    this.#advance(now);
    this.#first ??= now;
    this.#counts[this.#piece % PIECES] += count;
  }

  sum(now: Millis): number {
    this.#advance(now);
    return this.#counts.reduce((sum, count) => sum + count, 0);
  }

  /** How many per millisecond; null before a minute has passed. */
  perMilli(now: Millis): number | null {
    if (this.#first === undefined || now - this.#first < 60_000) return null;
    return this.sum(now) / Math.min(SPAN, now - this.#first);
  }
}

/** The last observations, at most 2048 and none older than five minutes. */
export class RollingSample {
  static readonly #SIZE = 2048;
  readonly #values: number[] = [];
  readonly #times: Millis[] = [];
  #next = 0;

  add(value: number, now: Millis): void {
    this.#values[this.#next] = value;
    this.#times[this.#next] = now;
    this.#next = (this.#next + 1) % RollingSample.#SIZE;
  }

  /** The smallest observation that so large a share does not exceed; null where there are none. */
  quantile(share: number, now: Millis): number | null {
    const recent = this.#values
      .filter((_, place) => now - this.#times[place] <= SPAN)
      .sort((a, b) => a - b);
    return recent[Math.ceil(share * recent.length) - 1] ?? null;
  }
}
