import { Archive } from '../base/archive.ts';
import { bool, Floats, f64, i32 } from '../base/language.ts';
import { Detectors } from './detectors.ts';
import { TwoSidedSum } from './two-sided-sum.ts';

/**
 * The two-sided Page–Hinkley test: a cumulative sum against the running mean ŷ of all rewards of an arm
 * so far, the newest included,
 *
 *     g⁺ ← max(0, g⁺ + x − ŷ − ε),   g⁻ ← max(0, g⁻ + ŷ − x − ε),
 *
 * and an alarm once either is h or more. The first M rewards only count in the mean. After a change the
 * running mean follows the rewards, so the sums stop growing: a small change that is not found soon is
 * not found at all.
 *
 * Level: none is proved. With M = 150, ε = 0.1 and h = ln 1000, 85 % of Bernoulli arms of mean 1/2 raise a
 * false alarm within 5000 rewards (1 % of arms of mean 0.1); a change by 0.3 is found after 31 rewards.
 *
 * Reference: Hinkley, Inference about the Change-Point from Cumulative Sum Tests, 1971; in this form
 * Liu, Lee and Shroff, A Change-Detection Based Framework for Piecewise-Stationary Multi-Armed Bandit
 * Problem, 2018, which replaces the reference of `Cusum` by the running mean.
 */
export class PageHinkley implements Detectors {
  armCount: i32;
  samples: i32;
  epsilon: f64;
  threshold: f64;
  counts: Floats;
  sums: Floats;
  deviations: TwoSidedSum;

  constructor(armCount: i32, samples: i32, epsilon: f64, threshold: f64) {
    this.armCount = armCount;
    this.samples = samples;
    this.epsilon = epsilon;
    this.threshold = threshold;
    this.counts = new Floats(armCount);
    this.sums = new Floats(armCount);
    this.deviations = new TwoSidedSum(armCount, epsilon, threshold);
  }

  update(arm: i32, reward: f64): bool {
    const count: f64 = this.counts[arm] + 1.0;
    const sum: f64 = this.sums[arm] + reward;
    this.counts[arm] = count;
    this.sums[arm] = sum;
    if (count <= this.samples) return false;
    return this.deviations.update(arm, reward - sum / count);
  }

  forget(arm: i32): void {
    this.counts[arm] = 0.0;
    this.sums[arm] = 0.0;
    this.deviations.forget(arm);
  }

  reset(): void {
    for (let arm: i32 = 0; arm < this.armCount; arm++) this.forget(arm);
  }

  transfer(archive: Archive): void {
    archive.wholes('detectorCounts', this.counts, this.armCount, archive.slot(0));
    archive.reals('detectorSums', this.sums, this.armCount);
    this.deviations.transfer(archive);
  }
}
