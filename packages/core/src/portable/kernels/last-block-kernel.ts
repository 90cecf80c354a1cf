import { Archive } from '../base/archive.ts';
import {
  bool,
  choose,
  Floats,
  f64,
  floor,
  fmax,
  fmin,
  Ints,
  i32,
  truncate,
} from '../base/language.ts';
import { ln } from '../math/log.ts';
import { pow } from '../math/pow.ts';
import { RewardLog } from '../memory/reward-log.ts';
import { Random } from '../random/generator.ts';
import { NO_ARM } from './exploration.ts';
import { Kernel } from './kernel.ts';

/** Why an arm is to be played in a round. */
export const NOT_OWED: i32 = 0;
/** It was never played. */
export const STARTS: i32 = 1;
/** Its mean is no less than that of as many of the leader's last rewards. */
export const WON: i32 = 2;
/** Too few of its rewards are remembered. */
export const FORCED: i32 = 3;
/** It has not been played for long, and neither has the leader. */
export const STALE: i32 = 4;
/** It leads, and no other arm is to be played. */
const LEADS: i32 = 5;

const NONE: i32 = -1;
/** The power of ln τ, or ln r, below which arms are played by force. */
const EXPLORATION: f64 = 0.333;
/** (ln r)^0.333 is less in any round that there can be. */
const MOST_FORCED: f64 = 3.0;

/**
 * Last-block subsampling duels. In each round the arm with most rewards leads; every other arm whose mean
 * is at least that of as many of the leader's last rewards is played once, the leader only where there is
 * no such arm.
 *
 * `windowed` has the rule for a window: the leader stays until it is seldom played or another one has won,
 * all duel, and arms that were not played for long are tried where the leader rests, too. Without it the
 * leader is the arm with most rewards, and only arms with fewer duel.
 *
 * A round is worked out at the pick that begins it, and becomes state when that pick is taken; the arms
 * that it has yet to play are owed. One uniform number is drawn with each pick: its share of whole parts
 * decides which of them is next, and what is left comes back with the reward and decides who leads where
 * several might, since neither taking a slot nor learning draws.
 */
export class LastBlockKernel implements Kernel {
  armCount: i32;
  windowed: bool;
  log: RewardLog;
  /** With a window: the rewards below which an arm is played by force, and (ln τ)². */
  least: f64 = 0.0;
  few: f64 = 0.0;
  /** All arms, in order. */
  all: Ints;

  now: i32 = 0;
  /** 0 while each arm is played for the first time. */
  round: f64 = 0.0;
  leader: i32 = NONE;
  /** The round in which the leader began to lead. */
  changed: f64 = 0.0;
  /** The round in which each arm was played last. */
  last: Floats;
  /** Why each arm has yet to be played in this round, and how many there are. */
  owed: Ints;
  owedCount: i32 = 0;
  /** Whether an arm was played in this round, other than as the leader alone. */
  won: Ints;
  /** Whether the last decision for an arm waits for its reward. */
  awaits: Ints;
  /** What was left of the last ticket that came back. */
  chance: f64 = 0.0;

  /** The round that comes next, where it has been worked out. */
  prepared: bool = false;
  next: Ints;
  nextLeader: i32 = 0;
  probability: f64 = 1.0;
  rest: f64 = 0.0;

  constructor(armCount: i32, log: RewardLog, windowed: bool) {
    this.armCount = armCount;
    this.windowed = windowed;
    this.log = log;
    this.all = new Ints(armCount);
    this.last = new Floats(armCount);
    this.owed = new Ints(armCount);
    this.won = new Ints(armCount);
    this.awaits = new Ints(armCount);
    this.next = new Ints(armCount);
    const logarithm: f64 = ln(log.limit);
    this.least = pow(logarithm, EXPLORATION);
    this.few = logarithm * logarithm;
    for (let arm: i32 = 0; arm < armCount; arm++) this.all[arm] = arm;
    this.start();
  }

