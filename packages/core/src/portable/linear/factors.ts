import { bool, Floats, f64, fmax, i32, sqrt } from '../base/language.ts';
import { triangleSize } from './triangles.ts';

/** Rows that are worked out together. */
const LANES: i32 = 4;
/** 0 + 1 + 2 + 3: by how much four rows are longer than four times the first. */
const LANE_PAIRS: i32 = 6;

/**
 * Cholesky factors L of positive definite matrices V = LLᵀ, one for each block, as packed lower triangles.
 *
 * Solving divides by diagonals, whose reciprocals are kept next to them. Each number follows from the ones before in
 * one fixed order: products are subtracted with their column ascending.
 */
export class Factors {
  blocks: i32;
  dimension: i32;
  /** Places of a triangle. */
  size: i32;
  cells: Floats;
  /** 1/L_ii of each block. */
  inverses: Floats;

  constructor(blocks: i32, dimension: i32) {
    const size: i32 = triangleSize(dimension);
    this.blocks = blocks;
    this.dimension = dimension;
    this.size = size;
    this.cells = new Floats(blocks * size);
    this.inverses = new Floats(blocks * dimension);
  }

  /** Makes the factor of a block that of λI. */
  setRidge(block: i32, ridge: f64): void {
    const root: f64 = sqrt(ridge);
    let place: i32 = block * this.size;
    for (let i: i32 = 0; i < this.dimension; i++) {
      for (let j: i32 = 0; j < i; j++) this.cells[place + j] = 0.0;
      this.cells[place + i] = root;
      this.inverses[block * this.dimension + i] = 1.0 / root;
      place += i + 1;
    }
  }

  /**
   * Turns the matrix in the place of a block into its factor. `least` is a number that no pivot of the exact matrix is
   * below, the ridge, so that rounding leaves none below it either.
   */
  factor(block: i32, least: f64): void {
    const cells: Floats = this.cells;
    const dimension: i32 = this.dimension;
    let row: i32 = block * this.size;
    for (let j: i32 = 0; j < dimension; j++) {
      let pivot: f64 = cells[row + j];
      for (let k: i32 = 0; k < j; k++) pivot -= cells[row + k] * cells[row + k];
      const root: f64 = sqrt(fmax(pivot, least));
      const inverse: f64 = 1.0 / root;
      cells[row + j] = root;
      this.inverses[block * dimension + j] = inverse;
      let other: i32 = row + j + 1;
      let i: i32 = j + 1;
      for (; i + LANES <= dimension; i += LANES) {
        this.factorFour(row, other, i, j, inverse);
        other += LANES * (i + 1) + LANE_PAIRS;
      }
      for (; i < dimension; i++) {
        let rest: f64 = cells[other + j];
        for (let k: i32 = 0; k < j; k++) rest -= cells[other + k] * cells[row + k];
        cells[other + j] = rest * inverse;
        other += i + 1;
      }
      row += j + 1;
    }
  }

  /** Column j of four rows from `first` on, the row of the pivot being `row`. A single one would wait for each sum. */
  factorFour(row: i32, first: i32, i: i32, j: i32, inverse: f64): void {
    const cells: Floats = this.cells;
    const second: i32 = first + i + 1;
    const third: i32 = second + i + 2;
    const fourth: i32 = third + i + 3;
    let a: f64 = cells[first + j];
    let b: f64 = cells[second + j];
    let c: f64 = cells[third + j];
    let d: f64 = cells[fourth + j];
    for (let k: i32 = 0; k < j; k++) {
      const cell: f64 = cells[row + k];
      a -= cells[first + k] * cell;
      b -= cells[second + k] * cell;
      c -= cells[third + k] * cell;
      d -= cells[fourth + k] * cell;
    }
    cells[first + j] = a * inverse;
    cells[second + j] = b * inverse;
    cells[third + j] = c * inverse;
    cells[fourth + j] = d * inverse;
  }

  /**
   * Replaces the factor of V by that of V + xxᵀ, rotation by rotation: O(d²), and no diagonal falls. `x` is used up.
   */
  include(block: i32, x: Floats): void {
    const cells: Floats = this.cells;
    const dimension: i32 = this.dimension;
    let diagonal: i32 = block * this.size;
    for (let j: i32 = 0; j < dimension; j++) {
      const old: f64 = cells[diagonal];
      const part: f64 = x[j];
      if (part !== 0.0) {
        const root: f64 = sqrt(old * old + part * part);
        const cosine: f64 = old / root;
        const sine: f64 = part / root;
        cells[diagonal] = root;
        this.inverses[block * dimension + j] = 1.0 / root;
        let place: i32 = diagonal + j + 1;
        for (let i: i32 = j + 1; i < dimension; i++) {
          const below: f64 = cells[place];
          const rest: f64 = x[i];
          cells[place] = cosine * below + sine * rest;
          x[i] = cosine * rest - sine * below;
          place += i + 1;
        }
      }
      diagonal += j + 2;
    }
  }

  /** Solves Ly = x. */
  solveForwards(block: i32, x: Floats, from: i32, y: Floats): void {
    const cells: Floats = this.cells;
    const inverse: i32 = block * this.dimension;
    let row: i32 = block * this.size;
    for (let i: i32 = 0; i < this.dimension; i++) {
      let rest: f64 = x[from + i];
      for (let j: i32 = 0; j < i; j++) rest -= cells[row + j] * y[j];
      y[i] = rest * this.inverses[inverse + i];
      row += i + 1;
    }
  }

  /** Solves Lᵀz = y in the place of y, from the last number up. */
  solveBackwards(block: i32, y: Floats): void {
    const cells: Floats = this.cells;
    const inverse: i32 = block * this.dimension;
    let row: i32 = (block + 1) * this.size;
    for (let i: i32 = this.dimension - 1; i >= 0; i--) {
      row -= i + 1;
      const z: f64 = y[i] * this.inverses[inverse + i];
      y[i] = z;
      for (let j: i32 = 0; j < i; j++) y[j] -= cells[row + j] * z;
    }
  }

  /** Lz in the place of z. */
  apply(block: i32, z: Floats): void {
    const cells: Floats = this.cells;
    let row: i32 = (block + 1) * this.size;
    for (let i: i32 = this.dimension - 1; i >= 0; i--) {
      row -= i + 1;
      let sum: f64 = 0.0;
      for (let j: i32 = 0; j <= i; j++) sum += cells[row + j] * z[j];
      z[i] = sum;
    }
  }

  /** Lᵀz in the place of z. */
  applyTransposed(block: i32, z: Floats): void {
    const cells: Floats = this.cells;
    let row: i32 = block * this.size;
    for (let i: i32 = 0; i < this.dimension; i++) {
      const factor: f64 = z[i];
      for (let j: i32 = 0; j < i; j++) z[j] += cells[row + j] * factor;
      z[i] = cells[row + i] * factor;
      row += i + 1;
    }
  }

  /** Writes the reciprocals of restored diagonals. Returns whether all of them are above 0. */
  restoreInverses(): bool {
    let sound: bool = true;
    let place: i32 = 0;
    for (let block: i32 = 0; block < this.blocks; block++) {
      for (let i: i32 = 0; i < this.dimension; i++) {
        const diagonal: f64 = this.cells[place + i];
        sound = sound && diagonal > 0.0;
        this.inverses[block * this.dimension + i] = 1.0 / diagonal;
        place += i + 1;
      }
    }
    return sound;
  }
}
