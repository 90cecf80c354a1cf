import { Archive } from '../archive.ts';
import { Estimator } from '../estimators/estimator.ts';
import { IndexRule } from '../indices/rule.ts';
import { IndexedKernel } from '../kernel.ts';
import { EVERYTHING } from '../memory/memory.ts';
import { bool, choose, Floats, f64, Ints, i32 } from '../portable.ts';
import { Random } from '../random/generator.ts';

/**
 * Picks the arm of the largest mean + width, the lowest arm among equals: every UCB and MOSS type is
 * an estimator over a memory, and a rule for the width. An arm with nothing remembered has index +∞,
 * so each arm is played once at the start, in order.
 */
export class IndexKernel<E extends Estimator, R extends IndexRule> implements IndexedKernel {
  armCount: i32;
  estimator: E;
  rule: R;
  slot: i32 = 0;
  means: Floats;
  slopes: Floats;

  constructor(armCount: i32, estimator: E, rule: R) {
    this.armCount = armCount;
    this.estimator = estimator;
    this.rule = rule;
    this.means = new Floats(armCount);
    this.slopes = new Floats(armCount);
    this.means.fill(Infinity);
  }

  pick(_random: Random): i32 {
    const scale: f64 = this.rule.scale(this.slot, this.estimator.unit());
    let best: i32 = 0;
    let top: f64 = this.means[0] + scale * this.slopes[0];
    for (let arm: i32 = 1; arm < this.armCount; arm++) {
      const index: f64 = this.means[arm] + scale * this.slopes[arm];
      best = choose<i32>(index > top, arm, best);
      top = choose<f64>(index > top, index, top);
    }
    return best;
  }

  pickAmong(_random: Random, arms: Ints): i32 {
    const scale: f64 = this.rule.scale(this.slot, this.estimator.unit());
    let best: i32 = arms[0];
    let top: f64 = this.means[best] + scale * this.slopes[best];
    for (let i: i32 = 1; i < arms.length; i++) {
      const arm: i32 = arms[i];
      const index: f64 = this.means[arm] + scale * this.slopes[arm];
      best = choose<i32>(index > top, arm, best);
      top = choose<f64>(index > top, index, top);
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
    const touched: i32 = this.estimator.advance();
    if (touched >= 0) this.refresh(touched);
    else if (touched === EVERYTHING) this.refreshAll();
  }

  learn(slot: i32, arm: i32, _ticket: f64, reward: f64): bool {
    if (!this.estimator.learn(slot, arm, reward)) return false;
    this.refresh(arm);
    return true;
  }

  weight(slot: i32): f64 {
    return this.estimator.weight(slot);
  }

  count(arm: i32): f64 {
    return this.estimator.mass(arm) / this.estimator.unit();
  }

  mean(arm: i32): f64 {
    return this.estimator.mass(arm) === 0.0 ? NaN : this.means[arm];
  }

  index(arm: i32): f64 {
    const scale: f64 = this.rule.scale(this.slot, this.estimator.unit());
    return this.means[arm] + scale * this.slopes[arm];
  }

  indexWithExtra(arm: i32, extra: f64): f64 {
    const unit: f64 = this.estimator.unit();
    const mass: f64 = this.estimator.mass(arm);
    if (mass === 0.0) return Infinity;
    return (
      this.means[arm] + this.rule.scale(this.slot, unit) * this.rule.slope(mass + extra * unit)
    );
  }

  refresh(arm: i32): void {
    const mass: f64 = this.estimator.mass(arm);
    if (mass === 0.0) {
      this.means[arm] = Infinity;
      this.slopes[arm] = 0.0;
    } else {
      this.means[arm] = this.estimator.mean(arm);
      this.slopes[arm] = this.rule.slope(mass);
    }
  }

  refreshAll(): void {
    for (let arm: i32 = 0; arm < this.armCount; arm++) this.refresh(arm);
  }

  welcome(_arm: i32): void {}

  reset(): void {
    this.slot = 0;
    this.estimator.reset();
    this.refreshAll();
  }

  transfer(archive: Archive): void {
    this.slot = archive.slot(this.slot);
    this.estimator.transfer(archive);
    this.refreshAll();
  }
}
