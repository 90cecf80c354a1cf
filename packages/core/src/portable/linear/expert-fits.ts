import { bool, Floats, f64, Ints, i32 } from '../base/language.ts';
import { Factors } from './factors.ts';
import { PendingFeatures } from './pending-features.ts';
import { Prior } from './prior.ts';
import { SideBySideSums } from './side-by-side-sums.ts';
import { product } from './triangles.ts';

/**
 * The ridge estimates of experts. An expert is a memory with a ridge: expert e has memory ⌊e/R⌋ and ridge e mod R. With
 * the sums A and b of its memory and the ridges Λ, its estimate is θ = V⁻¹(b + Λθ₀) with V = A + Λ, the prior mean θ₀
 * being 0 but for the intercept.
 *
 * Factors are made when they are first used after a change. Those of memories that fade change with every reward, those
 * of infinite memories with rewards of their block.
 */
export class ExpertFits {
  blocks: i32;
  dimension: i32;
  prior: Prior;
  sums: SideBySideSums;
  pending: PendingFeatures;
  ridges: i32;
  experts: i32;
  /** The memory of each expert, as a place in the list of memories. */
  memoryOf: Ints;
  /** Finite ridges, which come first: only they need factors. */
  full: i32;
  /** The prior mean of the intercept. */
  mean: f64 = 0.0;
  factors: Factors;
  estimates: Floats;
  /** 1 for a factor that is up to date, and for an estimate. */
  made: Ints;
  solved: Ints;
  /** The factor of V + P, made for each use, P being the features of pending decisions. */
  widened: Factors;
  taken: Floats;

  constructor(
    blocks: i32,
    dimension: i32,
    prior: Prior,
    sums: SideBySideSums,
    pending: PendingFeatures,
  ) {
    this.blocks = blocks;
    this.dimension = dimension;
    this.prior = prior;
    this.sums = sums;
    this.pending = pending;
    const ridges: i32 = prior.ridges.length;
    const experts: i32 = sums.memories.length * ridges;
    const full: i32 = prior.finite();
    const fits: i32 = sums.places * full;
    const memoryOf: Ints = new Ints(experts);
    for (let expert: i32 = ridges; expert < experts; expert++) {
      memoryOf[expert] = memoryOf[expert - ridges] + 1;
    }
    this.ridges = ridges;
    this.experts = experts;
    this.full = full;
    this.memoryOf = memoryOf;
    this.factors = new Factors(fits, dimension);
    this.estimates = new Floats(fits * dimension);
    this.made = new Ints(fits);
    this.solved = new Ints(fits);
    this.widened = new Factors(1, dimension);
    this.taken = new Floats(dimension);
  }

  /** The place in the list of ridges. */
  // @inline
  ridgeOf(expert: i32): i32 {
    return expert % this.ridges;
  }

  /** The place of the sums of a block. */
  // @inline
  placeOf(block: i32, expert: i32): i32 {
    return this.sums.place(block, this.memoryOf[expert]);
  }

  // @inline
  fitOf(block: i32, expert: i32): i32 {
    return this.placeOf(block, expert) * this.full + this.ridgeOf(expert);
  }

  /** Brings the factor and the estimate of an expert up to date. */
  prepare(block: i32, expert: i32): void {
    const ridge: i32 = this.ridgeOf(expert);
    if (this.prior.isLone(ridge)) return;
    const place: i32 = this.placeOf(block, expert);
    const fit: i32 = place * this.full + ridge;
    if (this.made[fit] === 0) this.factor(place, ridge, fit);
    if (this.solved[fit] === 0) this.solve(place, ridge, fit);
  }

  factor(place: i32, ridge: i32, fit: i32): void {
    const at: i32 = fit * this.factors.size;
    this.sums.writeGram(place, this.factors.cells, at);
    this.prior.addTo(ridge, this.factors.cells, at);
    this.factors.factor(fit, this.prior.least(ridge));
    this.made[fit] = 1;
  }

