import { Floats, f64, fmin, Ints, i32 } from '../portable.ts';
import { Random } from '../random/generator.ts';

/**
 * Weights of arms mixed with uniform exploration: p = (1 − g) w / Σw + g/K. Among some arms only,
 * both parts are taken over those.
 */
export class WeightedMixture {
  armCount: i32;
  arms: f64;
  exploration: f64;
  weights: Floats;
  /** The probability of the arm that was picked last. */
  picked: f64 = 1.0;

  constructor(armCount: i32, exploration: f64) {
    this.armCount = armCount;
    this.arms = armCount;
    this.exploration = exploration;
    this.weights = new Floats(armCount);
    this.weights.fill(1.0);
  }

  total(): f64 {
    let total: f64 = 0.0;
    for (let arm: i32 = 0; arm < this.armCount; arm++) total += this.weights[arm];
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

  pick(random: Random): i32 {
    const total: f64 = this.total();
    const last: i32 = this.armCount - 1;
    let rest: f64 = random.uniform();
    for (let arm: i32 = 0; arm < last; arm++) {
      this.picked = this.mixed(arm, total, this.arms);
      if (rest < this.picked) return arm;
      rest -= this.picked;
    }
    this.picked = this.mixed(last, total, this.arms);
    return last;
  }

  pickAmong(random: Random, arms: Ints): i32 {
    let total: f64 = 0.0;
    for (let i: i32 = 0; i < arms.length; i++) total += this.weights[arms[i]];
    const last: i32 = arms.length - 1;
    let rest: f64 = random.uniform();
    for (let i: i32 = 0; i < last; i++) {
      this.picked = this.mixed(arms[i], total, arms.length);
      if (rest < this.picked) return arms[i];
      rest -= this.picked;
    }
    this.picked = this.mixed(arms[last], total, arms.length);
    return arms[last];
  }

  /** The probability of an arm among `eligible` ones whose weights make `total`. */
  mixed(arm: i32, total: f64, eligible: f64): f64 {
    // Every eligible weight may be 0 beside an arm that is not eligible: nothing tells them apart.
    if (total === 0.0) return 1.0 / eligible;
    const share: f64 = ((1.0 - this.exploration) * this.weights[arm]) / total;
    // Rounding may pass 1 by a hair, which is no probability.
    return fmin(1.0, share + this.exploration / eligible);
  }

  probability(arm: i32): f64 {
    return this.mixed(arm, this.total(), this.arms);
  }
}
