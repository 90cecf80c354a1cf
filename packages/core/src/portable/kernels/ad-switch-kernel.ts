import { Archive } from '../base/archive.ts';
import {
  abs,
  bool,
  ceil,
  choose,
  Floats,
  f64,
  fmax,
  fmin,
  Ints,
  i32,
  sqrt,
  truncate,
} from '../base/language.ts';
import { ln } from '../math/log.ts';
import { Random } from '../random/generator.ts';
import { NO_ARM } from './exploration.ts';
import { Kernel } from './kernel.ts';

/** What an arm is: played in turn, or evicted. `EVICTED` was just so, and is not checked yet. */
const GOOD: i32 = 0;
const BAD: i32 = 1;
const EVICTED: i32 = 2;

/** Beyond any bound on a mean; finite, because states are. */
const FAR: f64 = 1e300;
/** Far below any gap for which an arm is evicted, and above 0, where halving would not end. */
const LEAST_GAP: f64 = 1e-100;
/** More than the rounding of a product of probabilities. */
const ROUNDING: f64 = 1e-9;

/**
 * AdSwitch: plays good arms in turn, evicts those that are seen to be worse, samples evicted ones now
 * and then, and starts a new episode once a mean has moved.
 *
 * For each k there are blocks of 2^k ⌈ln T⌉ rewards since the episode began, and the interval of scale k
 * reaches from the beginning of the block before the present one to the last reward. Of each arm the
 * count and sum in both blocks are kept, so a reward costs O(ln T) and no history is kept.
 *
 * Whether two intervals of an arm differ by more than both widths is whether some interval's mean − width
 * lies above another's mean + width: the highest of the one and the lowest of the other, kept as
 * `lower` and `upper`, stand for all pairs.
 */
export class AdSwitchKernel implements Kernel {
  armCount: i32;
  horizon: f64;
  c1: f64;
  logarithm: f64;
  /** Rewards in a block of the least scale, and how many scales there are. */
  span: i32;
  scales: i32;

  now: i32 = 0;
  /** Episodes that have ended, and the slot that the present one began with. */
  restarts: f64 = 0.0;
  episodeStart: i32 = 0;
  /** Blocks of the least scale that are full, and rewards in the one that is not. */
  blocks: i32 = 0;
  filled: i32 = 0;
  /** Slots so far in which an arm was played, over all episodes: they are the turns that arms take. */
  turn: f64 = 0.0;
  lastTurn: Floats;
  standing: Ints;
  /** Mean and gap of an evicted arm when it was evicted. */
  evictedMean: Floats;
  evictedGap: Floats;
  /** Rewards of an arm in the episode, and how many it must have before its debts are paid. */
  samples: Floats;
  owedUntil: Floats;
  lower: Floats;
  upper: Floats;
  /** For each arm, scale by scale. */
  newerCounts: Floats;
  newerSums: Floats;
  olderCounts: Floats;
  olderSums: Floats;
  /** A ticket from here on brings no debt. */
  restless: f64 = 0.0;
  /** What is left of a ticket while it is read. */
  rest: f64 = 0.0;
  drawn: f64 = 0.0;

  constructor(armCount: i32, horizon: f64, c1: f64) {
    this.armCount = armCount;
    this.horizon = horizon;
    this.c1 = c1;
    const logarithm: f64 = ln(fmax(horizon, 2.0));
    this.logarithm = logarithm;
    this.span = truncate(ceil(logarithm));
    let scales: i32 = 1;
    let length: f64 = ceil(logarithm);
    while (length < horizon) {
      length *= 2.0;
      scales += 1;
    }
    this.scales = scales;
    this.lastTurn = new Floats(armCount);
    this.standing = new Ints(armCount);
    this.evictedMean = new Floats(armCount);
    this.evictedGap = new Floats(armCount);
    this.samples = new Floats(armCount);
    this.owedUntil = new Floats(armCount);
    this.lower = new Floats(armCount);
    this.upper = new Floats(armCount);
    this.newerCounts = new Floats(armCount * scales);
    this.newerSums = new Floats(armCount * scales);
    this.olderCounts = new Floats(armCount * scales);
    this.olderSums = new Floats(armCount * scales);
    this.forget();
  }

