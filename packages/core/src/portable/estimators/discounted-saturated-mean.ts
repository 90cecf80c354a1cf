import { Archive } from '../base/archive.ts';
import { abs, bool, choose, Floats, f64, fmax, Ints, i32, powerOfTwo } from '../base/language.ts';
import { Discounted } from '../memory/discounted.ts';
import { Estimator } from '../memory/estimator.ts';
import { EVERYTHING, NOTHING } from '../memory/memory.ts';
import { Contest } from '../tournament/contest.ts';
import { Grid } from './saturated-mean.ts';

/** A bin has two numbers: the sum of its rewards, and their count with the rewards' signs. */
const BIN: i32 = 2;
const SIGNED: i32 = 1;
/** Less than 1 by more than the roundings of a quotient and a product. */
const JUST_BELOW_ONE: f64 = 1.0 - powerOfTwo(-50);

/**
 * The saturated mean of rewards that fade: the mean of sat(x, ±B), a reward of age s weighing
 * discount^s, where B follows the discounted count, up when the arm is played and down while it is
 * not. It needs no history: O(log_a τ) numbers per arm, whatever the horizon.
 *
 * B takes values on a geometric grid only. Of each arm and each bin of sizes between neighbouring
 * limits two discounted numbers are kept, the sum of the bin's rewards and their signed count. At
 * level j the clipped sum is that of the sums of bins up to j plus B_j times the signed counts of the
 * others: exactly, for every j. What no limit leaves whole is clipped to the largest one when it comes,
 * which is the same at every level, and stays in the last bin.
 *
 * All is counted in the memory's growing unit, so that a slot touches no other arm. While an arm waits
 * its count sinks below one power of a after another, and each time its limit, and so its mean, changes
 * without data. An arm's count falls below a^j once the unit passes mass / a^j: `waiting` has the arm
 * whose turn is next, so that a slot looks at those arms only whose limit changes. Counts below 1 stay
 * at level 0. When the level moves, the two sides are summed up anew from the bins: nothing is ever
 * subtracted, so a large reward leaves no rounding error behind.
 *
 * `limits[j]` is B at level j and `powers[j]` is a^j. 2 levels + 6 numbers per arm, the memory's and the
 * contest's included.
 */
export class DiscountedSaturatedMean<C extends Contest> implements Estimator {
  armCount: i32;
  memory: Discounted;
  /** The arm whose limit sinks first: ordered by the unit up to which the limit holds, the least one first. */
  waiting: C;
  powers: Floats;
  limits: Floats;
  levels: i32;
  grid: Grid;
  largest: f64;
  level: Ints;
  /** For each arm the highest bin in use. */
  top: Ints;
  bins: Floats;
  /** For each arm the sum of what its limit leaves whole, and the signed count of the rest. */
  whole: Floats;
  clipped: Floats;
  /** The masses in whose unit the arms' bins are: another one than the memory's after it has scaled. */
  masses: Floats;
  changed: Ints;
  changedCount: i32 = 0;

  constructor(
    armCount: i32,
    memory: Discounted,
    waiting: C,
    powers: Floats,
    limits: Floats,
    levels: i32,
  ) {
    this.armCount = armCount;
    this.memory = memory;
    this.waiting = waiting;
    this.powers = powers;
    this.limits = limits;
    this.levels = levels;
    this.grid = new Grid(powers, limits, levels);
    this.largest = limits[levels - 1];
    this.level = new Ints(armCount);
    this.top = new Ints(armCount);
    this.bins = new Floats(armCount * levels * BIN);
    this.whole = new Floats(armCount);
    this.clipped = new Floats(armCount);
    this.masses = new Floats(armCount);
    this.changed = new Ints(armCount);
    waiting.fill(-Infinity);
  }

  // @inline
  advance(): i32 {
    if (this.memory.advance() === EVERYTHING) {
      this.scaleAll();
      return EVERYTHING;
    }
    const waiting: C = this.waiting;
    if (this.memory.unit() <= -waiting.keys[waiting.winner()]) return NOTHING;
    this.sink();
    if (this.changedCount === 1) return this.changed[0];
    return choose<i32>(this.changedCount === 0, NOTHING, EVERYTHING);
  }

  /** Lowers the limits of the arms whose turn has come. */
  sink(): void {
    const waiting: C = this.waiting;
    const unit: f64 = this.memory.unit();
    this.changedCount = 0;
    for (let arm: i32 = waiting.winner(); unit > -waiting.keys[arm]; arm = waiting.winner()) {
      if (this.settle(arm)) {
        this.changed[this.changedCount] = arm;
        this.changedCount += 1;
        this.gather(arm);
      }
      waiting.set(arm, -this.holdsUpTo(arm));
    }
  }

  /** The memory has scaled its masses, or forgotten everything: bins follow. */
  scaleAll(): void {
    for (let arm: i32 = 0; arm < this.armCount; arm++) {
      this.changed[arm] = arm;
      if (this.masses[arm] > 0.0) this.scale(arm);
      this.waiting.keys[arm] = -this.holdsUpTo(arm);
    }
    this.changedCount = this.armCount;
    this.waiting.rebuild();
  }

