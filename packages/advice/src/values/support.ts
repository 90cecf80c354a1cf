/** Where a log knows what an arm would have given. */
import type { Log } from '../contract/log.ts';
import { fitLevels } from '../worlds/level-fit.ts';
import { smoothed } from '../worlds/local-level.ts';
import { BinWalk } from '../worlds/path.ts';

/** As much as the mean of so many rewards has to be known of an arm at a time. */
export const KNOWN_ROWS = 20;
/** Into how many stretches time is divided to show support over time. */
export const STRETCHES = 50;

/** Which arms are known when. */
export interface Known {
  readonly armCount: number;
  readonly bounds: Int32Array;
  /** Bins × arms. */
  readonly isKnown: Uint8Array;
  /** How fast the fastest arm that is known at all moves: the variance per slot, in units of the noise variance. */
  readonly movement: number;
}

/** Volatilities that are less likely than this beside the others are left aside. */
const LEAST_WEIGHT = 1e-4;

function mostLikely(volatilities: readonly number[], weights: Float64Array): number {
  return volatilities[weights.indexOf(Math.max(...weights))];
}

/**
 * An arm is known where the variance of its mean, given all rewards, is below that of the mean of twenty rewards. How
 * fast it moves is not known: the variance is the average over what may be.
 */
export function knownArms(log: Log, weights?: Float64Array): Known {
  const fit = fitLevels(log, { weights });
  const { armCount, bounds, arms } = fit;
  const bins = bounds.length - 1;
  const isKnown = new Uint8Array(bins * armCount);
  let movement = 0;
  arms.forEach((arm, place) => {
    if (arm === undefined) return;
    const variance = new Float64Array(bins);
    arm.volatilities.forEach((q, i) => {
      const weight = arm.weights[i];
      if (weight < LEAST_WEIGHT) return;
      const levels = smoothed(arm.series, q);
      for (let bin = 0; bin < bins; bin++) variance[bin] += weight * levels.variance[bin];
    });
    for (let bin = 0; bin < bins; bin++)
      isKnown[bin * armCount + place] = variance[bin] < 1 / KNOWN_ROWS ? 1 : 0;
    if (isKnown.some((known, cell) => cell % armCount === place && known === 1))
      movement = Math.max(movement, mostLikely(arm.volatilities, arm.weights));
  });
  return { armCount, bounds, isKnown, movement };
}

/** Of the arms taken, the share that is known, in each of fifty stretches. */
export function supportOver(known: Known, arms: Uint16Array): Float64Array {
  const shares = new Float64Array(STRETCHES);
  const bins = new BinWalk(known.bounds);
  const slots = arms.length;
  for (let slot = 0; slot < slots; slot++) {
    const cell = bins.at(slot) * known.armCount + arms[slot];
    shares[Math.floor((slot * STRETCHES) / slots)] += known.isKnown[cell];
  }
  return shares.map((count, i) => {
    const own = Math.ceil(((i + 1) * slots) / STRETCHES) - Math.ceil((i * slots) / STRETCHES);
    return own > 0 ? count / own : 1;
  });
}
