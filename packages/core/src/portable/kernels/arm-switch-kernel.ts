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
  powerOfTwo,
  sqrt,
  truncate,
} from '../base/language.ts';
import { ln } from '../math/log.ts';
import { Random } from '../random/generator.ts';
import { Kernel } from './kernel.ts';
import { RiseTest } from './rise-test.ts';

const GOOD: i32 = 0;
const BAD: i32 = 1;
/** Obligations are not below 2 to the minus this. */
const LARGEST_ORDER: i32 = 30;
/** Uniform numbers are multiples of 2⁻⁴⁰, so that 1 can be added to one without rounding. */
const STEPS: f64 = 1099511627776.0;

/**
 * ArmSwitch: plays good arms, plays bad arms while they have an obligation to be explored, and begins a new episode
 * once no arm is good.
 *
 * An obligation of 1/ε², of which each round takes 1/K, is K/ε² rounds. So the number of rewards at which it ends is
 * kept. Of two leads of one arm over another, one counts the rewards that were drawn alike from all arms that play,
 * and the other one all rewards. A lead that does not rise cannot prove anything, so only a reward above 0 is tested,
 * for its own arm's leads.
 */
export class ArmSwitchKernel implements Kernel {
  armCount: i32;
  horizon: f64;
  factor: f64;
  exploration: f64;
  orders: i32;

  now: i32 = 0;
  /** Episodes that have ended, and the slot that the present one began with. */
  restarts: f64 = 0.0;
  episodeStart: i32 = 0;
  /** Rewards in the episode. */
  count: i32 = 0;
  standing: Ints;
  /** The numbers of rewards at which an arm became active, and at which the obligation of a bad arm ends. */
  since: Ints;
  until: Floats;
  /** Sums of an arm's rewards: all rewards, and those that were drawn alike from all arms that play. */
  rewards: Floats;
  shared: Floats;
  samples: Floats;
  /** Sums over the rounds of the episode: 1/K, and the probability of a good arm. */
  sharedTime: f64 = 0.0;
  goodTime: f64 = 0.0;
  /** For every ordered pair of arms a stack for both leads, the shared one first. */
  test: RiseTest;
  /** The arms that play, good ones first. */
  playing: Ints;
  size: i32 = 0;
  goods: i32 = 0;
  /** The number of rewards at which an obligation ends next. */
  ends: f64 = 0.0;
  /** Some of the arms that play, for picks among them. */
  listed: Ints;
  /** The last pick: its probability and its ticket. */
  odds: f64 = 1.0;
  drawn: f64 = 0.0;

  constructor(armCount: i32, horizon: f64, factor: f64, exploration: f64) {
    const arms: f64 = armCount;
    const slots: f64 = fmax(horizon, 2.0);
    this.armCount = armCount;
    this.horizon = horizon;
    this.factor = factor;
    this.exploration = exploration;
    let orders: i32 = 0;
    let length: f64 = 1.0;
    while (length < slots && orders < LARGEST_ORDER) {
      length *= 2.0;
      orders += 1;
    }
    this.orders = orders;
    this.standing = new Ints(armCount);
    this.since = new Ints(armCount);
    this.until = new Floats(armCount);
    this.rewards = new Floats(armCount);
    this.shared = new Floats(armCount);
    this.samples = new Floats(armCount);
    // ln(2 K T²/δ), δ = 1/(√K T^1.5)
    const base: f64 = ln(2.0) + 1.5 * ln(arms) + 3.5 * ln(slots);
    this.test = new RiseTest(2 * armCount * (armCount - 1), base, factor);
    this.playing = new Ints(armCount);
    this.listed = new Ints(armCount);
    this.forget();
  }

  pick(random: Random): i32 {
    return this.draw(random, this.playing, this.goods, this.size);
  }

  /** The same among some arms; if none of them plays, any of them. */
  pickAmong(random: Random, arms: Ints): i32 {
    let size: i32 = 0;
    for (let i: i32 = 0; i < arms.length; i++) {
      if (this.standing[arms[i]] !== GOOD) continue;
      this.listed[size] = arms[i];
      size += 1;
    }
    const goods: i32 = size;
    for (let i: i32 = 0; i < arms.length; i++) {
      if (this.standing[arms[i]] === GOOD || !this.isActive(arms[i])) continue;
      this.listed[size] = arms[i];
      size += 1;
    }
    if (size === 0) return this.draw(random, arms, arms.length, arms.length);
    return this.draw(random, this.listed, goods, size);
  }

