import { Archive } from '../base/archive.ts';
import { bool, Floats, f64, i32 } from '../base/language.ts';
import { EVERYTHING } from '../memory/memory.ts';
import { Fading } from './fading.ts';
import { Moments } from './moments.ts';
import { Sums } from './sums.ts';

/** Forgets gradually: a reward weighs discount^age. */
export class DiscountedMoments implements Moments {
  blocks: i32;
  dimension: i32;
  discount: f64;
  fading: Fading;
  sums: Sums;
  /** Σw² of each block. */
  squares: Floats;

  constructor(blocks: i32, dimension: i32, discount: f64) {
    this.blocks = blocks;
    this.dimension = dimension;
    this.discount = discount;
    this.fading = new Fading(blocks, discount);
    this.sums = new Sums(blocks, dimension);
    this.squares = new Floats(blocks);
  }

  onlyAdds(): bool {
    return false;
  }

  advance(): i32 {
    this.fading.now += 1;
    return EVERYTHING;
  }

  learn(slot: i32, block: i32, features: Floats, at: i32, reward: f64): bool {
    const weight: f64 = this.fading.weight(slot);
    if (weight === 0.0) return false;
    const left: f64 = this.fading.age(block);
    this.sums.fade(block, left);
    this.sums.add(block, features, at, weight, reward);
    this.squares[block] = left * left * this.squares[block] + weight * weight;
    return true;
  }

  weight(slot: i32): f64 {
    return this.fading.weight(slot);
  }

  writeGram(block: i32, target: Floats, at: i32): void {
    this.sums.grams.write(block, target, at, this.fading.left(block));
  }

  /** Only a pair has them. */
  writeSquares(block: i32, target: Floats, at: i32): void {
    this.writeGram(block, target, at);
  }

  isSolved(): bool {
    return false;
  }

  writeTarget(block: i32, target: Floats, at: i32): void {
    this.sums.writeTarget(block, target, at, this.fading.left(block));
  }

  squaredMass(block: i32): f64 {
    const left: f64 = this.fading.left(block);
    return left * left * this.squares[block];
  }

  reset(): void {
    this.fading.reset();
    this.sums.clear();
    this.squares.fill(0.0);
  }

  transfer(archive: Archive): void {
    this.fading.transfer(archive);
    archive.bounded('squares', this.squares, this.blocks, 0.0, archive.slot(0));
    this.sums.transfer(archive);
  }
}
