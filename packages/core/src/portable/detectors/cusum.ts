import { Archive } from '../base/archive.ts';
import { bool, Floats, f64, i32 } from '../base/language.ts';
import { Detectors } from './detectors.ts';
import { TwoSidedSum } from './two-sided-sum.ts';

/**
 * The two-sided cumulative sum: after an arm's first M rewards, whose mean û is the reference,
 *
 *     g⁺ ← max(0, g⁺ + x − û − ε),   g⁻ ← max(0, g⁻ + û − x − ε),
 *
 * and an alarm once either is h or more. Changes of less than ε are not seen.
 *
 * Level: rewards in [0, 1] of mean μ raise a false alarm among n with probability at most
 * 2 n exp(−8 (ε − |û − μ|) h), by Hoeffding's lemma. But û is the mean of M rewards only, and where it is
 * off by more than ε an alarm is certain to come: for usual M, ε and h nothing is guaranteed. With M = 150,
 * ε = 0.1 and h = ln 1000, 94 % of Bernoulli arms of mean 1/2 raise one within 5000 rewards (4 % of arms of
 * mean 0.1); a change by 0.3 is found after 31 rewards.
 *
 * Reference: Page, Continuous Inspection Schemes, 1954; in this form Liu, Lee and Shroff, A
 * Change-Detection Based Framework for Piecewise-Stationary Multi-Armed Bandit Problem, 2018.
 */
export class Cusum implements Detectors {
  armCount: i32;
  samples: i32;
  epsilon: f64;
  threshold: f64;
  counts: Floats;
  /** The sum of an arm's first M rewards. */
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
    const samples: f64 = this.samples;
    if (this.counts[arm] < samples) {
      this.counts[arm] += 1.0;
      this.sums[arm] += reward;
      return false;
    }
    return this.deviations.update(arm, reward - this.sums[arm] / samples);
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
