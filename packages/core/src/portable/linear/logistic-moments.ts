import { Archive } from '../base/archive.ts';
import { bool, Floats, f64, i32 } from '../base/language.ts';
import { EVERYTHING } from '../memory/memory.ts';
import { Factors } from './factors.ts';
import { Fading } from './fading.ts';
import { Grams } from './grams.ts';
import { logistic } from './logistic.ts';
import { Moments } from './moments.ts';
import { addDiagonal, addScaled, copyScaled, product } from './triangles.ts';

/**
 * A logistic model of each block, by one Newton step for each reward: with p = μ(⟨x, θ⟩) and weight w = discount^age,
 * H ← H + w p(1 − p) xxᵀ and θ ← θ + w H⁻¹x (r − p). The sum in H fades by the discount in each slot, the ridge does not.
 * So no reward has to be kept.
 */
export class LogisticMoments implements Moments {
  blocks: i32;
  dimension: i32;
  ridge: f64;
  discount: f64;
  grams: Grams;
  estimates: Floats;
  fading: Fading;
  factors: Factors;
  step: Floats;

  constructor(blocks: i32, dimension: i32, ridge: f64, discount: f64) {
    this.blocks = blocks;
    this.dimension = dimension;
    this.ridge = ridge;
    this.discount = discount;
    this.grams = new Grams(blocks, dimension);
    this.estimates = new Floats(blocks * dimension);
    this.fading = new Fading(blocks, discount);
    this.factors = new Factors(1, dimension);
    this.step = new Floats(dimension);
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
    const dimension: i32 = this.dimension;
    const own: i32 = block * dimension;
    const mean: f64 = logistic(product(features, at, this.estimates, own, dimension));
    this.grams.fade(block, this.fading.age(block));
    this.grams.add(block, features, at, weight * mean * (1.0 - mean));
    const factors: Factors = this.factors;
    this.grams.write(block, factors.cells, 0, 1.0);
    addDiagonal(factors.cells, 0, dimension, this.ridge);
    factors.factor(0, this.ridge);
    factors.solveForwards(0, features, at, this.step);
    factors.solveBackwards(0, this.step);
    addScaled(this.estimates, own, dimension, this.step, 0, weight * (reward - mean));
    return true;
  }

  weight(slot: i32): f64 {
    return this.fading.weight(slot);
  }

  writeGram(block: i32, target: Floats, at: i32): void {
    this.grams.write(block, target, at, this.fading.left(block));
  }

  writeSquares(block: i32, target: Floats, at: i32): void {
    this.writeGram(block, target, at);
  }

  isSolved(): bool {
    return true;
  }

  writeTarget(block: i32, target: Floats, at: i32): void {
    copyScaled(this.estimates, block * this.dimension, target, at, this.dimension, 1.0);
  }

  /** No width goes by it. */
  squaredMass(_block: i32): f64 {
    return 0.0;
  }

  reset(): void {
    this.fading.reset();
    this.grams.clear();
    this.estimates.fill(0.0);
  }

  transfer(archive: Archive): void {
    this.fading.transfer(archive);
    this.grams.transfer(archive, 'grams');
    archive.reals('estimates', this.estimates, this.blocks * this.dimension);
  }
}
