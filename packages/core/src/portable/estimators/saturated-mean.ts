import { Archive } from '../base/archive.ts';
import {
  abs,
  bool,
  choose,
  Floats,
  f64,
  highWord,
  Ints,
  i32,
  powerOfTwo,
  truncate,
  withHighWord,
} from '../base/language.ts';
import { Estimator } from '../memory/estimator.ts';
import { EVERYTHING, Memory, NOTHING } from '../memory/memory.ts';
import { Window } from '../memory/window.ts';

/** Levels of counts below this are looked up; above it a level lasts for many counts. */
const LISTED: i32 = 1024;

/**
 * The grid of limits: level j holds for counts from a^j to below a^(j+1), and bin j for the sizes
 * that limit j−1 clips and limit j does not.
 */
export class Grid {
  powers: Floats;
  limits: Floats;
  levels: i32;
  levelAt: Ints;
  /** By the upper bits of a size, at or below the size's bin. */
  binAt: Ints;
  shift: i32;
  lowest: i32;

  constructor(powers: Floats, limits: Floats, levels: i32) {
    // Four times as many places as bins, so that mostly the first bin tried is the right one.
    const low: i32 = highWord(limits[0]);
    const high: i32 = highWord(limits[levels - 1]);
    let shift: i32 = 20;
    while (shift > 4 && (high >> shift) - (low >> shift) < 4 * levels) shift--;
    this.powers = powers;
    this.limits = limits;
    this.levels = levels;
    this.levelAt = new Ints(LISTED);
    this.binAt = new Ints((high >> shift) - (low >> shift) + 1);
    this.shift = shift;
    this.lowest = low >> shift;
    for (let n: i32 = 1; n < LISTED; n++) this.levelAt[n] = this.search(n, this.levelAt[n - 1]);
    let bin: i32 = 0;
    for (let place: i32 = 1; place < this.binAt.length; place++) {
      const least: f64 = withHighWord(0.0, (this.lowest + place) << shift);
      while (least > limits[bin]) bin++;
      this.binAt[place] = bin;
    }
  }

  /** The bin of a size that is not above the last limit. */
  // @inline
  binOf(size: f64): i32 {
    const place: i32 = (highWord(size) >> this.shift) - this.lowest;
    let bin: i32 = this.binAt[choose<i32>(place < 0, 0, place)];
    while (size > this.limits[bin]) bin++;
    return bin;
  }

  /** The level of a count; `near` is where a search begins. */
  // @inline
  levelOf(count: f64, near: i32): i32 {
    return count < LISTED ? this.levelAt[truncate(count)] : this.search(count, near);
  }

  /** Powers are compared: floor(log m / log a) is wrong where m is a power of a. */
  search(count: f64, near: i32): i32 {
    let level: i32 = near;
    while (level + 1 < this.levels && this.powers[level + 1] <= count) level++;
    while (level > 0 && this.powers[level] > count) level--;
    return level;
  }
}

/** A tally of rewards has four numbers: a sum and the rest of it, a signed count, and a count. */
const TALLY: i32 = 4;
const REST: i32 = 1;
const SIGNED: i32 = 2;
const COUNT: i32 = 3;

/**
 * The saturated mean of Robust MOSS: every remembered reward is clipped to ±B, and B follows the
 * present count, so that it moves both ways when a memory forgets. A slot costs O(1), amortised.
 *
 * B takes values on a geometric grid only, so a reward matters only through the pair of neighbouring
 * limits that it falls between. Rewards are tallied in bins between limits. At level j the clipped
 * sum is the sum of the rewards kept whole, those of bins up to j, plus B_j times the signed count of
 * the others; when the level moves, the bins that it passes change sides. Where nothing is clipped,
 * which is nearly always, the mean is the memory's own. The memory has a cell for each arm, and its
 * rewards are clipped to the largest limit.
 *
 * In a window rewards leave one by one, and bins change sides both ways: that takes sums which give
 * back what they took to the last bit. So each reward is split into a multiple of a coarse unit and a
 * rest that is a multiple of a fine one, both so large that no sum of τ of them is ever rounded: every
 * tally is a function of the remembered rewards, whatever came before and in whatever order. What a
 * reward loses to the fine unit is less than 2⁻¹⁰¹ τ² B, B the largest limit: 10⁻¹⁸ at τ = 10⁵.
 * Other memories only add, plainly, and the limit only grows until all is forgotten: there a reward
 * once kept whole stays so, and needs no bin.
 *
 * `limits[j]` is B at level j and `powers[j]` is a^j. 4 (levels + 1) numbers and 8 bytes per arm, besides
 * the memory's own.
 */
