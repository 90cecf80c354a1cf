/** Means of arms in blocks of rows. */
import type { Log } from '../contract/log.ts';
import { armCountOf } from '../log/part.ts';

/** Means of each arm in each block, with the variance of their noise. */
export interface Blocks {
  /** Rows of a block. */
  readonly length: number;
  readonly count: number;
  readonly armCount: number;
  /** Blocks × arms; NaN where an arm has too few rows there. */
  readonly means: Float64Array;
  readonly noise: Float64Array;
}

/** An arm's mean counts where it has so many rows in a block. */
const LEAST_ROWS = 10;
/** Rows that an arm has in a block, in the middle of arms. */
const USUAL_ROWS = 30;

/** 1, 2, 5, 10, 20, … */
function* roundNumbers(): Generator<number> {
  for (let power = 1; ; power *= 10) yield* [power, 2 * power, 5 * power];
}

/** The least round number of rows in which the middle one of the arms has thirty. */
export function blockLength(log: Log): number {
  const counts = new Array<number>(armCountOf(log)).fill(0);
  for (const arm of log.arm) if (arm < counts.length) counts[arm] += 1;
  const sorted = counts.sort((a, b) => a - b);
  const middle = sorted[Math.floor((sorted.length - 1) / 2)] / log.rows;
  for (const length of roundNumbers()) {
    if (length * middle >= USUAL_ROWS || length >= log.rows) return length;
  }
  return log.rows;
}

/**
 * Blocks of a log; what is left at its end is not in any.
 *
 * @param weights - of rows, where choices used a context: the inverse of their propensities
 */
export function blocksOf(log: Log, length: number, weights?: Float64Array): Blocks {
  const armCount = armCountOf(log);
  const count = Math.floor(log.rows / length);
  const cells = count * armCount;
  const [rows, total, sums] = [0, 0, 0].map(() => new Float64Array(cells));
  const squared = new Float64Array(cells);
  const end = count * length;
  for (let row = 0; row < end; row++) {
    const [arm, reward] = [log.arm[row], log.reward[row]];
    if (arm >= armCount || Number.isNaN(reward)) continue;
    const cell = Math.floor(row / length) * armCount + arm;
    const weight = weights === undefined ? 1 : weights[row];
    rows[cell] += 1;
    total[cell] += weight;
    sums[cell] += weight * reward;
    squared[cell] += weight * weight;
  }
  const means = sums.map((sum, cell) => (rows[cell] < LEAST_ROWS ? Number.NaN : sum / total[cell]));
  const noise = new Float64Array(cells);
  for (let row = 0; row < end; row++) {
    const [arm, reward] = [log.arm[row], log.reward[row]];
    if (arm >= armCount || Number.isNaN(reward)) continue;
    const cell = Math.floor(row / length) * armCount + arm;
    const weight = weights === undefined ? 1 : weights[row];
    noise[cell] += (weight * (reward - means[cell])) ** 2;
  }
  for (let cell = 0; cell < cells; cell++) {
    const effective = total[cell] ** 2 / squared[cell];
    noise[cell] *= effective / (effective - 1) / total[cell] ** 2;
  }
  return { length, count, armCount, means, noise };
}
