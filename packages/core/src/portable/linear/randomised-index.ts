import { abs, bool, Floats, f64, i32 } from '../base/language.ts';
import { Random } from '../random/generator.ts';
import { normal } from '../random/normal.ts';
import { Lengths } from './lengths.ts';
import { LinearIndex } from './linear-index.ts';
import { Radius } from './radius.ts';
import { RidgeFit } from './ridge-fit.ts';
import { product } from './triangles.ts';

/** ⟨x, θ̂⟩ + Zαβ ‖x‖ in the norm of V⁻¹ṼV⁻¹, with one Z = |N(0, spread²)| for all actions of a slot. */
export class RandomisedIndex implements LinearIndex {
  dimension: i32;
  bound: Radius;
  spread: f64;
  lengths: Lengths;
  /** Z of the last pick. */
  drawn: f64 = 0.0;

  constructor(dimension: i32, bound: Radius, spread: f64) {
    this.dimension = dimension;
    this.bound = bound;
    this.spread = spread;
    this.lengths = new Lengths(dimension, true);
  }

  usesSquares(): bool {
    return true;
  }

  radius(mass: f64): f64 {
    return this.bound.of(mass);
  }

  propensity(): f64 {
    return NaN;
  }

  mean(product: f64): f64 {
    return product;
  }

  pendingWeight(): f64 {
    return 1.0;
  }

  begin(random: Random): void {
    this.drawn = this.spread * abs(normal(random));
  }

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
    const radius: f64 = this.drawn * fit.radii[block];
    this.lengths.write(fit, block, features, at, stride, count, scores, place);
    for (let i: i32 = 0; i < count; i++) {
      const value: f64 = product(features, at + i * stride, fit.estimates, own, dimension);
      scores[place + i] = value + radius * scores[place + i];
    }
  }

  /** The width if Z is 1. */
  width(fit: RidgeFit, block: i32, features: Floats, at: i32): f64 {
    return fit.radii[block] * this.lengths.of(fit, block, features, at);
  }
}
