import { Archive } from '../base/archive.ts';
import { Floats, f64, i32 } from '../base/language.ts';
import { LARGEST_TARGET, Sums } from './sums.ts';
import { addAll } from './triangles.ts';

/** The largest sum of squared rewards that a snapshot may hold. */
const LARGEST_SQUARES: f64 = 1e240;

/** Sets of sums that nothing fades in: Σ xxᵀ, Σ r x, Σ r², and the number of rewards. */
export class SegmentSums {
  length: i32;
  dimension: i32;
  sums: Sums;
  squares: Floats;
  counts: Floats;

  constructor(length: i32, dimension: i32) {
    this.length = length;
    this.dimension = dimension;
    this.sums = new Sums(length, dimension);
    this.squares = new Floats(length);
    this.counts = new Floats(length);
  }

  add(set: i32, features: Floats, at: i32, reward: f64): void {
    this.sums.add(set, features, at, 1.0, reward);
    this.squares[set] += reward * reward;
    this.counts[set] += 1.0;
  }

  /** Adds a set to one of these or of others. */
  addTo(set: i32, target: SegmentSums, at: i32): void {
    const size: i32 = this.sums.grams.size;
    const dimension: i32 = this.dimension;
    addAll(this.sums.grams.cells, set * size, target.sums.grams.cells, at * size, size);
    addAll(this.sums.targets, set * dimension, target.sums.targets, at * dimension, dimension);
    target.squares[at] += this.squares[set];
    target.counts[at] += this.counts[set];
  }

  clearSet(set: i32): void {
    this.sums.clearBlock(set);
    this.squares[set] = 0.0;
    this.counts[set] = 0.0;
  }

  clear(): void {
    this.sums.clear();
    this.squares.fill(0.0);
    this.counts.fill(0.0);
  }

  /** Saves or restores the first sets. */
  transfer(archive: Archive, length: i32): void {
    const size: i32 = this.sums.grams.size;
    archive.wholes('segmentCounts', this.counts, length, archive.slot(0));
    archive.bounded('segmentSquares', this.squares, length, 0.0, LARGEST_SQUARES);
    const most: f64 = LARGEST_TARGET;
    archive.bounded('segmentTargets', this.sums.targets, length * this.dimension, -most, most);
    archive.reals('segmentGrams', this.sums.grams.cells, length * size);
    archive.demand('segmentGrams', 'sums of products of features', this.sums.grams.areSums());
  }
}