  /** One of `size` arms, the first of which are good: each with probability 1/K, or else one of the good ones. */
  draw(random: Random, arms: Ints, goods: i32, size: i32): i32 {
    const all: f64 = this.armCount;
    const active: f64 = size;
    const favoured: f64 = choose<i32>(goods > 0, goods, size);
    const scaled: f64 = (floor(random.uniform() * STEPS) / STEPS) * all;
    const isShared: bool = scaled < active;
    const spread: f64 = isShared ? scaled : ((scaled - active) / (all - active)) * favoured;
    const place: i32 = truncate(spread);
    const rest: f64 = floor((spread - floor(spread)) * STEPS) / STEPS;
    const share: f64 = (all - active + favoured) / (all * favoured);
    this.drawn = isShared ? rest : 1.0 + rest;
    this.odds = place < goods || goods === 0 ? share : 1.0 / all;
    return arms[place];
  }

  // @inline
  isActive(arm: i32): bool {
    return this.standing[arm] === GOOD || this.until[arm] > this.count;
  }

  /** The probability that the next `pick` gives to an arm. */
  probability(arm: i32): f64 {
    const all: f64 = this.armCount;
    if (!this.isActive(arm)) return 0.0;
    return this.standing[arm] === GOOD ? this.goodShare() : 1.0 / all;
  }

  /** (1 − m/K)/|GOOD| with m bad arms that play. */
  goodShare(): f64 {
    const all: f64 = this.armCount;
    const bads: f64 = this.size - this.goods;
    const goods: f64 = this.goods;
    return (all - bads) / (all * goods);
  }

  propensity(): f64 {
    return this.odds;
  }

  /** A uniform number, plus 1 if the arm was drawn from good arms only. */
  ticket(): f64 {
    return this.drawn;
  }

  acceptsTicket(ticket: f64): bool {
    return ticket >= 0.0 && ticket < 2.0;
  }

  advance(_arm: i32): void {
    this.now += 1;
  }

  passEmpty(slots: i32): i32 {
    this.now += slots;
    return slots;
  }

  learn(slot: i32, arm: i32, ticket: f64, reward: f64): bool {
    if (slot < this.episodeStart) return false;
    const isShared: bool = ticket < 1.0;
    const arms: f64 = this.armCount;
    const tests: bool = reward > 0.0 && this.isActive(arm);
    if (tests) this.noteLeads(arm, isShared);
    this.samples[arm] += 1.0;
    this.rewards[arm] += reward;
    if (isShared) this.shared[arm] += reward;
    this.sharedTime += 1.0 / arms;
    this.goodTime += this.goodShare();
    this.count += 1;
    const evicts: bool = tests && this.testLeads(arm, isShared);
    if (evicts) this.list();
    if (this.goods === 0) {
      this.restarts += 1.0;
      this.forget();
      return true;
    }
    const obliged: bool = this.oblige(isShared ? ticket : ticket - 1.0);
    if (obliged || this.count >= this.ends) this.list();
    return true;
  }

  /** The stack of a pair's lead by all rewards; that of the shared ones is one before it. */
  // @inline
  stackOf(ahead: i32, behind: i32): i32 {
    return 2 * this.test.stacks.pairOf(ahead, behind) + 1;
  }

  /** An arm is about to earn: the levels of its leads before that. */
  noteLeads(arm: i32, isShared: bool): void {
    const isGood: bool = this.standing[arm] === GOOD;
    for (let i: i32 = 0; i < this.size; i++) {
      const other: i32 = this.playing[i];
      if (other === arm) continue;
      const stack: i32 = this.stackOf(arm, other);
      if (isShared) {
        const level: f64 = this.shared[arm] - this.shared[other];
        this.test.push(stack - 1, this.count, this.sharedTime, level);
      }
      if (isGood && i < this.goods) {
        const level: f64 = this.rewards[arm] - this.rewards[other];
        this.test.push(stack, this.count, this.goodTime, level);
      }
    }
  }

  /** Evicts the arms over which the lead of `arm` has risen enough, and returns whether there are any. */
  testLeads(arm: i32, isShared: bool): bool {
    const isGood: bool = this.standing[arm] === GOOD;
    let evicted: bool = false;
    for (let i: i32 = 0; i < this.size; i++) {
      const other: i32 = this.playing[i];
      if (other === arm) continue;
      const byShared: bool = isShared && this.provesShared(arm, other);
      const byGood: bool = isGood && i < this.goods && this.provesGood(arm, other);
      if (!byShared && !byGood) continue;
      this.standing[other] = BAD;
      this.until[other] = 0.0;
      evicted = true;
    }
    return evicted;
  }