export class SaturatedMean<M extends Memory> implements Estimator {
  armCount: i32;
  memory: M;
  powers: Floats;
  limits: Floats;
  levels: i32;
  grid: Grid;
  largest: f64;
  level: Ints;
  /** For each arm the highest bin that was used since it was cleared. */
  top: Ints;
  /** For each arm the sum of the rewards that are kept whole, and the counts of those that are not. */
  tallies: Floats;
  /** For each arm and bin the tally of its rewards. */
  bins: Floats;
  /** Whether rewards leave one by one. */
  slides: bool;
  /** Adding one of these and taking it away again rounds to its unit; 0 leaves all as it is. */
  coarse: f64;
  fine: f64;

  constructor(armCount: i32, memory: M, powers: Floats, limits: Floats, levels: i32) {
    this.armCount = armCount;
    this.memory = memory;
    this.powers = powers;
    this.limits = limits;
    this.levels = levels;
    this.grid = new Grid(powers, limits, levels);
    this.largest = limits[levels - 1];
    this.level = new Ints(armCount);
    this.top = new Ints(armCount);
    this.tallies = new Floats(armCount * TALLY);
    this.bins = new Floats(armCount * levels * TALLY);
    const places: f64 = memory instanceof Window ? memory.window : 0.0;
    this.slides = places > 0.0;
    let count: f64 = 1.0;
    while (count < places) count *= 2.0;
    let sum: f64 = 1.0;
    while (sum < places * limits[levels - 1]) sum *= 2.0;
    // From 2 sum to 4 sum numbers are multiples of sum · 2⁻⁵¹: the unit, and a sum of τ of its
    // multiples is below 2⁵³ units. A rest is half a unit at most, and τ of them at most
    // count · sum · 2⁻⁵², which takes the part of `sum`.
    this.coarse = places > 0.0 ? 3.0 * sum : 0.0;
    this.fine = places > 0.0 ? 3.0 * (count * sum * powerOfTwo(-52)) : 0.0;
  }

  // @inline
  advance(): i32 {
    const memory: M = this.memory;
    const arm: i32 = memory.advance();
    if (arm === NOTHING) return NOTHING;
    if (arm === EVERYTHING) {
      const touched: i32 = memory.touchedCount();
      for (let i: i32 = 0; i < touched; i++) this.clear(memory.touched(i));
      return EVERYTHING;
    }
    // Only a window lets rewards go one by one, and it is the only memory that still has them.
    if (memory instanceof Window) this.tally(arm, memory.lost(), -1.0);
    this.settleLevel(arm);
    return arm;
  }

  pass(slots: i32): i32 {
    return this.memory.pass(slots);
  }

  passAll(slots: i32): bool {
    if (!this.memory.passAll(slots)) return false;
    for (let arm: i32 = 0; arm < this.armCount; arm++) this.clear(arm);
    return true;
  }

  touchedCount(): i32 {
    return this.memory.touchedCount();
  }

  touched(i: i32): i32 {
    return this.memory.touched(i);
  }

  // @inline
  learn(slot: i32, arm: i32, reward: f64): bool {
    let clipped: f64 = reward;
    if (abs(reward) > this.largest) {
      clipped = choose<f64>(reward < 0.0, -this.largest, this.largest);
    }
    if (!this.memory.learn(slot, arm, clipped)) return false;
    this.tally(arm, clipped, 1.0);
    this.settleLevel(arm);
    return true;
  }

  weight(slot: i32): f64 {
    return this.memory.weight(slot);
  }

  // @inline
  mass(arm: i32): f64 {
    return this.memory.mass(arm);
  }

  unit(): f64 {
    return 1.0;
  }

  // @inline
  mean(arm: i32): f64 {
    const own: i32 = arm * TALLY;
    if (this.tallies[own + COUNT] === 0.0) return this.memory.mean(arm);
    const kept: f64 = this.tallies[own] + this.tallies[own + REST];
    const limit: f64 = this.limits[this.level[arm]];
    return (kept + limit * this.tallies[own + SIGNED]) / this.memory.mass(arm);
  }

