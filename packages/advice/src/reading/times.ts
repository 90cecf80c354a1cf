/** Times of a log: one form for a whole column, found in its first row. */
import type { Clock } from '../contract/log.ts';
import { LogError } from '../contract/log-error.ts';
import { numberIn, shownCell } from './cells.ts';

/** How times are written. */
type TimeForm =
  | 'iso-zoned'
  | 'iso-local'
  | 'moment'
  | 'slots'
  | 'seconds'
  | 'milliseconds'
  | 'microseconds'
  | 'nanoseconds';

/** What a form is called where it is said. */
export const timeForms: Readonly<Record<TimeForm, string>> = {
  'iso-zoned': 'dates with a zone',
  'iso-local': 'dates without a zone',
  moment: 'timestamps',
  slots: 'slot numbers',
  seconds: 'seconds since 1970',
  milliseconds: 'milliseconds since 1970',
  microseconds: 'microseconds since 1970',
  nanoseconds: 'nanoseconds since 1970',
};

/** Below which size a number is of a form, and how many milliseconds its unit has. */
const BANDS: readonly (readonly [number, TimeForm, number])[] = [
  [1e8, 'slots', 1],
  [1e11, 'seconds', 1e3],
  [1e14, 'milliseconds', 1],
  [1e17, 'microseconds', 1e-3],
  [1e20, 'nanoseconds', 1e-6],
];

const ISO =
  /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?)? ?(Z|UTC|[+-]\d\d(?::?\d\d)?)?$/i;

/** The minutes that a zone is ahead of UTC; NaN where there is no such zone. */
function zoneMinutes(zone: string): number {
  if (/^(?:Z|UTC)$/i.test(zone)) return 0;
  const minutes = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(3).replace(':', '') || 0);
  if (Number(zone.slice(1, 3)) > 18 || minutes % 60 > 59) return Number.NaN;
  return zone[0] === '-' ? -minutes : minutes;
}

const DAY = 86_400_000;

/** Milliseconds since 1970 of a date and a time in UTC; NaN where there is no such moment. */
function milliseconds(parts: readonly number[], fraction: number): number {
  const [year, month, day, hour, minute, second] = parts;
  const midnight = Date.UTC(year, month - 1, day);
  const date = new Date(midnight);
  const isDate = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  if (!isDate || hour > 23 || minute > 59 || second > 60) return Number.NaN;
  return midnight + 1000 * (3600 * hour + 60 * minute + second) + fraction;
}

const LETTER_Z = 90;
const LETTER_T = 84;
const SPACE = 32;
const POINT = 46;
const COLON = 58;
const ZERO = 48;

/** A digit; far below 0 where it is none. */
function digit(text: string, at: number): number {
  const value = text.charCodeAt(at) - ZERO;
  return value >= 0 && value <= 9 ? value : -10_000;
}

function twoDigits(text: string, at: number): number {
  return 10 * digit(text, at) + digit(text, at + 1);
}

/** Milliseconds since midnight of `hh:mm:ss`; −1 for anything else. */
function timeOfDay(text: string, at: number): number {
  const [hour, minute, second] = [
    twoDigits(text, at),
    twoDigits(text, at + 3),
    twoDigits(text, at + 6),
  ];
  const isTime = hour >= 0 && hour < 24 && minute >= 0 && minute < 60 && second >= 0 && second < 60;
  const isWritten = text.charCodeAt(at + 2) === COLON && text.charCodeAt(at + 5) === COLON;
  return isTime && isWritten ? 1000 * (3600 * hour + 60 * minute + second) : -1;
}

/** Reads a column of times. */
export class TimeColumn {
  readonly name: string;
  readonly #unit: string;
  #form: TimeForm | undefined;
  #firstLine = 0;
  /** The day of the row before, as text and as milliseconds: most rows share it. */
  #dayText = '';
  #dayStart = 0;

  /** @param unit - what rows are called: `line` or `row` */
  constructor(name: string, unit: string) {
    this.name = name;
    this.#unit = unit;
  }

  /** Undefined where no time was read. */
  get form(): TimeForm | undefined {
    return this.#form;
  }

  get clock(): Clock {
    return this.#form === 'slots' ? 'slots' : 'milliseconds';
  }

