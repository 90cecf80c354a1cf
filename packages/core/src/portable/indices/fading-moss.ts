import { choose, Floats, f64, fmax, i32, sqrt } from '../base/language.ts';
import { ln } from '../math/log.ts';
import { Indices } from './indices.ts';

/**
 * Mean + m √(max(ln(τ / (K n)), f) / n), n a discounted count, which falls in every slot: the width of
 * MOSS where rewards fade. With τ = 0 the logarithm is f for every count, as in a UCB.
 *
 * Widths rise at different rates, so every arm is looked at in every slot. Of the logarithm, only what
 * belongs to the arm is kept, and what all arms share is added: one logarithm per slot.
 */
export class FadingMossIndices implements Indices {
  armCount: i32;
  memory: f64;
  multiplier: f64;
  floor: f64;
  means: Floats;
  /** m / √mass and ln(τ / (K mass)). */
  slopes: Floats;
  logarithms: Floats;

  constructor(armCount: i32, memory: f64, multiplier: f64, floor: f64) {
    this.armCount = armCount;
    this.memory = memory;
    this.multiplier = multiplier;
    this.floor = floor;
    this.means = new Floats(armCount);
    this.slopes = new Floats(armCount);
    this.logarithms = new Floats(armCount);
    this.clear();
  }

  // @inline
  leader(_slot: i32, unit: f64): i32 {
    const means: Floats = this.means;
    const slopes: Floats = this.slopes;
    const logarithms: Floats = this.logarithms;
    const scale: f64 = sqrt(unit);
    const common: f64 = ln(unit);
    let best: i32 = 0;
    let top: f64 = -Infinity;
    for (let arm: i32 = 0; arm < this.armCount; arm++) {
      const logarithm: f64 = fmax(logarithms[arm] + common, this.floor);
      const index: f64 = means[arm] + scale * slopes[arm] * sqrt(logarithm);
      best = choose<i32>(index > top, arm, best);
      top = fmax(index, top);
    }
    return best;
  }

  index(arm: i32, _slot: i32, unit: f64): f64 {
    const logarithm: f64 = fmax(this.logarithms[arm] + ln(unit), this.floor);
    return this.means[arm] + sqrt(unit) * this.slopes[arm] * sqrt(logarithm);
  }

  indexOf(mean: f64, mass: f64, _slot: i32, unit: f64): f64 {
    const logarithm: f64 = fmax(this.logarithmOf(mass) + ln(unit), this.floor);
    return mean + sqrt(unit) * (this.multiplier / sqrt(mass)) * sqrt(logarithm);
  }

  // @inline
  logarithmOf(mass: f64): f64 {
    const arms: f64 = this.armCount;
    return ln(this.memory / (arms * mass));
  }

  // @inline
  set(arm: i32, mean: f64, mass: f64): void {
    this.means[arm] = mean;
    this.slopes[arm] = this.multiplier / sqrt(mass);
    this.logarithms[arm] = this.logarithmOf(mass);
  }

  setEmpty(arm: i32, key: f64): void {
    this.means[arm] = key;
    this.slopes[arm] = 0.0;
    this.logarithms[arm] = 0.0;
  }

  write(arm: i32, mean: f64, mass: f64): void {
    this.set(arm, mean, mass);
  }

  writeEmpty(arm: i32, key: f64): void {
    this.setEmpty(arm, key);
  }

  rebuild(_slot: i32, _unit: f64): void {}

  clear(): void {
    for (let arm: i32 = 0; arm < this.armCount; arm++) this.setEmpty(arm, Infinity);
  }
}
