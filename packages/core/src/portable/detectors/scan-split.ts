import { Archive } from '../base/archive.ts';
import { bool, f64, fmax, fmin, i32 } from '../base/language.ts';
import { klDivergence } from '../indices/kl.ts';
import { EntropyTerms } from '../math/entropy-terms.ts';
import { ln } from '../math/log.ts';
import { SplitRule } from './split-rule.ts';
import { SplitTest } from './split-test.ts';

/** The search ends a hair later than it may, so that rounding loses no alarm. */
const ROOM: f64 = 1.0 - 1e-9;

/** `dispersedDivergence` where p ≥ q. */
function divergenceAbove(p: f64, q: f64, dispersion: f64): f64 {
  const v: f64 = dispersion * q;
  const d: f64 = 1.0 - q + v;
  return klDivergence(fmin((p - q + v) / d, 1.0), v / d);
}

/**
 * How surely a mean p tells against a mean q of rewards in [0, 1] with a variance of `dispersion` times
 * q (1 − q): the exponent of Hoeffding's bound for a known variance. With dispersion 1, Bernoulli's kl(p, q).
 * It is at most kl(p, q)/φ, φ being the dispersion. For p ≥ q (the other case is its mirror image) both are 0 with
 * their slopes at p = q, and its curvature 1/((p − q (1 − φ)) (1 − p)) is at most that of kl/φ, 1/(φ p (1 − p)), as
 * p − q (1 − φ) ≥ φ p.
 *
 * Reference: Hoeffding, Probability Inequalities for Sums of Bounded Random Variables, 1963, Theorem 3.
 */
export function dispersedDivergence(p: f64, q: f64, dispersion: f64): f64 {
  return p >= q ? divergenceAbove(p, q, dispersion) : divergenceAbove(1.0 - p, 1.0 - q, dispersion);
}

/** A mean of rewards in [0, 1]: their sum may be outside by rounding. */
function meanOf(sum: f64, count: f64): f64 {
  return fmax(0.0, fmin(1.0, sum / count));
}

/**
 * Two means explain the rewards better than one by `base` + ln(n / min(m, n − m)) or more, where the rewards
 * vary less than coins by a factor `dispersion`: the shorter the shorter part, the more places it could be at,
 * and the more it has to say.
 */
export class ScanRule implements SplitRule {
  base: f64;
  /** Of the arm whose rewards come next. */
  dispersion: f64 = 1.0;
  /** By how much the mean rises at the split that raised the last alarm; below 0 where it falls. */
  step: f64 = 0.0;
  terms: EntropyTerms;

  constructor(base: f64) {
    this.base = base;
    this.terms = new EntropyTerms();
  }

  // @inline
  centred(reward: f64, _first: f64): f64 {
    return reward;
  }

  likelihood(sum: f64, count: f64): f64 {
    return this.terms.likelihood(sum, count);
  }

  // @inline
  begin(count: f64): void {
    this.terms.reach(count);
  }

  /** What a split says is at most its gain in Bernoulli's likelihood divided by the dispersion. */
  // @inline
  least(): f64 {
    return ROOM * this.dispersion * this.base;
  }

  // @inline
  alarms(gain: f64, leftSum: f64, leftCount: f64, sum: f64, count: f64): bool {
    if (gain < this.least()) return false;
    return this.apart(gain, leftSum, leftCount, sum, count);
  }

  apart(gain: f64, leftSum: f64, leftCount: f64, sum: f64, count: f64): bool {
    const rightCount: f64 = count - leftCount;
    const before: f64 = meanOf(leftSum, leftCount);
    const after: f64 = meanOf(sum - leftSum, rightCount);
    const threshold: f64 = this.base + ln(count / fmin(leftCount, rightCount));
    let evidence: f64 = gain;
    if (this.dispersion !== 1.0) {
      const mean: f64 = meanOf(sum, count);
      evidence =
        leftCount * dispersedDivergence(before, mean, this.dispersion) +
        rightCount * dispersedDivergence(after, mean, this.dispersion);
    }
    if (evidence < threshold) return false;
    this.step = after - before;
    return true;
  }
}

/**
 * Watches arms whose rewards are in [0, 1], each with a dispersion of its own. The splits that count are the
 * corners of the hulls of the points (m, sum of the first m): the lower hull where the mean rises, the upper
 * where it falls. Between two corners means differ less than on the line that joins them, but as the threshold
 * θ depends on the place, a split there might pass it alone. With m = λ a + (1 − λ) b between corners at a and b,
 * it does by at most λ θ(a) + (1 − λ) θ(b) − θ(m), where θ is 0 at both ends: on one side of the middle
 * ln m − λ ln a − (1 − λ) ln b, places being counted from the nearer end. It is rare:
 * in 2376 alarms on streams with a change, of coins and of values, none came later than that of a test of all splits
 * (experiments/auto/all-splits.ts).
 */
export class ScanSplit {
  test: SplitTest<ScanRule>;

  constructor(armCount: i32, horizon: i32, base: f64) {
    this.test = new SplitTest<ScanRule>(armCount, horizon, new ScanRule(base));
  }

  /** Takes a reward of an arm with this dispersion; whether it raises an alarm. */
  update(arm: i32, reward: f64, dispersion: f64): bool {
    this.test.rule.dispersion = dispersion;
    return this.test.update(arm, reward);
  }

  /** By how much the mean rises at the split that raised the last alarm; below 0 where it falls. */
  step(): f64 {
    return this.test.rule.step;
  }

  /** The rewards of an arm since the last reset. */
  count(arm: i32): f64 {
    return this.test.counts[arm];
  }

  /** Their mean. */
  mean(arm: i32): f64 {
    return meanOf(this.test.sums[arm], this.test.counts[arm]);
  }

  /** Turns rewards that were seen as x into `factor` x + `shift`, both from 0 to 1 together. */
  rescale(factor: f64, shift: f64): void {
    this.test.rescale(factor, shift);
  }

  /** Adds `change` to the reward of an arm that has no other. */
  correct(arm: i32, change: f64): void {
    if (this.test.counts[arm] !== 1.0) return;
    this.test.sums[arm] += change;
    this.test.firsts[arm] += change;
  }

  reset(): void {
    this.test.reset();
  }

  transfer(archive: Archive): void {
    this.test.transfer(archive);
  }
}
