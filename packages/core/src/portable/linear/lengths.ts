import { bool, Floats, f64, i32, sqrt } from '../base/language.ts';
import { Factors } from './factors.ts';
import { RidgeFit } from './ridge-fit.ts';
import { product } from './triangles.ts';

/** Vectors that are solved for together. A single one would wait for each sum before it begins the next. */
const LANES: i32 = 4;

/**
 * Lengths of features in the norm of V⁻¹, as ‖L⁻¹x‖, or in that of V⁻¹ṼV⁻¹, as ‖L̃ᵀV⁻¹x‖: neither can be negative. Four
 * vectors take the same steps side by side, with the bits that each has alone.
 */
export class Lengths {
  dimension: i32;
  sandwich: bool;
  solution: Floats;
  /** Number i of four solutions from i × LANES on. */
  lanes: Floats;

  constructor(dimension: i32, sandwich: bool) {
    this.dimension = dimension;
    this.sandwich = sandwich;
    this.solution = new Floats(dimension);
    this.lanes = new Floats(dimension * LANES);
  }

  /** The length of the features at `at`. */
  of(fit: RidgeFit, block: i32, features: Floats, at: i32): f64 {
    const solution: Floats = this.solution;
    const wide: Factors = fit.wide(block);
    wide.solveForwards(block, features, at, solution);
    if (this.sandwich) {
      wide.solveBackwards(block, solution);
      fit.squares.applyTransposed(block, solution);
    }
    return sqrt(product(solution, 0, solution, 0, this.dimension));
  }

  /** Writes the lengths of `count` vectors, which are `stride` places apart. */
  write(
    fit: RidgeFit,
    block: i32,
    features: Floats,
    at: i32,
    stride: i32,
    count: i32,
    target: Floats,
    place: i32,
  ): void {
    let done: i32 = 0;
    while (done + LANES <= count) {
      this.writeFour(fit, block, features, at + done * stride, stride, target, place + done);
      done += LANES;
    }
    while (done < count) {
      target[place + done] = this.of(fit, block, features, at + done * stride);
      done += 1;
    }
  }

  writeFour(
    fit: RidgeFit,
    block: i32,
    features: Floats,
    at: i32,
    stride: i32,
    target: Floats,
    place: i32,
  ): void {
    const wide: Factors = fit.wide(block);
    this.solveForwards(wide, block, features, at, stride);
    if (!this.sandwich) {
      this.measure(target, place);
      return;
    }
    this.solveBackwards(wide, block);
    this.measureTransposed(fit.squares, block, target, place);
  }

  /** Solves Ly = x for four vectors. */
  solveForwards(factors: Factors, block: i32, features: Floats, at: i32, stride: i32): void {
    const cells: Floats = factors.cells;
    const lanes: Floats = this.lanes;
    const inverses: i32 = block * this.dimension;
    let row: i32 = block * factors.size;
    for (let i: i32 = 0; i < this.dimension; i++) {
      let a: f64 = features[at + i];
      let b: f64 = features[at + stride + i];
      let c: f64 = features[at + 2 * stride + i];
      let d: f64 = features[at + 3 * stride + i];
      let lane: i32 = 0;
      for (let j: i32 = 0; j < i; j++) {
        const cell: f64 = cells[row + j];
        a -= cell * lanes[lane];
        b -= cell * lanes[lane + 1];
        c -= cell * lanes[lane + 2];
        d -= cell * lanes[lane + 3];
        lane += LANES;
      }
      const inverse: f64 = factors.inverses[inverses + i];
      lanes[lane] = a * inverse;
      lanes[lane + 1] = b * inverse;
      lanes[lane + 2] = c * inverse;
      lanes[lane + 3] = d * inverse;
      row += i + 1;
    }
  }

  /** Solves Lᵀz = y in the place of four y, each number down a column of L. */
  solveBackwards(factors: Factors, block: i32): void {
    const cells: Floats = factors.cells;
    const lanes: Floats = this.lanes;
    const dimension: i32 = this.dimension;
    const last: i32 = (block + 1) * factors.size - dimension;
    for (let i: i32 = dimension - 1; i >= 0; i--) {
      const own: i32 = i * LANES;
      let a: f64 = lanes[own];
      let b: f64 = lanes[own + 1];
      let c: f64 = lanes[own + 2];
      let d: f64 = lanes[own + 3];
      let row: i32 = last;
      let lane: i32 = (dimension - 1) * LANES;
      for (let j: i32 = dimension - 1; j > i; j--) {
        const cell: f64 = cells[row + i];
        a -= cell * lanes[lane];
        b -= cell * lanes[lane + 1];
        c -= cell * lanes[lane + 2];
        d -= cell * lanes[lane + 3];
        row -= j;
        lane -= LANES;
      }
      const inverse: f64 = factors.inverses[block * dimension + i];
      lanes[own] = a * inverse;
      lanes[own + 1] = b * inverse;
      lanes[own + 2] = c * inverse;
      lanes[own + 3] = d * inverse;
    }
  }

  /** Writes the lengths of four solutions. */
  measure(target: Floats, place: i32): void {
    const lanes: Floats = this.lanes;
    let a: f64 = 0.0;
    let b: f64 = 0.0;
    let c: f64 = 0.0;
    let d: f64 = 0.0;
    for (let lane: i32 = 0; lane < this.dimension * LANES; lane += LANES) {
      a += lanes[lane] * lanes[lane];
      b += lanes[lane + 1] * lanes[lane + 1];
      c += lanes[lane + 2] * lanes[lane + 2];
      d += lanes[lane + 3] * lanes[lane + 3];
    }
    target[place] = sqrt(a);
    target[place + 1] = sqrt(b);
    target[place + 2] = sqrt(c);
    target[place + 3] = sqrt(d);
  }

  /** Writes the lengths of four L̃ᵀz, each number of which follows from a column of L̃. */
  measureTransposed(factors: Factors, block: i32, target: Floats, place: i32): void {
    const cells: Floats = factors.cells;
    const lanes: Floats = this.lanes;
    const dimension: i32 = this.dimension;
    let diagonal: i32 = block * factors.size;
    let first: f64 = 0.0;
    let second: f64 = 0.0;
    let third: f64 = 0.0;
    let fourth: f64 = 0.0;
    for (let j: i32 = 0; j < dimension; j++) {
      let lane: i32 = j * LANES;
      let a: f64 = cells[diagonal] * lanes[lane];
      let b: f64 = cells[diagonal] * lanes[lane + 1];
      let c: f64 = cells[diagonal] * lanes[lane + 2];
      let d: f64 = cells[diagonal] * lanes[lane + 3];
      let row: i32 = diagonal;
      for (let i: i32 = j + 1; i < dimension; i++) {
        row += i;
        lane += LANES;
        const cell: f64 = cells[row];
        a += cell * lanes[lane];
        b += cell * lanes[lane + 1];
        c += cell * lanes[lane + 2];
        d += cell * lanes[lane + 3];
      }
      first += a * a;
      second += b * b;
      third += c * c;
      fourth += d * d;
      diagonal += j + 2;
    }
    target[place] = sqrt(first);
    target[place + 1] = sqrt(second);
    target[place + 2] = sqrt(third);
    target[place + 3] = sqrt(fourth);
  }
}
