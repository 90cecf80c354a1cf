/**
 * Means of arms that move together: each is a constant of its own and one level that all share. Where that is so, fits of
 * each arm by itself would tell arms apart by noise, and let who leads change as it never does.
 */
import type { Random } from '@driftline/core';
import { normal } from '@driftline/core/parts';
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

/** A level that all arms share, and what each is above it. */
interface SharedFit {
  readonly armCount: number;
  readonly bounds: Int32Array;
  readonly common: ArmSeries;
  readonly volatilities: Volatilities;
  readonly offsets: Float64Array;
  /** Rewards of each arm. */
  readonly rows: Float64Array;
}

/** Offsets and level are found in turns; more of them change nothing that matters. */
const TURNS = 5;

/** All arms as one, each less what it is above the others. */
function combined(series: readonly ArmSeries[], offsets: Float64Array): ArmSeries {
  const [{ bounds }] = series;
  const bins = bounds.length - 1;
  const counts = new Float64Array(bins);
  const means = new Float64Array(bins);
  let [within, rows] = [0, 0];
  series.forEach((each, arm) => {
    within += each.within;
    rows += each.rows;
    for (let bin = 0; bin < bins; bin++) {
      const count = each.counts[bin];
      if (count === 0) continue;
      const off = each.means[bin] - offsets[arm] - means[bin];
      counts[bin] += count;
      means[bin] += (count * off) / counts[bin];
      within += count * off * (each.means[bin] - offsets[arm] - means[bin]);
    }
  });
  return { bounds, counts, means, within, rows };
}

/** How far an arm is above a level, on average over its rewards; 0 where it has none. */
function offsetOf({ counts, means, rows }: ArmSeries, level: Float64Array): number {
  let sum = 0;
  counts.forEach((count, bin) => {
    sum += count * (means[bin] - level[bin]);
  });
  return rows > 0 ? sum / rows : 0;
}

/** Fits one level to all arms. */
export function fitShared(log: Log, choice: RowChoice = {}): SharedFit {
  const series = armSeries(log, choice);
  const flat = new Float64Array(series[0].counts.length);
  let offsets = Float64Array.from(series, (each) => offsetOf(each, flat));
  let common = combined(series, offsets);
  let volatilities = volatilitiesOf(common);
  for (let turn = 0; turn < TURNS; turn++) {
    const { level } = smoothed(common, mostLikely(volatilities));
    offsets = Float64Array.from(series, (each) => offsetOf(each, level));
    common = combined(series, offsets);
    volatilities = volatilitiesOf(common);
  }
  const rows = Float64Array.from(series, (each) => each.rows);
  return { armCount: series.length, bounds: common.bounds, common, volatilities, offsets, rows };
}

function pathOf(
  { armCount, bounds }: SharedFit,
  level: Float64Array,
  offsets: Float64Array,
): MeanPath {
  const means = new Float64Array(level.length * armCount);
  for (let bin = 0; bin < level.length; bin++) {
    for (let arm = 0; arm < armCount; arm++)
      means[bin * armCount + arm] = level[bin] + offsets[arm];
  }
  return { armCount, bounds, means };
}

/** The means given all rewards. */
export function smoothedShared(fit: SharedFit): MeanPath {
  const { level } = smoothed(fit.common, mostLikely(fit.volatilities));
  return pathOf(fit, level, fit.offsets);
}

/** Means that the log may have come from. */
export function drawnShared(fit: SharedFit, random: Random): MeanPath {
  const q = drawnVolatility(fit.volatilities, random);
  const known = filtered(fit.common, q);
  const level = drawnLevels(fit.common, q, random, known);
  const offsets = fit.offsets.map(
    (offset, arm) => offset + Math.sqrt(known.noise / Math.max(1, fit.rows[arm])) * normal(random),
  );
  return pathOf(fit, level, offsets);
}
