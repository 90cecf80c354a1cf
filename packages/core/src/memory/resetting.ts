import { Archive } from '../archive.ts';
import { bool, choose, Floats, f64, i32 } from '../portable.ts';
import { EVERYTHING, Memory, NOTHING } from './memory.ts';

/**
 * Forgets everything at fixed times: epochs are slots 0…p−1, p…2p−1, and so on, and the memory is
 * empty when an epoch's first arm is picked. Two numbers a cell.
 */
export class Resetting implements Memory {
  cells: i32;
  period: i32;
  counts: Floats;
  sums: Floats;
  now: i32 = 0;
  epochStart: i32 = 0;

  constructor(cells: i32, period: i32) {
    this.cells = cells;
    this.period = period;
    this.counts = new Floats(cells);
    this.sums = new Floats(cells);
  }

  advance(): i32 {
    this.now += 1;
    if (this.now - this.epochStart < this.period) return NOTHING;
    this.epochStart = this.now;
    this.clear();
    return EVERYTHING;
  }

  learn(slot: i32, cell: i32, reward: f64): bool {
    if (slot < this.epochStart) return false;
    this.counts[cell] += 1.0;
    this.sums[cell] += reward;
    return true;
  }

  weight(slot: i32): f64 {
    return choose<f64>(slot < this.epochStart, 0.0, 1.0);
  }

  mass(cell: i32): f64 {
    return this.counts[cell];
  }

  unit(): f64 {
    return 1.0;
  }

  sum(cell: i32): f64 {
    return this.sums[cell];
  }

  mean(cell: i32): f64 {
    return this.sums[cell] / this.counts[cell];
  }

  clear(): void {
    this.counts.fill(0.0);
    this.sums.fill(0.0);
  }

  reset(): void {
    this.now = 0;
    this.epochStart = 0;
    this.clear();
  }

  transfer(archive: Archive): void {
    this.now = archive.slot(this.now);
    this.epochStart = this.now - (this.now % this.period);
    archive.counts('counts', this.counts, this.cells);
    archive.reals('sums', this.sums, this.cells);
  }
}