  pick(random: Random): i32 {
    this.drawn = random.uniform();
    this.rest = this.drawn;
    const restless: bool = this.drawn < this.restless;
    let first: i32 = -1;
    for (let arm: i32 = 0; arm < this.armCount; arm++) {
      if (!this.isDue(arm, restless)) continue;
      if (first < 0 || this.lastTurn[arm] < this.lastTurn[first]) first = arm;
    }
    // Some arm is always good; where a state says otherwise, there still is an arm to play.
    return choose<i32>(first < 0, 0, first);
  }

  /** The same among some arms; where all of them are evicted and owed nothing, the one of the largest mean. */
  pickAmong(random: Random, arms: Ints): i32 {
    this.drawn = random.uniform();
    this.rest = this.drawn;
    const restless: bool = this.drawn < this.restless;
    let first: i32 = -1;
    let best: i32 = arms[0];
    let i: i32 = 0;
    for (let arm: i32 = 0; arm < this.armCount; arm++) {
      // Debts are read for all arms, in order, as learning will read them.
      const due: bool = this.isDue(arm, restless);
      if (i === arms.length || arms[i] !== arm) continue;
      i += 1;
      if (this.evictedMean[arm] > this.evictedMean[best]) best = arm;
      if (due && (first < 0 || this.lastTurn[arm] < this.lastTurn[first])) first = arm;
    }
    return first < 0 ? best : first;
  }

  /** Whether an arm takes turns now: it is good, owed, or owed by the ticket that is being read. */
  isDue(arm: i32, restless: bool): bool {
    if (this.standing[arm] === GOOD) return true;
    const debt: f64 = restless ? this.newDebt(arm) : 0.0;
    return debt > 0.0 || this.samples[arm] < this.owedUntil[arm];
  }

  /**
   * How many samples of an evicted arm the ticket asks for; 0 for none. One uniform number decides all:
   * after an event of probability p it is stretched to [0, 1) again, u/p where it was below p and
   * (u − p)/(1 − p) where not.
   */
  newDebt(arm: i32): f64 {
    const least: f64 = fmax(this.evictedGap[arm] / 16.0, LEAST_GAP);
    const rate: f64 = this.rate();
    let debt: f64 = 0.0;
    for (let gap: f64 = 0.5; gap >= least; gap *= 0.5) {
      const probability: f64 = fmin(1.0, gap * rate);
      if (this.rest < probability) {
        this.rest /= probability;
        debt = ceil((2.0 * this.logarithm) / (gap * gap));
      } else {
        this.rest = (this.rest - probability) / (1.0 - probability);
      }
    }
    return debt;
  }

  /** √(ℓ / (K T ln T)) */
  rate(): f64 {
    const arms: f64 = this.armCount;
    return sqrt((this.restarts + 1.0) / (arms * this.horizon * this.logarithm));
  }

  propensity(): f64 {
    return NaN;
  }

  ticket(): f64 {
    return this.drawn;
  }

  acceptsTicket(ticket: f64): bool {
    return ticket >= 0.0 && ticket < 1.0;
  }

  advance(arm: i32): void {
    this.now += 1;
    if (arm === NO_ARM) return;
    this.turn += 1.0;
    this.lastTurn[arm] = this.turn;
  }

  passEmpty(slots: i32): i32 {
    this.now += slots;
    return slots;
  }

  learn(slot: i32, arm: i32, ticket: f64, reward: f64): bool {
    if (slot < this.episodeStart) return false;
    this.owe(ticket);
    this.add(arm, reward);
    if (this.changed(arm)) {
      this.restarts += 1.0;
      this.forget();
      return true;
    }
    if (this.standing[arm] === GOOD) this.evict();
    this.roll();
    return true;
  }

  owe(ticket: f64): void {
    if (ticket >= this.restless) return;
    this.rest = ticket;
    for (let arm: i32 = 0; arm < this.armCount; arm++) {
      if (this.standing[arm] === GOOD) continue;
      const debt: f64 = this.newDebt(arm);
      if (debt > 0.0) this.owedUntil[arm] = fmax(this.owedUntil[arm], this.samples[arm] + debt);
    }
  }

