import { Archive } from '../base/archive.ts';
import { bool, f64, i32 } from '../base/language.ts';
import { ln } from '../math/log.ts';
import { Detectors } from './detectors.ts';
import { SplitRule } from './split-rule.ts';
import { SplitTest } from './split-test.ts';

/** Gaussian likelihoods of a known variance, and the level ln(c n^(3/2) / δ). */
class GaussianRule implements SplitRule {
  variance: f64;
  offset: f64;
  level: f64 = 0.0;

  constructor(variance: f64, offset: f64) {
    this.variance = variance;
    this.offset = offset;
  }

  // @inline
  centred(reward: f64, first: f64): f64 {
    return reward - first;
  }

  /** Without the part that is the same for all means. */
  // @inline
  likelihood(sum: f64, count: f64): f64 {
    return count > 0.0 ? (sum * sum) / (2.0 * count * this.variance) : 0.0;
  }

  begin(count: f64): void {
    this.level = this.offset + 1.5 * ln(count);
  }

  // @inline
  least(): f64 {
    return this.level;
  }

  // @inline
  alarms(gain: f64, _leftSum: f64, _leftCount: f64, _sum: f64, _count: f64): bool {
    return gain >= this.level;
  }
}

/**
 * The generalized likelihood ratio test for Gaussian rewards of a known variance, or for rewards that
 * are sub-Gaussian with it: an alarm when two means explain an arm's n rewards better than one by
 * ln(c n^(3/2) / δ) or more, for some split. All splits count.
 *
 * Reference: Maillard, Sequential Change-point Detection: Laplace Concentration of Scan Statistics and
 * Non-asymptotic Delay Bounds, 2019, for the statistic; the level is that of `BernoulliGlr`.
 */
export class GaussianGlr implements Detectors {
  armCount: i32;
  horizon: i32;
  delta: f64;
  c: f64;
  variance: f64;
  test: SplitTest<GaussianRule>;

  constructor(armCount: i32, horizon: i32, delta: f64, c: f64, variance: f64) {
    this.armCount = armCount;
    this.horizon = horizon;
    this.delta = delta;
    this.c = c;
    this.variance = variance;
    const rule: GaussianRule = new GaussianRule(variance, ln(c / delta));
    this.test = new SplitTest<GaussianRule>(armCount, horizon, rule);
  }

  update(arm: i32, reward: f64): bool {
    return this.test.update(arm, reward);
  }

  /** The largest log-likelihood ratio over all splits; 0 where all rewards are equal. */
  statistic(arm: i32): f64 {
    return this.test.statistic(arm);
  }

  forget(arm: i32): void {
    this.test.forget(arm);
  }

  reset(): void {
    this.test.reset();
  }

  transfer(archive: Archive): void {
    this.test.transfer(archive);
  }
}