  /** Inequality (6), for any two arms that play. */
  provesShared(arm: i32, other: i32): bool {
    const level: f64 = this.shared[arm] - this.shared[other];
    return this.test.proves(this.stackOf(arm, other) - 1, this.count, this.sharedTime, level);
  }

  /** Inequality (7), for two good arms. */
  provesGood(arm: i32, other: i32): bool {
    const level: f64 = this.rewards[arm] - this.rewards[other];
    return this.test.proves(this.stackOf(arm, other), this.count, this.goodTime, level);
  }

  /** Reads the obligations that begin with the next round from a uniform number; returns whether there are any. */
  oblige(uniform: f64): bool {
    const arms: f64 = this.armCount;
    const bads: f64 = this.armCount - this.goods;
    const rounds: f64 = this.count + 1;
    const rate: f64 = this.exploration / sqrt(arms * rounds);
    // All probabilities of an arm add up to less than the rate.
    if (uniform >= rate * bads) return false;
    let rest: f64 = uniform;
    let obliged: bool = false;
    for (let arm: i32 = 0; arm < this.armCount; arm++) {
      if (this.standing[arm] === GOOD) continue;
      for (let order: i32 = this.orders; order > 0; order--) {
        const probability: f64 = fmin(1.0, rate * powerOfTwo(-order));
        if (rest >= probability) {
          rest = (rest - probability) / (1.0 - probability);
          continue;
        }
        rest /= probability;
        obliged = true;
        this.explore(arm, order);
        break;
      }
    }
    return obliged;
  }

  /** A bad arm gets an obligation of 4^order; one that did not play begins to. */
  explore(arm: i32, order: i32): void {
    const arms: f64 = this.armCount;
    const start: f64 = this.count;
    if (this.until[arm] <= start) {
      this.since[arm] = this.count;
      for (let other: i32 = 0; other < this.armCount; other++) {
        if (other === arm) continue;
        this.test.drop(this.stackOf(arm, other) - 1);
        this.test.drop(this.stackOf(other, arm) - 1);
      }
    }
    this.until[arm] = fmax(this.until[arm], start + arms * powerOfTwo(2 * order));
  }

  /** Lists the arms that play. */
  list(): void {
    let size: i32 = 0;
    for (let arm: i32 = 0; arm < this.armCount; arm++) {
      if (this.standing[arm] !== GOOD) continue;
      this.playing[size] = arm;
      size += 1;
    }
    this.goods = size;
    this.ends = Infinity;
    for (let arm: i32 = 0; arm < this.armCount; arm++) {
      if (this.standing[arm] === GOOD || !this.isActive(arm)) continue;
      this.playing[size] = arm;
      size += 1;
      this.ends = fmin(this.ends, this.until[arm]);
    }
    this.size = size;
  }

  weight(slot: i32): f64 {
    return choose<f64>(slot < this.episodeStart, 0.0, 1.0);
  }

  /** Over the episode; NaN without rewards. */
  mean(arm: i32): f64 {
    return this.rewards[arm] / this.samples[arm];
  }

  welcome(arm: i32): void {
    this.since[arm] = this.count;
  }

  /** A new episode: all arms are good, and nothing is known of them. */
  forget(): void {
    this.episodeStart = this.now;
    this.count = 0;
    this.standing.fill(GOOD);
    this.since.fill(0);
    this.until.fill(0.0);
    this.rewards.fill(0.0);
    this.shared.fill(0.0);
    this.samples.fill(0.0);
    this.sharedTime = 0.0;
    this.goodTime = 0.0;
    this.test.clear();
    this.list();
  }

  reset(): void {
    this.now = 0;
    this.restarts = 0.0;
    this.test.reset();
    this.forget();
  }

  transfer(archive: Archive): void {
    this.now = archive.slot(this.now);
    this.restarts = archive.within('restarts', this.restarts, 0.0, this.now);
    this.episodeStart = archive.integer('episodeStart', this.episodeStart, 0, this.now);
    this.count = archive.integer('count', this.count, 0, this.now);
    archive.integers('standing', this.standing, this.armCount, GOOD, BAD);
    archive.integers('since', this.since, this.armCount, 0, this.count);
    archive.counts('until', this.until, this.armCount);
    archive.counts('rewards', this.rewards, this.armCount);
    archive.counts('shared', this.shared, this.armCount);
    archive.wholes('samples', this.samples, this.armCount, this.now);
    this.sharedTime = archive.within('sharedTime', this.sharedTime, 0.0, this.now);
    this.goodTime = archive.within('goodTime', this.goodTime, 0.0, this.now);
    this.test.transfer(archive, this.count, this.now);
    this.list();
  }
}
