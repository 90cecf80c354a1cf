import { bool, Floats, f64, i32, sqrt } from '../base/language.ts';
import { Random } from '../random/generator.ts';
import { LinearIndex } from './linear-index.ts';
import { LARGEST_SLOPE, logistic } from './logistic.ts';
import { RidgeFit } from './ridge-fit.ts';
import { product } from './triangles.ts';

/** μ(⟨x, θ⟩) + α ‖x‖ in the norm of H⁻¹, μ being the logistic function. */
export class LogisticIndex implements LinearIndex {
  dimension: i32;
  spread: f64;
  solution: Floats;

  constructor(dimension: i32, spread: f64) {
    this.dimension = dimension;
    this.spread = spread;
    this.solution = new Floats(dimension);
  }

  usesSquares(): bool {
    return false;
  }

  radius(_mass: f64): f64 {
    return this.spread;
  }

  propensity(): f64 {
    return 1.0;
  }

  mean(product: f64): f64 {
    return logistic(product);
  }

  pendingWeight(): f64 {
    return LARGEST_SLOPE;
  }

  begin(_random: Random): void {}

  enter(_random: Random, _fit: RidgeFit, _block: i32): void {}

  score(
    fit: RidgeFit,
    block: i32,
    features: Floats,
    at: i32,
    stride: i32,
    count: i32,
    scores: Floats,
    place: i32,
  ): void {
    const dimension: i32 = this.dimension;
    const own: i32 = block * dimension;
    for (let i: i32 = 0; i < count; i++) {
      const from: i32 = at + i * stride;
      const value: f64 = logistic(product(features, from, fit.estimates, own, dimension));
      scores[place + i] = value + this.width(fit, block, features, from);
    }
  }

  width(fit: RidgeFit, block: i32, features: Floats, at: i32): f64 {
    const solution: Floats = this.solution;
    fit.wide(block).solveForwards(block, features, at, solution);
    return this.spread * sqrt(product(solution, 0, solution, 0, this.dimension));
  }
}
