import { Archive } from '../base/archive.ts';
import { bool, Floats, f64, i32, truncate } from '../base/language.ts';
import { ln } from '../math/log.ts';
import { Detectors } from './detectors.ts';
import { SplitRule } from './split-rule.ts';
import { SplitTest } from './split-test.ts';

/** x ln x of whole numbers below this is kept once it is computed. */
const TABLED: i32 = 131072;
const START_TABLE: i32 = 64;

/** x ln x, with 0 ln 0 = 0; a sum that rounding has left below 0 counts as 0. */
function entropyTerm(x: f64): f64 {
  return x > 0.0 ? x * ln(x) : 0.0;
}

/** Bernoulli likelihoods, and the level ln(c n^(3/2) / δ). */
export class BernoulliRule implements SplitRule {
  offset: f64;
  level: f64 = 0.0;
  table: Floats;
  /** Whole numbers below this one are in the table. */
  known: i32 = 0;

  constructor(offset: f64) {
    this.offset = offset;
    this.table = new Floats(START_TABLE);
  }

  /** Sums of Bernoulli rewards, and all counts, are whole: no logarithm is needed for them. */
  // @inline
  term(x: f64): f64 {
    const n: i32 = truncate(x);
    const whole: f64 = n;
    return whole === x && n < this.known ? this.table[n] : entropyTerm(x);
  }

  // @inline
  centred(reward: f64, _first: f64): f64 {
    return reward;
  }

  likelihood(sum: f64, count: f64): f64 {
    return this.term(sum) + this.term(count - sum) - this.term(count);
  }

  begin(count: f64): void {
    const n: i32 = truncate(count);
    if (n >= this.known) this.learnTerms(n);
    // n ln n / n: no logarithm either.
    this.level = this.offset + (1.5 * this.term(count)) / count;
  }

  /** Brings the table up to `n`. */
  learnTerms(n: i32): void {
    if (n >= TABLED) return;
    if (n >= this.table.length) {
      let length: i32 = this.table.length;
      while (length <= n) length *= 2;
      const table: Floats = new Floats(length);
      for (let i: i32 = 0; i < this.known; i++) table[i] = this.table[i];
      this.table = table;
    }
    for (; this.known <= n; this.known++) this.table[this.known] = entropyTerm(this.known);
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
