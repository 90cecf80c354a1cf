/** How means move: by the fit that best predicts rows that it has not seen. */
import type { KindOfDrift, Period } from '../contract/drift.ts';
import type { Refusal } from '../contract/refusal.ts';
import type { Fit, FitData } from '../fits/fit.ts';
import { type Judged, judge, sumAndError } from '../fits/held-out.ts';
import { stepsOf } from './step-times.ts';

/** A kind, and the fit that worlds and gains are made with. */
export interface KindAndFit {
  readonly kind: KindOfDrift;
  /** The best of the kind; of the best kind where which one cannot be told. */
  readonly fit: Fit;
}

/** Constant means are given up where they are beaten by so many standard errors. */
const BEATEN = 2;
/** Kinds that are nearer than so many cannot be told apart. */
const APART = 1.645;
/** Steps are seldom named wrongly, and a lone one is predicted nearly as well by what is smooth. */
const STEPS_APART = 1;

const KINDS = ['constant', 'steps', 'smooth', 'seasonal'] as const;

/** The difference of two fits, in standard errors of it. */
function lead(first: Judged, second: Judged): number {
  const { gain, error } = sumAndError(first.byBin.map((each, bin) => each - second.byBin[bin]));
  if (gain === 0) return 0;
  return error > 0 ? gain / error : Number.POSITIVE_INFINITY;
}

/** By the calendar where a period of it does about as well. */
function bestSeason(judged: readonly Judged[]): Judged {
  const free = largest(judged.filter(({ fit }) => !('calendar' in fit)));
  const byCalendar = judged.filter(({ fit }) => 'calendar' in fit);
  const best = largest(byCalendar);
  if (best === undefined || free === undefined) return largest(judged) ?? judged[0];
  return lead(free, best) < APART ? best : free;
}

function largest(judged: readonly Judged[]): Judged | undefined {
  return [...judged].sort((a, b) => b.gain - a.gain)[0];
}

function bestOfKinds(data: FitData): Judged[] {
  const judged = data.fits().map((fit) => judge(data, fit));
  return KINDS.map((kind) => {
    const own = judged.filter(({ fit }) => fit.kind === kind);
    return kind === 'seasonal' ? bestSeason(own) : largest(own);
  })
    .filter((best) => best !== undefined)
    .sort((a, b) => b.gain - a.gain);
}

function periodOf(data: FitData, fit: Fit): { fit: Fit; period?: Period } {
  if (fit.kind !== 'seasonal') return { fit };
  const { rows, decisionsPerRow } = data.log;
  const slotsOf = (cycles: number) => (rows * decisionsPerRow) / cycles;
  if ('calendar' in fit) {
    const { cycles } = data.calendarOf(fit.calendar);
    return { fit, period: { slots: slotsOf(cycles), calendar: fit.calendar, cycles } };
  }
  const { isByClock } = fit;
  const cycles = data.refinedCycles(fit.cycles ?? data.bestCycles(undefined, isByClock), isByClock);
  return { fit: { ...fit, cycles }, period: { slots: slotsOf(cycles), cycles } };
}

/** Where means move smoothly, and less than two cycles of a period would do as well: a season, or a trend. */
function openPeriod(data: FitData, best: Judged): Refusal | undefined {
  if (best.fit.kind !== 'smooth') return undefined;
  const cycles = data.bestFewCycles();
  if (lead(best, judge(data, { kind: 'seasonal', cycles })) >= APART) return undefined;
  const rows = Math.ceil((data.log.rows * data.log.decisionsPerRow * 2) / cycles);
  return { refused: 'cycles-too-few', need: { cycles: 2, rows } };
}

/** The kind of movement, and the fit that shows it. */
export function kindOf(data: FitData): KindAndFit {
  const judged = bestOfKinds(data);
  const fits = judged.map(({ fit, gain, error }) => ({ kind: fit.kind, gain, error }));
  const [best, second] = judged;
  const constant: KindAndFit = {
    kind: { kind: 'constant', fits, steps: [] },
    fit: { kind: 'constant' },
  };
  if (best === undefined || best.fit.kind === 'constant' || best.gain <= BEATEN * best.error)
    return constant;
  const least = best.fit.kind === 'steps' ? STEPS_APART : APART;
  const isClear = second === undefined || lead(best, second) > least;
  const { fit, period } = periodOf(data, best.fit);
  const told = period ?? openPeriod(data, best);
  return {
    kind: {
      kind: isClear ? best.fit.kind : 'unknown',
      fits,
      steps: isClear && fit.kind === 'steps' ? stepsOf(data, fit) : [],
      ...(isClear && told !== undefined ? { period: told } : {}),
    },
    fit,
  };
}
