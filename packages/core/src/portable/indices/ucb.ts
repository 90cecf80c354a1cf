import { Floats, f64, fmin, i32, sqrt, truncate } from '../base/language.ts';
import { ln } from '../math/log.ts';
import { RisingRule } from './rising.ts';

/** Slots to expect where their number is not given. */
export const USUAL_HORIZON: f64 = 4096.0;
/** Scales of this many slots, and slopes of this many counts, are kept once computed. */
const TABLED: f64 = 1048576.0;

/**
 * Width B √(ξ ln(min(t, τ)) / n). UCB1 has B = 1, ξ = 2 and τ = ∞.
 *
 * A slot's scale takes a logarithm and a count's slope a root, but a policy is played many times over
 * the same slots: both are kept for the next replication. `horizon` says how many slots are expected.
 */
export class UcbRule implements RisingRule {
  window: f64;
  xi: f64;
  b: f64;
  horizon: f64;
  tabled: i32;
  /** The scale of all slots from the window on. */
  whole: f64;
  scales: Floats;
  slopes: Floats;
  /** The slots and the counts below these are in the tables already. */
  knownSlots: i32 = 0;
  knownCounts: i32 = 1;

  constructor(window: f64, xi: f64, b: f64, horizon: f64) {
    this.window = window;
    this.xi = xi;
    this.b = b;
    this.horizon = horizon;
    const tabled: i32 = truncate(fmin(horizon, TABLED)) + 1;
    this.tabled = tabled;
    this.whole = b * sqrt(xi * ln(window));
    this.scales = new Floats(tabled);
    this.slopes = new Floats(tabled);
  }

  // @inline
  slope(mass: f64): f64 {
    const n: i32 = truncate(mass);
    return n < this.knownCounts ? this.slopes[n] : this.newSlope(n, mass);
  }

  newSlope(n: i32, mass: f64): f64 {
    if (n >= this.tabled) return 1.0 / sqrt(mass);
    for (; this.knownCounts <= n; this.knownCounts++) {
      const count: f64 = this.knownCounts;
      this.slopes[this.knownCounts] = 1.0 / sqrt(count);
    }
    return this.slopes[n];
  }

  // @inline
  scale(slot: i32, _unit: f64): f64 {
    return slot < this.knownSlots ? this.scales[slot] : this.newScale(slot);
  }

  newScale(slot: i32): f64 {
    if (slot >= this.tabled) return this.computedScale(slot);
    for (; this.knownSlots <= slot; this.knownSlots++) {
      this.scales[this.knownSlots] = this.computedScale(this.knownSlots);
    }
    return this.scales[slot];
  }

  computedScale(slot: i32): f64 {
    const t: f64 = slot + 1;
    return t < this.window ? this.b * sqrt(this.xi * ln(t)) : this.whole;
  }
}