  /** Milliseconds since 1970, or a slot number. */
  text(text: string, start: number, end: number, line: number): number {
    if (this.#form === 'iso-zoned' || this.#form === 'iso-local') {
      const quick = this.#sameDay(text, start, end);
      if (quick >= 0) return quick;
    }
    const value = numberIn(text, start, end);
    if (!Number.isNaN(value)) return this.number(value, line);
    return this.#iso(text.slice(start, end), line);
  }

  number(value: number, line: number): number {
    const band = value >= 0 ? BANDS.find(([below]) => value < below) : undefined;
    if (band === undefined) throw this.#refused(String(value), line);
    const [, form, factor] = band;
    this.#demand(form, line);
    return form === 'seconds' ? Math.round(value * factor * 1000) / 1000 : value * factor;
  }

  /** A moment of a format that has such a type. */
  moment(value: Date, line: number): number {
    if (Number.isNaN(value.getTime())) throw this.#refused('an invalid timestamp', line);
    this.#demand('moment', line);
    return value.getTime();
  }

  value(value: unknown, line: number): number {
    if (typeof value === 'string') return this.text(value, 0, value.length, line);
    if (typeof value === 'number' || typeof value === 'bigint')
      return this.number(Number(value), line);
    if (value instanceof Date) return this.moment(value, line);
    throw this.#refused(shownCell(value), line);
  }

  /** `YYYY-MM-DD hh:mm:ss`, with milliseconds or Z or neither, on the day of the row before; −1 for all others. */
  #sameDay(text: string, start: number, end: number): number {
    for (let i = 0; i < 10; i++) {
      if (text.charCodeAt(start + i) !== this.#dayText.charCodeAt(i)) return -1;
    }
    const isZoned = text.charCodeAt(end - 1) === LETTER_Z;
    if (isZoned !== (this.#form === 'iso-zoned')) return -1;
    const length = isZoned ? end - start - 1 : end - start;
    if (length !== 19 && length !== 23) return -1;
    const within = timeOfDay(text, start + 11);
    const between = text.charCodeAt(start + 10);
    if (within < 0 || (between !== LETTER_T && between !== SPACE)) return -1;
    if (length === 19) return this.#dayStart + within;
    const fraction = 10 * twoDigits(text, start + 20) + digit(text, start + 22);
    const isFraction = text.charCodeAt(start + 19) === POINT && fraction >= 0;
    return isFraction ? this.#dayStart + within + fraction : -1;
  }

  #iso(text: string, line: number): number {
    const match = ISO.exec(text.trim());
    if (match === null) throw this.#refused(shownCell(text), line);
    const [, year, month, day, hour = '0', minute = '0', second = '0', fraction = '', zone] = match;
    const offset = zone === undefined ? 0 : zoneMinutes(zone);
    const parts = [year, month, day, hour, minute, second].map(Number);
    const moment = milliseconds(parts, Number(`0.${fraction || 0}`) * 1000) - offset * 60_000;
    if (Number.isNaN(moment)) throw this.#refused(shownCell(text), line);
    this.#demand(zone === undefined ? 'iso-local' : 'iso-zoned', line);
    this.#dayText = text.trim().slice(0, 10);
    this.#dayStart = Math.floor(milliseconds([...parts.slice(0, 3), 0, 0, 0], 0) / DAY) * DAY;
    return moment;
  }

  #demand(form: TimeForm, line: number): void {
    this.#form ??= form;
    if (this.#firstLine === 0) this.#firstLine = line;
    if (form === this.#form) return;
    throw new LogError(
      `${this.#unit} ${line}: times in '${this.name}' must all have the same form; ${this.#unit} ${this.#firstLine} has ${timeForms[this.#form]}, this one ${timeForms[form]}; write all in one form`,
      'log-value-not-accepted',
      { line, column: this.name },
    );
  }

  #refused(got: string, line: number): LogError {
    return new LogError(
      `${this.#unit} ${line}: column '${this.name}' must hold times (ISO 8601 such as 2025-03-01T12:00:00Z, seconds, milliseconds or microseconds since 1970, or slot numbers); got ${got}; correct it, or name another column`,
      'log-value-not-accepted',
      { line, column: this.name },
    );
  }
}