  solve(place: i32, ridge: i32, fit: i32): void {
    const start: i32 = fit * this.dimension;
    this.sums.writeTarget(place, this.estimates, start);
    this.estimates[start] += this.mean * this.prior.first(ridge);
    this.factors.solveForwards(fit, this.estimates, start, this.taken);
    this.factors.solveBackwards(fit, this.taken);
    for (let i: i32 = 0; i < this.dimension; i++) this.estimates[start + i] = this.taken[i];
    this.solved[fit] = 1;
  }

  /** The estimated mean of features, by an expert that is prepared. */
  value(block: i32, expert: i32, features: Floats, at: i32): f64 {
    if (this.prior.isLone(this.ridgeOf(expert))) {
      return features[at] * this.loneEstimate(this.placeOf(block, expert));
    }
    const start: i32 = this.fitOf(block, expert) * this.dimension;
    return product(features, at, this.estimates, start, this.dimension);
  }

  /** ‖x‖² by V⁻¹, by an expert that is prepared. */
  spread(block: i32, expert: i32, features: Floats, at: i32): f64 {
    if (this.prior.isLone(this.ridgeOf(expert))) {
      return (features[at] * features[at]) / this.loneWeight(this.placeOf(block, expert));
    }
    return this.squaredLength(this.factors, this.fitOf(block, expert), features, at);
  }

  /** Makes the factor of V + P of an expert. */
  widen(block: i32, expert: i32): void {
    const ridge: i32 = this.ridgeOf(expert);
    if (this.prior.isLone(ridge)) return;
    this.sums.writeGram(this.placeOf(block, expert), this.widened.cells, 0);
    this.pending.addTo(block, this.widened.cells, 0);
    this.prior.addTo(ridge, this.widened.cells, 0);
    this.widened.factor(0, this.prior.least(ridge));
  }

  /** ‖x‖² by (V + P)⁻¹, by the expert that was widened last. */
  widenedSpread(block: i32, expert: i32, features: Floats, at: i32): f64 {
    if (this.prior.isLone(this.ridgeOf(expert))) {
      const held: f64 = this.pending.grams.cells[block * this.pending.grams.size];
      const weight: f64 = this.loneWeight(this.placeOf(block, expert)) + held;
      return (features[at] * features[at]) / weight;
    }
    return this.squaredLength(this.widened, 0, features, at);
  }

  squaredLength(factors: Factors, fit: i32, features: Floats, at: i32): f64 {
    factors.solveForwards(fit, features, at, this.taken);
    return product(this.taken, 0, this.taken, 0, this.dimension);
  }

  /** V and the estimate of an expert that has the first column alone. */
  loneWeight(place: i32): f64 {
    return this.sums.firstSquare(place) + this.prior.first(0);
  }

  loneEstimate(place: i32): f64 {
    const target: f64 = this.sums.firstTarget(place) + this.mean * this.prior.first(0);
    return target / this.loneWeight(place);
  }

  /** The estimate of an expert at a column. */
  coefficient(block: i32, expert: i32, column: i32): f64 {
    if (this.prior.isLone(this.ridgeOf(expert))) {
      return column === 0 ? this.loneEstimate(this.placeOf(block, expert)) : 0.0;
    }
    return this.estimates[this.fitOf(block, expert) * this.dimension + column];
  }

  /** Takes note of a reward of a block, after which the prior mean of the intercept is another. */
  touch(block: i32, mean: f64): void {
    this.mean = mean;
    this.solved.fill(0);
    for (let place: i32 = 0; place < this.sums.places; place++) {
      const memory: i32 = place % this.sums.memories.length;
      const stays: bool = this.sums.memories[memory] === Infinity;
      if (stays && place !== this.sums.place(block, memory)) continue;
      for (let ridge: i32 = 0; ridge < this.full; ridge++) this.made[place * this.full + ridge] = 0;
    }
  }

  /** Takes note that all sums may have changed. */
  clear(mean: f64): void {
    this.mean = mean;
    this.made.fill(0);
    this.solved.fill(0);
  }
}
