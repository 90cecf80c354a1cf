import { bool, Floats, i32 } from '../base/language.ts';
import { Wave } from './wave.ts';

/**
 * The means that a replication is played on: a table of each arm's mean at each slot, slot by slot, or
 * no table and a wave where a table would be too large. `best` holds the largest of each slot.
 */
export class Course {
  armCount: i32;
  means: Floats;
  best: Floats;
  wave: Wave;
  tabled: bool;

  constructor(armCount: i32, means: Floats, best: Floats, wave: Wave) {
    this.armCount = armCount;
    this.means = means;
    this.best = best;
    this.wave = wave;
    this.tabled = means.length > 0;
  }
}
