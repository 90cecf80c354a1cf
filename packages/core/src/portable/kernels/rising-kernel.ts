import { Archive } from '../base/archive.ts';
import { bool, choose, Floats, f64, floor, fmax, fmin, Ints, i32, sqrt } from '../base/language.ts';
import { ln } from '../math/log.ts';
import { RewardLog } from '../memory/reward-log.ts';
import { Random } from '../random/generator.ts';
import { Kernel } from './kernel.ts';

/** Each arm is played so often before indices count. */
const FIRST_PLAYS: f64 = 2.0;
/** A product within this below a whole number is that number. */
const ROUNDING: f64 = 1e-9;

/**
 * R-ed-UCB: extrapolates the trend of an arm's rewards. With N rewards of an arm, h = ⌊εN⌋ and t the number of the slot,
 * from 1, the index is the mean over the last h rewards l of R_l + (t − l)(R_l − R_{l−h})/h, plus
 * σ (t − N + h − 1) √(10 α ln t / h³).
 *
 * With a and b the sums of R_l over the last h rewards and the h before, and c and d those of l R_l, the estimate is
 * (h (a + b) − c + d + t (a − b)) / h². A reward log has the sum of any number of last rewards, exact but for one
 * rounding. A second log of the products l R_l gives c and d. So an arm that learns costs O(1), and nothing drifts.
 */
export class RisingKernel implements Kernel {
  armCount: i32;
  epsilon: f64;
  alpha: f64;
  sigma: f64;
  /** The index of an arm with h = 0. */
  start: f64;
  log: RewardLog;
  /** The products of each reward and its number, in the same order. */
  products: RewardLog;
  /** By arm: all its rewards, also those no longer held, and the slots taken. */
  counts: Floats;
  plays: Floats;
  slot: i32 = 0;
  /** By arm: h, and the estimate as a line over t. */
  windows: Floats;
  levels: Floats;
  slopes: Floats;
  /** All arms, and the probability of the last pick. */
  arms: Ints;
  probability: f64 = 1.0;

  constructor(
    armCount: i32,
    epsilon: f64,
    alpha: f64,
    sigma: f64,
    start: f64,
    log: RewardLog,
    products: RewardLog,
  ) {
    this.armCount = armCount;
    this.epsilon = epsilon;
    this.alpha = alpha;
    this.sigma = sigma;
    this.start = start;
    this.log = log;
    this.products = products;
    this.counts = new Floats(armCount);
    this.plays = new Floats(armCount);
    this.windows = new Floats(armCount);
    this.levels = new Floats(armCount);
    this.slopes = new Floats(armCount);
    this.arms = new Ints(armCount);
    for (let arm: i32 = 0; arm < armCount; arm++) this.arms[arm] = arm;
  }

  /** The window of an arm and its line, from the rewards that are held. */
  refresh(arm: i32): void {
    const most: f64 = floor(this.log.count(arm) / 2.0);
    const h: f64 = fmin(floor(this.epsilon * this.counts[arm] + ROUNDING), most);
    this.windows[arm] = h;
    if (h === 0.0) return;
    const a: f64 = this.log.lastSum(arm, h);
    const b: f64 = this.log.lastSum(arm, 2.0 * h) - a;
    const c: f64 = this.products.lastSum(arm, h);
    const d: f64 = this.products.lastSum(arm, 2.0 * h) - c;
    this.levels[arm] = (h * (a + b) - (c - d)) / (h * h);
    this.slopes[arm] = (a - b) / (h * h);
  }

  /** The number of the next slot, from 1. */
  // @inline
  now(): f64 {
    const slot: f64 = this.slot;
    return slot + 1.0;
  }

  /** √(10 α ln t), common to all widths. */
  spread(): f64 {
    return sqrt(10.0 * this.alpha * ln(this.now()));
  }

  pick(random: Random): i32 {
    return this.pickAmong(random, this.arms);
  }

  pickAmong(random: Random, arms: Ints): i32 {
    this.probability = 1.0;
    let first: i32 = arms[0];
    for (let i: i32 = 1; i < arms.length; i++) {
      first = choose<i32>(this.plays[arms[i]] < this.plays[first], arms[i], first);
    }
    return this.plays[first] < FIRST_PLAYS ? first : this.largest(random, arms);
  }

