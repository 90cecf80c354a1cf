import { Archive } from '../base/archive.ts';
import { bool, choose, Floats, f64, fmax, Ints, i32 } from '../base/language.ts';
import { Brackets } from '../indices/brackets.ts';
import { klCeiling, klMayReach, klSurelyPasses, klUpperBound } from '../indices/kl.ts';
import { KlLevel } from '../indices/kl-level.ts';
import { Estimator } from '../memory/estimator.ts';
import { EVERYTHING } from '../memory/memory.ts';
import { Random } from '../random/generator.ts';
import { BoundingKernel, WaitingKernel } from './kernel.ts';
import { Turns } from './turns.ts';

/**
 * Picks the arm of the largest q with n kl(mean, q) ≤ level, the lowest arm among equals.
 *
 * Bounds are rarely solved for. Each arm has a ceiling: a number that its bound cannot pass before it
 * gets or loses a reward, or level / count has grown by some percent. The arm picked last mostly wins
 * again, and that takes one evaluation of kl: whether its bound is above the ceilings of all others.
 * Where it is not, bounds are solved for where an arm can win. What is picked is the same either way,
 * in a quarter of the time with three arms.
 *
 * Where the memory has no room for all arms, the one that has waited longest goes next of those with
 * nothing remembered, and of those whose bound has come up to 1: no bound is larger.
 */
