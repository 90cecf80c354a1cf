import { Archive } from '../base/archive.ts';
import { choose, Floats, f64, fmax, fmin, Ints, i32, sqrt } from '../base/language.ts';
import { ln } from '../math/log.ts';

/** The variance of rewards in [0, 1] is at most this. */
const LARGEST_VARIANCE: f64 = 0.25;

/**
 * UCB-Tuned over some cells: the largest mean + √((ln N / n) min(1/4, v + √(2 ln N / n))), v the variance
 * of the n rewards of a cell and N the rewards of all cells; +∞ where n = 0, the lowest cell among equals.
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

  constructor(cells: i32) {
    this.cells = cells;
    this.counts = new Floats(cells);
    this.sums = new Floats(cells);
    this.squares = new Floats(cells);
  }

  learn(cell: i32, reward: f64): void {
    this.counts[cell] += 1.0;
    this.sums[cell] += reward;
    this.squares[cell] += reward * reward;
    this.setTotal(this.total + 1.0);
  }

  setTotal(total: f64): void {
    this.total = total;
    this.logarithm = ln(fmax(total, 1.0));
  }

  index(cell: i32): f64 {
    const count: f64 = this.counts[cell];
    if (count === 0.0) return Infinity;
    const mean: f64 = this.sums[cell] / count;
    const variance: f64 = fmax(0.0, this.squares[cell] / count - mean * mean);
    const rate: f64 = this.logarithm / count;
    return mean + sqrt(rate * fmin(LARGEST_VARIANCE, variance + sqrt(2.0 * rate)));
  }

  leader(): i32 {
    let best: i32 = 0;
    let top: f64 = this.index(0);
    for (let cell: i32 = 1; cell < this.cells; cell++) {
      const index: f64 = this.index(cell);
      best = choose<i32>(index > top, cell, best);
      top = fmax(index, top);
    }
    return best;
  }

  leaderAmong(cells: Ints): i32 {
    let best: i32 = cells[0];
    let top: f64 = this.index(best);
    for (let i: i32 = 1; i < cells.length; i++) {
      const index: f64 = this.index(cells[i]);
      best = choose<i32>(index > top, cells[i], best);
      top = fmax(index, top);
    }
    return best;
  }

  forget(): void {
    this.counts.fill(0.0);
    this.sums.fill(0.0);
    this.squares.fill(0.0);
    this.setTotal(0.0);
  }

  transfer(archive: Archive, counts: string, sums: string, squares: string): void {
    archive.wholes(counts, this.counts, this.cells, archive.slot(0));
    archive.reals(sums, this.sums, this.cells);
    archive.counts(squares, this.squares, this.cells);
    let total: f64 = 0.0;
    for (let cell: i32 = 0; cell < this.cells; cell++) total += this.counts[cell];
    this.setTotal(total);
  }
}
