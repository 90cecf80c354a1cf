import { Archive } from '../base/archive.ts';
import { Floats, f64, fmax, fmin, i32 } from '../base/language.ts';
import { exp } from '../math/exp.ts';
import { ln } from '../math/log.ts';

/** Sums of powers of rewards stay finite. */
const MOST: f64 = 1e300;

/**
 * Weights of experts by how well each predicted every reward before it came, and the variance of rewards around the
 * prediction of all together. Experts that were wrong come back: after t rewards each gets a share of 1/(t + 2) of all
 * weights.
 */
export class ExpertWeights {
  experts: i32;
  /** The variance before any reward, which counts as one reward. */
  start: f64;
  weights: Floats;
  /** Each expert's last prediction: the mean, and the variance of the mean in units of that of rewards. */
  values: Floats;
  spreads: Floats;
  logs: Floats;
  /** Rewards, and sums of their squared and fourth powers around predictions, with the start. */
  rewards: f64 = 0.0;
  squares: f64;
  fourths: f64 = 0.0;

  constructor(experts: i32, start: f64) {
    this.experts = experts;
    this.start = start;
    this.weights = new Floats(experts);
    this.values = new Floats(experts);
    this.spreads = new Floats(experts);
    this.logs = new Floats(experts);
    this.squares = start;
    const count: f64 = experts;
    this.weights.fill(1.0 / count);
  }

  /** The variance of a reward around its mean. */
  variance(): f64 {
    return this.squares / (1.0 + this.rewards);
  }

  /** The fourth moment over the square of the variance: 1 for fair coins, 3 for Gaussian rewards, 1/p for rare ones. */
  kurtosis(): f64 {
    const variance: f64 = this.variance();
    return this.fourths / (1.0 + this.rewards) / variance / variance;
  }

  /** Takes a reward, whose predictions are in `values` and `spreads`. */
  learn(reward: f64): void {
    const surprise: f64 = this.surprise(reward);
    this.weigh(reward, this.variance());
    this.share(1.0 / (this.rewards + 2.0));
    this.squares += surprise;
    this.fourths = fmin(this.fourths + surprise * surprise, MOST);
    this.rewards += 1.0;
  }

  /** The square of what the reward differs by from the prediction of all, less the share of the prediction's variance. */
  surprise(reward: f64): f64 {
    let value: f64 = 0.0;
    let spread: f64 = 0.0;
    for (let expert: i32 = 0; expert < this.experts; expert++) {
      value += this.weights[expert] * this.values[expert];
      spread += this.weights[expert] * this.spreads[expert];
    }
    const difference: f64 = reward - value;
    return (difference * difference) / (1.0 + spread);
  }

  /** Multiplies each weight by the density at which its expert expected the reward. */
  weigh(reward: f64, variance: f64): void {
    const logs: Floats = this.logs;
    let most: f64 = -Infinity;
    for (let expert: i32 = 0; expert < this.experts; expert++) {
      const expected: f64 = variance * (1.0 + this.spreads[expert]);
      const difference: f64 = reward - this.values[expert];
      logs[expert] = -0.5 * ln(expected) - (difference * difference) / (2.0 * expected);
      most = fmax(most, logs[expert]);
    }
    let total: f64 = 0.0;
    for (let expert: i32 = 0; expert < this.experts; expert++) {
      const weight: f64 = this.weights[expert] * exp(logs[expert] - most);
      this.weights[expert] = weight;
      total += weight;
    }
    for (let expert: i32 = 0; expert < this.experts; expert++) this.weights[expert] /= total;
  }

  /** Takes a share of each weight, and divides it among all alike. */
  share(part: f64): void {
    const experts: f64 = this.experts;
    for (let expert: i32 = 0; expert < this.experts; expert++) {
      this.weights[expert] = (1.0 - part) * this.weights[expert] + part / experts;
    }
  }

  reset(): void {
    const experts: f64 = this.experts;
    this.weights.fill(1.0 / experts);
    this.rewards = 0.0;
    this.squares = this.start;
    this.fourths = 0.0;
  }

  transfer(archive: Archive): void {
    this.rewards = archive.within('rewards', this.rewards, 0.0, archive.slot(0));
    this.squares = archive.within('squares', this.squares, this.start, MOST);
    this.fourths = archive.within('fourths', this.fourths, 0.0, MOST);
    archive.bounded('weights', this.weights, this.experts, 0.0, 1.0);
  }
}