  pick(random: Random): i32 {
    return this.pickAmong(random, this.all);
  }

  /** The same among some arms; where none of them is to be played, the leader, else the largest mean. */
  pickAmong(random: Random, arms: Ints): i32 {
    this.rest = random.uniform();
    this.probability = 1.0;
    let arm: i32 = NONE;
    if (this.owedCount > 0) arm = this.drawFrom(this.owed, arms, this.round === 0.0);
    if (arm !== NONE) return arm;
    this.prepare();
    arm = this.drawFrom(this.next, arms, false);
    return arm === NONE ? this.substitute(arms) : arm;
  }

  /** One of those that are owed, any alike, or the first; NONE where there is none. */
  drawFrom(owed: Ints, arms: Ints, inOrder: bool): i32 {
    let count: i32 = 0;
    let first: i32 = NONE;
    for (let i: i32 = arms.length - 1; i >= 0; i--) {
      const arm: i32 = arms[i];
      const isOwed: bool = owed[arm] !== NOT_OWED;
      count += choose<i32>(isOwed, 1, 0);
      first = choose<i32>(isOwed, arm, first);
    }
    if (count <= 1 || inOrder) return first;
    const choices: f64 = count;
    const stretched: f64 = this.rest * choices;
    const whole: f64 = floor(stretched);
    this.rest = stretched - whole;
    this.probability = 1.0 / choices;
    let before: i32 = truncate(whole);
    let i: i32 = 0;
    while (owed[arms[i]] === NOT_OWED || before > 0) {
      before -= choose<i32>(owed[arms[i]] === NOT_OWED, 0, 1);
      i += 1;
    }
    return arms[i];
  }

  substitute(arms: Ints): i32 {
    let best: i32 = arms[0];
    let top: f64 = -Infinity;
    for (let i: i32 = 0; i < arms.length; i++) {
      const arm: i32 = arms[i];
      if (arm === this.nextLeader) return arm;
      const mean: f64 = this.log.count(arm) === 0.0 ? -Infinity : this.mean(arm);
      best = choose<i32>(mean > top, arm, best);
      top = fmax(mean, top);
    }
    return best;
  }

  /** Works out the next round. */
  prepare(): void {
    if (this.prepared) return;
    this.prepared = true;
    const round: f64 = this.round + 1.0;
    const leader: i32 = this.findLeader(round);
    this.nextLeader = leader;
    const rests: bool = this.hasRested(leader, round);
    let count: i32 = 0;
    for (let arm: i32 = 0; arm < this.armCount; arm++) {
      const why: i32 = this.claim(arm, leader, round, rests);
      this.next[arm] = why;
      count += choose<i32>(why === NOT_OWED, 0, 1);
    }
    if (count === 0) this.next[leader] = LEADS;
  }

  claim(arm: i32, leader: i32, round: f64, rests: bool): i32 {
    const count: f64 = this.log.count(arm);
    if (this.isForced(arm, count, this.log.count(leader), round)) return FORCED;
    if (arm === leader) return NOT_OWED;
    if (this.winsDuel(arm, leader)) return WON;
    const isStale: bool = rests && count <= this.few && this.waited(arm, round);
    return choose<i32>(isStale, STALE, NOT_OWED);
  }

  isForced(arm: i32, count: f64, leading: f64, round: f64): bool {
    // Before any reward has come all arms take turns.
    if (leading === 0.0) return true;
    const arms: f64 = this.armCount;
    if (this.awaits[arm] === 1 && round - this.last[arm] < arms) return false;
    if (count === 0.0) return true;
    if (this.windowed) return count < this.least;
    return count < leading && count < MOST_FORCED && count < pow(ln(round), EXPLORATION);
  }

