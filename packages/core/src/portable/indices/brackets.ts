import { bool, Floats, f64, i32 } from '../base/language.ts';
import { klUpperBound } from './kl.ts';

/** Far above any rounding error of a bound that is bracketed. */
const SLACK: f64 = 1e-10;
/** Outside of these limits rounding could count for more, and bounds are solved for each time. */
const LEAST_DIVERGENCE: f64 = 1e-6;
const NEAR_ONE: f64 = 1.0 - 1e-6;

/**
 * Numbers in the order of the kl bounds of all arms, mostly without solving for the bounds.
 *
 * While an arm gets no reward, its bound q(d), the largest q with kl(mean, q) ≤ d, rises with d = level / count and
 * bends downward. So it lies between the bound solved last and the tangent there, q + q' (d' − d). If this bracket
 * overlaps no other arm's, any number in it has the place of the bound among all bounds. If it does, the bound is solved for.
 */
export class Brackets {
  armCount: i32;
  /** The mean, the count and d that each bound was solved for last. A count below 0 stands for none. */
  means: Floats;
  counts: Floats;
  depths: Floats;
  bounds: Floats;
  slopes: Floats;
  /** The upper ends for this slot. The lower ends are the numbers themselves. */
  uppers: Floats;

  constructor(armCount: i32) {
    this.armCount = armCount;
    this.means = new Floats(armCount);
    this.counts = new Floats(armCount);
    this.depths = new Floats(armCount);
    this.bounds = new Floats(armCount);
    this.slopes = new Floats(armCount);
    this.uppers = new Floats(armCount);
    this.forget();
  }

  /** Returns to the state in which nothing is known of any arm. */
  forget(): void {
    this.counts.fill(-1.0);
  }

  /** The lower end for an arm. The upper end is noted. */
  open(arm: i32, mean: f64, count: f64, d: f64): f64 {
    const since: f64 = d - this.depths[arm];
    if (count !== this.counts[arm] || mean !== this.means[arm] || since < 0.0) {
      return this.solve(arm, mean, count, d);
    }
    if (since === 0.0) return this.close(arm, this.bounds[arm]);
    if (this.slopes[arm] === Infinity) return this.solve(arm, mean, count, d);
    this.uppers[arm] = this.bounds[arm] + this.slopes[arm] * since + SLACK;
    return this.bounds[arm] - SLACK;
  }

  /** The bound itself. */
  solve(arm: i32, mean: f64, count: f64, d: f64): f64 {
    const q: f64 = klUpperBound(mean, d);
    const smooth: bool =
      mean > 0.0 && mean < 1.0 && d >= LEAST_DIVERGENCE && q < NEAR_ONE && q > mean;
    this.means[arm] = mean;
    this.counts[arm] = count;
    this.depths[arm] = d;
    this.bounds[arm] = q;
    this.slopes[arm] = smooth ? (q * (1.0 - q)) / (q - mean) : Infinity;
    return this.close(arm, q);
  }

  /** An arm's number is exact. */
  close(arm: i32, value: f64): f64 {
    this.uppers[arm] = value;
    return value;
  }

  /** True if an arm's bracket is not a single number and overlaps another one. */
  overlaps(arm: i32, lowers: Floats): bool {
    const lower: f64 = lowers[arm];
    const upper: f64 = this.uppers[arm];
    if (lower === upper) return false;
    for (let other: i32 = 0; other < this.armCount; other++) {
      if (other !== arm && lowers[other] <= upper && this.uppers[other] >= lower) return true;
    }
    return false;
  }
}
