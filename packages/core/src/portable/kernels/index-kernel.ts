import { Archive } from '../base/archive.ts';
import { bool, choose, Floats, f64, fmax, Ints, i32 } from '../base/language.ts';
import { Brackets } from '../indices/brackets.ts';
import { Indices } from '../indices/indices.ts';
import { Estimator } from '../memory/estimator.ts';
import { EVERYTHING } from '../memory/memory.ts';
import { Random } from '../random/generator.ts';
import { NO_ARM } from './exploration.ts';
import { WaitingKernel } from './kernel.ts';
import { Turns } from './turns.ts';

/** Where at least one arm in this many has changed, all indices are ordered anew. */
const FEW: i32 = 16;

/**
 * Picks the arm of the largest mean + width, the lowest arm among equals: every UCB and MOSS type is
 * an estimator over a memory, and a rule for the indices. An arm with nothing remembered has index +∞,
 * so each arm is played once at the start, in order. Where the memory has no room for all arms, the one of
 * those that has waited longest goes next.
 */
export class IndexKernel<E extends Estimator, I extends Indices> implements WaitingKernel {
  armCount: i32;
  estimator: E;
  indices: I;
  slot: i32 = 0;
  /** Whether arms take turns, as the memory has no room for all of them. */
  waits: bool;
  turns: Turns;

  constructor(armCount: i32, estimator: E, indices: I) {
    const waits: bool = !estimator.holds(armCount);
    this.armCount = armCount;
    this.estimator = estimator;
    this.indices = indices;
    this.waits = waits;
    this.turns = new Turns(choose<i32>(waits, armCount, 0));
  }

  // @inline
  pick(_random: Random): i32 {
    return this.indices.leader(this.slot, this.estimator.unit());
  }

  pickAmong(_random: Random, arms: Ints): i32 {
    const unit: f64 = this.estimator.unit();
    let best: i32 = arms[0];
    let top: f64 = this.indices.index(best, this.slot, unit);
    for (let i: i32 = 1; i < arms.length; i++) {
      const index: f64 = this.indices.index(arms[i], this.slot, unit);
      best = choose<i32>(index > top, arms[i], best);
      top = fmax(index, top);
    }
    return best;
  }

  propensity(): f64 {
    return 1.0;
  }

  // @inline
  ticket(): f64 {
    return 0.0;
  }

  acceptsTicket(_ticket: f64): bool {
    return true;
  }

  // @inline
  advance(arm: i32): void {
    this.slot += 1;
    if (this.waits) this.take(arm);
    const touched: i32 = this.estimator.advance();
    if (touched >= 0) this.refresh(touched);
    else if (touched === EVERYTHING) this.refreshTouched();
  }

  passEmpty(slots: i32): i32 {
    if (this.estimator.passAll(slots)) {
      this.slot += slots;
      this.refreshAll();
      return slots;
    }
    const passed: i32 = this.estimator.pass(slots);
    this.slot += passed;
    return passed;
  }

  take(arm: i32): void {
    if (arm === NO_ARM) return;
    this.turns.take(arm);
    if (this.estimator.mass(arm) === 0.0) this.indices.setEmpty(arm, this.turns.key(arm));
  }

  /** What stands for the index of an arm with nothing remembered. */
  key(arm: i32): f64 {
    return this.waits ? this.turns.key(arm) : Infinity;
  }

  turnOf(arm: i32): f64 {
    return this.waits && this.estimator.mass(arm) === 0.0 ? this.turns.place(arm) : 0.0;
  }

  // @inline
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
    return this.estimator.mass(arm) === 0.0 ? NaN : this.estimator.mean(arm);
  }

  index(arm: i32): f64 {
    if (this.estimator.mass(arm) === 0.0) return Infinity;
    return this.indices.index(arm, this.slot, this.estimator.unit());
  }

  /** The indices of all arms, for players that rank arms. */
  rankInto(numbers: Floats, _brackets: Brackets): void {
    for (let arm: i32 = 0; arm < this.armCount; arm++) numbers[arm] = this.index(arm);
  }

  indexWithExtra(arm: i32, extra: f64): f64 {
    const unit: f64 = this.estimator.unit();
    const mass: f64 = this.estimator.mass(arm);
    if (mass === 0.0) return Infinity;
    return this.indices.indexOf(this.estimator.mean(arm), mass + extra * unit, this.slot, unit);
  }

  // @inline
  refresh(arm: i32): void {
    const estimator: E = this.estimator;
    const mass: f64 = estimator.mass(arm);
    if (mass === 0.0) this.indices.setEmpty(arm, this.key(arm));
    else this.indices.set(arm, estimator.mean(arm), mass);
  }

  write(arm: i32): void {
    const mass: f64 = this.estimator.mass(arm);
    if (mass === 0.0) this.indices.writeEmpty(arm, this.key(arm));
    else this.indices.write(arm, this.estimator.mean(arm), mass);
  }

  /** What an estimator touched in an `advance` that may have changed everything. */
  refreshTouched(): void {
    const estimator: E = this.estimator;
    const touched: i32 = estimator.touchedCount();
    if (touched * FEW < this.armCount) {
      for (let i: i32 = 0; i < touched; i++) this.refresh(estimator.touched(i));
      return;
    }
    for (let i: i32 = 0; i < touched; i++) this.write(estimator.touched(i));
    this.indices.rebuild(this.slot, estimator.unit());
  }

  refreshAll(): void {
    for (let arm: i32 = 0; arm < this.armCount; arm++) this.write(arm);
    this.indices.rebuild(this.slot, this.estimator.unit());
  }

  welcome(arm: i32): void {
    if (!this.waits) return;
    this.turns.join(arm);
    this.indices.setEmpty(arm, this.turns.key(arm));
  }

  reset(): void {
    this.slot = 0;
    this.estimator.reset();
    this.turns.reset();
    this.indices.clear();
  }

  transfer(archive: Archive): void {
    this.slot = archive.slot(this.slot);
    this.estimator.transfer(archive);
    if (this.waits) this.turns.transfer(archive);
    this.refreshAll();
  }
}