  winsDuel(arm: i32, leader: i32): bool {
    const count: f64 = this.log.count(arm);
    const leading: f64 = this.log.count(leader);
    if (count === 0.0 || (!this.windowed && count >= leading)) return false;
    return this.mean(arm) >= this.opposing(leader, fmin(count, leading));
  }

  /** The mean of the leader's last `count` rewards. */
  opposing(leader: i32, count: f64): f64 {
    return this.log.lastSum(leader, count) / count;
  }

  /** Whether the same arm has led for long without being played. */
  hasRested(leader: i32, round: f64): bool {
    if (!this.windowed) return false;
    const since: f64 = leader === this.leader ? this.changed : round;
    return round - since >= this.patience() && this.waited(leader, round);
  }

  waited(arm: i32, round: f64): bool {
    return round - this.last[arm] >= this.patience();
  }

  /** ⌊(K − 1) (ln τ)²⌋ */
  patience(): f64 {
    const others: f64 = this.armCount - 1;
    return floor(others * this.few);
  }

  /** Of those who may lead the one with most rewards, then with the largest sum; it stays where it can. */
  findLeader(round: f64): i32 {
    let best: i32 = NONE;
    let equals: i32 = 0;
    for (let arm: i32 = 0; arm < this.armCount; arm++) {
      if (!this.mayLead(arm, round)) continue;
      const order: f64 = best === NONE ? 1.0 : this.compare(arm, best);
      if (order < 0.0) continue;
      equals = choose<i32>(order > 0.0, 1, equals + 1);
      if (order > 0.0 || arm === this.leader) best = arm;
    }
    if (equals === 1 || best === this.leader) return best;
    const places: f64 = equals;
    let before: i32 = truncate(this.chance * places);
    for (let arm: i32 = 0; arm < this.armCount; arm++) {
      if (!this.mayLead(arm, round) || this.compare(arm, best) !== 0.0) continue;
      if (before === 0) return arm;
      before -= 1;
    }
    return best;
  }

  /** Without a window any arm may lead; with one any that has won and is played enough, or if the leader is not. */
  mayLead(arm: i32, round: f64): bool {
    if (!this.windowed || this.leader === NONE || arm === this.leader) return true;
    const limit: f64 = this.log.limit;
    const arms: f64 = this.armCount;
    const share: f64 = fmin(round, limit) / arms;
    if (this.log.count(this.leader) < share / 2.0) return true;
    return this.won[arm] === 1 && this.log.count(arm) >= share;
  }

  /** Above 0 where an arm has more rewards than another one, or as many with a larger sum; 0 where both are equal. */
  compare(arm: i32, other: i32): f64 {
    const more: f64 = this.log.count(arm) - this.log.count(other);
    return more === 0.0 ? this.log.sum(arm) - this.log.sum(other) : more;
  }

  propensity(): f64 {
    return this.probability;
  }

  ticket(): f64 {
    return this.rest;
  }

  acceptsTicket(ticket: f64): bool {
    return ticket >= 0.0 && ticket < 1.0;
  }

  /**
   * An arm that this round does not owe a play begins the next: those still owed were not to be had, or were
   * not taken, as where a floor chose. They are owed in the next, too.
   */
  advance(arm: i32): void {
    if (arm === NO_ARM) {
      this.now += 1;
      return;
    }
    if (this.owed[arm] === NOT_OWED) this.beginRound(arm);
    const why: i32 = this.owed[arm];
    if (why !== NOT_OWED) {
      this.owed[arm] = NOT_OWED;
      this.owedCount -= 1;
      this.won[arm] = choose<i32>(why === LEADS, 0, 1);
    }
    this.now += 1;
    this.last[arm] = fmax(this.round, 1.0);
    this.awaits[arm] = 1;
    this.prepared = false;
  }

