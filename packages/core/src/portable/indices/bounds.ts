import { bool, f64, sqrt } from '../base/language.ts';
import { klMayReach, klUpperBound } from './kl.ts';

/** An upper bound on a mean from what was seen of an arm; `level` is how sure it has to be. */
export interface Bound {
  /** The bound for an arm's sample mean and its number of rewards. */
  upper(mean: f64, count: f64, level: f64): f64;
  /** Whether the bound may be as large as `top`; a quick answer, where false is certain. */
  mayReach(mean: f64, count: f64, level: f64, top: f64): bool;
}

/** mean + √(ξ level / n). */
export class UcbBound implements Bound {
  xi: f64;

  constructor(xi: f64) {
    this.xi = xi;
  }

  // @inline
  upper(mean: f64, count: f64, level: f64): f64 {
    return mean + sqrt((this.xi * level) / count);
  }

  // @inline
  mayReach(_mean: f64, _count: f64, _level: f64, _top: f64): bool {
    return true;
  }
}

/** The largest q with n kl(mean, q) ≤ level. */
export class KlBound implements Bound {
  upper(mean: f64, count: f64, level: f64): f64 {
    return klUpperBound(mean, level / count);
  }

  mayReach(mean: f64, count: f64, level: f64, top: f64): bool {
    return klMayReach(mean, count, level, top);
  }
}
