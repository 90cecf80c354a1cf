/** Means of all arms by the local-level model: the smoothed ones, and draws of what they may have been. */
import type { Random } from '@driftline/core';
import type { Log } from '../contract/log.ts';
import type { MeanPath } from '../contract/path.ts';
import { type ArmSeries, armSeries, type RowChoice } from './arm-series.ts';
import {
  drawnLevels,
  drawnVolatility,
  filtered,
  mostLikely,
  smoothed,
  type Volatilities,
  volatilitiesOf,
} from './local-level.ts';

/** One arm's series, with what may move it. */
interface ArmLevel extends Volatilities {
  readonly series: ArmSeries;
}

/** A local-level model of each arm. An arm without rewards is where all others are on average, and may be anywhere. */
export interface LevelFit {
  readonly armCount: number;
  readonly bounds: Int32Array;
  /** Undefined for an arm without rewards. */
  readonly arms: readonly (ArmLevel | undefined)[];
  /** The mean and the standard deviation of all rewards. */
  readonly center: number;
  readonly deviation: number;
}

/** A smoothed path, and how much of it is known. */
export interface SmoothedPath {
  readonly path: MeanPath;
  /** Bins × arms: the variance of each mean, in units of the noise variance of one reward of its arm. */
  readonly variances: Float64Array;
}

function totalOf(series: readonly ArmSeries[]): { center: number; deviation: number } {
  let [rows, sum] = [0, 0];
  for (const each of series) {
    each.counts.forEach((count, bin) => {
      sum += count * each.means[bin];
    });
    rows += each.rows;
  }
  const center = rows > 0 ? sum / rows : 0;
  let squares = 0;
  for (const each of series) {
    squares += each.within;
    each.counts.forEach((count, bin) => {
      squares += count * (each.means[bin] - center) ** 2;
    });
  }
  return { center, deviation: Math.sqrt(squares / Math.max(1, rows - 1)) };
}

/** Fits each arm by itself. */
export function fitLevels(log: Log, choice: RowChoice = {}): LevelFit {
  return levelsOf(armSeries(log, choice));
}

/** The same to series that are there already. */
export function levelsOf(series: readonly ArmSeries[]): LevelFit {
  const arms = series.map((each): ArmLevel | undefined => {
    if (each.rows === 0) return undefined;
    return { series: each, ...volatilitiesOf(each) };
  });
  return { armCount: series.length, bounds: series[0].bounds, arms, ...totalOf(series) };
}

/** Each arm's mean given all rewards, at its most likely volatility. */
export function smoothedPath(fit: LevelFit): SmoothedPath {
  const { armCount, bounds, arms, center } = fit;
  const bins = bounds.length - 1;
  const means = new Float64Array(bins * armCount).fill(center);
  const variances = new Float64Array(bins * armCount).fill(Number.POSITIVE_INFINITY);
  arms.forEach((each, arm) => {
    if (each === undefined) return;
    const { level, variance } = smoothed(each.series, mostLikely(each));
    for (let bin = 0; bin < bins; bin++) {
      means[bin * armCount + arm] = level[bin];
      variances[bin * armCount + arm] = variance[bin];
    }
  });
  return { path: { armCount, bounds, means }, variances };
}

/** Means that the log may have come from: volatility and path of each arm drawn from what the rewards leave open. */
export function drawnPath(fit: LevelFit, random: Random): MeanPath {
  const { armCount, bounds, arms, center, deviation } = fit;
  const bins = bounds.length - 1;
  const means = new Float64Array(bins * armCount);
  arms.forEach((each, arm) => {
    const q = each === undefined ? 0 : drawnVolatility(each, random);
    const level =
      each === undefined
        ? new Float64Array(bins).fill(center + deviation * (2 * random.uniform() - 1))
        : drawnLevels(each.series, q, random, filtered(each.series, q));
    for (let bin = 0; bin < bins; bin++) means[bin * armCount + arm] = level[bin];
  });
  return { armCount, bounds, means };
}
