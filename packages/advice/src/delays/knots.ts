import { MOST_KNOTS } from './curve.ts';

/** Keeps every so many-th of a long row of numbers in threes, so that the number kept is bounded. */
export class Knots {
  readonly #rows: [number[], number[], number[]] = [[], [], []];
  readonly #every: number;
  #since = 0;

  /** @param count - how many rewards there are in all */
  constructor(count: number) {
    this.#every = count / MOST_KNOTS;
  }

  /** Takes note of a place after `came` more rewards; kept if the last one kept is far enough away, or if it must be. */
  add(came: number, numbers: readonly [number, number, number], mustBe: boolean): void {
    this.#since += came;
    if (this.#since < this.#every && !mustBe) return;
    this.#since = 0;
    numbers.forEach((number, i) => {
      this.#rows[i].push(number);
    });
  }

  columns(): [Float64Array, Float64Array, Float64Array] {
    const [firsts, seconds, thirds] = this.#rows;
    return [Float64Array.from(firsts), Float64Array.from(seconds), Float64Array.from(thirds)];
  }
}
