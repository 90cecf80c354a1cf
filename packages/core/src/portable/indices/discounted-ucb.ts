import { f64, i32, sqrt } from '../base/language.ts';
import { ln } from '../math/log.ts';
import { RisingRule } from './rising.ts';

/** Width 2 √(ξ ln τ / n), n a discounted count. */
export class DiscountedUcbRule implements RisingRule {
  window: f64;
  xi: f64;
  /** 4 ξ ln τ */
  factor: f64;

  constructor(window: f64, xi: f64) {
    this.window = window;
    this.xi = xi;
    this.factor = 4.0 * xi * ln(window);
  }

  // @inline
  slope(mass: f64): f64 {
    return sqrt(this.factor / mass);
  }

  // @inline
  scale(_slot: i32, unit: f64): f64 {
    return sqrt(unit);
  }
}
