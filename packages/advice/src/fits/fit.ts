/** Fits of all arms of a log: constant, in steps, smooth, seasonal. */
import type { Log } from '../contract/log.ts';
import type { MeanPath } from '../contract/path.ts';
import { armBins, type Bins, binsOf } from './bins.ts';
import { CalendarCells, calendarPeriods } from './calendar.ts';
import {
  evenPlaces,
  harmonicCurve,
  harmonicFactors,
  harmonicGain,
  harmonics,
} from './harmonics.ts';
import { meanOf, type Points } from './points.ts';
import { smoothFit } from './smooth.ts';
import { jointPartition, partition, partitionAmong, partMeans } from './steps.ts';

/** A way to fit means. */
export type Fit =
  | { readonly kind: 'constant' }
  /** In units of the noise variance; all arms at the same times where they jump jointly. */
  | { readonly kind: 'steps'; readonly penalty: number; readonly isJoint?: boolean }
  /** In bins. */
  | { readonly kind: 'smooth'; readonly width: number }
  /** Cycles in all of the log, by its rows or by its clock; the best ones where undefined. */
  | { readonly kind: 'seasonal'; readonly cycles?: number; readonly isByClock?: boolean }
  | { readonly kind: 'seasonal'; readonly calendar: 'hour' | 'day' | 'week' };

const PENALTIES = [6, 10, 16];
const WIDTHS = [2, 4, 8, 16, 32, 64, 128];
/** So many times the log is as good as a straight line. */
const LINE = 4;

/** Arms that curves are fitted to: those with most rows; others are held constant. */
const MOST_ARMS = 30;
const LEAST_ROWS = 100;

const LEAST_CYCLES = 2;
const LEAST_BINS_PER_CYCLE = 8;
/** Where twice the period was found, its half is looked at with fewer. */
const LEAST_BINS_PER_HALF = 6;
const CYCLE_STEP = 0.25;

/** Rows that come unevenly put a bin so much of the log elsewhere. */
const UNEVEN = 0.003;

/** Where bins are, from 0 to 1, and the terms of periods there. */
class Places {
  readonly places: Float64Array;
  readonly #bases = new Map<number, Float64Array>();

  constructor(places: Float64Array) {
    this.places = places;
  }

  basis(cycles: number): Float64Array {
    const known = this.#bases.get(cycles) ?? harmonics(this.places, cycles);
    this.#bases.set(cycles, known);
    return known;
  }
}

/** The middle of each bin by the clock. */
function clockPlaces({ time, rows }: Log, bounds: Int32Array): Float64Array {
  const [start, span] = [time[0], time[rows - 1] - time[0] || 1];
  return Float64Array.from({ length: bounds.length - 1 }, (_, bin) => {
    const middle = Math.floor((bounds[bin] + bounds[bin + 1]) / 2);
    return (time[Math.min(rows - 1, middle)] - start) / span;
  });
}

/** A log as fits need it. */
export class FitData {
  readonly log: Log;
  readonly bins: Bins;
  readonly calendars: readonly CalendarCells[];
  /** Those that curves are fitted to. */
  readonly arms: readonly number[];
  /** Where bins are, by rows and by the clock. */
  readonly #byRows: Places;
  readonly #byClock: Places;
  readonly #joint = new Map<string, number[]>();

  /** @param weights - of rows, where choices used a context: the inverse of their propensities */
  constructor(log: Log, weights?: Float64Array) {
    this.log = log;
    this.bins = binsOf(log, weights);
    this.arms = this.#armsWithRows();
    this.#byRows = new Places(evenPlaces(this.bins.count));
    this.#byClock = new Places(clockPlaces(log, this.bins.bounds));
    this.calendars = calendarPeriods(log).map(
      (period) => new CalendarCells(log, period, this.bins.bounds, weights),
    );
  }

  /** All ways that are tried. */
  fits(): Fit[] {
    return [
      { kind: 'constant' },
      ...PENALTIES.map((penalty): Fit => ({ kind: 'steps', penalty })),
      ...(this.arms.length > 1
        ? PENALTIES.map((penalty): Fit => ({ kind: 'steps', penalty, isJoint: true }))
        : []),
      ...this.#widths().map((width): Fit => ({ kind: 'smooth', width })),
      { kind: 'seasonal' },
      ...(this.#isUneven() ? [{ kind: 'seasonal', isByClock: true } as const] : []),
      ...this.calendars.map(({ period }): Fit => ({ kind: 'seasonal', calendar: period.name })),
    ];
  }

  /** Local lines, and one line over all of the log. */
  #widths(): number[] {
    const { count } = this.bins;
    return [...WIDTHS.filter((width) => width <= count / 2), LINE * count];
  }

