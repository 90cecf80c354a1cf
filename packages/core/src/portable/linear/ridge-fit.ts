import { Archive } from '../base/archive.ts';
import { bool, Floats, f64, Ints, i32 } from '../base/language.ts';
import { Factors } from './factors.ts';
import { addDiagonal } from './triangles.ts';

/** A factor that takes in rewards one by one is made from the sums again after this many. */
const REFACTOR: i32 = 1024;

/**
 * Results that follow from the sums of each block: the factor of V = Σw xxᵀ + λI, the estimate V⁻¹ Σw r x, the factor that
 * widths go by, the factor of Ṽ if the index needs one, and the radius of the widths.
 */
export class RidgeFit {
  blocks: i32;
  dimension: i32;
  ridge: f64;
  hasSquares: bool;
  factors: Factors;
  estimates: Floats;
  radii: Floats;
  /** The factors of V + P, with the features of pending decisions. There is room for them once there are some. */
  widened: Factors;
  /** The factors of Ṽ, or of Ṽ + P, if the index needs them. */
  squares: Factors;
  /** 1 for a block whose widths go by V + P. */
  isWidened: Ints;
  /** Rewards that the factor of a block took in since it was made from the sums. */
  updates: Ints;
  taken: Floats;

  constructor(blocks: i32, dimension: i32, ridge: f64, hasSquares: bool) {
    this.blocks = blocks;
    this.dimension = dimension;
    this.ridge = ridge;
    this.hasSquares = hasSquares;
    this.factors = new Factors(blocks, dimension);
    this.estimates = new Floats(blocks * dimension);
    this.radii = new Floats(blocks);
    this.widened = new Factors(0, dimension);
    this.squares = new Factors(hasSquares ? blocks : 0, dimension);
    this.isWidened = new Ints(blocks);
    this.updates = new Ints(blocks);
    this.taken = new Floats(dimension);
    this.clear();
  }

  /** The factors that the widths of a block go by. */
  // @inline
  wide(block: i32): Factors {
    return this.isWidened[block] === 1 ? this.widened : this.factors;
  }

  /** Turns the sums in the place of a block into the factor of their matrix with the ridge. */
  factor(factors: Factors, block: i32): void {
    addDiagonal(factors.cells, block * factors.size, this.dimension, this.ridge);
    factors.factor(block, this.ridge);
  }

  /** Takes the features of a reward into the factor. Returns whether the factor has to be made from the sums again. */
  include(block: i32, features: Floats, at: i32): bool {
    const updates: i32 = this.updates[block] + 1;
    this.updates[block] = updates;
    if (updates === REFACTOR) {
      this.updates[block] = 0;
      return true;
    }
    for (let i: i32 = 0; i < this.dimension; i++) this.taken[i] = features[at + i];
    this.factors.include(block, this.taken);
    return false;
  }

  /** Solves for the estimate of a block, whose Σw r x is in the place of the estimate. */
  solve(block: i32): void {
    const start: i32 = block * this.dimension;
    this.factors.solveForwards(block, this.estimates, start, this.taken);
    this.factors.solveBackwards(block, this.taken);
    for (let i: i32 = 0; i < this.dimension; i++) this.estimates[start + i] = this.taken[i];
  }

  /** Makes room for widths that pending decisions narrow. */
  openWidened(): void {
    if (this.widened.blocks === 0) this.widened = new Factors(this.blocks, this.dimension);
  }

  /** Makes the factor of a block that of the ridge alone. */
  clearBlock(block: i32): void {
    this.factors.setRidge(block, this.ridge);
    this.updates[block] = 0;
  }

  clear(): void {
    for (let block: i32 = 0; block < this.blocks; block++) this.clearBlock(block);
  }

  /** Saves or restores factors that took in rewards one by one, and so follow from the sums up to rounding only. */
  transfer(archive: Archive): void {
    archive.reals('factors', this.factors.cells, this.blocks * this.factors.size);
    archive.integers('updates', this.updates, this.blocks, 0, REFACTOR - 1);
    const sound: bool = this.factors.restoreInverses();
    archive.demand('factors', 'factors with positive diagonals', sound);
  }
}
