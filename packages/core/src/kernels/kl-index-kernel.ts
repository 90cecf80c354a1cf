import { Archive } from '../archive.ts';
import { Estimator } from '../estimators/estimator.ts';
import { klDivergence, klUpperBound } from '../indices/kl.ts';
import { IndexedKernel } from '../kernel.ts';
import { ln } from '../math/log.ts';
import { bool, f64, fmax, Ints, i32 } from '../portable.ts';
import { Random } from '../random/generator.ts';

const TWO_TO_MINUS_50: f64 = 1.0 / 1125899906842624.0;

/**
 * Picks the arm of the largest q with n kl(mean, q) ≤ ln t + c ln ln t. The bound is solved for only
 * where an arm can win: whether it reaches the best so far takes one evaluation of kl. The search
 * begins with the arm picked last, which mostly wins again; where it begins changes nothing else.
 */
export class KlIndexKernel<E extends Estimator> implements IndexedKernel {
  armCount: i32;
  estimator: E;
  c: f64;
  slot: i32 = 0;
  favourite: i32 = 0;

  constructor(armCount: i32, estimator: E, c: f64) {
    this.armCount = armCount;
    this.estimator = estimator;
    this.c = c;
  }

  /** ln t + c ln ln t, at least 0: ln ln t is negative before t = e. */
  level(): f64 {
    const t: f64 = this.slot + 1;
    const logarithm: f64 = ln(t);
    if (this.c === 0.0) return logarithm;
    return fmax(logarithm + this.c * ln(logarithm), 0.0);
  }

  pick(_random: Random): i32 {
    const level: f64 = this.level();
    let best: i32 = this.favourite;
    let top: f64 = this.index(best);
    for (let arm: i32 = 0; arm < this.armCount; arm++) {
      const count: f64 = this.count(arm);
      if (count === 0.0) return arm;
      if (arm === this.favourite || !this.mayReach(arm, count, top, level)) continue;
      const bound: f64 = klUpperBound(this.estimator.mean(arm), level / count);
      if (bound > top || (bound === top && arm < best)) {
        top = bound;
        best = arm;
      }
    }
    this.favourite = best;
    return best;
  }

  /**
   * Whether an arm's bound may be as large as `top`, a hair more so that none is missed: close to 1
   * kl is so steep that the rounding of `top` alone counts.
   */
  mayReach(arm: i32, count: f64, top: f64, level: f64): bool {
    const mean: f64 = this.estimator.mean(arm);
    if (mean >= top) return true;
    const rounding: f64 = TWO_TO_MINUS_50 * (1.0 + (top - mean) / (1.0 - top));
    return count * klDivergence(mean, top) <= level * (1.0 + 1e-9) + count * rounding;
  }

  pickAmong(_random: Random, arms: Ints): i32 {
    let best: i32 = arms[0];
    let top: f64 = this.index(best);
    for (let i: i32 = 1; i < arms.length; i++) {
      const index: f64 = this.index(arms[i]);
      if (index > top) {
        top = index;
        best = arms[i];
      }
    }
    return best;
  }

  propensity(): f64 {
    return 1.0;
  }

  ticket(): f64 {
    return 0.0;
  }

  acceptsTicket(_ticket: f64): bool {
    return true;
  }

  advance(): void {
    this.slot += 1;
    this.estimator.advance();
  }

  learn(slot: i32, arm: i32, _ticket: f64, reward: f64): bool {
    return this.estimator.learn(slot, arm, reward);
  }

  weight(slot: i32): f64 {
    return this.estimator.weight(slot);
  }

  count(arm: i32): f64 {
    return this.estimator.mass(arm) / this.estimator.unit();
  }

  mean(arm: i32): f64 {
    return this.count(arm) === 0.0 ? NaN : this.estimator.mean(arm);
  }

  index(arm: i32): f64 {
    return this.indexWithExtra(arm, 0.0);
  }

  indexWithExtra(arm: i32, extra: f64): f64 {
    const count: f64 = this.count(arm);
    if (count === 0.0) return Infinity;
    return klUpperBound(this.estimator.mean(arm), this.level() / (count + extra));
  }

  welcome(_arm: i32): void {}

  reset(): void {
    this.slot = 0;
    this.estimator.reset();
  }

  transfer(archive: Archive): void {
    this.slot = archive.slot(this.slot);
    this.estimator.transfer(archive);
  }
}
