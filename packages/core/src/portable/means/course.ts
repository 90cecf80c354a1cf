import { bool, Floats, f64, Ints, i32 } from '../base/language.ts';
import { Wave } from './wave.ts';

/**
 * The means that a replication is played on. There are three forms:
 *
 * - a table of each arm's mean at each slot, slot by slot
 * - no table and a wave, if a table would be too large
 * - rested arms (`byPlays`): a table of each arm's mean at its first, second, … play. If there are `levels`, slots ×
 *   arms, the level of the slot is added.
 *
 * `best` holds the benchmark's mean at each slot: the largest one, except for rested arms.
 */
export class Course {
  armCount: i32;
  means: Floats;
  best: Floats;
  wave: Wave;
  byPlays: bool;
  levels: Floats;
  /** True if `means` has a row for each slot. */
  tabled: bool;

  constructor(
    armCount: i32,
    means: Floats,
    best: Floats,
    wave: Wave,
    byPlays: bool,
    levels: Floats,
  ) {
    this.armCount = armCount;
    this.means = means;
    this.best = best;
    this.wave = wave;
    this.byPlays = byPlays;
    this.levels = levels;
    this.tabled = means.length > 0 && !byPlays;
  }

  /** The mean of an arm at a slot. `plays` are the earlier plays of each arm, which only rested arms need. */
  mean(slot: i32, arm: i32, plays: Ints): f64 {
    if (this.tabled) return this.means[slot * this.armCount + arm];
    if (!this.byPlays) return this.wave.mean(slot, arm);
    const shape: f64 = this.means[plays[arm] * this.armCount + arm];
    return this.levels.length > 0 ? shape + this.levels[slot * this.armCount + arm] : shape;
  }

  /** A count of plays for each arm of rested arms, and an empty array otherwise. */
  newPlays(): Ints {
    return new Ints(this.byPlays ? this.armCount : 0);
  }
}
