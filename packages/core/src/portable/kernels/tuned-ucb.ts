import { Archive } from '../base/archive.ts';
import { bool, Floats, f64, fmax, fmin, Ints, i32, sqrt } from '../base/language.ts';
import { ln } from '../math/log.ts';

/** The variance of rewards in [0, 1] is at most this. */
const LARGEST_VARIANCE: f64 = 0.25;
/** How much wider a cell counts than it can be, far more than what rounding could take away. */
const SLACK: f64 = 1.0 + 1e-6;

/**
 * UCB-Tuned over some cells: the largest mean + √((ln N / n) min(1/4, v + √(2 ln N / n))), v the variance
 * of the n rewards of a cell and N the rewards of all cells; +∞ where n = 0, the lowest cell among equals.
 *
 * As the width is at most √(ln N / (4n)), a cell is mostly seen to lose without a root: the one that led last
 * is looked at first.
 *
 * Reference: Auer, Cesa-Bianchi & Fischer, Finite-time Analysis of the Multiarmed Bandit Problem, 2002,
 * section 4.
 */
export class TunedUcb {
  cells: i32;
  counts: Floats;
  sums: Floats;
  squares: Floats;
  total: f64 = 0.0;
  logarithm: f64 = 0.0;
  /** The mean of each cell, +∞ where it has no reward. */
  means: Floats;
  favourite: i32 = 0;

  constructor(cells: i32) {
    this.cells = cells;
    this.counts = new Floats(cells);
    this.sums = new Floats(cells);
    this.squares = new Floats(cells);
    this.means = new Floats(cells);
    this.means.fill(Infinity);
  }

  learn(cell: i32, reward: f64): void {
    this.counts[cell] += 1.0;
    this.sums[cell] += reward;
    this.squares[cell] += reward * reward;
    this.means[cell] = this.sums[cell] / this.counts[cell];
    this.setTotal(this.total + 1.0);
  }

  setTotal(total: f64): void {
    this.total = total;
    this.logarithm = ln(fmax(total, 1.0));
  }

  index(cell: i32): f64 {
    return this.indexWithExtra(cell, 0.0);
  }

  /** The index with `extra` more rewards in n, of the same mean and variance. */
  indexWithExtra(cell: i32, extra: f64): f64 {
    const count: f64 = this.counts[cell];
    if (count === 0.0) return Infinity;
    const mean: f64 = this.means[cell];
    const variance: f64 = fmax(0.0, this.squares[cell] / count - mean * mean);
    const rate: f64 = this.logarithm / (count + extra);
    return mean + sqrt(rate * fmin(LARGEST_VARIANCE, variance + sqrt(2.0 * rate)));
  }

  /** Whether a cell's index may be as large as `top`: false is certain. */
  // @inline
  mayReach(cell: i32, top: f64): bool {
    const gap: f64 = top - this.means[cell];
    // Also where both are ∞, and there is no such difference.
    if (!(gap > 0.0)) return true;
    return gap * gap * this.counts[cell] <= SLACK * LARGEST_VARIANCE * this.logarithm;
  }

  leader(): i32 {
    let best: i32 = this.favourite;
    let top: f64 = this.index(best);
    for (let cell: i32 = 0; cell < this.cells; cell++) {
      if (cell === this.favourite || !this.mayReach(cell, top)) continue;
      const index: f64 = this.index(cell);
      if (index > top || (index === top && cell < best)) {
        best = cell;
        top = index;
      }
    }
    this.favourite = best;
    return best;
  }

  leaderAmong(cells: Ints): i32 {
    let best: i32 = cells[0];
    let top: f64 = this.index(best);
    for (let i: i32 = 1; i < cells.length; i++) {
      const index: f64 = this.index(cells[i]);
      if (index > top) {
        best = cells[i];
        top = index;
      }
    }
    return best;
  }

  forget(): void {
    this.counts.fill(0.0);
    this.sums.fill(0.0);
    this.squares.fill(0.0);
    this.means.fill(Infinity);
    this.favourite = 0;
    this.setTotal(0.0);
  }

  transfer(archive: Archive, counts: string, sums: string, squares: string): void {
    archive.wholes(counts, this.counts, this.cells, archive.slot(0));
    archive.reals(sums, this.sums, this.cells);
    archive.counts(squares, this.squares, this.cells);
    let total: f64 = 0.0;
    for (let cell: i32 = 0; cell < this.cells; cell++) {
      const count: f64 = this.counts[cell];
      total += count;
      this.means[cell] = count === 0.0 ? Infinity : this.sums[cell] / count;
    }
    this.setTotal(total);
  }
}
