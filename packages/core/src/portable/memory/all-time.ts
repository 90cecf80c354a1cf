import { Archive } from '../base/archive.ts';
import { bool, Floats, f64, i32 } from '../base/language.ts';
import { Memory, NOTHING } from './memory.ts';

/** Forgets nothing: counts and sums over all slots. Two numbers per cell. */
export class AllTime implements Memory {
  cells: i32;
  counts: Floats;
  sums: Floats;

  constructor(cells: i32) {
    this.cells = cells;
    this.counts = new Floats(cells);
    this.sums = new Floats(cells);
  }

  // @inline
  advance(): i32 {
    return NOTHING;
  }

  pass(slots: i32): i32 {
    return slots;
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

  // @inline
  learn(_slot: i32, cell: i32, reward: f64): bool {
    this.counts[cell] += 1.0;
    this.sums[cell] += reward;
    return true;
  }

  weight(_slot: i32): f64 {
    return 1.0;
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

  holds(_arms: i32): bool {
    return true;
  }

  reset(): void {
    this.counts.fill(0.0);
    this.sums.fill(0.0);
  }

  transfer(archive: Archive): void {
    archive.wholes('counts', this.counts, this.cells, archive.slot(0));
    archive.reals('sums', this.sums, this.cells);
  }
}