  /** Where an arm's parts begin, in bins. */
  stepStarts(arm: number, fit: Fit & { readonly kind: 'steps' }, without?: number): number[] {
    const points = armBins(this.bins, arm, without);
    const noise = this.bins.noise[arm];
    if (fit.isJoint !== true) return partition(points, fit.penalty * noise);
    return partitionAmong(points, this.#jointStarts(fit.penalty, without), PENALTIES[0] * noise);
  }

  /** Of all arms: a time costs as much as a mean, and each arm has one. */
  #jointStarts(penalty: number, without?: number): number[] {
    const key = `${penalty} ${without}`;
    const known =
      this.#joint.get(key) ??
      jointPartition(
        this.arms.map((arm) => armBins(this.bins, arm, without)),
        this.arms.map((arm) => this.bins.noise[arm]),
        (penalty * (1 + this.arms.length)) / 2,
      );
    this.#joint.set(key, known);
    return known;
  }

  /** The cells of a period of the calendar. */
  calendarOf(name: string): CalendarCells {
    const cells = this.calendars.find(({ period }) => period.name === name);
    if (cells === undefined) throw new Error(`no ${name} comes twice in the log`);
    return cells;
  }

  /** Whether rows come so unevenly that a period of the clock is none of rows. */
  #isUneven(): boolean {
    if (this.log.clock !== 'milliseconds') return false;
    const even = this.#byRows.places;
    return this.#byClock.places.some((place, bin) => Math.abs(place - even[bin]) > UNEVEN);
  }

  basis(cycles: number, isByClock = false): Float64Array {
    return (isByClock ? this.#byClock : this.#byRows).basis(cycles);
  }

  /** How many cycles explain most, among those with at least eight bins each. */
  bestCycles(without?: number, isByClock = false): number {
    const points = this.arms.map((arm) => armBins(this.bins, arm, without));
    let [best, most] = [LEAST_CYCLES, Number.NEGATIVE_INFINITY];
    const last = this.bins.count / LEAST_BINS_PER_CYCLE;
    for (let cycles = LEAST_CYCLES; cycles <= last; cycles += CYCLE_STEP) {
      const gain = this.#gainOf(points, cycles, isByClock);
      if (gain <= most) continue;
      [best, most] = [cycles, gain];
    }
    return this.#shortened(points, best, most, isByClock);
  }

  /** The same among those that come less than twice. */
  bestFewCycles(): number {
    const points = this.arms.map((arm) => armBins(this.bins, arm));
    const few = Array.from({ length: 10 }, (_, i) => 1 + i / 10);
    const gains = few.map((cycles) => this.#gainOf(points, cycles));
    return few[gains.indexOf(Math.max(...gains))];
  }

  /** Twice a period fits as well, by its second harmonic: the period is the shorter one where the longer adds nothing. */
  #shortened(points: readonly Points[], cycles: number, gain: number, isByClock: boolean): number {
    const twice = 2 * cycles;
    if (twice > this.bins.count / LEAST_BINS_PER_HALF) return cycles;
    // Two terms of each arm that add nothing gain 2 on average, and seldom more than three deviations above it.
    const chance = 2 * points.length + 3 * Math.sqrt(4 * points.length);
    const nearby = [twice - CYCLE_STEP, twice, twice + CYCLE_STEP];
    const gains = nearby.map((each) => this.#gainOf(points, each, isByClock));
    const most = Math.max(...gains);
    return most >= gain - chance ? nearby[gains.indexOf(most)] : cycles;
  }

  /** The best number of cycles near one, finely. */
  refinedCycles(near: number, isByClock = false): number {
    const points = this.arms.map((arm) => armBins(this.bins, arm));
    let [best, most] = [near, Number.NEGATIVE_INFINITY];
    for (let step = -12; step <= 12; step++) {
      const cycles = Math.max(LEAST_CYCLES, near + (step * CYCLE_STEP) / 10);
      const gain = this.#gainOf(points, cycles, isByClock);
      if (gain <= most) continue;
      [best, most] = [cycles, gain];
    }
    return best;
  }

  #gainOf(points: readonly Points[], cycles: number, isByClock = false): number {
    const basis = this.basis(cycles, isByClock);
    return points.reduce((sum, each, i) => {
      const noise = this.bins.noise[this.arms[i]];
      return noise > 0 ? sum + harmonicGain(each, basis) / noise : sum;
    }, 0);
  }

  #armsWithRows(): number[] {
    const { bins } = this;
    const counts = Array.from({ length: bins.armCount }, (_, arm) =>
      armBins(bins, arm).rows.reduce((sum, count) => sum + count, 0),
    );
    return counts
      .map((_, arm) => arm)
      .filter((arm) => counts[arm] >= LEAST_ROWS && bins.noise[arm] > 0)
      .sort((a, b) => counts[b] - counts[a] || a - b)
      .slice(0, MOST_ARMS)
      .sort((a, b) => a - b);
  }
}

