import { Archive } from '../base/archive.ts';
import { abs, bool, ceil, f64, floor, fmin, Ints, i32, sqrt, truncate } from '../base/language.ts';
import { Random } from '../random/generator.ts';

/** No arm has to be explored, or none is played. */
export const NO_ARM: i32 = -1;
const LONGEST_PERIOD: f64 = 2147483647.0;
/** A period this close to a whole number is one but for rounding: 7/0.07 is 100, not 99. */
const ROUNDING: f64 = 1e-9;

/**
 * Slots that a detecting policy gives away, so that changes of arms it would not play are seen too.
 * `slot` counts from 0; `restart` is the first slot after the last restart.
 */
export interface Exploration {
  /** An episode begins; the first one is 1. */
  begin(episode: i32): void;
  /** The arm to explore in a slot, or `NO_ARM`. */
  pick(random: Random, armCount: i32, slot: i32, restart: i32): i32;
  /** The same among some arms. */
  pickAmong(random: Random, arms: Ints, slot: i32, restart: i32): i32;
  /** The probability that a slot explores by chance, any arm alike; 0 where chance plays no part. */
  share(): f64;
  /** A slot is taken for an arm, or for `NO_ARM` where it is empty. */
  take(arm: i32, slot: i32, restart: i32): void;
  /** How many of the next slots, up to so many, change nothing if they are empty. */
  pass(slots: i32, slot: i32, restart: i32): i32;
  /** Saves or restores what the slots taken have changed, after the episode has begun. */
  transfer(archive: Archive): void;
}

/** With probability α any arm, the last one included. */
export class UniformExploration implements Exploration {
  alpha: f64;

  constructor(alpha: f64) {
    this.alpha = alpha;
  }

  begin(_episode: i32): void {}

  pick(random: Random, armCount: i32, _slot: i32, _restart: i32): i32 {
    return random.uniform() < this.alpha ? random.below(armCount) : NO_ARM;
  }

  pickAmong(random: Random, arms: Ints, _slot: i32, _restart: i32): i32 {
    return random.uniform() < this.alpha ? arms[random.below(arms.length)] : NO_ARM;
  }

  share(): f64 {
    return this.alpha;
  }

  // @inline
  take(_arm: i32, _slot: i32, _restart: i32): void {}

  pass(slots: i32, _slot: i32, _restart: i32): i32 {
    return slots;
  }

  transfer(_archive: Archive): void {}
}

/**
 * Each arm once, in order, in the first K slots of every period of K/α slots; none with a rate of 0.
 * α is the rate, in episode k times √k where it is `growing`, and at most 1. A period is rounded down,
 * or up with `roundsUp`, and counted from the last restart, or from slot 0 unless `fromRestart`.
 */
export class PeriodicExploration implements Exploration {
  armCount: i32;
  rate: f64;
  growing: bool;
  roundsUp: bool;
  fromRestart: bool;
  period: i32 = 0;

  constructor(armCount: i32, rate: f64, growing: bool, roundsUp: bool, fromRestart: bool) {
    this.armCount = armCount;
    this.rate = rate;
    this.growing = growing;
    this.roundsUp = roundsUp;
    this.fromRestart = fromRestart;
    this.begin(1);
  }

  begin(episode: i32): void {
    if (this.rate <= 0.0) return;
    const k: f64 = episode;
    const arms: f64 = this.armCount;
    const alpha: f64 = fmin(1.0, this.growing ? this.rate * sqrt(k) : this.rate);
    const length: f64 = fmin(arms / alpha, LONGEST_PERIOD);
    const whole: f64 = floor(length + 0.5);
    const rounded: f64 = this.roundsUp ? ceil(length) : floor(length);
    this.period = truncate(abs(length - whole) <= ROUNDING ? whole : rounded);
  }

  pick(_random: Random, armCount: i32, slot: i32, restart: i32): i32 {
    if (this.period === 0) return NO_ARM;
    const phase: i32 = (slot - (this.fromRestart ? restart : 0)) % this.period;
    return phase < armCount ? phase : NO_ARM;
  }

  pickAmong(random: Random, arms: Ints, slot: i32, restart: i32): i32 {
    const due: i32 = this.pick(random, this.armCount, slot, restart);
    for (let i: i32 = 0; i < arms.length; i++) if (arms[i] === due) return due;
    return NO_ARM;
  }

  share(): f64 {
    return 0.0;
  }

  // @inline
  take(_arm: i32, _slot: i32, _restart: i32): void {}

  pass(slots: i32, _slot: i32, _restart: i32): i32 {
    return slots;
  }

  transfer(_archive: Archive): void {}
}
