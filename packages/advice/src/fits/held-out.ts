/** How well fits predict rows that they have not seen. */
import { FOLDS } from '../contract/log.ts';
import { armBins } from './bins.ts';
import { armCurve, type Fit, type FitData, phaseCurve, settled } from './fit.ts';
import { meanOf } from './points.ts';

/** A fit, and by how much less it misses held-out rewards than constant means: in each bin of time, and in all. */
export interface Judged {
  readonly fit: Fit;
  readonly byBin: Float64Array;
  readonly gain: number;
  /** Over bins. */
  readonly error: number;
}

/** The sum over bins, and its standard error. */
export function sumAndError(byBin: Float64Array): {
  readonly gain: number;
  readonly error: number;
} {
  const count = byBin.length;
  let gain = 0;
  for (const each of byBin) gain += each;
  let squares = 0;
  for (const each of byBin) squares += (each - gain / count) ** 2;
  return { gain, error: Math.sqrt((squares * count) / Math.max(1, count - 1)) };
}

/** (y − c)² − (y − f)², summed over rows with so many rewards and this sum. */
function saved(rows: number, sum: number, constant: number, fitted: number): number {
  return rows * (constant * constant - fitted * fitted) - 2 * sum * (constant - fitted);
}

function addBins(data: FitData, fit: Fit, fold: number, arm: number, byBin: Float64Array): void {
  const { bins } = data;
  const constant = meanOf(armBins(bins, arm, fold));
  const curve = armCurve(data, fit, arm, fold);
  for (let bin = 0; bin < bins.count; bin++) {
    const cell = (fold * bins.count + bin) * bins.armCount + arm;
    byBin[bin] += saved(bins.rows[cell], bins.sums[cell], constant, curve[bin]) / bins.noise[arm];
  }
}

function addPhases(
  data: FitData,
  name: string,
  fold: number,
  arm: number,
  byBin: Float64Array,
): void {
  const { bins } = data;
  const cells = data.calendarOf(name);
  const constant = meanOf(armBins(bins, arm, fold));
  const curve = phaseCurve(cells, arm, fold);
  for (let bin = 0; bin < bins.count; bin++) {
    for (let phase = 0; phase < curve.length; phase++) {
      const cell = cells.cell(fold, bin, phase, arm);
      const less = saved(cells.rowsOf(cell), cells.sumOf(cell), constant, curve[phase]);
      byBin[bin] += less / bins.noise[arm];
    }
  }
}

/** Fits on four parts of the rows, and judges on the fifth, each in its turn. */
export function judge(data: FitData, fit: Fit): Judged {
  const byBin = new Float64Array(data.bins.count);
  for (let fold = 0; fold < FOLDS; fold++) {
    const way = settled(data, fit, fold);
    for (const arm of data.arms) {
      if ('calendar' in way) addPhases(data, way.calendar, fold, arm, byBin);
      else addBins(data, way, fold, arm, byBin);
    }
  }
  return { fit, byBin, ...sumAndError(byBin) };
}
