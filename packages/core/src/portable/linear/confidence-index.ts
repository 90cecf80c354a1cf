import { bool, Floats, f64, i32, sqrt } from '../base/language.ts';
import { Random } from '../random/generator.ts';
import { LinearIndex } from './linear-index.ts';
import { Radius } from './radius.ts';
import { RidgeFit } from './ridge-fit.ts';
import { product } from './triangles.ts';

/** ⟨x, θ̂⟩ + αβ ‖x‖ in the norm of V⁻¹. */
export class ConfidenceIndex implements LinearIndex {
  dimension: i32;
  bound: Radius;
  solution: Floats;

  constructor(dimension: i32, bound: Radius) {
    this.dimension = dimension;
    this.bound = bound;
    this.solution = new Floats(dimension);
  }

  usesSquares(): bool {
    return false;
  }

  radius(mass: f64): f64 {
    return this.bound.of(mass);
  }

  propensity(): f64 {
    return 1.0;
  }

  mean(product: f64): f64 {
    return product;
  }

  pendingWeight(): f64 {
    return 1.0;
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
      const value: f64 = product(features, from, fit.estimates, own, dimension);
      scores[place + i] = value + this.width(fit, block, features, from);
    }
  }

  width(fit: RidgeFit, block: i32, features: Floats, at: i32): f64 {
    const solution: Floats = this.solution;
    fit.wide(block).solveForwards(block, features, at, solution);
    return fit.radii[block] * sqrt(product(solution, 0, solution, 0, this.dimension));
  }
}
