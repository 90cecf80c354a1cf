import { bool, f64, fmax, fmin, i32 } from '../base/language.ts';
import { ln } from '../math/log.ts';

/**
 * What n kl(mean, q) may reach for q to be within the bound of an arm: the same for all arms, and never
 * below 0.
 */
export interface KlLevel {
  /** Whether the level depends on how much is remembered of all arms; else `total` may be anything. */
  usesTotal(): bool;
  /** The level at a slot, counted from 0; `total` is the sum of all arms' counts. */
  level(slot: i32, total: f64): f64;
  /**
   * By what factor level / count may grow before an arm's ceiling is computed anew. A small one makes
   * ceilings low, a large one makes them last; measured for each rule.
   */
  headroom(): f64;
}

/** ln t + c ln ln t, with a window in place of t once t is larger; kl-UCB has none, so ∞. */
export class TimeLevel implements KlLevel {
  window: f64;
  c: f64;

  constructor(window: f64, c: f64) {
    this.window = window;
    this.c = c;
  }

  // @inline
  usesTotal(): bool {
    return false;
  }

  /** ln ln t is negative before t = e. */
  // @inline
  level(slot: i32, _total: f64): f64 {
    const t: f64 = slot + 1;
    const logarithm: f64 = ln(fmin(t, this.window));
    if (this.c === 0.0) return logarithm;
    return fmax(logarithm + this.c * ln(logarithm), 0.0);
  }

  // @inline
  headroom(): f64 {
    return 1.01;
  }
}

/** The logarithm of what is remembered of all arms, such as discounted counts, which may be below 1. */
export class TotalLevel implements KlLevel {
  // @inline
  usesTotal(): bool {
    return true;
  }

  // @inline
  level(_slot: i32, total: f64): f64 {
    return total > 1.0 ? ln(total) : 0.0;
  }

  /** Counts fall in every slot. */
  // @inline
  headroom(): f64 {
    return 1.05;
  }
}
