import { Archive } from '../base/archive.ts';
import { bool, Floats, f64, fmax, i32 } from '../base/language.ts';

/**
 * Sums up an arm's deviations d from a reference, both ways,
 *
 *     g⁺ ← max(0, g⁺ + d − ε),   g⁻ ← max(0, g⁻ − d − ε),
 *
 * with an alarm once either is h or more. What the reference is, a detector says.
 */
export class TwoSidedSum {
  armCount: i32;
  epsilon: f64;
  threshold: f64;
  rises: Floats;
  falls: Floats;

  constructor(armCount: i32, epsilon: f64, threshold: f64) {
    this.armCount = armCount;
    this.epsilon = epsilon;
    this.threshold = threshold;
    this.rises = new Floats(armCount);
    this.falls = new Floats(armCount);
  }

  // @inline
  update(arm: i32, deviation: f64): bool {
    const rise: f64 = fmax(0.0, this.rises[arm] + deviation - this.epsilon);
    const fall: f64 = fmax(0.0, this.falls[arm] - deviation - this.epsilon);
    this.rises[arm] = rise;
    this.falls[arm] = fall;
    return rise >= this.threshold || fall >= this.threshold;
  }

  forget(arm: i32): void {
    this.rises[arm] = 0.0;
    this.falls[arm] = 0.0;
  }

  transfer(archive: Archive): void {
    archive.counts('rises', this.rises, this.armCount);
    archive.counts('falls', this.falls, this.armCount);
  }
}
