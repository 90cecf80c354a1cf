import { Archive } from '../base/archive.ts';
import { bool, f64, fmax, fmin, i32, sqrt } from '../base/language.ts';
import { ln } from '../math/log.ts';
import { RiseStacks } from './rise-stacks.ts';

/** Less and more than ln(ln n + 2) for any number n of rewards. */
const LEAST_GROWTH: f64 = 0.69;
const MOST_GROWTH: f64 = 3.16;
/** More than √x ln(1 + 1/x) for any x. */
const MOST_EXCESS: f64 = 0.81;
/** Later than any time. */
const NEVER: f64 = 1e300;

/**
 * Test of whether a lead rose by more than b C (√w ∨ C) since some place. n rewards and the time w have passed since,
 * and C² = base + ln(ln n + 2). Time goes on by at most 1 with each reward.
 *
 * A stack that is full is thinned. √(w C²) is more the older a place is, so once a place is old enough, the middle one
 * of three can only be lowest between two times. It is removed if the second of them is not later than the first.
 * C grows by a few percent at most within a run, so each of the times is bounded with the least or largest C.
 */
export class RiseTest {
  base: f64;
  factor: f64;
  least: f64;
  most: f64;
  stacks: RiseStacks;

  constructor(count: i32, base: f64, factor: f64) {
    this.base = base;
    this.factor = factor;
    this.least = base + LEAST_GROWTH;
    this.most = base + MOST_GROWTH;
    this.stacks = new RiseStacks(count, true);
  }

  /** C (√w ∨ C), times b, for an interval of this many rewards. */
  bar(length: f64, time: f64): f64 {
    const square: f64 = this.base + ln(ln(length) + 2.0);
    return this.factor * fmax(sqrt(time * square), square);
  }

  /** The lead has this level at a place, from which it will rise. */
  push(stack: i32, place: i32, time: f64, level: f64): void {
    if (!this.stacks.settle(stack, level)) this.thin(stack, place, time);
    this.stacks.push(stack, place, level);
    this.stacks.times[this.stacks.bottom(stack) + this.stacks.sizes[stack] - 1] = time;
  }

  /** True if the lead rose enough since some place to reach `level` now. The lowest places are the oldest. */
  proves(stack: i32, place: i32, time: f64, level: f64): bool {
    const stacks: RiseStacks = this.stacks;
    const from: i32 = stacks.bottom(stack);
    const past: i32 = from + stacks.sizes[stack];
    const least: f64 = this.factor * this.least;
    for (let cell: i32 = from; cell < past; cell++) {
      const rise: f64 = level - stacks.levels[cell];
      if (rise <= least) return false;
      const passed: f64 = time - stacks.times[cell];
      if (rise * rise <= this.factor * least * passed) continue;
      const length: f64 = place - stacks.places[cell];
      if (rise > this.bar(length, passed)) return true;
    }
    return false;
  }

  /** Removes places that can prove nothing that another one does not prove; makes room if few can go. */
  thin(stack: i32, place: i32, time: f64): void {
    const stacks: RiseStacks = this.stacks;
    const from: i32 = stacks.bottom(stack);
    const before: i32 = stacks.sizes[stack];
    let size: i32 = 0;
    for (let cell: i32 = from; cell < from + before; cell++) {
      const isOld: bool = time - stacks.times[cell] >= this.most;
      while (isOld && size > 1 && this.isHidden(from + size - 2, from + size - 1, cell, place)) {
        size -= 1;
      }
      size = stacks.keep(stack, size, cell);
    }
    stacks.sizes[stack] = size;
    if (4 * size > 3 * before) stacks.grow();
  }

  /** True if the middle one of three places, the oldest first, is never the lowest of them from now on. */
  isHidden(oldest: i32, middle: i32, newest: i32, place: i32): bool {
    const lower: f64 = this.factor * sqrt(this.least);
    const upper: f64 = this.factor * sqrt(this.most);
    const excess: f64 = this.excess(oldest, middle, place);
    const latest: f64 = this.overtakes(oldest, middle, excess, upper);
    return latest <= this.overtakes(middle, newest, 0.0, lower);
  }

  /** By how much more the older of two places asks at most from now on, because it has the larger C. */
  excess(older: i32, newer: i32, place: i32): f64 {
    const length: f64 = place - this.stacks.places[newer];
    const apart: f64 = this.stacks.places[newer] - this.stacks.places[older];
    const most: f64 = fmin(MOST_EXCESS * sqrt(apart), apart / sqrt(length));
    return (0.5 * this.factor * most) / (sqrt(this.least) * (ln(length) + 2.0));
  }

  /** The time from which on the older of two places asks for no more, apart from an excess, if C b is `factor`. */
  overtakes(older: i32, newer: i32, excess: f64, factor: f64): f64 {
    const stacks: RiseStacks = this.stacks;
    const step: f64 = (stacks.levels[newer] - stacks.levels[older] - excess) / factor;
    if (step <= 0.0) return NEVER;
    const apart: f64 = stacks.times[newer] - stacks.times[older];
    const root: f64 = fmax(0.0, 0.5 * (apart / step - step));
    return stacks.times[newer] + root * root;
  }

  /** Empties one stack. */
  drop(stack: i32): void {
    this.stacks.sizes[stack] = 0;
  }

  clear(): void {
    this.stacks.clear();
  }

  reset(): void {
    this.stacks.reset();
  }

  transfer(archive: Archive, most: i32, slots: i32): void {
    this.stacks.transfer(archive, most, slots);
  }
}
