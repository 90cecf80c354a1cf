/** Rewards of arms in fine bins of time: what models of moving means are fitted to. */
import { FOLDS, type Log } from '../contract/log.ts';
import { armCountOf } from '../log/part.ts';

/** One arm's rewards in bins of equally many slots. */
export interface ArmSeries {
  /** The first slot of each bin, and, last, the number of slots. */
  readonly bounds: Int32Array;
  /** How many rewards each bin has; in effect, where rows are weighted. */
  readonly counts: Float64Array;
  /** Their mean; 0 where there are none. */
  readonly means: Float64Array;
  /** The sum of squares about the means of bins. */
  readonly within: number;
  /** All rewards. */
  readonly rows: number;
}

/** Which rows count, and how much. */
export interface RowChoice {
  /** A fold whose rows are left out. */
  readonly without?: number | undefined;
  /** Of rows, where choices used a context: the inverse of their propensities. */
  readonly weights?: Float64Array | undefined;
}

/** So many bins; in longer logs as many as make bins short enough for what policies can follow. */
const FEW_BINS = 2000;
const ROWS_PER_BIN = 250;
const MOST_BINS = 20_000;

function boundsOf(rows: number): Int32Array {
  const fine = Math.min(MOST_BINS, Math.floor(rows / ROWS_PER_BIN));
  const count = Math.min(rows, Math.max(FEW_BINS, fine));
  return Int32Array.from({ length: count + 1 }, (_, bin) => Math.round((bin * rows) / count));
}

/** Sums of weights, of their squares, and moments about a running mean, cell by cell. */
class Cells {
  readonly weights: Float64Array;
  readonly squares: Float64Array;
  readonly means: Float64Array;
  readonly within: Float64Array;

  constructor(count: number) {
    this.weights = new Float64Array(count);
    this.squares = new Float64Array(count);
    this.means = new Float64Array(count);
    this.within = new Float64Array(count);
  }

  add(cell: number, reward: number, weight: number): void {
    this.weights[cell] += weight;
    this.squares[cell] += weight * weight;
    const off = reward - this.means[cell];
    this.means[cell] += (weight * off) / this.weights[cell];
    this.within[cell] += weight * off * (reward - this.means[cell]);
  }

  /** Adds all that other cells hold. */
  join(other: Cells): void {
    for (let cell = 0; cell < this.weights.length; cell++) {
      const more = other.weights[cell];
      if (more === 0) continue;
      const total = this.weights[cell] + more;
      const off = other.means[cell] - this.means[cell];
      this.within[cell] += other.within[cell] + (off * off * this.weights[cell] * more) / total;
      this.means[cell] += (off * more) / total;
      this.weights[cell] = total;
      this.squares[cell] += other.squares[cell];
    }
  }

  /**
   * What a weight is as a number of rows, for some cells: all of them then count as many rows as are worth as much
   * without weights, and each cell as its weights ask for.
   */
  rowsPerWeight(from: number, to: number): number {
    let [sum, squares] = [0, 0];
    for (let cell = from; cell < to; cell++) {
      sum += this.weights[cell];
      squares += this.squares[cell];
    }
    return squares > 0 ? sum / squares : 0;
  }
}

/** Each arm's rewards in bins; rows without a reward, and the arm of all rare ones, are left out. */
export function armSeries(log: Log, { without, weights }: RowChoice = {}): ArmSeries[] {
  const armCount = armCountOf(log);
  const bounds = boundsOf(log.rows);
  const bins = bounds.length - 1;
  const cells = new Cells(bins * armCount);
  for (let bin = 0; bin < bins; bin++) {
    for (let row = bounds[bin]; row < bounds[bin + 1]; row++) {
      const arm = log.arm[row];
      if (arm >= armCount || log.fold[row] === without || Number.isNaN(log.reward[row])) continue;
      cells.add(arm * bins + bin, log.reward[row], weights === undefined ? 1 : weights[row]);
    }
  }
  return Array.from({ length: armCount }, (_, arm) => seriesOf(cells, bounds, arm));
}

/** The same without each fold in turn, from one walk through the rows. */
export function foldedSeries(log: Log, weights?: Float64Array): (without: number) => ArmSeries[] {
  const armCount = armCountOf(log);
  const bounds = boundsOf(log.rows);
  const bins = bounds.length - 1;
  const folds = Array.from({ length: FOLDS }, () => new Cells(bins * armCount));
  for (let bin = 0; bin < bins; bin++) {
    for (let row = bounds[bin]; row < bounds[bin + 1]; row++) {
      const arm = log.arm[row];
      if (arm >= armCount || Number.isNaN(log.reward[row])) continue;
      const weight = weights === undefined ? 1 : weights[row];
      folds[log.fold[row]].add(arm * bins + bin, log.reward[row], weight);
    }
  }
  return (without) => {
    const cells = new Cells(bins * armCount);
    folds.forEach((own, fold) => {
      if (fold !== without) cells.join(own);
    });
    return Array.from({ length: armCount }, (_, arm) => seriesOf(cells, bounds, arm));
  };
}

function seriesOf(cells: Cells, bounds: Int32Array, arm: number): ArmSeries {
  const bins = bounds.length - 1;
  const counts = new Float64Array(bins);
  const rowsPerWeight = cells.rowsPerWeight(arm * bins, (arm + 1) * bins);
  let [within, rows] = [0, 0];
  for (let bin = 0; bin < bins; bin++) {
    const cell = arm * bins + bin;
    counts[bin] = cells.weights[cell] * rowsPerWeight;
    rows += counts[bin];
    within += cells.within[cell] * rowsPerWeight;
  }
  const means = cells.means.slice(arm * bins, (arm + 1) * bins);
  return { bounds, counts, means, within, rows };
}
