import { Archive } from '../base/archive.ts';
import { bool, f64, i32, sqrt } from '../base/language.ts';
import { ln } from '../math/log.ts';
import { Detectors } from './detectors.ts';
import { SplitRule } from './split-rule.ts';
import { SplitTest } from './split-test.ts';

/**
 * Means further apart than the sum of their Hoeffding widths, √(w/m) + √(w/(n − m)), w = ln(1/δ)/2.
 *
 * The vertices of the hulls are enough here too: with the sums s of the first m and S of all n
 * rewards, the later mean is higher by more than the widths where
 *
 *     s < g(m) = m S/n − √w (√m (n − m) + m √(n − m)) / n
 *
 * and g is convex. Were s ≥ g at two vertices of the minorant and s < g at a point between them, then
 * that point would lie below the chord.
 *
 * The square of the sum of widths is above w n/(m (n − m)), so an alarm needs a gain in Gaussian
 * likelihood of unit variance, m (n − m) (difference of means)² / (2n), above w/2: that ends the search,
 * with a hundredth of room for rounding.
 */
class MeanSplitRule implements SplitRule {
  squaredWidth: f64;

  constructor(squaredWidth: f64) {
    this.squaredWidth = squaredWidth;
  }

  // @inline
  centred(reward: f64, first: f64): f64 {
    return reward - first;
  }

  // @inline
  likelihood(sum: f64, count: f64): f64 {
    return count > 0.0 ? (0.5 * sum * sum) / count : 0.0;
  }

  // @inline
  begin(_count: f64): void {}

  // @inline
  least(): f64 {
    return 0.495 * this.squaredWidth;
  }

  // @inline
  alarms(gain: f64, leftSum: f64, leftCount: f64, sum: f64, count: f64): bool {
    if (gain < this.least()) return false;
    return this.apart(leftSum, leftCount, sum - leftSum, count - leftCount);
  }

  apart(leftSum: f64, leftCount: f64, rightSum: f64, rightCount: f64): bool {
    const difference: f64 = rightSum / rightCount - leftSum / leftCount;
    const width: f64 = sqrt(this.squaredWidth / leftCount) + sqrt(this.squaredWidth / rightCount);
    return difference > width || -difference > width;
  }
}

/**
 * An alarm when, for some split of an arm's n rewards into the first m and the others, the means
 * differ by more than √(ln(1/δ)/(2m)) + √(ln(1/δ)/(2(n − m))). All splits count.
 *
 * Reference: Komiyama, Fouché and Honda, Finite-time Analysis of Globally Nonstationary Multi-Armed
 * Bandits, 2024: the test of ADR-bandit, in the manner of Bifet and Gavaldà's ADWIN, 2007.
 */
export class MeanSplit implements Detectors {
  armCount: i32;
  horizon: i32;
  delta: f64;
  test: SplitTest<MeanSplitRule>;

  constructor(armCount: i32, horizon: i32, delta: f64) {
    this.armCount = armCount;
    this.horizon = horizon;
    this.delta = delta;
    const rule: MeanSplitRule = new MeanSplitRule(-0.5 * ln(delta));
    this.test = new SplitTest<MeanSplitRule>(armCount, horizon, rule);
  }

  update(arm: i32, reward: f64): bool {
    return this.test.update(arm, reward);
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
