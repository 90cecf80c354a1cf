/** Times and durations by the clock of a log. */
import type { Clock } from '../contract/log.ts';
import { count, counted, rough } from './numbers.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** A moment: the day where a log spans many of them, with the minute where it does not. */
export function moment(time: number, clock: Clock, span: number): string {
  if (clock === 'slots') return `slot ${count(time)}`;
  if (clock === 'rows') return `decision ${count(time + 1)}`;
  const text = new Date(time).toISOString();
  if (span > 3 * DAY) return text.slice(0, 10);
  return span > 3 * MINUTE
    ? text.slice(0, 16).replace('T', ' ')
    : text.slice(0, 19).replace('T', ' ');
}

/** A moment with an error: to the minute, or only its day if the error is several days. */
export function fineMoment(time: number, clock: Clock, error: number): string {
  return moment(time, clock, Math.max(HOUR, error));
}

const UNITS = [
  [DAY, 'day'],
  [HOUR, 'hour'],
  [MINUTE, 'minute'],
  [SECOND, 'second'],
] as const;

/** How long: 2.1 hours, 26 hours, 3 days; or slots, or decisions. */
export function duration(length: number, clock: Clock): string {
  if (clock === 'slots') return counted(length, 'slot');
  if (clock === 'rows') return counted(length, 'decision');
  const [size, unit] =
    UNITS.find(([each]) => length >= (each === SECOND ? 0 : 1.95 * each)) ?? UNITS[3];
  const value = rough(length / size);
  return `${value} ${unit}${value === '1' ? '' : 's'}`;
}

/** How many decisions there are on average, per day or per whatever is short enough; undefined without a clock. */
export function rate(rows: number, span: number, clock: Clock): string | undefined {
  if (clock !== 'milliseconds' || span <= 0) return undefined;
  const [size, unit] = UNITS.find(([each]) => span >= 2 * each) ?? UNITS[3];
  return `${rough((rows * size) / span, 4)} per ${unit}`;
}
