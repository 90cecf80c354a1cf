import { Archive } from '../base/archive.ts';
import { bool, choose, Floats, f64, fmax, Ints, i32, truncate } from '../base/language.ts';
import { Detectors } from '../detectors/detectors.ts';
import { Bound } from '../indices/bounds.ts';
import { ln } from '../math/log.ts';
import { Random } from '../random/generator.ts';
import { Exploration, NO_ARM } from './exploration.ts';
import { BoundingKernel, ExploringKernel, WaitingKernel } from './kernel.ts';
import { Turns } from './turns.ts';

/**
 * Picks the arm of the largest bound over the rewards since the last restart, and restarts when a
 * detector raises an alarm: the arm of the alarm alone where `local`, else all arms. Some slots are
 * given to exploration, whatever the bounds say. An arm with nothing remembered has index +∞. Where all
 * arms were forgotten before each had been played, the one that has waited longest goes first.
 *
 * The level of a bound is ln of the slots since the arm's restart, the next one included, or with
 * `byCounts` ln of all rewards that are remembered.
 *
 * Rewards are taken in the order in which they come. One of a slot before its arm's last restart is
 * forgotten already.
 *
 * The search for the largest bound begins with the arm picked last, which mostly wins again, and a bound
 * is computed only where it may win; where the search begins changes nothing else.
 */
