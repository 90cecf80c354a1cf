import { bool, Floats, f64, i32, sqrt } from '../base/language.ts';
import { Random } from '../random/generator.ts';
import { normal } from '../random/normal.ts';

/** Features that stay as they were when the offer was made: the unit vectors, or an intercept alone. */
export const SOURCE_FIXED: i32 = 0;
/** Uniform on the cube [−1, 1]^d, divided by the norm if that exceeds 1. */
export const SOURCE_SQUARE: i32 = 1;
/** Uniform on the unit sphere. */
export const SOURCE_SPHERE: i32 = 2;
/** Normal with variance 1/d in each column, divided by the norm if that exceeds 1. */
export const SOURCE_GAUSSIAN: i32 = 3;
/** Rows of the table, each drawn at random. */
export const SOURCE_POOL: i32 = 4;
/** An intercept, then columns uniform on [−1, 1]. */
export const SOURCE_UNIFORM: i32 = 5;
/** Row after row of the table from `start` on, the end being followed by the beginning. */
export const SOURCE_ROWS: i32 = 6;

/** The features of each slot. It draws the same numbers, whichever actions are played. */
export class ContextSource {
  kind: i32;
  /** Vectors in a slot: one for each action, or 1 for a context that all arms share. */
  count: i32;
  dimension: i32;
  /** Rows of `dimension` numbers, for the kinds that have a table. */
  table: Floats;
  start: i32;
  /** The number of rows of the table. */
  rows: i32;

  constructor(kind: i32, count: i32, dimension: i32, table: Floats, start: i32, rows: i32) {
    this.kind = kind;
    this.count = count;
    this.dimension = dimension;
    this.table = table;
    this.start = start;
    this.rows = rows;
  }

  /** Writes the features of a slot. */
  fill(random: Random, slot: i32, features: Floats): void {
    const kind: i32 = this.kind;
    if (kind === SOURCE_FIXED) return;
    if (kind === SOURCE_ROWS) {
      this.copy((this.start + slot) % this.rows, features, 0);
      return;
    }
    for (let action: i32 = 0; action < this.count; action++) {
      const at: i32 = action * this.dimension;
      if (kind === SOURCE_POOL) this.copy(random.below(this.rows), features, at);
      else this.draw(kind, random, features, at);
    }
  }

  /** Copies a row of the table. */
  copy(row: i32, features: Floats, at: i32): void {
    const from: i32 = row * this.dimension;
    for (let column: i32 = 0; column < this.dimension; column++) {
      features[at + column] = this.table[from + column];
    }
  }

  /** Draws one vector. */
  draw(kind: i32, random: Random, features: Floats, at: i32): void {
    const byNormal: bool = kind === SOURCE_SPHERE || kind === SOURCE_GAUSSIAN;
    let squares: f64 = 0.0;
    for (let column: i32 = 0; column < this.dimension; column++) {
      const value: f64 = byNormal ? normal(random) : 2.0 * random.uniform() - 1.0;
      features[at + column] = value;
      squares += value * value;
    }
    if (kind === SOURCE_UNIFORM) {
      features[at] = 1.0;
      return;
    }
    const columns: f64 = this.dimension;
    const unit: f64 = kind === SOURCE_GAUSSIAN ? sqrt(columns) : 1.0;
    const norm: f64 = sqrt(squares);
    const divisor: f64 = kind === SOURCE_SPHERE || norm > unit ? norm : unit;
    if (divisor === 0.0 || divisor === 1.0) return;
    for (let column: i32 = 0; column < this.dimension; column++) {
      features[at + column] = features[at + column] / divisor;
    }
  }
}
