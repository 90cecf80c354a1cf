import { Archive } from '../base/archive.ts';
import { bool, choose, Floats, f64, fmax, fmin, Ints, i32 } from '../base/language.ts';
import { ln } from '../math/log.ts';
import { Estimator } from '../memory/estimator.ts';
import { EVERYTHING } from '../memory/memory.ts';
import { Random } from '../random/generator.ts';
import { WaitingKernel } from './kernel.ts';
import { Turns } from './turns.ts';

/**
 * Costs that differ by at most SAME + PER_REWARD N are equal, N being the rewards of the arm with the best mean:
 * after N − 1 successes and one failure its ln N is just what n kl + ln n is of an arm that failed once, and
 * rounding must not decide. The mean is off by a share of up to 2^-53, so 1 minus the mean by up to N 2^-53.
 */
const SAME: f64 = 1e-12;
const PER_REWARD: f64 = 1e-15;

/**
 * Picks the arm of the least n kl(mean, best mean) + ln n, the lowest arm among equals, over any memory. The
 * best mean is that of the arms there are to choose from. An
 * arm of which nothing is remembered goes first; where the memory has no room for all arms, the one of those
 * that has waited longest.
 *
 * kl(p, q) = p (ln p − ln q) + (1 − p) (ln(1 − p) − ln(1 − q)), and each arm keeps its own ln p, ln(1 − p)
 * and ln n: whoever has the best mean has ln q and ln(1 − q) already. So a reward that comes or leaves takes
 * three logarithms, and a pick none, however many arms there are. Where the memory discounts, n = mass / unit
 * and ln n = ln mass − ln unit, of which the last is the same for all arms, and does not decide.
 */
export class ImedKernel<E extends Estimator> implements WaitingKernel {
  armCount: i32;
  estimator: E;
  slot: i32 = 0;
  /** All arms, in order. */
  all: Ints;
  /** The mean of each arm, +∞ where nothing is remembered. */
  means: Floats;
  /** ln p of each arm's mean p; 0 at p = 0, where it counts nothing. */
  logs: Floats;
  /** ln(1 − p), −∞ at p = 1: no other arm is as good as that. */
  complements: Floats;
  massLogs: Floats;
  /** What each arm cost in the last pick, or each of those to choose from, in their order. */
  costs: Floats;
  /** Whether arms take turns, as the memory has no room for all of them. */
  waits: bool;
  turns: Turns;

  constructor(armCount: i32, estimator: E) {
    const waits: bool = !estimator.holds(armCount);
    this.armCount = armCount;
    this.estimator = estimator;
    this.all = new Ints(armCount);
    this.means = new Floats(armCount);
    this.logs = new Floats(armCount);
    this.complements = new Floats(armCount);
    this.massLogs = new Floats(armCount);
    this.costs = new Floats(armCount);
    this.waits = waits;
    this.turns = new Turns(choose<i32>(waits, armCount, 0));
    this.means.fill(Infinity);
    for (let arm: i32 = 0; arm < armCount; arm++) this.all[arm] = arm;
  }

  /** The arm of the largest mean, the lowest among equals; the lowest of which nothing is remembered. */
  // @inline
  best(): i32 {
    const means: Floats = this.means;
    let best: i32 = 0;
    let top: f64 = means[0];
    for (let arm: i32 = 1; arm < this.armCount; arm++) {
      const mean: f64 = means[arm];
      best = choose<i32>(mean > top, arm, best);
      top = fmax(mean, top);
    }
    return best;
  }

  /** kl of an arm's mean and the best mean, which is that of another arm. */
  // @inline
  divergence(arm: i32, best: i32): f64 {
    const mean: f64 = this.means[arm];
    if (mean >= this.means[best]) return 0.0;
    const hits: f64 = mean * (this.logs[arm] - this.logs[best]);
    const misses: f64 = (1.0 - mean) * (this.complements[arm] - this.complements[best]);
    return fmax(hits + misses, 0.0);
  }

  pick(_random: Random): i32 {
    const best: i32 = this.best();
    if (this.means[best] === Infinity) return this.firstInTurn(best);
    const estimator: E = this.estimator;
    const one: f64 = 1.0 / estimator.unit();
    const costs: Floats = this.costs;
    let least: f64 = Infinity;
    for (let arm: i32 = 0; arm < this.armCount; arm++) {
      const count: f64 = estimator.mass(arm) * one;
      const cost: f64 = count * this.divergence(arm, best) + this.massLogs[arm];
      costs[arm] = cost;
      least = fmin(cost, least);
    }
    return this.firstWithin(least + this.tolerance(best));
  }

  /** The first place whose cost is no more than that. */
  // @inline
  firstWithin(most: f64): i32 {
    let place: i32 = 0;
    while (this.costs[place] > most) place += 1;
    return place;
  }

