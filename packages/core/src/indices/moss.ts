import { ln } from '../math/log.ts';
import { Floats, f64, fmax, fmin, i32, sqrt, truncate } from '../portable.ts';
import { IndexRule } from './rule.ts';

/** Widths of counts up to this many are looked up, larger ones computed. */
const TABLED: f64 = 4096.0;

/**
 * Width m √(max(ln(τ / (K n)), f) / n), with the horizon or the window for τ. MOSS has m = 1, f = 0;
 * SW-MOSS m = √η; Robust MOSS m = 1 + ζ, f = 1.
 */
export class MossRule implements IndexRule {
  memory: f64;
  arms: f64;
  multiplier: f64;
  floor: f64;
  table: Floats;
  tabled: i32;

  constructor(memory: f64, arms: f64, multiplier: f64, floor: f64) {
    this.memory = memory;
    this.arms = arms;
    this.multiplier = multiplier;
    this.floor = floor;
    const tabled: i32 = truncate(fmin(memory, TABLED)) + 1;
    this.tabled = tabled;
    this.table = new Floats(tabled);
    for (let n: i32 = 1; n < tabled; n++) this.table[n] = this.width(n);
  }

  width(count: f64): f64 {
    const logarithm: f64 = fmax(ln(this.memory / (this.arms * count)), this.floor);
    return this.multiplier * sqrt(logarithm / count);
  }

  slope(mass: f64): f64 {
    const n: i32 = truncate(mass);
    return n < this.tabled ? this.table[n] : this.width(mass);
  }

  scale(_slot: i32, _unit: f64): f64 {
    return 1.0;
  }
}
