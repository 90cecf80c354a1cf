import { Floats, f64, fmax, fmin, i32, sqrt, truncate } from '../base/language.ts';
import { ln } from '../math/log.ts';
import { Contest } from '../tournament/contest.ts';
import { Indices } from './indices.ts';

/** Widths of counts up to this many are kept once they are computed. */
const TABLED: f64 = 131072.0;

/**
 * Mean + m √(max(ln(τ / (K n)), f) / n), with the horizon or the window for τ. MOSS has m = 1, f = 0;
 * SW-MOSS m = √η; Robust MOSS m = 1 + ζ, f = 1.
 *
 * An index changes only with what is remembered of its arm.
 */
export class MossIndices<C extends Contest> implements Indices {
  contest: C;
  memory: f64;
  multiplier: f64;
  floor: f64;
  table: Floats;
  tabled: i32;
  /** The counts below this one are in the table already. */
  known: i32 = 1;

  constructor(contest: C, memory: f64, multiplier: f64, floor: f64) {
    this.contest = contest;
    this.memory = memory;
    this.multiplier = multiplier;
    this.floor = floor;
    const tabled: i32 = truncate(fmin(memory, TABLED)) + 1;
    this.tabled = tabled;
    this.table = new Floats(tabled);
    this.clear();
  }

  computedWidth(count: f64): f64 {
    const arms: f64 = this.contest.size;
    const logarithm: f64 = fmax(ln(this.memory / (arms * count)), this.floor);
    return this.multiplier * sqrt(logarithm / count);
  }

  // @inline
  width(count: f64): f64 {
    const n: i32 = truncate(count);
    return n < this.known ? this.table[n] : this.newWidth(n, count);
  }

  newWidth(n: i32, count: f64): f64 {
    if (n >= this.tabled) return this.computedWidth(count);
    for (; this.known <= n; this.known++) {
      this.table[this.known] = this.computedWidth(this.known);
    }
    return this.table[n];
  }

  // @inline
  leader(_slot: i32, _unit: f64): i32 {
    return this.contest.winner();
  }

  index(arm: i32, _slot: i32, _unit: f64): f64 {
    return this.contest.keys[arm];
  }

  indexOf(mean: f64, mass: f64, _slot: i32, _unit: f64): f64 {
    return mean + this.width(mass);
  }

  // @inline
  set(arm: i32, mean: f64, mass: f64): void {
    this.contest.set(arm, mean + this.width(mass));
  }

  setEmpty(arm: i32, key: f64): void {
    this.contest.set(arm, key);
  }

  write(arm: i32, mean: f64, mass: f64): void {
    this.contest.keys[arm] = mean + this.width(mass);
  }

  writeEmpty(arm: i32, key: f64): void {
    this.contest.keys[arm] = key;
  }

  rebuild(_slot: i32, _unit: f64): void {
    this.contest.rebuild();
  }

  clear(): void {
    this.contest.fill(Infinity);
  }
}
