import { Archive } from '../base/archive.ts';
import { bool, f64, i32 } from '../base/language.ts';
import { EntropyTerms } from '../math/entropy-terms.ts';
import { ln } from '../math/log.ts';
import { Detectors } from './detectors.ts';
import { SplitRule } from './split-rule.ts';
import { SplitTest } from './split-test.ts';

/** Bernoulli likelihoods, and the level ln(c n^(3/2) / δ). */
export class BernoulliRule implements SplitRule {
  offset: f64;
  level: f64 = 0.0;
  terms: EntropyTerms;

  constructor(offset: f64) {
    this.offset = offset;
    this.terms = new EntropyTerms();
  }

  // @inline
  centred(reward: f64, _first: f64): f64 {
    return reward;
  }

  likelihood(sum: f64, count: f64): f64 {
    return this.terms.likelihood(sum, count);
  }

  begin(count: f64): void {
    this.terms.reach(count);
    // n ln n / n: no logarithm either.
    this.level = this.offset + (1.5 * this.terms.of(count)) / count;
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
 * The generalized likelihood ratio test for rewards in [0, 1]: an alarm when two means explain an
 * arm's n rewards better than one by ln(c n^(3/2) / δ) or more, for some split. All splits count.
 *
 * Reference: Besson, Kaufmann, Maillard and Seznec, Efficient Change-Point Detection for Tackling
 * Piecewise-Stationary Bandits, 2022. The level δ is proved there for a larger threshold; c = 1 is what
 * their code uses, and is not proved.
 */
export class BernoulliGlr implements Detectors {
  armCount: i32;
  horizon: i32;
  delta: f64;
  c: f64;
  test: SplitTest<BernoulliRule>;

  constructor(armCount: i32, horizon: i32, delta: f64, c: f64) {
    this.armCount = armCount;
    this.horizon = horizon;
    this.delta = delta;
    this.c = c;
    this.test = new SplitTest<BernoulliRule>(armCount, horizon, new BernoulliRule(ln(c / delta)));
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
