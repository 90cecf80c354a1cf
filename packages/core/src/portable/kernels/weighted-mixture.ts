import { bool, Floats, f64, fmin, Ints, i32 } from '../base/language.ts';
import { Random } from '../random/generator.ts';

/** Leaves room for rounding. */
const ALMOST_ONE: f64 = 1.0 - 1e-9;

/**
 * Weights of arms mixed with uniform exploration: p = (1 − g) w / Σw + g/K. Among some arms only,
 * both parts are taken over those.
 */
export class WeightedMixture {
  armCount: i32;
  arms: f64;
  exploration: f64;
  /** 1 − g, and g/K where every arm is eligible. */
  kept: f64;
  even: f64;
  weights: Floats;
  /** The probability of the arm that was picked last. */
  picked: f64 = 1.0;

  constructor(armCount: i32, exploration: f64) {
    this.armCount = armCount;
    this.arms = armCount;
    this.exploration = exploration;
    this.weights = new Floats(armCount);
    this.kept = 1.0 - exploration;
    this.even = exploration / this.arms;
    this.weights.fill(1.0);
  }

  // @inline
  total(): f64 {
    const weights: Floats = this.weights;
    let total: f64 = weights[0];
    for (let arm: i32 = 1; arm < this.armCount; arm++) total += weights[arm];
    return total;
  }

  /** The mean weight of all arms but one. */
  meanWithout(arm: i32): f64 {
    let total: f64 = 0.0;
    for (let k: i32 = 0; k < this.armCount; k++) {
      if (k !== arm) total += this.weights[k];
    }
    return total / (this.arms - 1.0);
  }

  // @inline
  pick(random: Random): i32 {
    const total: f64 = this.total();
    const last: i32 = this.armCount - 1;
    let rest: f64 = random.uniform();
    let arm: i32 = 0;
    let probability: f64 = this.mixed(0, total, this.arms, this.even);
    // A wrong guess of this branch costs less than to wait for the probabilities of all arms.
    while (rest >= probability && arm < last) {
      rest -= probability;
      arm += 1;
      probability = this.mixed(arm, total, this.arms, this.even);
    }
    this.picked = probability;
    return arm;
  }

  pickAmong(random: Random, arms: Ints): i32 {
    let total: f64 = 0.0;
    for (let i: i32 = 0; i < arms.length; i++) total += this.weights[arms[i]];
    const last: i32 = arms.length - 1;
    const eligible: f64 = arms.length;
    const even: f64 = this.exploration / eligible;
    let rest: f64 = random.uniform();
    let i: i32 = 0;
    let probability: f64 = this.mixed(arms[0], total, eligible, even);
    while (rest >= probability && i < last) {
      rest -= probability;
      i += 1;
      probability = this.mixed(arms[i], total, eligible, even);
    }
    this.picked = probability;
    return arms[i];
  }

  /** The probability of an arm among `eligible` ones whose weights make `total`; `even` is g/eligible. */
  // @inline
  mixed(arm: i32, total: f64, eligible: f64, even: f64): f64 {
    // Every eligible weight may be 0 beside an arm that is not eligible: nothing distinguishes them.
    if (total === 0.0) return 1.0 / eligible;
    // Rounding may pass 1 by a hair, which would not be a probability.
    return fmin(1.0, (this.kept * this.weights[arm]) / total + even);
  }

  probability(arm: i32): f64 {
    return this.mixed(arm, this.total(), this.arms, this.even);
  }

  /** What exploration leaves to every arm, whichever were eligible. */
  leastProbability(): f64 {
    return this.even * ALMOST_ONE;
  }

  /** Whether an arm can have had this probability. */
  gives(probability: f64): bool {
    return probability > 0.0 && probability >= this.leastProbability() && probability <= 1.0;
  }
}