  /** How much more than the least is as little, where `best` has the best mean. */
  // @inline
  tolerance(best: i32): f64 {
    return SAME + PER_REWARD * this.count(best);
  }

  /** Of arms with nothing remembered the one that goes next; `lowest` is the lowest of them. */
  firstInTurn(lowest: i32): i32 {
    if (!this.waits) return lowest;
    let first: i32 = lowest;
    for (let arm: i32 = lowest + 1; arm < this.armCount; arm++) {
      if (this.means[arm] === Infinity && this.turns.precedes(arm, first)) first = arm;
    }
    return first;
  }

  /** The best mean is that of the arms that there are to choose from. */
  pickAmong(_random: Random, arms: Ints): i32 {
    let best: i32 = arms[0];
    for (let i: i32 = 1; i < arms.length; i++) {
      const mean: f64 = this.means[arms[i]];
      const top: f64 = this.means[best];
      const sooner: bool = mean === Infinity && this.waits && this.turns.precedes(arms[i], best);
      if (mean > top || (mean === top && sooner)) best = arms[i];
    }
    if (this.means[best] === Infinity) return best;
    let least: f64 = Infinity;
    for (let i: i32 = 0; i < arms.length; i++) {
      const cost: f64 = this.cost(arms[i], 0.0, best);
      this.costs[i] = cost;
      least = fmin(cost, least);
    }
    return arms[this.firstWithin(least + this.tolerance(best))];
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
    if (touched >= 0) this.refresh(touched);
    else if (touched === EVERYTHING) this.refreshAll();
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

  learn(slot: i32, arm: i32, _ticket: f64, reward: f64): bool {
    if (!this.estimator.learn(slot, arm, reward)) return false;
    this.refresh(arm);
    return true;
  }

  /** What follows from an arm's mass and mean. */
  refresh(arm: i32): void {
    const mass: f64 = this.estimator.mass(arm);
    if (mass === 0.0) {
      this.means[arm] = Infinity;
      return;
    }
    const mean: f64 = this.estimator.mean(arm);
    this.means[arm] = mean;
    this.logs[arm] = mean > 0.0 ? ln(mean) : 0.0;
    this.complements[arm] = mean < 1.0 ? ln(1.0 - mean) : -Infinity;
    this.massLogs[arm] = ln(mass);
  }

  refreshAll(): void {
    for (let arm: i32 = 0; arm < this.armCount; arm++) this.refresh(arm);
  }

  weight(slot: i32): f64 {
    return this.estimator.weight(slot);
  }

  count(arm: i32): f64 {
    return this.estimator.mass(arm) / this.estimator.unit();
  }

  mean(arm: i32): f64 {
    return this.means[arm] === Infinity ? NaN : this.means[arm];
  }

  /**
   * n kl(mean, best mean) + ln n with `extra` more rewards in n, as picks compare it: without what the unit
   * takes off ln n, which is the same for all arms.
   */
  cost(arm: i32, extra: f64, best: i32): f64 {
    const unit: f64 = this.estimator.unit();
    const count: f64 = this.estimator.mass(arm) * (1.0 / unit) + extra;
    const logarithm: f64 =
      extra === 0.0 ? this.massLogs[arm] : ln(this.estimator.mass(arm) + extra * unit);
    return count * this.divergence(arm, best) + logarithm;
  }

  index(arm: i32): f64 {
    return this.indexWithExtra(arm, 0.0);
  }

  /** The arm of the least cost has the largest index. */
  indexWithExtra(arm: i32, extra: f64): f64 {
    if (this.means[arm] === Infinity) return Infinity;
    return ln(this.estimator.unit()) - this.cost(arm, extra, this.bestKnown(this.all));
  }

  /** Of some arms the one of the largest mean, where something is remembered of it; there is one. */
  bestKnown(arms: Ints): i32 {
    let best: i32 = arms[0];
    let top: f64 = -Infinity;
    for (let i: i32 = 0; i < arms.length; i++) {
      const mean: f64 = this.means[arms[i]];
      if (mean > top && mean < Infinity) {
        top = mean;
        best = arms[i];
      }
    }
    return best;
  }

  turnOf(arm: i32): f64 {
    return this.waits && this.means[arm] === Infinity ? this.turns.place(arm) : 0.0;
  }

  welcome(arm: i32): void {
    if (this.waits) this.turns.join(arm);
  }

  reset(): void {
    this.slot = 0;
    this.estimator.reset();
    this.turns.reset();
    this.means.fill(Infinity);
  }

  transfer(archive: Archive): void {
    this.slot = archive.slot(this.slot);
    this.estimator.transfer(archive);
    if (this.waits) this.turns.transfer(archive);
    this.refreshAll();
  }
}
