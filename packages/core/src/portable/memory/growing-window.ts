import { Archive } from '../base/archive.ts';
import { bool, choose, Floats, f64, Ints, i32, truncate } from '../base/language.ts';
import { Memory, NOTHING } from './memory.ts';
import { WindowGrowth } from './window-growth.ts';

/**
 * Remembers a window that grows while it slides: in each slot one old slot leaves, or none does.
 *
 * The slots are a queue, cut in two: the older ones up to `split`, next to leave, and the newer ones. No
 * sum is ever made by subtracting: `newer` is a running sum, and `older` steps down through the sums of
 * what follows each slot in its part. When the older part is used up, the newer one takes its place and
 * its sums are made, backwards, once for each slot: O(1) per slot, amortised. Where the cut is depends on
 * the time alone, and a late reward sums its cell's part again from its own place on, so that rewards
 * that come late leave the same bits as rewards in time. Twenty bytes per slot of the longest window.
 */
export class GrowingWindow implements Memory {
  cells: i32;
  growth: WindowGrowth;
  /** The longest that the window becomes: a slot has its place at the remainder by this. */
  capacity: i32;
  /** The cell of each slot's reward; NOTHING where there is none. */
  cellAt: Ints;
  rewardAt: Floats;
  /** The sum of the same cell's rewards in the same part: up to this slot, or behind it in the older. */
  partial: Floats;
  counts: Floats;
  older: Floats;
  newer: Floats;
  now: i32 = 0;
  /** The oldest slot that is remembered. */
  start: i32 = 0;
  /** The first slot of the newer part. */
  split: i32 = 0;

  constructor(cells: i32, growth: WindowGrowth) {
    this.cells = cells;
    this.growth = growth;
    const capacity: i32 = growth.computedLength(truncate(growth.horizon));
    this.capacity = capacity;
    this.cellAt = new Ints(capacity);
    this.rewardAt = new Floats(capacity);
    this.partial = new Floats(capacity);
    this.counts = new Floats(cells);
    this.older = new Floats(cells);
    this.newer = new Floats(cells);
    this.cellAt.fill(NOTHING);
  }

  advance(): i32 {
    this.now += 1;
    let leaving: i32 = NOTHING;
    if (this.now - this.start > this.growth.length(this.now)) leaving = this.dropOldest();
    this.cellAt[(this.now - 1) % this.capacity] = NOTHING;
    return leaving;
  }

  dropOldest(): i32 {
    if (this.start === this.split) {
      this.split = this.now - 1;
      this.sumOlder();
    }
    const place: i32 = this.start % this.capacity;
    this.start += 1;
    const cell: i32 = this.cellAt[place];
    if (cell !== NOTHING) {
      this.cellAt[place] = NOTHING;
      this.counts[cell] -= 1.0;
      this.older[cell] = this.partial[place];
    }
    return cell;
  }

  pass(slots: i32): i32 {
    const length: i32 = this.growth.length(this.now);
    if (this.growth.length(this.now + slots) === length && this.now > length && this.isEmpty()) {
      this.shift(slots, length);
      return slots;
    }
    // Then the length may have come to stay.
    const most: i32 = slots < this.capacity ? slots : this.capacity;
    let passed: i32 = 0;
    while (passed < most && !this.isLosing()) {
      this.advance();
      passed += 1;
    }
    return passed;
  }

  /** Whether the next slot makes a reward leave. */
  isLosing(): bool {
    const stays: bool = this.now + 1 - this.start <= this.growth.length(this.now + 1);
    return !stays && this.cellAt[this.start % this.capacity] !== NOTHING;
  }

  isEmpty(): bool {
    for (let cell: i32 = 0; cell < this.cells; cell++) if (this.counts[cell] > 0.0) return false;
    return true;
  }

  /** Slots pass while nothing is remembered, and the length stays: the cut moves on by it each time it is reached. */
  shift(slots: i32, length: i32): void {
    this.now += slots;
    this.start = this.now - length;
    const last: i32 = this.start - 1 - this.split;
    if (last >= 0) this.split += last - (last % length) + length;
  }

  passAll(_slots: i32): bool {
    return false;
  }

  touchedCount(): i32 {
    return 0;
  }

  touched(i: i32): i32 {
    return i;
  }

