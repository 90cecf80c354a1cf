import { bool, Floats, f64, i32 } from '../base/language.ts';
import { Random } from '../random/generator.ts';
import { Lengths } from './lengths.ts';
import { LinearIndex } from './linear-index.ts';
import { Radius } from './radius.ts';
import { RidgeFit } from './ridge-fit.ts';
import { product } from './triangles.ts';

/** ⟨x, θ̂⟩ + αβ ‖x‖ in the norm of V⁻¹, or of V⁻¹ṼV⁻¹ if it goes by Ṽ. */
export class ConfidenceIndex implements LinearIndex {
  dimension: i32;
  bound: Radius;
  sandwich: bool;
  lengths: Lengths;

  constructor(dimension: i32, bound: Radius, sandwich: bool) {
    this.dimension = dimension;
    this.bound = bound;
    this.sandwich = sandwich;
    this.lengths = new Lengths(dimension, sandwich);
  }

  usesSquares(): bool {
    return this.sandwich;
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
    const radius: f64 = fit.radii[block];
    this.lengths.write(fit, block, features, at, stride, count, scores, place);
    for (let i: i32 = 0; i < count; i++) {
      const value: f64 = product(features, at + i * stride, fit.estimates, own, dimension);
      scores[place + i] = value + radius * scores[place + i];
    }
  }

  width(fit: RidgeFit, block: i32, features: Floats, at: i32): f64 {
    return fit.radii[block] * this.lengths.of(fit, block, features, at);
  }
}
