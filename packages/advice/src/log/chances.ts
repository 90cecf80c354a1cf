/** With which probability the arm of each row was taken, as far as a log tells. */
import type { Log } from '../contract/log.ts';
import type { Logging } from '../contract/logging.ts';

/** Probabilities of the arms taken. */
export interface Chances {
  /** Of each row. */
  readonly values: Float64Array;
  /** `given` by the log, `shares` of a random log, or `nearby` shares of one that is not. */
  readonly how: 'given' | 'shares' | 'nearby';
}

/** Rows around one that its arm's share is counted in, where shares change. */
const NEARBY = 200;

/** Shares among rows of the same eligible set: sets × arms. */
function sharesBySet(log: Log): Float64Array {
  const arms = log.arms.length;
  const { arm, eligible, rows } = log;
  const sets = eligible === undefined ? 1 : log.sets.length;
  const counts = new Float64Array(sets * arms);
  for (let row = 0; row < rows; row++)
    counts[(eligible === undefined ? 0 : eligible[row]) * arms + arm[row]] += 1;
  return counts.map((count, cell) => {
    const first = cell - (cell % arms);
    const total = counts.subarray(first, first + arms).reduce((sum, each) => sum + each, 0);
    return total > 0 ? count / total : 0;
  });
}

/** Looks up the probability of a row's arm. Shares need no column. */
export class RowChances {
  readonly how: Chances['how'];
  readonly #values: Float64Array | undefined;
  readonly #shares: Float64Array;
  readonly #arm: Uint16Array;
  readonly #eligible: Uint16Array | undefined;
  readonly #arms: number;

  constructor(log: Log, { kind }: Logging) {
    const isRandom = kind === 'uniform' || kind === 'random';
    this.how = log.propensity !== undefined ? 'given' : isRandom ? 'shares' : 'nearby';
    const isByShares = this.how === 'shares';
    this.#values = isByShares ? undefined : (log.propensity ?? byNearbyShares(log));
    this.#shares = isByShares ? sharesBySet(log) : new Float64Array(0);
    this.#arm = log.arm;
    this.#eligible = log.eligible;
    this.#arms = log.arms.length;
  }

  at(row: number): number {
    if (this.#values !== undefined) return this.#values[row];
    const set = this.#eligible === undefined ? 0 : this.#eligible[row];
    return this.#shares[set * this.#arms + this.#arm[row]];
  }

  /** Those of all rows. */
  column({ rows }: Log): Float64Array {
    if (this.#values !== undefined) return this.#values;
    const values = new Float64Array(rows);
    for (let row = 0; row < rows; row++) values[row] = this.at(row);
    return values;
  }
}

/** Shares among the rows around each. */
function byNearbyShares(log: Log): Float64Array {
  const counts = new Float64Array(log.arms.length);
  const values = new Float64Array(log.rows);
  const half = NEARBY / 2;
  const end = (row: number) => Math.min(log.rows, row + half);
  for (let row = 0; row < end(0); row++) counts[log.arm[row]] += 1;
  for (let row = 0; row < log.rows; row++) {
    if (row > 0 && row + half <= log.rows) counts[log.arm[row + half - 1]] += 1;
    if (row > half) counts[log.arm[row - half - 1]] -= 1;
    values[row] = counts[log.arm[row]] / (end(row) - Math.max(0, row - half));
  }
  return values;
}

/** The probability of each row's arm: the log's own, or as shares tell. */
export function chancesOf(log: Log, logging: Logging): Chances {
  const chances = new RowChances(log, logging);
  return { values: chances.column(log), how: chances.how };
}