  scale(arm: i32): void {
    // A power of two, but where the memory keeps a count at its least; 0 where all is forgotten.
    const mass: f64 = this.memory.mass(arm);
    const factor: f64 = mass / this.masses[arm];
    const from: i32 = arm * this.levels * BIN;
    const to: i32 = from + (this.top[arm] + 1) * BIN;
    for (let i: i32 = from; i < to; i++) this.bins[i] *= factor;
    this.masses[arm] = mass;
    this.whole[arm] *= factor;
    this.clipped[arm] *= factor;
    if (this.settle(arm)) this.gather(arm);
  }

  pass(slots: i32): i32 {
    const waiting: C = this.waiting;
    return this.memory.passBelow(slots, -waiting.keys[waiting.winner()]);
  }

  passAll(slots: i32): bool {
    return this.memory.passAll(slots);
  }

  touchedCount(): i32 {
    return this.changedCount;
  }

  touched(i: i32): i32 {
    return this.changed[i];
  }

  // @inline
  learn(slot: i32, arm: i32, reward: f64): bool {
    let clipped: f64 = reward;
    if (abs(reward) > this.largest) {
      clipped = choose<f64>(reward < 0.0, -this.largest, this.largest);
    }
    if (!this.memory.learn(slot, arm, clipped)) return false;
    const mass: f64 = this.memory.unit() * this.memory.weight(slot);
    const sum: f64 = mass * clipped;
    const signed: f64 = choose<f64>(clipped < 0.0, -mass, mass);
    const bin: i32 = this.grid.binOf(abs(clipped));
    const cell: i32 = (arm * this.levels + bin) * BIN;
    this.bins[cell] += sum;
    this.bins[cell + SIGNED] += signed;
    if (bin > this.top[arm]) this.top[arm] = bin;
    this.masses[arm] = this.memory.mass(arm);
    if (this.settle(arm)) this.gather(arm);
    else if (bin <= this.level[arm]) this.whole[arm] += sum;
    else this.clipped[arm] += signed;
    this.waiting.set(arm, -this.holdsUpTo(arm));
    return true;
  }

  weight(slot: i32): f64 {
    return this.memory.weight(slot);
  }

  // @inline
  mass(arm: i32): f64 {
    return this.memory.mass(arm);
  }

  // @inline
  unit(): f64 {
    return this.memory.unit();
  }

  // @inline
  mean(arm: i32): f64 {
    const limit: f64 = this.limits[this.level[arm]];
    return (this.whole[arm] + limit * this.clipped[arm]) / this.memory.mass(arm);
  }

  /** Finds the level of the present count; whether it has moved. */
  // @inline
  settle(arm: i32): bool {
    const powers: Floats = this.powers;
    const unit: f64 = this.memory.unit();
    const mass: f64 = this.memory.mass(arm);
    const before: i32 = this.level[arm];
    let level: i32 = before;
    while (level + 1 < this.levels && powers[level + 1] * unit <= mass) level++;
    while (level > 0 && powers[level] * unit > mass) level--;
    this.level[arm] = level;
    return level !== before;
  }

  /** A unit up to which the present level surely holds if the arm is not played. */
  // @inline
  holdsUpTo(arm: i32): f64 {
    const level: i32 = this.level[arm];
    if (level === 0) return Infinity;
    return fmax((this.memory.mass(arm) / this.powers[level]) * JUST_BELOW_ONE, this.memory.unit());
  }

  /** Sums up the bins on both sides of the present limit. Those above the top one are empty. */
  gather(arm: i32): void {
    const bins: Floats = this.bins;
    const own: i32 = arm * this.levels * BIN;
    const level: i32 = this.level[arm];
    const top: i32 = this.top[arm];
    let whole: f64 = 0.0;
    let clipped: f64 = 0.0;
    for (let bin: i32 = 0; bin <= level && bin <= top; bin++) whole += bins[own + bin * BIN];
    for (let bin: i32 = level + 1; bin <= top; bin++) clipped += bins[own + bin * BIN + SIGNED];
    this.whole[arm] = whole;
    this.clipped[arm] = clipped;
  }

  holds(arms: i32): bool {
    return this.memory.holds(arms);
  }

  reset(): void {
    for (let arm: i32 = 0; arm < this.armCount; arm++) {
      const from: i32 = arm * this.levels * BIN;
      const to: i32 = from + (this.top[arm] + 1) * BIN;
      for (let i: i32 = from; i < to; i++) this.bins[i] = 0.0;
    }
    this.level.fill(0);
    this.top.fill(0);
    this.whole.fill(0.0);
    this.clipped.fill(0.0);
    this.masses.fill(0.0);
    this.waiting.fill(-Infinity);
    this.memory.reset();
  }

  transfer(archive: Archive): void {
    this.memory.transfer(archive);
    archive.reals('bins', this.bins, this.armCount * this.levels * BIN);
    archive.reals('whole', this.whole, this.armCount);
    archive.reals('clipped', this.clipped, this.armCount);
    for (let arm: i32 = 0; arm < this.armCount; arm++) {
      let bin: i32 = this.levels - 1;
      const own: i32 = arm * this.levels * BIN;
      while (bin > 0 && this.bins[own + bin * BIN + SIGNED] === 0.0) bin--;
      this.top[arm] = bin;
      this.masses[arm] = this.memory.mass(arm);
      this.settle(arm);
      this.waiting.keys[arm] = -this.holdsUpTo(arm);
    }
    this.waiting.rebuild();
  }
}
