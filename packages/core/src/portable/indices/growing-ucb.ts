import { f64, i32, sqrt } from '../base/language.ts';
import { ln } from '../math/log.ts';
import { WindowGrowth } from '../memory/window-growth.ts';
import { RisingRule } from './rising.ts';

/** Width √((1 + α) ln τ(t) / n), τ(t) the length of a growing window after t slots. */
export class GrowingUcbRule implements RisingRule {
  growth: WindowGrowth;
  /** The length that the scale was last asked for, which mostly stays, and its scale. */
  lastLength: i32 = 1;
  lastScale: f64 = 0.0;

  constructor(growth: WindowGrowth) {
    this.growth = growth;
  }

  // @inline
  slope(mass: f64): f64 {
    return 1.0 / sqrt(mass);
  }

  // @inline
  scale(slot: i32, _unit: f64): f64 {
    const length: i32 = this.growth.length(slot);
    return length === this.lastLength ? this.lastScale : this.newScale(length);
  }

  newScale(length: i32): f64 {
    this.lastLength = length;
    this.lastScale = sqrt((1.0 + this.growth.alpha) * ln(length));
    return this.lastScale;
  }
}
