import { Archive } from '../base/archive.ts';
import { Floats, f64, i32 } from '../base/language.ts';
import { Sums } from './sums.ts';

/**
 * The sums of each block several times, side by side: once for each memory. With a memory of M rewards, a new reward
 * multiplies the weights of all earlier ones by 1 − 1/M. With an infinite memory nothing fades. Time is counted in
 * rewards, of whichever block.
 *
 * The sums of block k for memory g are at place k G + g. What has faded since a block's last reward is kept as a
 * factor, so that a reward touches the sums of one block.
 */
export class SideBySideSums {
  blocks: i32;
  dimension: i32;
  memories: Floats;
  places: i32;
  sums: Sums;
  /** The weights of all rewards of a place. */
  counts: Floats;
  /** The factors by which sums and counts have yet to be multiplied. */
  kept: Floats;

  constructor(blocks: i32, dimension: i32, memories: Floats) {
    this.blocks = blocks;
    this.dimension = dimension;
    this.memories = memories;
    const places: i32 = blocks * memories.length;
    this.places = places;
    this.sums = new Sums(places, dimension);
    this.counts = new Floats(places);
    this.kept = new Floats(places);
    this.kept.fill(1.0);
  }

  // @inline
  place(block: i32, memory: i32): i32 {
    return block * this.memories.length + memory;
  }

  /** Lets everything fade by one reward, and adds the reward to the sums of its block. */
  learn(block: i32, features: Floats, at: i32, reward: f64): void {
    const memories: i32 = this.memories.length;
    for (let memory: i32 = 0; memory < memories; memory++) {
      // 1/∞ is 0, so the factor is exactly 1.
      const factor: f64 = 1.0 - 1.0 / this.memories[memory];
      for (let place: i32 = memory; place < this.places; place += memories) {
        this.kept[place] *= factor;
      }
    }
    for (let memory: i32 = 0; memory < memories; memory++) {
      const place: i32 = this.place(block, memory);
      this.settle(place);
      this.sums.add(place, features, at, 1.0, reward);
      this.counts[place] += 1.0;
    }
  }

  /** Multiplies sums and count by the factor that is kept. */
  settle(place: i32): void {
    const factor: f64 = this.kept[place];
    if (factor === 1.0) return;
    this.sums.fade(place, factor);
    this.counts[place] *= factor;
    this.kept[place] = 1.0;
  }

  count(place: i32): f64 {
    return this.kept[place] * this.counts[place];
  }

  writeGram(place: i32, target: Floats, at: i32): void {
    this.sums.grams.write(place, target, at, this.kept[place]);
  }

  writeTarget(place: i32, target: Floats, at: i32): void {
    this.sums.writeTarget(place, target, at, this.kept[place]);
  }

  /** Σw x₀² and Σw r x₀ of a place, x₀ being the first column. */
  firstSquare(place: i32): f64 {
    return this.kept[place] * this.sums.grams.cells[place * this.sums.grams.size];
  }

  firstTarget(place: i32): f64 {
    return this.kept[place] * this.sums.targets[place * this.dimension];
  }

  /** Lets at most `most` rewards remain of a block in each memory. */
  limit(block: i32, most: f64): void {
    for (let memory: i32 = 0; memory < this.memories.length; memory++) {
      const place: i32 = this.place(block, memory);
      const count: f64 = this.count(place);
      if (count > most) this.kept[place] *= most / count;
    }
  }

  /** Replaces the sums of a block in each memory by those of a block elsewhere, with their count. */
  replace(block: i32, source: Sums, from: i32, count: f64): void {
    for (let memory: i32 = 0; memory < this.memories.length; memory++) {
      const place: i32 = this.place(block, memory);
      source.grams.write(from, this.sums.grams.cells, place * this.sums.grams.size, 1.0);
      source.writeTarget(from, this.sums.targets, place * this.dimension, 1.0);
      this.counts[place] = count;
      this.kept[place] = 1.0;
    }
  }

  reset(): void {
    this.sums.clear();
    this.counts.fill(0.0);
    this.kept.fill(1.0);
  }

  transfer(archive: Archive): void {
    archive.bounded('kept', this.kept, this.places, 0.0, 1.0);
    archive.bounded('counts', this.counts, this.places, 0.0, archive.slot(0));
    this.sums.transfer(archive);
  }
}
