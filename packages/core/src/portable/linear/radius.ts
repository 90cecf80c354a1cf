import { f64, sqrt } from '../base/language.ts';
import { ln } from '../math/log.ts';

/**
 * The factor α β of confidence widths, β = offset + noise √(base + dimension ln(1 + gain n)) with n the sum of squared
 * weights of what is remembered. A `gain` of 0 leaves it constant.
 */
export class Radius {
  width: f64;
  offset: f64;
  noise: f64;
  base: f64;
  dimension: f64;
  gain: f64;

  constructor(width: f64, offset: f64, noise: f64, base: f64, dimension: f64, gain: f64) {
    this.width = width;
    this.offset = offset;
    this.noise = noise;
    this.base = base;
    this.dimension = dimension;
    this.gain = gain;
  }

  of(mass: f64): f64 {
    const spread: f64 = this.base + this.dimension * ln(1.0 + this.gain * mass);
    return this.width * (this.offset + this.noise * sqrt(spread));
  }
}
