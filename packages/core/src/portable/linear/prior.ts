import { bool, Floats, f64, fmin, i32 } from '../base/language.ts';
import { ln } from '../math/log.ts';

/** The ridge on the first column, if it is an intercept. */
const INTERCEPT_RIDGE: f64 = 1.0;

/**
 * The ridges that experts have on the parameters of a block: ρ on all columns. If the first column is an intercept, its
 * ridge is 1, and a ridge of ∞ leaves all other columns out. Infinite ridges come last.
 */
export class Prior {
  dimension: i32;
  intercept: bool;
  ridges: Floats;

  constructor(dimension: i32, intercept: bool, ridges: Floats) {
    this.dimension = dimension;
    this.intercept = intercept;
    this.ridges = ridges;
  }

  /** The ridge on the first column. */
  // @inline
  first(ridge: i32): f64 {
    return this.intercept ? INTERCEPT_RIDGE : this.ridges[ridge];
  }

  /** True if only the first column counts. */
  // @inline
  isLone(ridge: i32): bool {
    return this.ridges[ridge] === Infinity;
  }

  /** The number of finite ridges. */
  finite(): i32 {
    let count: i32 = 0;
    for (let ridge: i32 = 0; ridge < this.ridges.length; ridge++) {
      if (!this.isLone(ridge)) count += 1;
    }
    return count;
  }

  /** The least number on the diagonal. */
  least(ridge: i32): f64 {
    return fmin(this.first(ridge), this.ridges[ridge]);
  }

  /** Adds the ridges to the diagonal of a triangle. */
  addTo(ridge: i32, triangle: Floats, at: i32): void {
    const others: f64 = this.ridges[ridge];
    let place: i32 = at;
    for (let i: i32 = 0; i < this.dimension; i++) {
      triangle[place + i] += i === 0 ? this.first(ridge) : others;
      place += i + 1;
    }
  }

  /** The logarithm of the product of all ridges that count. */
  logarithm(ridge: i32): f64 {
    const first: f64 = ln(this.first(ridge));
    if (this.isLone(ridge)) return first;
    const others: f64 = this.dimension - 1;
    return first + others * ln(this.ridges[ridge]);
  }
}