  /** The arm of the largest index, by chance among equals. */
  largest(random: Random, arms: Ints): i32 {
    const spread: f64 = this.spread();
    let best: i32 = arms[0];
    let top: f64 = -Infinity;
    let equals: i32 = 0;
    for (let i: i32 = 0; i < arms.length; i++) {
      const index: f64 = this.bound(arms[i], spread);
      if (index > top) {
        best = arms[i];
        top = index;
        equals = 1;
      } else if (index === top) equals += 1;
    }
    if (equals === 1) return best;
    const share: f64 = equals;
    this.probability = 1.0 / share;
    let left: i32 = random.below(equals);
    for (let i: i32 = 0; i < arms.length; i++) {
      if (this.bound(arms[i], spread) === top) {
        if (left === 0) return arms[i];
        left -= 1;
      }
    }
    return best;
  }

  /** The index of an arm that was played often enough. */
  // @inline
  bound(arm: i32, spread: f64): f64 {
    const h: f64 = this.windows[arm];
    if (h === 0.0) return this.start;
    const ahead: f64 = this.now() - this.counts[arm] + h - 1.0;
    return this.estimate(arm) + (this.sigma * ahead * spread) / (h * sqrt(h));
  }

  /** The estimate for the next slot. */
  estimate(arm: i32): f64 {
    return this.levels[arm] + this.now() * this.slopes[arm];
  }

  /** +∞ before the first plays. */
  index(arm: i32): f64 {
    return this.plays[arm] < FIRST_PLAYS ? Infinity : this.bound(arm, this.spread());
  }

  /** The mean that the index extrapolates to; NaN without a window. */
  mean(arm: i32): f64 {
    return this.windows[arm] === 0.0 ? NaN : this.estimate(arm);
  }

  propensity(): f64 {
    return this.probability;
  }

  ticket(): f64 {
    return 0.0;
  }

  acceptsTicket(_ticket: f64): bool {
    return true;
  }

  advance(arm: i32): void {
    this.slot += 1;
    if (arm >= 0) this.plays[arm] += 1.0;
  }

  passEmpty(slots: i32): i32 {
    this.slot += slots;
    return slots;
  }

  learn(_slot: i32, arm: i32, _ticket: f64, reward: f64): bool {
    const leaving: i32 = this.log.leaving();
    this.counts[arm] += 1.0;
    this.log.add(arm, reward);
    this.products.add(arm, this.counts[arm] * reward);
    this.refresh(arm);
    if (leaving >= 0) this.refresh(leaving);
    return true;
  }

  weight(_slot: i32): f64 {
    return 1.0;
  }

  welcome(_arm: i32): void {}

  reset(): void {
    this.slot = 0;
    this.log.reset();
    this.products.reset();
    this.counts.fill(0.0);
    this.plays.fill(0.0);
    this.windows.fill(0.0);
  }

  transfer(archive: Archive): void {
    this.slot = archive.slot(this.slot);
    archive.wholes('counts', this.counts, this.armCount, this.slot);
    archive.wholes('plays', this.plays, this.armCount, this.slot);
    this.log.transfer(archive);
    this.restoreProducts();
    for (let arm: i32 = 0; arm < this.armCount; arm++) this.refresh(arm);
  }

  /** The products of the rewards that are held. */
  restoreProducts(): void {
    const numbers: Floats = new Floats(this.armCount);
    for (let arm: i32 = 0; arm < this.armCount; arm++) {
      // An archive that was altered may count fewer rewards than it holds.
      this.counts[arm] = fmax(this.counts[arm], this.log.count(arm));
      numbers[arm] = this.counts[arm] - this.log.count(arm);
    }
    this.products.reset();
    for (let i: i32 = 0; i < this.log.held(); i++) {
      const place: i32 = this.log.placeOf(i);
      const arm: i32 = this.log.armAt[place];
      numbers[arm] += 1.0;
      this.products.add(arm, numbers[arm] * this.log.rewardAt[place]);
    }
  }
}