export class DetectingKernel<D extends Detectors, B extends Bound, X extends Exploration>
  implements ExploringKernel, WaitingKernel, BoundingKernel
{
  armCount: i32;
  detectors: D;
  bound: B;
  exploration: X;
  local: bool;
  byCounts: bool;
  counts: Floats;
  sums: Floats;
  /** All rewards remembered. */
  total: f64 = 0.0;
  /** The first slot of each arm that is not forgotten, and the lowest of these. */
  since: Ints;
  earliest: i32 = 0;
  slot: i32 = 0;
  /** How often an alarm led to a restart. */
  restarts: i32 = 0;
  /** How many slots had been taken at the last restart; 0 before there was one. */
  lastRestart: i32 = 0;
  /** The arm whose rewards raised the last alarm; -1 before there was one. */
  alarmedArm: i32 = NO_ARM;
  favourite: i32 = 0;
  picked: f64 = 1.0;
  /** The logarithm last computed, and of what: mostly all arms need the same. */
  levelTime: f64 = 1.0;
  levelValue: f64 = 0.0;
  turns: Turns;

  constructor(armCount: i32, detectors: D, bound: B, exploration: X, local: bool, byCounts: bool) {
    this.armCount = armCount;
    this.detectors = detectors;
    this.bound = bound;
    this.exploration = exploration;
    this.local = local;
    this.byCounts = byCounts;
    this.counts = new Floats(armCount);
    this.sums = new Floats(armCount);
    this.since = new Ints(armCount);
    this.turns = new Turns(armCount);
  }

  level(arm: i32): f64 {
    const slots: f64 = this.slot + 1 - this.since[arm];
    const time: f64 = this.byCounts ? fmax(this.total, 1.0) : slots;
    if (time !== this.levelTime) {
      this.levelTime = time;
      this.levelValue = ln(time);
    }
    return this.levelValue;
  }

  pick(random: Random): i32 {
    const share: f64 = this.exploration.share();
    const explored: i32 = this.exploration.pick(random, this.armCount, this.slot, this.lastRestart);
    if (explored !== NO_ARM && share === 0.0) {
      this.picked = 1.0;
      return explored;
    }
    const leader: i32 = this.leader();
    return this.state(explored, leader, share, this.armCount);
  }

  pickAmong(random: Random, arms: Ints): i32 {
    const explored: i32 = this.explore(random, arms);
    let leader: i32 = arms[0];
    let top: f64 = this.index(leader);
    for (let i: i32 = 1; i < arms.length; i++) {
      const index: f64 = this.index(arms[i]);
      const ahead: bool = index > top || (index === Infinity && this.precedes(arms[i], leader));
      leader = choose<i32>(ahead, arms[i], leader);
      top = fmax(index, top);
    }
    return this.state(explored, leader, this.exploration.share(), arms.length);
  }

  /** The arm that is picked, its probability being kept. */
  state(explored: i32, leader: i32, share: f64, armCount: i32): i32 {
    const arms: f64 = armCount;
    const arm: i32 = choose<i32>(explored === NO_ARM, leader, explored);
    const byIndex: f64 = choose<f64>(arm === leader, 1.0 - share, 0.0);
    this.picked = share === 0.0 ? 1.0 : share / arms + byIndex;
    return arm;
  }

  explore(random: Random, arms: Ints): i32 {
    return this.exploration.pickAmong(random, arms, this.slot, this.lastRestart);
  }

  explorationShare(): f64 {
    return this.exploration.share();
  }

  /** The arm of the largest index, the lowest among equals. */
  leader(): i32 {
    let best: i32 = this.favourite;
    let top: f64 = this.index(best);
    for (let arm: i32 = 0; arm < this.armCount; arm++) {
      const count: f64 = this.counts[arm];
      if (count === 0.0) return this.firstInTurn(arm);
      if (arm === this.favourite) continue;
      const mean: f64 = this.sums[arm] / count;
      const level: f64 = this.level(arm);
      if (!this.bound.mayReach(mean, count, level, top)) continue;
      const index: f64 = this.bound.upper(mean, count, level);
      if (index > top || (index === top && arm < best)) {
        top = index;
        best = arm;
      }
    }
    this.favourite = best;
    return best;
  }

  /** Whether an arm goes before a lower one, nothing being remembered of either. */
  precedes(arm: i32, lower: i32): bool {
    return this.turns.handedOn() && this.turns.precedes(arm, lower);
  }

  /** Of arms with nothing remembered the one that goes next; `lowest` is the lowest of them. */
  firstInTurn(lowest: i32): i32 {
    let first: i32 = lowest;
    for (let arm: i32 = lowest + 1; arm < this.armCount; arm++) {
      if (this.counts[arm] === 0.0 && this.precedes(arm, first)) first = arm;
    }
    return first;
  }

  turnOf(arm: i32): f64 {
    const waits: bool = this.turns.handedOn() && this.counts[arm] === 0.0;
    return waits ? this.turns.place(arm) : 0.0;
  }

  propensity(): f64 {
    return this.picked;
  }

  ticket(): f64 {
    return 0.0;
  }

  acceptsTicket(_ticket: f64): bool {
    return true;
  }

  // @inline
  advance(arm: i32): void {
    this.exploration.take(arm, this.slot, this.lastRestart);
    this.slot += 1;
    this.turns.take(arm);
  }

  passEmpty(slots: i32): i32 {
    const passed: i32 = this.exploration.pass(slots, this.slot, this.lastRestart);
    this.slot += passed;
    return passed;
  }

  learn(slot: i32, arm: i32, _ticket: f64, reward: f64): bool {
    if (slot < this.since[arm]) return false;
    this.counts[arm] += 1.0;
    this.sums[arm] += reward;
    this.total += 1.0;
    if (this.detectors.update(arm, reward)) this.restart(arm);
    return true;
  }

  /** Forgets after an alarm on `arm`. */
  restart(arm: i32): void {
    this.restarts += 1;
    this.lastRestart = this.slot;
    this.alarmedArm = arm;
    if (this.local) this.forget(arm);
    else this.forgetAll();
    this.findEarliest();
    this.exploration.begin(this.restarts + 1);
  }

  forgetAll(): void {
    this.turns.endEpoch();
    for (let arm: i32 = 0; arm < this.armCount; arm++) this.forget(arm);
  }

  forget(arm: i32): void {
    this.total -= this.counts[arm];
    this.counts[arm] = 0.0;
    this.sums[arm] = 0.0;
    this.since[arm] = this.slot;
    this.detectors.forget(arm);
  }

  findEarliest(): void {
    let earliest: i32 = this.since[0];
    for (let arm: i32 = 1; arm < this.armCount; arm++) {
      earliest = choose<i32>(this.since[arm] < earliest, this.since[arm], earliest);
    }
    this.earliest = earliest;
  }

  /** Whose slot it was is not known here: as long as one arm remembers it, it counts. */
  weight(slot: i32): f64 {
    return choose<f64>(slot < this.earliest, 0.0, 1.0);
  }

  count(arm: i32): f64 {
    return this.counts[arm];
  }

  mean(arm: i32): f64 {
    return this.counts[arm] === 0.0 ? NaN : this.sums[arm] / this.counts[arm];
  }

  index(arm: i32): f64 {
    return this.indexWithExtra(arm, 0.0);
  }

  indexWithExtra(arm: i32, extra: f64): f64 {
    const count: f64 = this.counts[arm];
    if (count === 0.0) return Infinity;
    return this.bound.upper(this.sums[arm] / count, count + extra, this.level(arm));
  }

  mayReach(arm: i32, extra: f64, top: f64): bool {
    const count: f64 = this.counts[arm];
    if (count === 0.0) return true;
    return this.bound.mayReach(this.sums[arm] / count, count + extra, this.level(arm), top);
  }

  /** The time of a new arm begins now; with restarts of all arms they have one time. */
  welcome(arm: i32): void {
    this.since[arm] = this.local ? this.slot : this.lastRestart;
    this.findEarliest();
  }

  reset(): void {
    this.counts.fill(0.0);
    this.sums.fill(0.0);
    this.total = 0.0;
    this.since.fill(0);
    this.earliest = 0;
    this.slot = 0;
    this.favourite = 0;
    this.restarts = 0;
    this.lastRestart = 0;
    this.alarmedArm = NO_ARM;
    this.turns.reset();
    this.detectors.reset();
    this.exploration.begin(1);
  }

  transfer(archive: Archive): void {
    this.slot = archive.slot(this.slot);
    archive.wholes('counts', this.counts, this.armCount, this.slot);
    archive.reals('sums', this.sums, this.armCount);
    archive.cells('since', this.since, this.armCount, this.slot + 1);
    const restarts: i32 = this.restarts;
    this.transferAlarms(archive);
    this.turns.transfer(archive);
    this.detectors.transfer(archive);
    this.total = 0.0;
    for (let arm: i32 = 0; arm < this.armCount; arm++) this.total += this.counts[arm];
    this.findEarliest();
    // Saving leaves the episode that is under way.
    if (this.restarts !== restarts) this.exploration.begin(this.restarts + 1);
    this.exploration.transfer(archive);
  }

  /** Through arrays, whose values an archive checks: a restart in the future would break the phase. */
  transferAlarms(archive: Archive): void {
    const restarts: Floats = new Floats(1);
    const slot: Ints = new Ints(1);
    const arm: Ints = new Ints(1);
    restarts[0] = this.restarts;
    slot[0] = this.lastRestart;
    arm[0] = this.alarmedArm;
    archive.wholes('restarts', restarts, 1, this.slot);
    archive.cells('lastRestart', slot, 1, this.slot + 1);
    archive.cells('alarmedArm', arm, 1, this.armCount);
    this.restarts = truncate(restarts[0]);
    this.lastRestart = slot[0];
    this.alarmedArm = arm[0];
  }
}
