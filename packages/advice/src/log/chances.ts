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

/** Shares among rows of the same eligible set. */
function byShares(log: Log): Float64Array {
  const arms = log.arms.length;
  const sets = log.eligible === undefined ? 1 : log.sets.length;
  const counts = new Float64Array(sets * arms);
  const totals = new Float64Array(sets);
  const setAt = (row: number) => (log.eligible === undefined ? 0 : log.eligible[row]);
  for (let row = 0; row < log.rows; row++) {
    counts[setAt(row) * arms + log.arm[row]] += 1;
    totals[setAt(row)] += 1;
  }
  const values = new Float64Array(log.rows);
  for (let row = 0; row < log.rows; row++)
    values[row] = counts[setAt(row) * arms + log.arm[row]] / totals[setAt(row)];
  return values;
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
export function chancesOf(log: Log, { kind }: Logging): Chances {
  if (log.propensity !== undefined) return { values: log.propensity, how: 'given' };
  if (kind === 'uniform' || kind === 'random') return { values: byShares(log), how: 'shares' };
  return { values: byNearbyShares(log), how: 'nearby' };
}