  /** Counts a reward in (`times` 1) or out (−1). */
  // @inline
  tally(arm: i32, reward: f64, times: f64): void {
    const size: f64 = abs(reward);
    const whole: bool = size <= this.limits[this.level[arm]];
    const tallies: Floats = this.tallies;
    const own: i32 = arm * TALLY;
    if (whole && !this.slides) {
      // It stays whole, so no bin needs it.
      tallies[own] += reward;
      return;
    }
    const multiple: f64 = reward + this.coarse - this.coarse;
    const sum: f64 = times * multiple;
    const rest: f64 = times * (reward - multiple + this.fine - this.fine);
    const signed: f64 = choose<f64>(reward < 0.0, -times, times);
    if (whole) {
      tallies[own] += sum;
      tallies[own + REST] += rest;
    } else {
      tallies[own + SIGNED] += signed;
      tallies[own + COUNT] += times;
    }
    // Also a size that no limit clips, in bin 0: to ask first takes longer.
    const bins: Floats = this.bins;
    const bin: i32 = this.grid.binOf(size);
    if (bin > this.top[arm]) this.top[arm] = bin;
    const cell: i32 = (arm * this.levels + bin) * TALLY;
    bins[cell] += sum;
    bins[cell + REST] += rest;
    bins[cell + SIGNED] += signed;
    bins[cell + COUNT] += times;
  }

  /** The level for the present count. Bins above the top one are empty. */
  // @inline
  settleLevel(arm: i32): void {
    const from: i32 = this.level[arm];
    const to: i32 = this.grid.levelOf(this.memory.mass(arm), from);
    const top: i32 = this.top[arm];
    this.level[arm] = to;
    for (let bin: i32 = from + 1; bin <= top && bin <= to; bin++) this.change(arm, bin, 1.0);
    for (let bin: i32 = choose<i32>(from < top, from, top); bin > to; bin--) {
      this.change(arm, bin, -1.0);
    }
  }

  /** A bin's rewards are kept whole from now on (`times` 1) or clipped (−1). */
  change(arm: i32, bin: i32, times: f64): void {
    const own: i32 = arm * TALLY;
    const cell: i32 = (arm * this.levels + bin) * TALLY;
    this.tallies[own] += times * this.bins[cell];
    this.tallies[own + REST] += times * this.bins[cell + REST];
    this.tallies[own + SIGNED] -= times * this.bins[cell + SIGNED];
    this.tallies[own + COUNT] -= times * this.bins[cell + COUNT];
  }

  clear(arm: i32): void {
    const cell: i32 = arm * this.levels * TALLY;
    const used: i32 = (this.top[arm] + 1) * TALLY;
    for (let i: i32 = 0; i < used; i++) this.bins[cell + i] = 0.0;
    for (let i: i32 = 0; i < TALLY; i++) this.tallies[arm * TALLY + i] = 0.0;
    this.level[arm] = 0;
    this.top[arm] = 0;
  }

  holds(arms: i32): bool {
    return this.memory.holds(arms);
  }

  reset(): void {
    // An arm with nothing remembered is at 0 everywhere: what rewards add they take away exactly.
    for (let arm: i32 = 0; arm < this.armCount; arm++) {
      if (this.memory.mass(arm) > 0.0) this.clear(arm);
    }
    this.memory.reset();
  }

  transfer(archive: Archive): void {
    const memory: M = this.memory;
    memory.transfer(archive);
    if (memory instanceof Window) {
      this.rebuild(memory);
      return;
    }
    archive.reals('tallies', this.tallies, this.armCount * TALLY);
    archive.reals('bins', this.bins, this.armCount * this.levels * TALLY);
    for (let arm: i32 = 0; arm < this.armCount; arm++) {
      this.level[arm] = this.grid.levelOf(this.memory.mass(arm), 0);
      let bin: i32 = this.levels - 1;
      while (bin > 0 && this.bins[(arm * this.levels + bin) * TALLY + COUNT] === 0.0) bin--;
      this.top[arm] = bin;
    }
  }

  /** Everything that follows from the rewards in a window. */
  rebuild(window: Window): void {
    for (let arm: i32 = 0; arm < this.armCount; arm++) {
      this.clear(arm);
      this.level[arm] = this.grid.levelOf(window.mass(arm), 0);
    }
    for (let place: i32 = 0; place < window.window; place++) {
      const arm: i32 = window.cellAt[place];
      if (arm !== NOTHING) this.tally(arm, window.rewardAt[place], 1.0);
    }
  }
}