  add(arm: i32, reward: f64): void {
    this.samples[arm] += 1.0;
    const own: i32 = arm * this.scales;
    for (let cell: i32 = own; cell < own + this.scales; cell++) {
      this.newerCounts[cell] += 1.0;
      this.newerSums[cell] += reward;
    }
  }

  /** The largest scale whose interval is not the same as the one before: it holds the whole episode. */
  largestScale(): i32 {
    let scale: i32 = 0;
    while (scale < this.scales - 1 && this.blocks >> scale > 0) scale += 1;
    return scale;
  }

  /** Whether a reward of `arm` shows that a mean has moved. */
  changed(arm: i32): bool {
    if (this.standing[arm] === GOOD && this.goodMoved(arm)) return true;
    let moved: bool = false;
    for (let k: i32 = 0; k < this.armCount; k++) {
      // Without a new reward nothing new can be seen of an arm that was checked before.
      if (this.standing[k] === EVICTED || (k === arm && this.standing[k] === BAD)) {
        this.standing[k] = BAD;
        moved = moved || this.badMoved(k);
      }
    }
    return moved;
  }

  goodMoved(arm: i32): bool {
    const own: i32 = arm * this.scales;
    const last: i32 = own + this.largestScale();
    let lower: f64 = this.lower[arm];
    let upper: f64 = this.upper[arm];
    for (let cell: i32 = own; cell <= last; cell++) {
      const count: f64 = this.newerCounts[cell] + this.olderCounts[cell];
      const mean: f64 = (this.newerSums[cell] + this.olderSums[cell]) / count;
      const width: f64 = sqrt((2.0 * this.logarithm) / count);
      lower = fmax(lower, mean - width);
      upper = fmin(upper, mean + width);
    }
    this.lower[arm] = lower;
    this.upper[arm] = upper;
    return lower > upper;
  }

  badMoved(arm: i32): bool {
    const own: i32 = arm * this.scales;
    const last: i32 = own + this.largestScale();
    for (let cell: i32 = own; cell <= last; cell++) {
      const count: f64 = this.newerCounts[cell] + this.olderCounts[cell];
      if (count === 0.0) continue;
      const mean: f64 = (this.newerSums[cell] + this.olderSums[cell]) / count;
      const width: f64 = sqrt((2.0 * this.logarithm) / count);
      if (abs(mean - this.evictedMean[arm]) > 0.25 * this.evictedGap[arm] + width) return true;
    }
    return false;
  }

  /** Evicts good arms, by the longest interval that shows that they are worse. */
  evict(): void {
    let evicted: bool = false;
    for (let scale: i32 = this.largestScale(); scale >= 0; scale--) {
      const top: f64 = this.topMean(scale);
      for (let arm: i32 = 0; arm < this.armCount; arm++) {
        if (this.standing[arm] !== GOOD) continue;
        const cell: i32 = arm * this.scales + scale;
        const count: f64 = this.newerCounts[cell] + this.olderCounts[cell];
        const mean: f64 = (this.newerSums[cell] + this.olderSums[cell]) / count;
        const gap: f64 = top - mean;
        if (count >= 2.0 && gap > 0.0 && gap * gap * (count - 1.0) > this.c1 * this.logarithm) {
          this.standing[arm] = EVICTED;
          this.evictedMean[arm] = mean;
          this.evictedGap[arm] = gap;
          this.owedUntil[arm] = 0.0;
          evicted = true;
        }
      }
    }
    if (evicted) this.weighDebts();
  }

  /** The largest mean in a scale's interval, of arms that were good when this slot was taken. */
  topMean(scale: i32): f64 {
    let top: f64 = -FAR;
    for (let arm: i32 = 0; arm < this.armCount; arm++) {
      const cell: i32 = arm * this.scales + scale;
      const count: f64 = this.newerCounts[cell] + this.olderCounts[cell];
      if (this.standing[arm] === BAD || count === 0.0) continue;
      top = fmax(top, (this.newerSums[cell] + this.olderSums[cell]) / count);
    }
    return top;
  }

