import { bool, Floats, f64, i32 } from '../base/language.ts';
import { Random } from '../random/generator.ts';
import { normal } from '../random/normal.ts';
import { Factors } from './factors.ts';
import { Lengths } from './lengths.ts';
import { LinearIndex } from './linear-index.ts';
import { LARGEST_SLOPE, logistic } from './logistic.ts';
import { RidgeFit } from './ridge-fit.ts';
import { product } from './triangles.ts';

/**
 * ⟨x, θ̃⟩ with one draw of θ̃ for all actions of a block: normal, with mean θ̂ and covariance spread² V⁻¹, or
 * spread² V⁻¹ṼV⁻¹ if it goes by Ṽ. Means are ⟨x, θ⟩, or a logistic function of it.
 */
export class DrawIndex implements LinearIndex {
  dimension: i32;
  spread: f64;
  sandwich: bool;
  logistic: bool;
  drawn: Floats;
  lengths: Lengths;

  constructor(dimension: i32, spread: f64, sandwich: bool, logistic: bool) {
    this.dimension = dimension;
    this.spread = spread;
    this.sandwich = sandwich;
    this.logistic = logistic;
    this.drawn = new Floats(dimension);
    this.lengths = new Lengths(dimension, sandwich);
  }

  usesSquares(): bool {
    return this.sandwich;
  }

  radius(_mass: f64): f64 {
    return this.spread;
  }

  propensity(): f64 {
    return NaN;
  }

  mean(product: f64): f64 {
    return this.logistic ? logistic(product) : product;
  }

  pendingWeight(): f64 {
    return this.logistic ? LARGEST_SLOPE : 1.0;
  }

  begin(_random: Random): void {}

  enter(random: Random, fit: RidgeFit, block: i32): void {
    const dimension: i32 = this.dimension;
    const drawn: Floats = this.drawn;
    for (let i: i32 = 0; i < dimension; i++) drawn[i] = normal(random);
    const wide: Factors = fit.wide(block);
    if (this.sandwich) {
      fit.squares.apply(block, drawn);
      wide.solveForwards(block, drawn, 0, drawn);
    }
    wide.solveBackwards(block, drawn);
    const own: i32 = block * dimension;
    for (let i: i32 = 0; i < dimension; i++) {
      drawn[i] = fit.estimates[own + i] + this.spread * drawn[i];
    }
  }

  score(
    _fit: RidgeFit,
    _block: i32,
    features: Floats,
    at: i32,
    stride: i32,
    count: i32,
    scores: Floats,
    place: i32,
  ): void {
    for (let i: i32 = 0; i < count; i++) {
      scores[place + i] = product(features, at + i * stride, this.drawn, 0, this.dimension);
    }
  }

  /** The standard deviation of the score. */
  width(fit: RidgeFit, block: i32, features: Floats, at: i32): f64 {
    return this.spread * this.lengths.of(fit, block, features, at);
  }
}
