/** Where a log knows what an arm would have given. */
import type { Log } from '../contract/log.ts';
import type { ArmSeries } from '../worlds/arm-series.ts';
import { fitLevels, type LevelFit } from '../worlds/level-fit.ts';
import { mostLikely, smoothed } from '../worlds/local-level.ts';
import { pooledFit } from './pooled-fit.ts';

/** As much as the mean of so many rewards has to be known of an arm at a time. */
export const KNOWN_ROWS = 20;
/** Into how many stretches time is divided to show support over time. */
export const STRETCHES = 50;

type ArmLevel = NonNullable<LevelFit['arms'][number]>;

/** Which arms are known when: bins × arms. */
export interface Known {
  readonly armCount: number;
  readonly bounds: Int32Array;
  /** Where the mean of an arm is known, as it is followed through time. */
  readonly isFollowed: Uint8Array;
  /** Where an arm is followed, or was taken so often nearby that rewards pay for it though it moves too fast. */
  readonly isTried: Uint8Array;
  /** Where an arm is followed, and was taken nearby: it has not been left alone since. */
  readonly isWatched: Uint8Array;
  /** How fast the fastest arm moves that is tried at all: the variance per slot, in units of the noise variance. */
  readonly movement: number;
}

/** Volatilities that are less likely than this beside the others are left aside. */
const LEAST_WEIGHT = 1e-4;
/** Rows of an arm among those around, which are twice as many as it takes with the least share that is asked for. */
const NEARBY_ROWS = 10;

/** The least share of decisions that is asked for, for each of so many arms. */
export function leastShare(armCount: number): number {
  return Math.min(0.05, 1 / armCount);
}

/** The variance of each bin's mean, on average over how fast the arm may move. */
function variancesOf({ series, volatilities, weights }: ArmLevel): Float64Array {
  const variance = new Float64Array(series.counts.length);
  volatilities.forEach((q, i) => {
    if (weights[i] < LEAST_WEIGHT) return;
    const levels = smoothed(series, q);
    for (let bin = 0; bin < variance.length; bin++)
      variance[bin] += weights[i] * levels.variance[bin];
  });
  return variance;
}

/** Rows of an arm in the slots around each bin. */
function nearbyRows({ counts, bounds }: ArmSeries, around: number): Float64Array {
  const bins = counts.length;
  const nearby = new Float64Array(bins);
  let [from, to, sum] = [0, 0, 0];
  for (let bin = 0; bin < bins; bin++) {
    const middle = (bounds[bin] + bounds[bin + 1]) / 2;
    while (to < bins && bounds[to] < middle + around / 2) {
      sum += counts[to];
      to += 1;
    }
    while (bounds[from + 1] <= middle - around / 2) {
      sum -= counts[from];
      from += 1;
    }
    nearby[bin] = sum;
  }
  return nearby;
}

/**
 * An arm is followed where the variance of its mean, given all rewards, is below that of the mean of twenty rewards. How
 * fast it moves is not known: the variance is the average over what may be.
 */
export function knownArms(log: Log, weights?: Float64Array): Known {
  const { armCount, bounds, arms } = pooledFit(fitLevels(log, { weights }));
  const bins = bounds.length - 1;
  const isFollowed = new Uint8Array(bins * armCount);
  const isTried = new Uint8Array(bins * armCount);
  const isWatched = new Uint8Array(bins * armCount);
  const around = (2 * NEARBY_ROWS) / leastShare(armCount);
  let movement = 0;
  arms.forEach((arm, place) => {
    if (arm === undefined) return;
    const variances = variancesOf(arm);
    const nearby = nearbyRows(arm.series, around);
    let tried = 0;
    for (let bin = 0; bin < bins; bin++) {
      const cell = bin * armCount + place;
      isFollowed[cell] = variances[bin] < 1 / KNOWN_ROWS ? 1 : 0;
      const isNear = nearby[bin] >= NEARBY_ROWS;
      isTried[cell] = isFollowed[cell] === 1 || isNear ? 1 : 0;
      isWatched[cell] = isFollowed[cell] === 1 && isNear ? 1 : 0;
      tried += isTried[cell];
    }
    if (tried > 0) movement = Math.max(movement, mostLikely(arm));
  });
  return { armCount, bounds, isFollowed, isTried, isWatched, movement };
}

/** Of the arms taken, the share that is marked, in each of fifty stretches. */
export function supportOver(
  { bounds, armCount }: Known,
  marks: Uint8Array,
  arms: Uint16Array,
): Float64Array {
  const shares = new Float64Array(STRETCHES);
  const slots = arms.length;
  let [bin, slot] = [0, 0];
  for (let stretch = 0; stretch < STRETCHES; stretch++) {
    const from = slot;
    const end = Math.ceil(((stretch + 1) * slots) / STRETCHES);
    let marked = 0;
    for (; slot < end; slot++) {
      while (slot >= bounds[bin + 1]) bin += 1;
      marked += marks[bin * armCount + arms[slot]];
    }
    shares[stretch] = end > from ? marked / (end - from) : 1;
  }
  return shares;
}