  beginRound(first: i32): void {
    this.prepare();
    this.round += 1.0;
    if (this.nextLeader !== this.leader) this.changed = this.round;
    this.leader = this.nextLeader;
    // The leader is owed a play alone: not where others are still owed theirs.
    const isAlone: bool = this.owedCount === 0 || first === this.leader;
    for (let arm: i32 = 0; arm < this.armCount; arm++) {
      const why: i32 = this.next[arm];
      const isOwed: bool = why !== NOT_OWED && (why !== LEADS || isAlone);
      this.owed[arm] = choose<i32>(isOwed, why, this.owed[arm]);
    }
    this.won.fill(0);
    this.countOwed();
  }

  countOwed(): void {
    this.owedCount = 0;
    for (let arm: i32 = 0; arm < this.armCount; arm++) {
      this.owedCount += choose<i32>(this.owed[arm] === NOT_OWED, 0, 1);
    }
  }

  passEmpty(slots: i32): i32 {
    this.now += slots;
    return slots;
  }

  learn(slot: i32, arm: i32, ticket: f64, reward: f64): bool {
    if (this.weight(slot) === 0.0) return false;
    this.log.add(arm, reward);
    this.awaits[arm] = 0;
    this.chance = ticket;
    this.prepared = false;
    return true;
  }

  weight(slot: i32): f64 {
    return choose<f64>(this.now - 1 - slot < this.log.limit, 1.0, 0.0);
  }

  count(arm: i32): f64 {
    return this.log.count(arm);
  }

  /** NaN where nothing is remembered. */
  mean(arm: i32): f64 {
    return this.log.sum(arm) / this.log.count(arm);
  }

  /** Whether the next slot begins a round. */
  begins(): bool {
    return this.owedCount === 0;
  }

  /** The round of the next slot. */
  presentRound(): f64 {
    return this.begins() ? this.round + 1.0 : this.round;
  }

  /** Who leads in the round of the next slot; -1 for nobody. */
  presentLeader(): i32 {
    if (!this.begins()) return this.leader;
    this.prepare();
    return this.nextLeader;
  }

  /** Why an arm has yet to be played in the round of the next slot. */
  reason(arm: i32): i32 {
    if (!this.begins()) return this.owed[arm];
    this.prepare();
    return this.next[arm];
  }

  /** The mean that an arm has to reach in a duel; NaN where it would fight none. */
  bar(arm: i32): f64 {
    const leader: i32 = this.presentLeader();
    if (leader === NONE || leader === arm) return NaN;
    const fewer: f64 = fmin(this.log.count(arm), this.log.count(leader));
    return this.opposing(leader, fewer);
  }

  /** An arm that joins is played in this round. */
  welcome(arm: i32): void {
    this.owed[arm] = STARTS;
    this.won[arm] = 0;
    this.last[arm] = fmax(this.round, 1.0);
    this.countOwed();
    this.prepared = false;
  }

  start(): void {
    this.owed.fill(STARTS);
    this.owedCount = this.armCount;
    this.won.fill(0);
    this.last.fill(1.0);
    this.awaits.fill(0);
    this.prepared = false;
  }

  reset(): void {
    this.log.reset();
    this.now = 0;
    this.round = 0.0;
    this.leader = NONE;
    this.changed = 0.0;
    this.chance = 0.0;
    this.start();
  }

  transfer(archive: Archive): void {
    this.now = archive.slot(this.now);
    this.log.transfer(archive);
    this.round = archive.integer('round', truncate(this.round), 0, this.now);
    this.leader = archive.integer('leader', this.leader, NONE, this.armCount - 1);
    this.changed = archive.integer('changed', truncate(this.changed), 0, truncate(this.round));
    archive.wholes('last', this.last, this.armCount, fmax(this.round, 1.0));
    archive.integers('owed', this.owed, this.armCount, NOT_OWED, LEADS);
    archive.integers('won', this.won, this.armCount, 0, 1);
    archive.integers('awaits', this.awaits, this.armCount, 0, 1);
    this.chance = archive.within('chance', this.chance, 0.0, 1.0);
    this.countOwed();
    this.prepared = false;
  }
}
