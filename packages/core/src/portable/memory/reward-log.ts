import { Archive } from '../base/archive.ts';
import { choose, Floats, f64, Ints, i32, truncate } from '../base/language.ts';
import { sumError } from '../math/double-double.ts';

/** A sum is two numbers side by side: its upper part, and what that lacks. */
const SUM: i32 = 2;
/** An arm has room for this many rewards at least. */
const LEAST_ROOM: f64 = 8.0;

/**
 * The last `limit` rewards in the order in which they came, and of each arm the sum of its last q, for any
 * q, in O(1).
 *
 * A ring holds arms and rewards. Beside it each arm has a stretch of running sums; the sum of its last q
 * rewards is the difference of two of them. Running sums have 106 bits, so that differences are those of
 * the exact sums, rounded once: rewards that are equal give equal sums wherever they stand, and what is
 * restored gives what was saved. Only next to rewards 10¹⁶ times as large, until stretches are made anew,
 * do sums lose digits.
 *
 * When a stretch is full, all are made anew from the ring, each with twice the room that its arm needs and
 * its share of the rest: O(limit) then, O(K) per reward amortised, mostly far less. Up to 7.5 numbers per
 * reward that is held.
 */
export class RewardLog {
  armCount: i32;
  limit: i32;
  armAt: Ints;
  rewardAt: Floats;
  /** Rewards that have come so far; the last one is at the place of this number less 1, by the limit. */
  learned: i32 = 0;
  counts: Floats;
  /** Where an arm's stretch begins, where the first of its sums stands that is held, and where it ends. */
  starts: Ints;
  firsts: Ints;
  ends: Ints;
  /** The sum of an arm's rewards from the beginning of its stretch up to each place. */
  sums: Floats;
  capacity: i32 = 0;

  constructor(armCount: i32, limit: i32) {
    this.armCount = armCount;
    this.limit = limit;
    this.armAt = new Ints(limit);
    this.rewardAt = new Floats(limit);
    this.counts = new Floats(armCount);
    this.starts = new Ints(armCount);
    this.firsts = new Ints(armCount);
    this.ends = new Ints(armCount);
    this.sums = new Floats(0);
    this.rebuild();
  }

  /** How many rewards are held. */
  held(): i32 {
    return choose<i32>(this.learned < this.limit, this.learned, this.limit);
  }

  count(arm: i32): f64 {
    return this.counts[arm];
  }

  add(arm: i32, reward: f64): void {
    const place: i32 = this.learned % this.limit;
    if (this.learned >= this.limit) {
      const leaving: i32 = this.armAt[place];
      this.counts[leaving] -= 1.0;
      this.firsts[leaving] += 1;
    }
    this.armAt[place] = arm;
    this.rewardAt[place] = reward;
    this.learned += 1;
    const next: i32 = this.firsts[arm] + truncate(this.counts[arm]);
    if (next === this.ends[arm]) this.rebuild();
    else this.append(arm, next, reward);
  }

  /** The running sum after one more reward, at its place. */
  append(arm: i32, place: i32, reward: f64): void {
    const sums: Floats = this.sums;
    const own: i32 = place * SUM;
    this.counts[arm] += 1.0;
    if (place === this.starts[arm]) {
      sums[own] = reward;
      sums[own + 1] = 0.0;
      return;
    }
    const before: f64 = sums[own - SUM];
    const sum: f64 = before + reward;
    const lower: f64 = sums[own - SUM + 1] + sumError(before, reward, sum);
    const upper: f64 = sum + lower;
    sums[own] = upper;
    sums[own + 1] = lower - (upper - sum);
  }

  /** The sum of an arm's last `count` rewards, of which there are as many. */
  lastSum(arm: i32, count: f64): f64 {
    if (count === 0.0) return 0.0;
    const sums: Floats = this.sums;
    const last: i32 = (this.firsts[arm] + truncate(this.counts[arm]) - 1) * SUM;
    const before: i32 = last - truncate(count) * SUM;
    if (before < this.starts[arm] * SUM) return sums[last] + sums[last + 1];
    const difference: f64 = sums[last] - sums[before];
    const lost: f64 = sumError(sums[last], -sums[before], difference);
    return difference + (lost + (sums[last + 1] - sums[before + 1]));
  }

  sum(arm: i32): f64 {
    return this.lastSum(arm, this.counts[arm]);
  }

  /** The place in the ring of the reward that is the i-th oldest held. */
  placeOf(i: i32): i32 {
    return (this.learned - this.held() + i) % this.limit;
  }

  /** The arm whose oldest reward the next one replaces; −1 while there is room. */
  leaving(): i32 {
    return this.learned < this.limit ? -1 : this.armAt[this.learned % this.limit];
  }

  /** All stretches from the ring. */
  rebuild(): void {
    const held: i32 = this.held();
    this.counts.fill(0.0);
    for (let place: i32 = 0; place < held; place++) this.counts[this.armAt[place]] += 1.0;
    this.allot(held);
    const oldest: i32 = this.learned - held;
    for (let i: i32 = 0; i < held; i++) {
      const place: i32 = (oldest + i) % this.limit;
      const arm: i32 = this.armAt[place];
      this.append(arm, this.starts[arm] + truncate(this.counts[arm]), this.rewardAt[place]);
    }
  }

  /** Gives each arm a stretch of twice the rewards counted and an equal share of as many as are held. */
  allot(held: i32): void {
    const total: f64 = held;
    const arms: f64 = this.armCount;
    const share: i32 = truncate(LEAST_ROOM + total / arms);
    let next: i32 = 0;
    for (let arm: i32 = 0; arm < this.armCount; arm++) {
      this.starts[arm] = next;
      this.firsts[arm] = next;
      next += 2 * truncate(this.counts[arm]) + share;
      this.ends[arm] = next;
      this.counts[arm] = 0.0;
    }
    if (next <= this.capacity) return;
    // Twice as much, so that a log that grows is seldom moved; no more than the full one needs.
    const most: i32 = 3 * this.limit + this.armCount * truncate(LEAST_ROOM + 1.0);
    this.capacity = choose<i32>(2 * next > most, most, 2 * next);
    this.sums = new Floats(this.capacity * SUM);
  }

  reset(): void {
    this.learned = 0;
    this.rebuild();
  }

  transfer(archive: Archive): void {
    this.learned = archive.integer('learned', this.learned, 0, archive.slot(0));
    const held: i32 = this.held();
    archive.integers('armAt', this.armAt, held, 0, this.armCount - 1);
    archive.reals('rewardAt', this.rewardAt, held);
    this.rebuild();
  }
}
