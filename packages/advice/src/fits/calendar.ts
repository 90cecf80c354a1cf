/** Hours, days and weeks of the clock, at their own resolution: a bin of a long log may be longer than a day. */
import { FOLDS, type Log } from '../contract/log.ts';
import { armCountOf } from '../log/part.ts';

/** A period of the calendar, and into how many phases it is divided. */
export interface CalendarPeriod {
  readonly name: 'hour' | 'day' | 'week';
  readonly milliseconds: number;
  readonly phases: number;
}

const HOUR = 3_600_000;

/** Thursday is the first day of 1970; weeks begin there, which is of no account. */
const PERIODS: readonly CalendarPeriod[] = [
  { name: 'hour', milliseconds: HOUR, phases: 12 },
  { name: 'day', milliseconds: 24 * HOUR, phases: 24 },
  { name: 'week', milliseconds: 168 * HOUR, phases: 28 },
];

const LEAST_CYCLES = 2;

/** The periods that come at least twice in a log. */
export function calendarPeriods(log: Log): CalendarPeriod[] {
  if (log.clock !== 'milliseconds') return [];
  const span = log.time[log.rows - 1] - log.time[0];
  return PERIODS.filter(({ milliseconds }) => span >= LEAST_CYCLES * milliseconds);
}

/** The phase of a moment. */
export function phaseOf({ milliseconds, phases }: CalendarPeriod, time: number): number {
  const within = time - Math.floor(time / milliseconds) * milliseconds;
  return Math.min(phases - 1, Math.floor((within * phases) / milliseconds));
}

/** Sums by fold, bin of time, phase and arm. */
export class CalendarCells {
  readonly period: CalendarPeriod;
  readonly cycles: number;
  readonly #bins: number;
  readonly #armCount: number;
  readonly #rows: Float64Array;
  readonly #sums: Float64Array;

  constructor(log: Log, period: CalendarPeriod, bounds: Int32Array, weights?: Float64Array) {
    this.period = period;
    this.cycles = (log.time[log.rows - 1] - log.time[0]) / period.milliseconds;
    this.#bins = bounds.length - 1;
    this.#armCount = armCountOf(log);
    const cells = FOLDS * this.#bins * period.phases * this.#armCount;
    this.#rows = new Float64Array(cells);
    this.#sums = new Float64Array(cells);
    for (let bin = 0; bin < this.#bins; bin++) {
      for (let row = bounds[bin]; row < bounds[bin + 1]; row++) this.#add(log, row, bin, weights);
    }
  }

  /** The phase of a moment. */
  phaseAt(time: number): number {
    return phaseOf(this.period, time);
  }

  #add({ arm, reward, fold, time }: Log, row: number, bin: number, weights?: Float64Array): void {
    if (arm[row] >= this.#armCount || Number.isNaN(reward[row])) return;
    const cell = this.cell(fold[row], bin, this.phaseAt(time[row]), arm[row]);
    const weight = weights === undefined ? 1 : weights[row];
    this.#rows[cell] += weight;
    this.#sums[cell] += weight * reward[row];
  }

  cell(fold: number, bin: number, phase: number, arm: number): number {
    return ((fold * this.#bins + bin) * this.period.phases + phase) * this.#armCount + arm;
  }

  rowsOf(cell: number): number {
    return this.#rows[cell];
  }

  sumOf(cell: number): number {
    return this.#sums[cell];
  }

  /** One arm's sums by phase, over all folds but one, or over all. */
  byPhase(arm: number, without?: number): { rows: Float64Array; sums: Float64Array } {
    const rows = new Float64Array(this.period.phases);
    const sums = new Float64Array(this.period.phases);
    for (let fold = 0; fold < FOLDS; fold++) {
      if (fold === without) continue;
      for (let bin = 0; bin < this.#bins; bin++) {
        for (let phase = 0; phase < rows.length; phase++) {
          const cell = this.cell(fold, bin, phase, arm);
          rows[phase] += this.#rows[cell];
          sums[phase] += this.#sums[cell];
        }
      }
    }
    return { rows, sums };
  }
}
