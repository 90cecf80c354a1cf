import { Archive } from '../base/archive.ts';
import { bool, Floats, f64, i32, sqrt } from '../base/language.ts';
import { addSquare, copyScaled, multiply, triangleSize } from './triangles.ts';

/** Margin for rounding in a sum of products beyond the bound by the sums of squares. */
const ROUNDING: f64 = 1e-9;
/** Squares of smaller numbers vanish, while their products with others do not. */
const LEAST_ROOT: f64 = 1e-150;

/** Σw xxᵀ of each block, as packed lower triangles. */
export class Grams {
  blocks: i32;
  dimension: i32;
  /** Places of a triangle. */
  size: i32;
  cells: Floats;

  constructor(blocks: i32, dimension: i32) {
    const size: i32 = triangleSize(dimension);
    this.blocks = blocks;
    this.dimension = dimension;
    this.size = size;
    this.cells = new Floats(blocks * size);
  }

  add(block: i32, features: Floats, at: i32, weight: f64): void {
    addSquare(this.cells, block * this.size, this.dimension, features, at, weight);
  }

  /** Multiplies the sums of a block by a factor. */
  fade(block: i32, factor: f64): void {
    multiply(this.cells, block * this.size, this.size, factor);
  }

  /** Writes the sums of a block, times a factor. */
  write(block: i32, target: Floats, at: i32, factor: f64): void {
    copyScaled(this.cells, block * this.size, target, at, this.size, factor);
  }

  clearBlock(block: i32): void {
    const start: i32 = block * this.size;
    for (let i: i32 = 0; i < this.size; i++) this.cells[start + i] = 0.0;
  }

  clear(): void {
    this.cells.fill(0.0);
  }

  transfer(archive: Archive, name: string): void {
    archive.reals(name, this.cells, this.blocks * this.size);
    archive.demand(name, 'sums of products of features', this.areSums());
  }

  /** Whether no square is negative and no product is larger than its squares allow. */
  areSums(): bool {
    const cells: Floats = this.cells;
    let sound: bool = true;
    let row: i32 = 0;
    for (let block: i32 = 0; block < this.blocks; block++) {
      const start: i32 = row;
      for (let i: i32 = 0; i < this.dimension; i++) {
        const root: f64 = sqrt(cells[row + i]) + LEAST_ROOT;
        let diagonal: i32 = start;
        sound = sound && cells[row + i] >= 0.0;
        for (let j: i32 = 0; j < i; j++) {
          const most: f64 = root * (sqrt(cells[diagonal]) + LEAST_ROOT) * (1.0 + ROUNDING);
          sound = sound && cells[row + j] <= most && -cells[row + j] <= most;
          diagonal += j + 2;
        }
        row += i + 1;
      }
    }
    return sound;
  }
}
