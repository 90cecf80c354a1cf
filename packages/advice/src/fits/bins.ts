/** Sums of rewards in bins of time, arm by arm, for what looks at the whole of a log. */
import { Moments } from '../base/moments.ts';
import { FOLDS, type Log } from '../contract/log.ts';
import { armCountOf } from '../log/part.ts';

/** Bins of equally many rows. Cells are fold-major: fold × bin × arm. */
export interface Bins {
  readonly count: number;
  readonly armCount: number;
  /** The first row of each bin, and the number of rows. */
  readonly bounds: Int32Array;
  readonly rows: Float64Array;
  readonly sums: Float64Array;
  /** Each arm's variance within bins. */
  readonly noise: Float64Array;
}

/** More would show finer movement of long logs, and take longer with the square of their number. */
const MOST_BINS = 1000;
const LEAST_BINS = 20;
/** Rows of a bin, so that few bins are empty. */
const USUAL_ROWS = 50;

/** How many bins a log of so many rows has, at most `most`. */
export function binCount(rows: number, most: number = MOST_BINS): number {
  const count = Math.max(LEAST_BINS, Math.min(most, Math.floor(rows / USUAL_ROWS)));
  return Math.min(count, rows);
}

function boundsOf(rows: number, count: number): Int32Array {
  return Int32Array.from({ length: count + 1 }, (_, bin) => Math.round((bin * rows) / count));
}

/** The variance of rewards about the means of their arm and bin. */
function noiseWithin(log: Log, bounds: Int32Array, armCount: number): Float64Array {
  const squares = new Float64Array(armCount);
  const degrees = new Float64Array(armCount);
  for (let bin = 0; bin + 1 < bounds.length; bin++) {
    const moments = Array.from({ length: armCount }, () => new Moments());
    for (let row = bounds[bin]; row < bounds[bin + 1]; row++) {
      if (!Number.isNaN(log.reward[row])) moments[log.arm[row]]?.add(log.reward[row]);
    }
    moments.forEach(({ count, variance }, arm) => {
      squares[arm] += count * variance;
      degrees[arm] += Math.max(0, count - 1);
    });
  }
  return squares.map((sum, arm) => (degrees[arm] > 0 ? sum / degrees[arm] : 0));
}

/**
 * Sums by fold, bin and arm.
 *
 * @param weights - of rows, where choices used a context: the inverse of their propensities
 */
export function binsOf(log: Log, weights?: Float64Array): Bins {
  const count = binCount(log.rows);
  const armCount = armCountOf(log);
  const bounds = boundsOf(log.rows, count);
  const [rows, sums] = [0, 0].map(() => new Float64Array(FOLDS * count * armCount));
  for (let bin = 0; bin < count; bin++) {
    for (let row = bounds[bin]; row < bounds[bin + 1]; row++) {
      const [arm, reward] = [log.arm[row], log.reward[row]];
      if (arm >= armCount || Number.isNaN(reward)) continue;
      const cell = (log.fold[row] * count + bin) * armCount + arm;
      const weight = weights === undefined ? 1 : weights[row];
      rows[cell] += weight;
      sums[cell] += weight * reward;
    }
  }
  return { count, armCount, bounds, rows, sums, noise: noiseWithin(log, bounds, armCount) };
}

/** Sums of one arm over the bins, of all folds but one, or of all. */
interface ArmBins {
  readonly rows: Float64Array;
  readonly sums: Float64Array;
}

/** One arm's sums over all folds but `without`; over all where it is undefined. */
export function armBins(bins: Bins, arm: number, without?: number): ArmBins {
  const rows = new Float64Array(bins.count);
  const sums = new Float64Array(bins.count);
  for (let fold = 0; fold < FOLDS; fold++) {
    if (fold === without) continue;
    for (let bin = 0; bin < bins.count; bin++) {
      const cell = (fold * bins.count + bin) * bins.armCount + arm;
      rows[bin] += bins.rows[cell];
      sums[bin] += bins.sums[cell];
    }
  }
  return { rows, sums };
}