/** A seasonal fit with its period settled: by what is told, without what is held out. */
export function settled(data: FitData, fit: Fit, without?: number): Fit {
  if (fit.kind !== 'seasonal' || 'calendar' in fit || fit.cycles !== undefined) return fit;
  return { ...fit, cycles: data.bestCycles(without, fit.isByClock) };
}

/** One arm's curve over bins, of a fit that is not by the calendar. */
export function armCurve(data: FitData, fit: Fit, arm: number, without?: number): Float64Array {
  const points = armBins(data.bins, arm, without);
  const constant = () => new Float64Array(data.bins.count).fill(meanOf(points));
  if (!data.arms.includes(arm) || 'calendar' in fit) return constant();
  switch (fit.kind) {
    case 'constant':
      return constant();
    case 'steps':
      return partMeans(points, data.stepStarts(arm, fit, without));
    case 'smooth':
      return smoothFit(points, fit.width);
    case 'seasonal': {
      const basis = data.basis(fit.cycles ?? LEAST_CYCLES, fit.isByClock);
      const factors = harmonicFactors(points, basis);
      return factors === undefined ? constant() : harmonicCurve(factors, basis);
    }
  }
}

/** One arm's curve over the phases of a period of the calendar. */
export function phaseCurve(cells: CalendarCells, arm: number, without?: number): Float64Array {
  const points = cells.byPhase(arm, without);
  const basis = harmonics(evenPlaces(points.rows.length), 1);
  const factors = harmonicFactors(points, basis);
  if (factors === undefined) return new Float64Array(points.rows.length).fill(meanOf(points));
  return harmonicCurve(factors, basis);
}

/** Where phases change, as slots; and the phase from there on. */
function phaseBounds(
  { log }: FitData,
  cells: CalendarCells,
): { bounds: number[]; phases: number[] } {
  const bounds: number[] = [];
  const phases: number[] = [];
  for (let row = 0; row < log.rows; row++) {
    const phase = cells.phaseAt(log.time[row]);
    if (phases.length > 0 && phase === phases[phases.length - 1]) continue;
    bounds.push(row);
    phases.push(phase);
  }
  return { bounds: [...bounds, log.rows], phases };
}

function calendarPath(data: FitData, name: string, without?: number): MeanPath {
  const cells = data.calendarOf(name);
  const { armCount } = data.bins;
  const { bounds, phases } = phaseBounds(data, cells);
  const means = new Float64Array(phases.length * armCount);
  for (let arm = 0; arm < armCount; arm++) {
    const isFitted = data.arms.includes(arm);
    const mean = meanOf(armBins(data.bins, arm, without));
    const curve = isFitted ? phaseCurve(cells, arm, without) : undefined;
    phases.forEach((phase, bin) => {
      means[bin * armCount + arm] = curve === undefined ? mean : curve[phase];
    });
  }
  return { armCount, bounds: Int32Array.from(bounds), means };
}

/**
 * The means of all arms over the slots of a log, by a fit.
 *
 * @param without - a fold that the fit must not know
 */
export function fittedPath(data: FitData, fit: Fit, without?: number): MeanPath {
  if ('calendar' in fit) return calendarPath(data, fit.calendar, without);
  const { armCount, count, bounds } = data.bins;
  const means = new Float64Array(count * armCount);
  const way = settled(data, fit, without);
  for (let arm = 0; arm < armCount; arm++) {
    const curve = armCurve(data, way, arm, without);
    for (let bin = 0; bin < count; bin++) means[bin * armCount + arm] = curve[bin];
  }
  return { armCount, bounds, means };
}