  /** The probability that a ticket brings a debt at all: mostly none does, and none need be read. */
  weighDebts(): void {
    const rate: f64 = this.rate();
    let none: f64 = 1.0;
    for (let arm: i32 = 0; arm < this.armCount; arm++) {
      if (this.standing[arm] === GOOD) continue;
      const least: f64 = fmax(this.evictedGap[arm] / 16.0, LEAST_GAP);
      for (let gap: f64 = 0.5; gap >= least; gap *= 0.5) none *= 1.0 - fmin(1.0, gap * rate);
    }
    this.restless = choose<f64>(none < 1.0, 1.0 - none + ROUNDING, 0.0);
  }

  /** Where blocks are full, the newer becomes the older. */
  roll(): void {
    this.filled += 1;
    if (this.filled < this.span) return;
    this.filled = 0;
    this.blocks += 1;
    for (let scale: i32 = 0; scale < this.scales; scale++) {
      if ((this.blocks & ((1 << scale) - 1)) !== 0) return;
      for (let arm: i32 = 0; arm < this.armCount; arm++) {
        const cell: i32 = arm * this.scales + scale;
        this.olderCounts[cell] = this.newerCounts[cell];
        this.olderSums[cell] = this.newerSums[cell];
        this.newerCounts[cell] = 0.0;
        this.newerSums[cell] = 0.0;
      }
    }
  }

  weight(slot: i32): f64 {
    return choose<f64>(slot < this.episodeStart, 0.0, 1.0);
  }

  isEvicted(arm: i32): bool {
    return this.standing[arm] !== GOOD;
  }

  /** Samples that an evicted arm is owed still. */
  owed(arm: i32): f64 {
    return fmax(0.0, this.owedUntil[arm] - this.samples[arm]);
  }

  /** Over the longest interval, which is the whole episode; NaN without rewards. */
  mean(arm: i32): f64 {
    const cell: i32 = arm * this.scales + this.largestScale();
    return (this.newerSums[cell] + this.olderSums[cell]) / this.samples[arm];
  }

  /** How far the tests let that mean stray. */
  width(arm: i32): f64 {
    return sqrt((2.0 * this.logarithm) / this.samples[arm]);
  }

  welcome(_arm: i32): void {}

  /** A new episode: all arms are good, and nothing is known of them. */
  forget(): void {
    this.episodeStart = this.now;
    this.blocks = 0;
    this.filled = 0;
    this.restless = 0.0;
    this.standing.fill(GOOD);
    this.samples.fill(0.0);
    this.owedUntil.fill(0.0);
    this.lower.fill(-FAR);
    this.upper.fill(FAR);
    this.newerCounts.fill(0.0);
    this.newerSums.fill(0.0);
    this.olderCounts.fill(0.0);
    this.olderSums.fill(0.0);
    this.evictedMean.fill(0.0);
    this.evictedGap.fill(0.0);
  }

  reset(): void {
    this.now = 0;
    this.restarts = 0.0;
    this.turn = 0.0;
    this.lastTurn.fill(0.0);
    this.forget();
  }

  transfer(archive: Archive): void {
    const cells: i32 = this.armCount * this.scales;
    this.now = archive.slot(this.now);
    this.restarts = archive.within('restarts', this.restarts, 0.0, this.now);
    this.episodeStart = archive.integer('episodeStart', this.episodeStart, 0, this.now);
    this.blocks = archive.integer('blocks', this.blocks, 0, this.now);
    this.filled = archive.integer('filled', this.filled, 0, this.span - 1);
    this.turn = archive.integer('turn', truncate(this.turn), 0, this.now);
    archive.wholes('lastTurn', this.lastTurn, this.armCount, this.now);
    archive.integers('standing', this.standing, this.armCount, GOOD, EVICTED);
    archive.reals('evictedMean', this.evictedMean, this.armCount);
    archive.counts('evictedGap', this.evictedGap, this.armCount);
    archive.wholes('samples', this.samples, this.armCount, this.now);
    archive.counts('owedUntil', this.owedUntil, this.armCount);
    archive.reals('lower', this.lower, this.armCount);
    archive.reals('upper', this.upper, this.armCount);
    archive.wholes('newerCounts', this.newerCounts, cells, this.now);
    archive.reals('newerSums', this.newerSums, cells);
    archive.wholes('olderCounts', this.olderCounts, cells, this.now);
    archive.reals('olderSums', this.olderSums, cells);
    this.weighDebts();
  }
}
