import { ln } from '../math/log.ts';
import { f64, fmin, i32, sqrt } from '../portable.ts';
import { IndexRule } from './rule.ts';

/** Width B √(ξ ln(min(t, τ)) / n). */
export class SlidingWindowUcbRule implements IndexRule {
  window: f64;
  xi: f64;
  b: f64;

  constructor(window: f64, xi: f64, b: f64) {
    this.window = window;
    this.xi = xi;
    this.b = b;
  }

  slope(mass: f64): f64 {
    return 1.0 / sqrt(mass);
  }

  scale(slot: i32, _unit: f64): f64 {
    const t: f64 = slot + 1;
    return this.b * sqrt(this.xi * ln(fmin(t, this.window)));
  }
}
