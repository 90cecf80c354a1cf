import { Archive } from '../base/archive.ts';
import { Floats, f64, fmax, fmin, i32, sqrt } from '../base/language.ts';

/** The variance of a fair coin: what is thought of all arms together before anything was seen. */
const PRIOR: f64 = 0.25;
/** An arm that was seen little is taken for one like the others: they count as four fair coins. */
const ARM_PRIOR: f64 = 1.0;

/**
 * How much rewards in [0, 1] vary, in units of what coins with the same mean would: 1 for rewards that are 0
 * or 1, far less for those that stay near their mean. Each arm has its own, drawn to that of all arms while
 * little was seen of it.
 *
 * A reward x of an arm expected at p leaves the residual (x − p)²; a coin with its mean would leave
 * x (1 − x) more. The ratio of the sums is the dispersion. Nothing of it is ever forgotten.
 */
export class Dispersion {
  armCount: i32;
  /** No arm is thought to vary less. */
  least: f64;
  /** Residuals of each arm, and what coins would have left; the same of all arms together. */
  residuals: Floats;
  expected: Floats;
  allResiduals: f64 = 0.0;
  allExpected: f64 = 0.0;
  values: Floats;
  /** Their powers of 3/4. */
  cautious: Floats;

  constructor(armCount: i32, least: f64) {
    this.armCount = armCount;
    this.least = least;
    this.residuals = new Floats(armCount);
    this.expected = new Floats(armCount);
    this.values = new Floats(armCount);
    this.cautious = new Floats(armCount);
    this.values.fill(1.0);
    this.cautious.fill(1.0);
  }

  /** How much an arm varies. */
  // @inline
  of(arm: i32): f64 {
    return this.values[arm];
  }

  /** The same for who must not rely on it: nearer to a coin. */
  // @inline
  cautiously(arm: i32): f64 {
    return this.cautious[arm];
  }

  /** Takes a reward of an arm of which `count` rewards with this sum are remembered. */
  learn(arm: i32, reward: f64, count: f64, sum: f64): void {
    const mean: f64 = (sum + 0.5) / (count + 1.0);
    const residual: f64 = (reward - mean) * (reward - mean);
    const expected: f64 = residual + reward * (1.0 - reward);
    this.allResiduals += residual;
    this.allExpected += expected;
    this.residuals[arm] += residual;
    this.expected[arm] += expected;
    this.set(arm);
  }

  set(arm: i32): void {
    const value: f64 = this.shrunk(arm);
    this.values[arm] = value;
    this.cautious[arm] = sqrt(value * sqrt(value));
  }

  shrunk(arm: i32): f64 {
    const all: f64 = (PRIOR + this.allResiduals) / (PRIOR + this.allExpected);
    const own: f64 = all * ARM_PRIOR + this.residuals[arm];
    return fmax(own / (ARM_PRIOR + this.expected[arm]), this.least);
  }

  /**
   * Takes rewards that were seen as x for `factor` x + `shift`. With f and s for these, n rewards of an arm that sum up
   * to Σ x now leave Σ x' (1 − x') = f² Σ x (1 − x) + f (1 − f − 2 s) Σ x + s (1 − s) n beside their residuals.
   *
   * @param counts - of all rewards of each arm
   * @param sums - of the same rewards, rescaled already
   */
  rescale(factor: f64, shift: f64, counts: Floats, sums: Floats): void {
    const square: f64 = factor * factor;
    this.allResiduals *= square;
    this.allExpected *= square;
    for (let arm: i32 = 0; arm < this.armCount; arm++) {
      const count: f64 = counts[arm];
      const sum: f64 = sums[arm] - shift * count;
      const more: f64 = (1.0 - factor - 2.0 * shift) * sum + shift * (1.0 - shift) * count;
      this.residuals[arm] *= square;
      this.expected[arm] = square * this.expected[arm] + fmax(more, 0.0);
      this.allExpected += fmax(more, 0.0);
    }
    for (let arm: i32 = 0; arm < this.armCount; arm++) this.set(arm);
  }

  /** An arm that joins varies as the others do. */
  welcome(arm: i32): void {
    this.set(arm);
  }

  reset(): void {
    this.residuals.fill(0.0);
    this.expected.fill(0.0);
    this.values.fill(1.0);
    this.cautious.fill(1.0);
    this.allResiduals = 0.0;
    this.allExpected = 0.0;
  }

  transfer(archive: Archive): void {
    archive.counts('residuals', this.residuals, this.armCount);
    archive.counts('expectedResiduals', this.expected, this.armCount);
    archive.bounded('dispersions', this.values, this.armCount, 0.0, 1.0);
    for (let arm: i32 = 0; arm < this.armCount; arm++) {
      this.cautious[arm] = sqrt(this.values[arm] * sqrt(this.values[arm]));
      // Each reward adds at least as much to what coins leave, so that no dispersion exceeds 1.
      this.residuals[arm] = fmin(this.residuals[arm], this.expected[arm]);
    }
    const all: f64 = fmax(archive.real('allResiduals', this.allResiduals), 0.0);
    this.allExpected = fmax(archive.real('allExpectedResiduals', this.allExpected), 0.0);
    this.allResiduals = fmin(all, this.allExpected);
  }
}
