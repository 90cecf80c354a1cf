import { Archive } from '../base/archive.ts';
import { bool, Floats, f64, fmax, Ints, i32 } from '../base/language.ts';
import { Grams } from './grams.ts';
import { addAll } from './triangles.ts';

/** No feature is larger than a million, and rounding adds less than one percent. */
const LARGEST_PRODUCT: f64 = 1.01e12;

/**
 * P = Σ xxᵀ over the pending decisions of each block. A block without pending decisions has exactly 0. Decisions that
 * end are subtracted, so P may only enter widths. Rounding errors vanish when all that are left are held again.
 */
export class PendingFeatures {
  blocks: i32;
  dimension: i32;
  counts: Ints;
  /** All pending decisions. */
  total: i32 = 0;
  /** Has room once there are pending decisions. */
  grams: Grams;

  constructor(blocks: i32, dimension: i32) {
    this.blocks = blocks;
    this.dimension = dimension;
    this.counts = new Ints(blocks);
    this.grams = new Grams(0, dimension);
  }

  open(): void {
    if (this.grams.blocks === 0) this.grams = new Grams(this.blocks, this.dimension);
  }

  holds(block: i32): bool {
    return this.counts[block] > 0;
  }

  hold(block: i32, features: Floats, at: i32, weight: f64): void {
    this.open();
    this.counts[block] += 1;
    this.total += 1;
    this.grams.add(block, features, at, weight);
  }

  release(block: i32, features: Floats, at: i32, weight: f64): void {
    if (this.counts[block] <= 1) {
      this.total -= this.counts[block];
      this.counts[block] = 0;
      this.grams.clearBlock(block);
      return;
    }
    this.counts[block] -= 1;
    this.total -= 1;
    this.grams.add(block, features, at, -weight);
    const cells: Floats = this.grams.cells;
    let diagonal: i32 = block * this.grams.size;
    for (let i: i32 = 0; i < this.dimension; i++) {
      cells[diagonal] = fmax(cells[diagonal], 0.0);
      diagonal += i + 2;
    }
  }

  clear(): void {
    this.counts.fill(0);
    this.total = 0;
    this.grams.clear();
  }

  /** Adds P of a block to a triangle. */
  addTo(block: i32, target: Floats, at: i32): void {
    const size: i32 = this.grams.size;
    addAll(this.grams.cells, block * size, target, at, size);
  }

  transfer(archive: Archive): void {
    this.total = archive.integer('pendingTotal', this.total, 0, archive.slot(0));
    if (this.total === 0) {
      this.clear();
      return;
    }
    this.open();
    archive.integers('pendingCounts', this.counts, this.blocks, 0, this.total);
    let sum: i32 = 0;
    for (let block: i32 = 0; block < this.blocks; block++) sum += this.counts[block];
    archive.demand('pendingCounts', 'counts that add up to pendingTotal', sum === this.total);
    const total: f64 = this.total;
    const most: f64 = total * LARGEST_PRODUCT;
    const cells: i32 = this.blocks * this.grams.size;
    archive.bounded('pendingGrams', this.grams.cells, cells, -most, most);
  }
}
