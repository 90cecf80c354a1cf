import { Archive } from '../base/archive.ts';
import { bool, Floats, f64, i32 } from '../base/language.ts';
import { DiscountedMoments } from './discounted-moments.ts';
import { Grams } from './grams.ts';
import { Moments } from './moments.ts';

/** Discounted sums together with those of squared weights: a reward weighs discount^age in V and its square in Ṽ. */
export class DiscountedPair implements Moments {
  blocks: i32;
  dimension: i32;
  discount: f64;
  first: DiscountedMoments;
  second: Grams;

  constructor(blocks: i32, dimension: i32, discount: f64) {
    this.blocks = blocks;
    this.dimension = dimension;
    this.discount = discount;
    this.first = new DiscountedMoments(blocks, dimension, discount);
    this.second = new Grams(blocks, dimension);
  }

  onlyAdds(): bool {
    return false;
  }

  advance(): i32 {
    return this.first.advance();
  }

  learn(slot: i32, block: i32, features: Floats, at: i32, reward: f64): bool {
    const left: f64 = this.first.fading.left(block);
    if (!this.first.learn(slot, block, features, at, reward)) return false;
    const weight: f64 = this.first.weight(slot);
    this.second.fade(block, left * left);
    this.second.add(block, features, at, weight * weight);
    return true;
  }

  weight(slot: i32): f64 {
    return this.first.weight(slot);
  }

  writeGram(block: i32, target: Floats, at: i32): void {
    this.first.writeGram(block, target, at);
  }

  writeSquares(block: i32, target: Floats, at: i32): void {
    const left: f64 = this.first.fading.left(block);
    this.second.write(block, target, at, left * left);
  }

  isSolved(): bool {
    return false;
  }

  writeTarget(block: i32, target: Floats, at: i32): void {
    this.first.writeTarget(block, target, at);
  }

  squaredMass(block: i32): f64 {
    return this.first.squaredMass(block);
  }

  reset(): void {
    this.first.reset();
    this.second.clear();
  }

  transfer(archive: Archive): void {
    this.first.transfer(archive);
    this.second.transfer(archive, 'squaredGrams');
  }
}
