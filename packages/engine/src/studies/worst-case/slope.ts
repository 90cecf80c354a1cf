/** The exponent of a power law, fitted to regrets at several horizons. */
import { ln } from '@driftline/core/parts';
import { studentQuantile } from '../../play/statistics.ts';

/** A horizon and the regret there. */
export interface GrowthPoint {
  readonly horizon: number;
  readonly mean: number;
  readonly standardError: number;
}

/** A fitted exponent with its 95% interval. */
export interface Slope {
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

/** For large samples, in place of Student's quantile with no degrees of freedom left. */
const NORMAL_QUANTILE = 1.959964;

/**
 * The slope of ln regret on ln T by least squares, every horizon with the same weight: the exponent
 * is asked of the whole range, and a horizon that is known more exactly should not decide alone.
 *
 * The interval is by Student's t with n − 2 degrees, and takes the larger of two standard errors:
 * from how far the points lie off the line (which holds any bend and the choice of environments),
 * and from the replications (the relative standard error of each point carried to the slope).
 *
 * Undefined with fewer than two horizons, or where some regret is not positive.
 */
export function fitSlope(points: readonly GrowthPoint[]): Slope | undefined {
  if (points.length < 2 || points.some(({ mean }) => !(mean > 0))) return undefined;
  const count = points.length;
  const x = points.map(({ horizon }) => ln(horizon));
  const y = points.map(({ mean }) => ln(mean));
  const center = x.reduce((sum, value) => sum + value, 0) / count;
  const level = y.reduce((sum, value) => sum + value, 0) / count;
  let spread = 0;
  let shared = 0;
  for (let i = 0; i < count; i++) {
    spread += (x[i] - center) ** 2;
    shared += (x[i] - center) * (y[i] - level);
  }
  if (spread === 0) return undefined;
  const value = shared / spread;
  let residuals = 0;
  let noise = 0;
  points.forEach(({ mean, standardError }, i) => {
    residuals += (y[i] - level - value * (x[i] - center)) ** 2;
    noise += (((x[i] - center) / spread) * (standardError / mean)) ** 2;
  });
  const degrees = count - 2;
  const fromLine = degrees === 0 ? 0 : Math.sqrt(residuals / degrees / spread);
  const quantile = degrees === 0 ? NORMAL_QUANTILE : studentQuantile(0.975, degrees);
  const half = quantile * Math.max(fromLine, Math.sqrt(noise));
  return { value, low: value - half, high: value + half };
}
