/**
 * The local-level model: a mean that walks, seen through noise.
 *
 *     level(b + 1) = level(b) + a step of variance q σ² times the slots between,
 *     mean of bin b = level(b) + noise of variance σ² / count(b).
 *
 * Variances here are in units of σ², which the likelihood is maximised over. The start is unknown: the first bin that
 * has rewards says where it is.
 */

import type { Random } from '@driftline/core';
import { normal } from '@driftline/core/parts';
import { exp, ln } from '@driftline/core/play';
import type { ArmSeries } from './arm-series.ts';

/** Levels in each bin, and how uncertain they are. */
interface Levels {
  readonly level: Float64Array;
  /** In units of the noise variance. */
  readonly variance: Float64Array;
}

/** What the rewards up to and with each bin say of its level. */
interface Filtered extends Levels {
  /** The first bin that has rewards. */
  readonly first: number;
  /** Of everything, with the best noise variance; up to a constant that does not depend on q. */
  readonly logLikelihood: number;
  /** The noise variance of one reward. */
  readonly noise: number;
}

/** Slots from the middle of a bin to that of the one before. */
function gapTo(bounds: Int32Array, bin: number): number {
  return (bounds[bin + 1] - bounds[bin - 1]) / 2;
}

/** Products between these may be multiplied by a spread, which is far from the ends of what numbers can be. */
const LEAST_PRODUCT = 1e-100;
const MOST_PRODUCT = 1e100;

/** Goes through the bins in time. The series must have a reward. */
export function filtered(series: ArmSeries, q: number): Filtered {
  const { bounds, counts, means, rows } = series;
  const bins = counts.length;
  const level = new Float64Array(bins);
  const variance = new Float64Array(bins);
  const first = counts.findIndex((count) => count > 0);
  [level[first], variance[first]] = [means[first], 1 / counts[first]];
  let [squares, logs, spreads] = [series.within, 0, 1];
  for (let bin = first + 1; bin < bins; bin++) {
    const before = variance[bin - 1] + q * gapTo(bounds, bin);
    [level[bin], variance[bin]] = [level[bin - 1], before];
    if (counts[bin] === 0) continue;
    const spread = before + 1 / counts[bin];
    const surprise = means[bin] - level[bin];
    squares += (surprise * surprise) / spread;
    // One logarithm for many factors: it would take most of the time.
    spreads *= spread;
    if (!(spreads > LEAST_PRODUCT && spreads < MOST_PRODUCT)) {
      logs += ln(spreads);
      spreads = 1;
    }
    level[bin] += (before / spread) * surprise;
    variance[bin] = before / (spread * counts[bin]);
  }
  logs += ln(spreads);
  const degrees = Math.max(1, rows - 1);
  const noise = squares / degrees;
  const logLikelihood = noise > 0 ? -0.5 * (degrees * ln(noise) + logs) : Number.POSITIVE_INFINITY;
  return { level, variance, first, noise, logLikelihood };
}

/** What all rewards say of each level. */
export function smoothed(series: ArmSeries, q: number, known = filtered(series, q)): Levels {
  const level = known.level.slice();
  const variance = known.variance.slice();
  for (let bin = level.length - 2; bin >= known.first; bin--) {
    const step = q * gapTo(series.bounds, bin + 1);
    const ahead = known.variance[bin] + step;
    const gain = known.variance[bin] / ahead;
    level[bin] += gain * (level[bin + 1] - known.level[bin]);
    variance[bin] += gain * gain * (variance[bin + 1] - ahead);
  }
  for (let bin = known.first - 1; bin >= 0; bin--) {
    level[bin] = level[bin + 1];
    variance[bin] = variance[bin + 1] + q * gapTo(series.bounds, bin + 1);
  }
  return { level, variance };
}

/** A course of levels that the rewards may have come from: drawn from the end to the start. */
export function drawnLevels(
  series: ArmSeries,
  q: number,
  random: Random,
  known = filtered(series, q),
): Float64Array {
  const { level, variance, first, noise } = known;
  const drawn = level.slice();
  const last = drawn.length - 1;
  drawn[last] += Math.sqrt(variance[last] * noise) * normal(random);
  for (let bin = last - 1; bin >= 0; bin--) {
    const step = q * gapTo(series.bounds, bin + 1);
    if (bin < first) {
      drawn[bin] = drawn[bin + 1] + Math.sqrt(step * noise) * normal(random);
      continue;
    }
    const ahead = variance[bin] + step;
    const gain = variance[bin] / ahead;
    const left = variance[bin] * (1 - gain);
    drawn[bin] += gain * (drawn[bin + 1] - level[bin]) + Math.sqrt(left * noise) * normal(random);
  }
  return drawn;
}

/** How far back a level is remembered, in rewards of the arm, from the shortest on: each twice the one before. */
const SHORTEST = 2;

/**
 * Values of q to try: 0, where nothing moves, and those at which 2, 4, 8 … rewards are remembered, up to four times
 * as many as there are.
 */
function volatilityGrid(series: ArmSeries): number[] {
  const slots = series.bounds[series.bounds.length - 1];
  const perSlot = series.rows / slots;
  const tried = [0];
  for (let memory = SHORTEST; memory <= 4 * series.rows; memory *= 2)
    tried.push(perSlot / (memory * memory));
  return tried;
}

/** Volatilities, from the slowest to the fastest, and how likely each is; weights sum up to 1. */
export interface Volatilities {
  readonly volatilities: readonly number[];
  readonly weights: Float64Array;
}

/** How likely each volatility is beside the others, where none was to be expected more. */
export function volatilitiesOf(series: ArmSeries): Volatilities {
  const volatilities = volatilityGrid(series);
  const logs = volatilities.map((q) => filtered(series, q).logLikelihood);
  const most = Math.max(...logs);
  if (most === Number.POSITIVE_INFINITY)
    return { volatilities, weights: Float64Array.from(volatilities, (_, i) => (i === 0 ? 1 : 0)) };
  const weights = Float64Array.from(logs, (log) => exp(log - most));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return { volatilities, weights: weights.map((weight) => weight / total) };
}

/** The likeliest volatility. */
export function mostLikely({ volatilities, weights }: Volatilities): number {
  return volatilities[weights.indexOf(Math.max(...weights))];
}

/** A volatility, each as often as it is likely. */
export function drawnVolatility({ volatilities, weights }: Volatilities, random: Random): number {
  let left = random.uniform();
  for (let i = 0; i < volatilities.length; i++) {
    left -= weights[i];
    if (left < 0) return volatilities[i];
  }
  return volatilities[volatilities.length - 1];
}
