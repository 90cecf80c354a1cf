/** Axes of a log's clock and of its rewards. */

import { formatNumber } from '@driftline/engine/display';
import { type Axis, type FigureOptions, linearAxis } from '@driftline/engine/drawing';
import type { Clock } from '../../contract/log.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Steps between ticks of time, each with how a tick is written. */
const STEPS: readonly (readonly [number, number, number])[] = [
  ...[1, 2, 5, 10, 30].map((minutes) => [minutes * MINUTE, 11, 16] as const),
  ...[1, 3, 6, 12].map((hours) => [hours * HOUR, 11, 16] as const),
  ...[1, 2, 3, 4, 7, 14, 28].map((days) => [days * DAY, 5, 10] as const),
];
const FULL_DATE = [0, 10] as const;

const MOST_TICKS = { full: 6, half: 3 } as const;

/** Ticks at round moments; over longer times, at the first days of months or years. */
function calendarTicks(from: number, to: number, most: number): number[] {
  const months = Math.ceil((to - from) / (30 * DAY) / most);
  const step = [1, 2, 3, 6, 12, 24, 60, 120].find((each) => each >= months) ?? 120;
  const ticks: number[] = [];
  const start = new Date(from);
  const year = start.getUTCFullYear();
  for (let month = 0; ; month += step) {
    const tick = Date.UTC(year, month, 1);
    if (tick > to) return ticks;
    if (tick >= from) ticks.push(tick);
  }
}

function dateAxis([from, to]: readonly [number, number], most: number): Axis {
  const found = STEPS.find(([step]) => (to - from) / step <= most);
  const [ticks, start, end] =
    found === undefined
      ? [calendarTicks(from, to, most), ...FULL_DATE]
      : [everyStep(from, to, found[0]), found[1], found[2]];
  return {
    domain: [from, to],
    ticks,
    format: (time) => new Date(time).toISOString().slice(start, end),
    title:
      start === 11 ? `Time (UTC), from ${new Date(from).toISOString().slice(0, 10)}` : 'Time (UTC)',
  };
}

function everyStep(from: number, to: number, step: number): number[] {
  const ticks: number[] = [];
  for (let tick = Math.ceil(from / step) * step; tick <= to; tick += step) ticks.push(tick);
  return ticks;
}

/** The axis of a log's time. */
export function timeAxis(
  span: readonly [number, number],
  clock: Clock,
  { width = 'full' }: FigureOptions,
): Axis {
  const domain = span[1] > span[0] ? span : ([span[0], span[0] + 1] as const);
  if (clock === 'milliseconds') return dateAxis(domain, MOST_TICKS[width]);
  return linearAxis(
    clock === 'slots' ? 'Slot' : 'Decision',
    domain[0],
    domain[1],
    MOST_TICKS[width],
  );
}

/** Close around values, a little wider. */
export function around(values: readonly number[], share: number = 0.06): [number, number] {
  const known = values.filter(Number.isFinite);
  if (known.length === 0) return [0, 1];
  const low = known.reduce((least, value) => Math.min(least, value));
  const high = known.reduce((most, value) => Math.max(most, value));
  const pad = share * (high - low) || Math.abs(high) * share || 1;
  return [low - pad, high + pad];
}

/** Letters of a name beside a figure; more would leave no room for the figure. */
const MOST_LETTERS = { full: 28, half: 14 } as const;

/** A name beside a figure, cut off where it is long. */
export function label(name: string, { width = 'full' }: FigureOptions): string {
  const most = MOST_LETTERS[width];
  return name.length > most ? `${name.slice(0, most - 1)}…` : name;
}

/** Numbers in sentences of figures. */
export function shown(value: number): string {
  return formatNumber(value, 3);
}