export class KlIndexKernel<E extends Estimator, L extends KlLevel>
  implements WaitingKernel, BoundingKernel
{
  armCount: i32;
  estimator: E;
  rule: L;
  slot: i32 = 0;
  favourite: i32 = 0;
  ceilings: Floats;
  /** The largest level / count for which a ceiling holds; below 0 where there is none. */
  reaches: Floats;
  /** Whether arms take turns, as the memory has no room for all of them. */
  waits: bool;
  turns: Turns;

  constructor(armCount: i32, estimator: E, rule: L) {
    const waits: bool = !estimator.holds(armCount);
    this.armCount = armCount;
    this.estimator = estimator;
    this.rule = rule;
    this.ceilings = new Floats(armCount);
    this.reaches = new Floats(armCount);
    this.waits = waits;
    this.turns = new Turns(choose<i32>(waits, armCount, 0));
    this.dropCeilings();
  }

  level(): f64 {
    let total: f64 = 0.0;
    if (this.rule.usesTotal()) {
      for (let arm: i32 = 0; arm < this.armCount; arm++) total += this.estimator.mass(arm);
      total /= this.estimator.unit();
    }
    return this.rule.level(this.slot, total);
  }

  pick(_random: Random): i32 {
    const level: f64 = this.level();
    if (!this.leads(this.favourite, this.highestRival(level), level)) {
      this.favourite = this.search(level);
    }
    return this.favourite;
  }

  /** What the bounds of all arms but the favourite stay below. */
  highestRival(level: f64): f64 {
    const estimator: E = this.estimator;
    const mass: f64 = level * estimator.unit();
    let highest: f64 = 0.0;
    for (let arm: i32 = 0; arm < this.armCount; arm++) {
      if (arm !== this.favourite) {
        if (mass > this.reaches[arm] * estimator.mass(arm)) this.raiseCeiling(arm, level);
        highest = fmax(highest, this.ceilings[arm]);
      }
    }
    return highest;
  }

  raiseCeiling(arm: i32, level: f64): void {
    const count: f64 = this.count(arm);
    if (count === 0.0) return;
    const reach: f64 = (this.rule.headroom() * level) / count;
    this.reaches[arm] = reach;
    this.ceilings[arm] = klCeiling(this.estimator.mean(arm), reach);
  }

  dropCeiling(arm: i32): void {
    this.ceilings[arm] = Infinity;
    this.reaches[arm] = -1.0;
  }

  dropCeilings(): void {
    this.ceilings.fill(Infinity);
    this.reaches.fill(-1.0);
  }

  /** Whether an arm's bound is surely above a number. */
  leads(arm: i32, rival: f64, level: f64): bool {
    const count: f64 = this.count(arm);
    return count !== 0.0 && klSurelyPasses(this.estimator.mean(arm), count, level, rival);
  }

  /** The arm of the largest bound. It begins with the favourite; that changes nothing. */
  search(level: f64): i32 {
    let best: i32 = this.favourite;
    let top: f64 = this.bound(best, 0.0, level);
    for (let arm: i32 = 0; arm < this.armCount; arm++) {
      const count: f64 = this.count(arm);
      if (count === 0.0) return this.firstInTurn(arm);
      if (arm === this.favourite || this.ceilings[arm] < top) continue;
      const mean: f64 = this.estimator.mean(arm);
      if (!klMayReach(mean, count, level, top)) continue;
      const bound: f64 = klUpperBound(mean, level / count);
      if (bound > top || (bound === top && this.precedes(arm, best, top))) {
        top = bound;
        best = arm;
      }
    }
    return best;
  }

  /** Whether an arm goes before another one with the same bound. */
  precedes(arm: i32, other: i32, bound: f64): bool {
    if (!this.waits || bound < 1.0) return arm < other;
    return this.turns.place(arm) < this.turns.place(other);
  }

  /** Of arms with nothing remembered the one that goes next; `lowest` is the lowest of them. */
  firstInTurn(lowest: i32): i32 {
    if (!this.waits) return lowest;
    let first: i32 = lowest;
    for (let arm: i32 = lowest + 1; arm < this.armCount; arm++) {
      if (this.count(arm) === 0.0 && this.turns.precedes(arm, first)) first = arm;
    }
    return first;
  }

  pickAmong(_random: Random, arms: Ints): i32 {
    const level: f64 = this.level();
    let best: i32 = arms[0];
    let top: f64 = this.bound(best, 0.0, level);
    for (let i: i32 = 1; i < arms.length; i++) {
      const index: f64 = this.bound(arms[i], 0.0, level);
      if (index > top || (index === top && this.precedes(arms[i], best, top))) {
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

  advance(arm: i32): void {
    this.slot += 1;
    if (this.waits) this.turns.take(arm);
    const touched: i32 = this.estimator.advance();
    if (touched >= 0) this.dropCeiling(touched);
    else if (touched === EVERYTHING) this.dropCeilings();
  }

  passEmpty(slots: i32): i32 {
    if (this.estimator.passAll(slots)) {
      this.slot += slots;
      this.dropCeilings();
      return slots;
    }
    const passed: i32 = this.estimator.pass(slots);
    this.slot += passed;
    return passed;
  }

  learn(slot: i32, arm: i32, _ticket: f64, reward: f64): bool {
    if (!this.estimator.learn(slot, arm, reward)) return false;
    this.dropCeiling(arm);
    return true;
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

  /** Numbers in the order of all indices, for players that rank arms. */
  rankInto(numbers: Floats, brackets: Brackets): void {
    const level: f64 = this.level();
    for (let arm: i32 = 0; arm < this.armCount; arm++) {
      const count: f64 = this.count(arm);
      numbers[arm] =
        count === 0.0
          ? brackets.close(arm, Infinity)
          : brackets.open(arm, this.estimator.mean(arm), count, level / count);
    }
    for (let arm: i32 = 0; arm < this.armCount; arm++) {
      if (brackets.overlaps(arm, numbers)) {
        const count: f64 = this.count(arm);
        numbers[arm] = brackets.solve(arm, this.estimator.mean(arm), count, level / count);
      }
    }
  }

  indexWithExtra(arm: i32, extra: f64): f64 {
    return this.bound(arm, extra, this.level());
  }

  bound(arm: i32, extra: f64, level: f64): f64 {
    const count: f64 = this.count(arm);
    if (count === 0.0) return Infinity;
    return klUpperBound(this.estimator.mean(arm), level / (count + extra));
  }

  mayReach(arm: i32, extra: f64, top: f64): bool {
    const count: f64 = this.count(arm);
    if (count === 0.0) return true;
    return klMayReach(this.estimator.mean(arm), count + extra, this.level(), top);
  }

  turnOf(arm: i32): f64 {
    return this.waits && this.index(arm) >= 1.0 ? this.turns.place(arm) : 0.0;
  }

  welcome(arm: i32): void {
    if (this.waits) this.turns.join(arm);
  }

  reset(): void {
    this.slot = 0;
    this.favourite = 0;
    this.estimator.reset();
    this.turns.reset();
    this.dropCeilings();
  }

  transfer(archive: Archive): void {
    this.slot = archive.slot(this.slot);
    this.estimator.transfer(archive);
    if (this.waits) this.turns.transfer(archive);
    this.dropCeilings();
  }
}
