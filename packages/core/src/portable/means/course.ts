import { bool, Floats, f64, Ints, i32, List } from '../base/language.ts';
import { Field } from './field.ts';
import { Wave } from './wave.ts';

/**
 * The means that a replication is played on. There are three forms:
 *
 * - a table of each arm's mean at each slot, slot by slot
 * - no table and a wave, if a table would be too large
 * - rested arms (`byPlays`): a table of each arm's mean at its first, second, … play. If there are `levels`, slots ×
 *   arms, the level of the slot is added.
 * - contexts (`meets`): each slot's means depend on its features. Each replication has a course of its own.
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
  /** True if means depend on contexts. Then `fields` has the one field that computes them, and `best`. */
  meets: bool = false;
  fields: List<Field> = new List<Field>(1);

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

  /** Makes means depend on contexts. */
  meet(field: Field): void {
    this.fields.put(0, field);
    this.meets = true;
  }

  /** Begins the contexts of a replication, if means depend on them. */
  begin(seed: f64, replication: i32): void {
    if (this.meets) this.fields.at(0).begin(seed, replication);
  }

  /** The mean of an arm at a slot. `plays` are the earlier plays of each arm, which only rested arms need. */
  mean(slot: i32, arm: i32, plays: Ints): f64 {
    if (this.tabled) return this.means[slot * this.armCount + arm];
    if (this.meets) return this.fields.at(0).mean(slot, arm);
    if (!this.byPlays) return this.wave.mean(slot, arm);
    const shape: f64 = this.means[plays[arm] * this.armCount + arm];
    return this.levels.length > 0 ? shape + this.levels[slot * this.armCount + arm] : shape;
  }

  /** A count of plays for each arm of rested arms, and an empty array otherwise. */
  newPlays(): Ints {
    return new Ints(this.byPlays ? this.armCount : 0);
  }
}
