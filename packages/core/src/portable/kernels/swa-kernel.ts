import { Archive } from '../base/archive.ts';
import {
  bool,
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
import { pow } from '../math/pow.ts';
import { roundUp } from '../math/round-up.ts';
import { Random } from '../random/generator.ts';
import { Kernel } from './kernel.ts';

const NONE: i32 = -1;

/** M of a run of `length` slots. */
export function windowOfRun(factor: f64, length: f64): f64 {
  const raw: f64 = factor * pow(length * length * ln(sqrt(2.0) * length), 1.0 / 3.0);
  return fmin(fmax(roundUp(raw), 1.0), length);
}

/**
 * SWA: plays each arm M times in turn, then the arm with the largest mean of its last M rewards, with
 * M = ⌈factor · (T² ln(√2 T))^(1/3)⌉. If `doubling`, a run of T slots is followed by a new one of 2T slots that starts
 * with nothing.
 *
 * An arm's rewards come in blocks of M. The sum of the last M rewards is the sum of the new block and that of the rest
 * of the block before. When a block is full, its rewards are replaced by the sums from each of them to the end. So each
 * reward is added twice and never subtracted, and sums do not drift.
 */
export class SwaKernel implements Kernel {
  armCount: i32;
  factor: f64;
  /** T, of the first run if `doubling`. */
  horizon: f64;
  doubling: bool;
  slot: i32 = 0;
  /** The first slot of the present run, its number of slots, and its M. */
  start: i32 = 0;
  length: f64 = 1.0;
  window: i32 = 1;
  /** By arm, in the present run: rewards, slots taken, and the sum of the new block. */
  counts: Floats;
  plays: Floats;
  sums: Floats;
  /** By arm, M places: the rewards of the new block, then the sums of the block before up to its end. */
  places: Floats;
  /** All arms. */
  arms: Ints;

  constructor(armCount: i32, factor: f64, horizon: f64, doubling: bool) {
    this.armCount = armCount;
    this.factor = factor;
    this.horizon = horizon;
    this.doubling = doubling;
    this.counts = new Floats(armCount);
    this.plays = new Floats(armCount);
    this.sums = new Floats(armCount);
    this.places = new Floats(0);
    this.arms = new Ints(armCount);
    for (let arm: i32 = 0; arm < armCount; arm++) this.arms[arm] = arm;
    this.findRun();
    this.clear();
  }

  /** The run of the present slot. */
  findRun(): void {
    let start: f64 = 0.0;
    this.length = this.horizon;
    const slot: f64 = this.slot;
    while (this.doubling && slot - start >= this.length) {
      start += this.length;
      this.length *= 2.0;
    }
    this.start = truncate(start);
    this.window = truncate(windowOfRun(this.factor, this.length));
    const cells: i32 = this.armCount * this.window;
    if (cells > this.places.length) this.places = new Floats(cells);
  }

  clear(): void {
    this.counts.fill(0.0);
    this.plays.fill(0.0);
    this.sums.fill(0.0);
    this.places.fill(0.0);
  }

  pick(random: Random): i32 {
    return this.pickAmong(random, this.arms);
  }

  pickAmong(_random: Random, arms: Ints): i32 {
    const due: i32 = this.due(arms);
    return due === NONE ? this.largest(arms) : due;
  }

  /** The least played of the arms with fewer than M rewards, the lowest among equals; −1 if there is none. */
  due(arms: Ints): i32 {
    let due: i32 = NONE;
    let least: f64 = Infinity;
    for (let i: i32 = 0; i < arms.length; i++) {
      const arm: i32 = arms[i];
      if (this.counts[arm] < this.window && this.plays[arm] < least) {
        due = arm;
        least = this.plays[arm];
      }
    }
    return due;
  }

  /** The arm of the largest sum, the lowest among equals. */
  largest(arms: Ints): i32 {
    let best: i32 = arms[0];
    let top: f64 = this.sum(best);
    for (let i: i32 = 1; i < arms.length; i++) {
      const sum: f64 = this.sum(arms[i]);
      best = choose<i32>(sum > top, arms[i], best);
      top = fmax(sum, top);
    }
    return best;
  }

  /** The sum of an arm's last M rewards, or of all of them. */
  // @inline
  sum(arm: i32): f64 {
    const count: i32 = truncate(this.counts[arm]);
    if (count < this.window) return this.sums[arm];
    return this.sums[arm] + this.places[arm * this.window + (count % this.window)];
  }

  /** The rewards in that sum. */
  held(arm: i32): f64 {
    return fmin(this.counts[arm], this.window);
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
    if (this.left() < 0.0) {
      this.findRun();
      this.clear();
    } else if (arm >= 0) this.plays[arm] += 1.0;
  }

  /** The slots that can pass before a new run starts; below 0 if it starts now. */
  left(): f64 {
    const passed: f64 = this.slot - this.start;
    return this.doubling ? this.length - 1.0 - passed : Infinity;
  }

  passEmpty(slots: i32): i32 {
    const passed: i32 = truncate(fmin(slots, this.left()));
    this.slot += passed;
    return passed;
  }

  learn(slot: i32, arm: i32, _ticket: f64, reward: f64): bool {
    if (slot < this.start) return false;
    const place: i32 = truncate(this.counts[arm]) % this.window;
    this.places[arm * this.window + place] = reward;
    this.sums[arm] += reward;
    this.counts[arm] += 1.0;
    if (place + 1 === this.window) this.endBlock(arm);
    return true;
  }

  /** Replaces the rewards of a full block by sums up to its end. */
  endBlock(arm: i32): void {
    const from: i32 = arm * this.window;
    let sum: f64 = 0.0;
    for (let i: i32 = from + this.window - 1; i >= from; i--) {
      sum += this.places[i];
      this.places[i] = sum;
    }
    this.sums[arm] = 0.0;
  }

  weight(slot: i32): f64 {
    return choose<f64>(slot < this.start, 0.0, 1.0);
  }

  welcome(_arm: i32): void {}

  reset(): void {
    this.slot = 0;
    this.findRun();
    this.clear();
  }

  transfer(archive: Archive): void {
    this.slot = archive.slot(this.slot);
    this.findRun();
    const passed: f64 = this.slot - this.start;
    archive.wholes('counts', this.counts, this.armCount, passed);
    archive.wholes('plays', this.plays, this.armCount, passed);
    archive.reals('sums', this.sums, this.armCount);
    archive.reals('places', this.places, this.armCount * this.window);
  }
}
