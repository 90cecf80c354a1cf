/**
 * How long worlds are, and how many: as long as the log where that can be played, so that what drifts slowly does so in
 * them too.
 */
import { armCountOf } from '../log/part.ts';
import type { ChoiceRequest } from './request.ts';

/** Worlds that candidates meet in. */
export interface Meeting {
  readonly horizon: number;
  readonly worlds: number;
  /** The number of the first world: those of other meetings are others. */
  readonly first: number;
}

/** Worlds for candidates with memories within bounds. */
export interface Heat extends Meeting {
  readonly longest: number;
  readonly shortest?: number;
}

/** The size of a selection. */
export interface Size {
  readonly heats: readonly Heat[];
  readonly finals: Meeting;
  /** Slots between changes that the log has not shown; its own length where undefined. */
  readonly changeEvery: number | undefined;
  /** Whether memories that lose far more than others in heats are left out of the finals. */
  readonly isPruned: boolean;
  /** The fold whose rows are left out. */
  readonly without: number | undefined;
}

/** What can be played in reasonable time. */
interface Pace {
  /** The longest worlds. */
  readonly horizon: number;
  /** The longest ones that all candidates meet in. */
  readonly heat: number;
  /** Slots that each finalist plays at most, in all worlds together. */
  readonly slots: number;
}

const PLAIN: Pace = { horizon: 1_000_000, heat: 50_000, slots: 4_000_000 };
const PLAIN_FOLD: Pace = { ...PLAIN, heat: 20_000, slots: 400_000 };
/** Where rewards are late or some arms may not be taken, a slot takes twenty times as long. */
const SLOW: Pace = { horizon: 100_000, heat: 10_000, slots: 400_000 };
const SLOW_FOLD: Pace = { ...SLOW, slots: 60_000 };

const LEAST_HORIZON = 20_000;
/** Cells, slots times arms, of the largest world: a bound on time and memory, set for logs of ten million rows. */
const MOST_CELLS = 2 ** 22;

const WORLDS = 32;
const FOLD_WORLDS = 12;
const QUICK_WORLDS = 8;
/** In long worlds much happens, and few will do. */
const LEAST_WORLDS = 4;
const HEAT_WORLDS = 8;
const FOLD_HEAT_WORLDS = 4;

/** Memories too long for heats meet in longer ones, of this share of the horizon, in as many as make so many slots. */
const LONG_HEAT_SHARE = 1 / 4;
const LONG_HEAT_SLOTS = 500_000;

/** Numbers of worlds: of each fold, and of each meeting. */
const PER_FOLD = 1000;
const PER_MEETING = 100;

/** Whether play needs the shells of policies. */
export function isSlow({ log, delays, batch }: ChoiceRequest): boolean {
  return log.eligible !== undefined || delays !== undefined || batch !== undefined;
}

/** Decisions that the log has, or stands for. */
function decisionsOf({ rows, decisionsPerRow }: ChoiceRequest['log']): number {
  return rows * decisionsPerRow;
}

function paceOf(request: ChoiceRequest, isFold: boolean): Pace {
  if (isSlow(request)) return isFold ? SLOW_FOLD : SLOW;
  return isFold ? PLAIN_FOLD : PLAIN;
}

/** The horizon where it is neither asked for nor that of the log, as that would take too long. */
export function cutHorizon(request: ChoiceRequest): number | undefined {
  if (request.horizon !== undefined) return undefined;
  const tabled = Math.floor(MOST_CELLS / Math.max(1, armCountOf(request.log)));
  const most = Math.max(LEAST_HORIZON, Math.min(paceOf(request, false).horizon, tabled));
  return decisionsOf(request.log) > most ? most : undefined;
}

function horizonOf(request: ChoiceRequest): number {
  const whole = Math.max(LEAST_HORIZON, decisionsOf(request.log));
  return request.horizon ?? cutHorizon(request) ?? whole;
}

function worldCount(request: ChoiceRequest, horizon: number, isFold: boolean): number {
  const { worlds, isQuick = false } = request;
  if (worlds !== undefined) return isFold ? Math.ceil((worlds * FOLD_WORLDS) / WORLDS) : worlds;
  const most = isQuick ? QUICK_WORLDS : isFold ? FOLD_WORLDS : WORLDS;
  return Math.max(
    LEAST_WORLDS,
    Math.min(most, Math.floor(paceOf(request, isFold).slots / horizon)),
  );
}

/** One in short worlds; and where these are shorter than the finals, one in longer worlds for longer memories. */
function heatsOf(
  request: ChoiceRequest,
  { horizon, worlds, first }: Meeting,
  isFold: boolean,
): Heat[] {
  const short = Math.min(horizon, paceOf(request, isFold).heat);
  const most = isFold ? FOLD_HEAT_WORLDS : HEAT_WORLDS;
  const heat = {
    ...{ horizon: short, longest: short, first: first + PER_MEETING },
    worlds: request.worlds === undefined ? most : Math.min(most, worlds),
  };
  const long = Math.floor(Math.max(4 * short, horizon * LONG_HEAT_SHARE));
  const length = Math.min(horizon, long);
  if (length === short) return [heat];
  const longHeat = {
    ...{ horizon: length, longest: length, shortest: short + 1, first: first + 2 * PER_MEETING },
    worlds: Math.max(2, Math.min(heat.worlds, Math.floor(LONG_HEAT_SLOTS / length))),
  };
  return [heat, longHeat];
}

/** Of a selection from all rows, or from all but those of a fold. */
export function sizeOf(request: ChoiceRequest, without?: number): Size {
  const isFold = without !== undefined;
  const horizon = horizonOf(request);
  const first = without === undefined ? 0 : (without + 1) * PER_FOLD;
  const finals = { horizon, worlds: worldCount(request, horizon, isFold), first };
  const heats = heatsOf(request, finals, isFold);
  return {
    ...{ heats, finals, without },
    changeEvery: cutHorizon(request),
    isPruned: heats.length > 1,
  };
}
