import { Floats, f64, i32, truncate } from '../base/language.ts';
import { ln } from './log.ts';

/** x ln x of whole numbers below this is kept once it is computed. */
const TABLED: i32 = 131072;
const START_TABLE: i32 = 64;

/** x ln x, with 0 ln 0 = 0; a sum that rounding has left below 0 counts as 0. */
function entropyTerm(x: f64): f64 {
  return x > 0.0 ? x * ln(x) : 0.0;
}

/** x ln x, from a table where x is whole: counts, and sums of rewards 0 and 1, need no logarithm. */
export class EntropyTerms {
  table: Floats;
  /** Whole numbers below this one are in the table. */
  known: i32 = 0;

  constructor() {
    this.table = new Floats(START_TABLE);
  }

  // @inline
  of(x: f64): f64 {
    const n: i32 = truncate(x);
    const whole: f64 = n;
    return whole === x && n < this.known ? this.table[n] : entropyTerm(x);
  }

  /** The largest log-likelihood of `count` rewards in [0, 1] with this sum, Bernoulli's law assumed. */
  likelihood(sum: f64, count: f64): f64 {
    return this.of(sum) + this.of(count - sum) - this.of(count);
  }

  /** Brings the table up to `count`. */
  reach(count: f64): void {
    const n: i32 = truncate(count);
    if (n >= this.known && n < TABLED) this.extend(n);
  }

  extend(n: i32): void {
    if (n >= this.table.length) {
      let length: i32 = this.table.length;
      while (length <= n) length *= 2;
      const table: Floats = new Floats(length);
      for (let i: i32 = 0; i < this.known; i++) table[i] = this.table[i];
      this.table = table;
    }
    for (; this.known <= n; this.known++) this.table[this.known] = entropyTerm(this.known);
  }
}
