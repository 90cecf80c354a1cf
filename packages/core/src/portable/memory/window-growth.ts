import { ceil, f64, fmax, fmin, Ints, i32, truncate } from '../base/language.ts';
import { pow } from '../math/pow.ts';

/** The lengths after up to this many slots are kept once computed. */
const TABLED: f64 = 1048576.0;
/** A length within this of a whole number is that number: 12.3 · 100^½ is 123 however its bits fall. */
const ROUNDING: f64 = 1e-9;

/**
 * How a window grows: after t slots it holds the last min(⌈λ t^α⌉, t), for 0 ≤ α ≤ 1, and it grows no more
 * after the horizon. Each slot adds one to the length or nothing, because λ t^α is below t only where it
 * grows by less than one per slot: a slot never brings two old ones to leave.
 */
export class WindowGrowth {
  lambda: f64;
  alpha: f64;
  horizon: f64;
  lengths: Ints;
  tabled: i32;
  /** The lengths after fewer slots than this are in the table already. */
  known: i32 = 0;

  constructor(lambda: f64, alpha: f64, horizon: f64) {
    this.lambda = lambda;
    this.alpha = alpha;
    this.horizon = horizon;
    const tabled: i32 = truncate(fmin(horizon, TABLED)) + 1;
    this.tabled = tabled;
    this.lengths = new Ints(tabled);
  }

  /** How many slots are remembered after `slots` slots; at least 1. */
  // @inline
  length(slots: i32): i32 {
    return slots < this.known ? this.lengths[slots] : this.newLength(slots);
  }

  newLength(slots: i32): i32 {
    if (slots >= this.tabled) return this.computedLength(slots);
    for (; this.known <= slots; this.known++) {
      this.lengths[this.known] = this.computedLength(this.known);
    }
    return this.lengths[slots];
  }

  computedLength(slots: i32): i32 {
    const t: f64 = fmin(slots, this.horizon);
    const length: f64 = ceil(this.lambda * pow(t, this.alpha) - ROUNDING);
    return truncate(fmax(fmin(length, t), 1.0));
  }
}
