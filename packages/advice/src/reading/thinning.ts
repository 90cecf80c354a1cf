/** Thinning out a log that is too long: by a hash of the row's number, which is the same however it is read. */

const ALL = 2 ** 32;

function hashOf(row: number): number {
  let hash = row | 0;
  hash = Math.imul(hash ^ (hash >>> 16), 0x21f0aaad);
  hash = Math.imul(hash ^ (hash >>> 15), 0x735a2d97);
  return (hash ^ (hash >>> 15)) >>> 0;
}

/** Says which rows are kept; each time that they are too many, every other one goes. */
export class Thinning {
  readonly #most: number;
  #threshold = ALL;
  #rows = 0;
  #kept = 0;

  /** @param most - how many rows are kept at most */
  constructor(most: number) {
    this.#most = most;
  }

  /** How many rows one that is kept stands for. */
  get factor(): number {
    return ALL / this.#threshold;
  }

  /** Rows that were left out so far. */
  get dropped(): number {
    return this.#rows - this.#kept;
  }

  /** Whether the next row is kept. */
  next(): boolean {
    const isKept = hashOf(this.#rows) < this.#threshold;
    this.#rows += 1;
    if (isKept) this.#kept += 1;
    return isKept;
  }

  get isFull(): boolean {
    return this.#kept > this.#most;
  }

  /** Halves what is kept: calls with the places of those that stay, ascending, and returns how many they are. */
  halve(keep: (from: number, to: number) => void): number {
    const before = this.#threshold;
    this.#threshold /= 2;
    let from = 0;
    let to = 0;
    for (let row = 0; row < this.#rows; row++) {
      const hash = hashOf(row);
      if (hash >= before) continue;
      if (hash < this.#threshold) keep(from, to++);
      from += 1;
    }
    this.#kept = to;
    return to;
  }
}
