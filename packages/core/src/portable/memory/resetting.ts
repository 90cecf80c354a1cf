import { Archive } from '../base/archive.ts';
import { bool, choose, Floats, f64, Ints, i32 } from '../base/language.ts';
import { EVERYTHING, Memory, NOTHING } from './memory.ts';

/**
 * Forgets everything at fixed times: epochs are slots 0…p−1, p…2p−1, and so on, and the memory is
 * empty when an epoch's first arm is picked. Which cells an epoch used is listed, so that its end
 * costs as much as it used, however many cells there are. 20 bytes per cell.
 */
export class Resetting implements Memory {
  cells: i32;
  period: i32;
  counts: Floats;
  sums: Floats;
  now: i32 = 0;
  epochStart: i32 = 0;
  /** The cells with a reward of this epoch; after its end, until the next reward, those it had. */
  used: Ints;
  usedCount: i32 = 0;
  clearedCount: i32 = 0;

  constructor(cells: i32, period: i32) {
    this.cells = cells;
    this.period = period;
    this.counts = new Floats(cells);
    this.sums = new Floats(cells);
    this.used = new Ints(cells);
  }

  // @inline
  advance(): i32 {
    this.now += 1;
    if (this.now - this.epochStart < this.period) return NOTHING;
    this.epochStart = this.now;
    this.clear();
    return EVERYTHING;
  }

  pass(slots: i32): i32 {
    const left: i32 = this.period - 1 - (this.now - this.epochStart);
    const passed: i32 = this.usedCount === 0 || slots < left ? slots : left;
    this.now += passed;
    this.epochStart = this.now - (this.now % this.period);
    return passed;
  }

  passAll(_slots: i32): bool {
    return false;
  }

  touchedCount(): i32 {
    return this.clearedCount;
  }

  touched(i: i32): i32 {
    return this.used[i];
  }

  // @inline
  learn(slot: i32, cell: i32, reward: f64): bool {
    if (slot < this.epochStart) return false;
    if (this.counts[cell] === 0.0) {
      this.used[this.usedCount] = cell;
      this.usedCount += 1;
    }
    this.counts[cell] += 1.0;
    this.sums[cell] += reward;
    return true;
  }

  weight(slot: i32): f64 {
    return choose<f64>(slot < this.epochStart, 0.0, 1.0);
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
    return this.sums[cell];
  }

  // @inline
  mean(cell: i32): f64 {
    return this.sums[cell] / this.counts[cell];
  }

  clear(): void {
    for (let i: i32 = 0; i < this.usedCount; i++) {
      const cell: i32 = this.used[i];
      this.counts[cell] = 0.0;
      this.sums[cell] = 0.0;
    }
    this.clearedCount = this.usedCount;
    this.usedCount = 0;
  }

  holds(arms: i32): bool {
    return this.period >= arms;
  }

  reset(): void {
    this.now = 0;
    this.epochStart = 0;
    this.clear();
  }

  transfer(archive: Archive): void {
    this.now = archive.slot(this.now);
    this.epochStart = this.now - (this.now % this.period);
    archive.wholes('counts', this.counts, this.cells, this.now);
    archive.reals('sums', this.sums, this.cells);
    this.usedCount = 0;
    for (let cell: i32 = 0; cell < this.cells; cell++) {
      if (this.counts[cell] > 0.0) {
        this.used[this.usedCount] = cell;
        this.usedCount += 1;
      }
    }
  }
}