  learn(slot: i32, cell: i32, reward: f64): bool {
    if (slot < this.start) return false;
    const place: i32 = slot % this.capacity;
    this.counts[cell] += 1.0;
    this.cellAt[place] = cell;
    this.rewardAt[place] = reward;
    if (slot === this.now - 1) {
      this.newer[cell] += reward;
      this.partial[place] = this.newer[cell];
    } else if (slot >= this.split) this.sumForwards(slot, cell);
    else this.sumBackwards(slot, cell);
    return true;
  }

  weight(slot: i32): f64 {
    return choose<f64>(slot < this.start, 0.0, 1.0);
  }

  // @inline
  mass(cell: i32): f64 {
    return this.counts[cell];
  }

  // @inline
  unit(): f64 {
    return 1.0;
  }

  sum(cell: i32): f64 {
    return this.older[cell] + this.newer[cell];
  }

  // @inline
  mean(cell: i32): f64 {
    return (this.older[cell] + this.newer[cell]) / this.counts[cell];
  }

  /** The sums of the older part, where `older` is 0 so far and `newer` is still to come. */
  sumOlder(): void {
    for (let slot: i32 = this.split - 1; slot >= this.start; slot--) {
      const place: i32 = slot % this.capacity;
      const cell: i32 = this.cellAt[place];
      if (cell !== NOTHING) {
        this.partial[place] = this.older[cell];
        this.older[cell] += this.rewardAt[place];
        this.newer[cell] = 0.0;
      }
    }
  }

  /** The newer part's sums of a cell from a slot on. */
  sumForwards(from: i32, cell: i32): void {
    let before: i32 = from - 1;
    while (before >= this.split && this.cellAt[before % this.capacity] !== cell) before--;
    let sum: f64 = before < this.split ? 0.0 : this.partial[before % this.capacity];
    for (let slot: i32 = from; slot < this.now; slot++) {
      const place: i32 = slot % this.capacity;
      if (this.cellAt[place] === cell) {
        sum += this.rewardAt[place];
        this.partial[place] = sum;
      }
    }
    this.newer[cell] = sum;
  }

  /** The older part's sums of a cell from a slot down. */
  sumBackwards(from: i32, cell: i32): void {
    let behind: i32 = from + 1;
    while (behind < this.split && this.cellAt[behind % this.capacity] !== cell) behind++;
    let sum: f64 = 0.0;
    if (behind < this.split) {
      const place: i32 = behind % this.capacity;
      sum = this.partial[place] + this.rewardAt[place];
    }
    for (let slot: i32 = from; slot >= this.start; slot--) {
      const place: i32 = slot % this.capacity;
      if (this.cellAt[place] === cell) {
        this.partial[place] = sum;
        sum += this.rewardAt[place];
      }
    }
    this.older[cell] = sum;
  }

  holds(arms: i32): bool {
    return this.growth.computedLength(arms) >= arms;
  }

  reset(): void {
    this.cellAt.fill(NOTHING);
    this.now = 0;
    this.start = 0;
    this.split = 0;
    this.clearSums();
  }

  clearSums(): void {
    this.counts.fill(0.0);
    this.older.fill(0.0);
    this.newer.fill(0.0);
  }

  transfer(archive: Archive): void {
    this.now = archive.slot(this.now);
    this.start = 0;
    if (this.now > 0) this.start = this.now - this.growth.length(this.now);
    this.split = archive.integer('split', this.split, 0, this.now);
    if (this.split < this.start) this.split = this.start;
    const used: i32 = choose<i32>(this.now < this.capacity, this.now, this.capacity);
    archive.cells('cellAt', this.cellAt, used, this.cells);
    archive.reals('rewardAt', this.rewardAt, used);
    this.rebuild();
  }

  /** Everything that follows from the queue and the cut. */
  rebuild(): void {
    this.clearSums();
    this.sumOlder();
    for (let slot: i32 = this.start; slot < this.now; slot++) {
      const place: i32 = slot % this.capacity;
      const cell: i32 = this.cellAt[place];
      if (cell !== NOTHING) {
        this.counts[cell] += 1.0;
        if (slot >= this.split) {
          this.newer[cell] += this.rewardAt[place];
          this.partial[place] = this.newer[cell];
        }
      }
    }
  }
}
