import { Archive } from '../base/archive.ts';
import { Floats, f64, i32 } from '../base/language.ts';
import { Grams } from './grams.ts';
import { addScaled, copyScaled, multiply } from './triangles.ts';

/** The largest sum of products of rewards and features that a snapshot may hold. Its square is finite. */
export const LARGEST_TARGET: f64 = 1e120;

/** Σw xxᵀ and Σw r x of each block. */
export class Sums {
  blocks: i32;
  dimension: i32;
  grams: Grams;
  targets: Floats;

  constructor(blocks: i32, dimension: i32) {
    this.blocks = blocks;
    this.dimension = dimension;
    this.grams = new Grams(blocks, dimension);
    this.targets = new Floats(blocks * dimension);
  }

  add(block: i32, features: Floats, at: i32, weight: f64, reward: f64): void {
    const dimension: i32 = this.dimension;
    this.grams.add(block, features, at, weight);
    addScaled(this.targets, block * dimension, dimension, features, at, weight * reward);
  }

  /** Multiplies the sums of a block by a factor. */
  fade(block: i32, factor: f64): void {
    this.grams.fade(block, factor);
    multiply(this.targets, block * this.dimension, this.dimension, factor);
  }

  /** Writes Σw r x of a block, times a factor. */
  writeTarget(block: i32, target: Floats, at: i32, factor: f64): void {
    copyScaled(this.targets, block * this.dimension, target, at, this.dimension, factor);
  }

  clearBlock(block: i32): void {
    this.grams.clearBlock(block);
    const start: i32 = block * this.dimension;
    for (let i: i32 = 0; i < this.dimension; i++) this.targets[start + i] = 0.0;
  }

  clear(): void {
    this.grams.clear();
    this.targets.fill(0.0);
  }

  transfer(archive: Archive): void {
    this.grams.transfer(archive, 'grams');
    const most: f64 = LARGEST_TARGET;
    archive.bounded('targets', this.targets, this.blocks * this.dimension, -most, most);
  }
}
