/** Cells of a log: numbers, truth, and what counts as missing. A cell is a stretch of a text, or a value. */
import { readDecimal, shortened } from '@driftline/core/spec';

const ZERO = 48;
const NINE = 57;
const MINUS = 45;
const POINT = 46;

/** Numbers of so many digits are exact as integers, and so are the powers of ten that divide them. */
const EXACT_DIGITS = 15;
const POWERS = Array.from({ length: EXACT_DIGITS + 1 }, (_, exponent) => 10 ** exponent);

/** A decimal number; NaN for anything else. */
export function numberIn(text: string, start: number, end: number): number {
  const isNegative = text.charCodeAt(start) === MINUS;
  let mantissa = 0;
  let digits = 0;
  let point = -1;
  for (let i = isNegative ? start + 1 : start; i < end; i++) {
    const code = text.charCodeAt(i);
    if (code >= ZERO && code <= NINE) {
      mantissa = 10 * mantissa + (code - ZERO);
      digits += 1;
    } else if (code === POINT && point < 0) {
      point = digits;
    } else return readDecimal(text.slice(start, end));
  }
  if (digits === 0 || digits > EXACT_DIGITS) return readDecimal(text.slice(start, end));
  const size = point < 0 ? mantissa : mantissa / POWERS[digits - point];
  return isNegative ? -size : size;
}

const MISSING = new Set(['', 'null', 'na', 'n/a', 'none', '\\n']);
const LONGEST_MISSING = 4;

/** Whether a cell says that there is nothing. */
export function isMissing(text: string, start: number, end: number): boolean {
  if (start === end) return true;
  if (end - start > LONGEST_MISSING) return false;
  const code = text.charCodeAt(start);
  if (code >= ZERO && code <= NINE) return false;
  return MISSING.has(text.slice(start, end).toLowerCase());
}

const TRUTHS: Readonly<Record<string, number>> = { true: 1, yes: 1, false: 0, no: 0 };

/** A number, or 1 and 0 for what says yes and no; NaN for anything else. */
export function rewardIn(text: string, start: number, end: number): number {
  const value = numberIn(text, start, end);
  if (!Number.isNaN(value)) return value;
  return TRUTHS[text.slice(start, end).toLowerCase()] ?? Number.NaN;
}

/** What came, as errors show it. */
export function shownCell(value: unknown): string {
  if (typeof value === 'string') return `'${shortened(value)}'`;
  if (typeof value === 'object' && value !== null) return shortened(JSON.stringify(value) ?? '?');
  return String(value);
}

/** More levels than any log has. Writing a value as JSON takes a stack for each of its levels. */
export const MOST_LEVELS = 100;

/** Whether lists and objects nest deeper than `MOST_LEVELS`. */
export function isTooDeep(value: unknown): boolean {
  let level = [value].filter(isNested);
  for (let depth = 0; depth < MOST_LEVELS && level.length > 0; depth++) {
    level = level.flatMap((each) => Object.values(each).filter(isNested));
  }
  return level.length > 0;
}

function isNested(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
