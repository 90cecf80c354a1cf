/** What was typed, as what the service takes; or what is wrong with it. */
import type { Json } from '@driftline/client/wire';
import { formatNumber } from '@driftline/engine/display';

export type Read<T> = { readonly value: T } | { readonly problem: string };

const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;
const DURATION = /^[1-9]\d{0,14}(?:ms|s|m|h|d)$/;

export function readKey(name: string, text: string): Read<string> {
  const value = text.trim();
  if (value === '') return { problem: `${name} needs a key.` };
  if (NAME.test(value)) return { value };
  return {
    problem: `${name}: a key starts with a letter or digit and has at most 64 letters, digits, dots, dashes and underscores.`,
  };
}

export function readDuration(name: string, text: string): Read<string> {
  const value = text.trim();
  if (DURATION.test(value)) return { value };
  return { problem: `${name} must be a duration, such as 30s, 10m, 6h or 90d.` };
}

/** Thousands as this page writes them: 12,500 or 1,234,567.5. */
const THOUSANDS = /^[-−]?[1-9]\d{0,2}(,\d{3})+(\.\d+)?$/;

/** A single comma before three digits: thousands for some readers, decimals for others. */
const AMBIGUOUS = /^[-−]?[1-9]\d{0,2},\d{3}$/;

function withoutThousands(text: string): string {
  return THOUSANDS.test(text) ? text.replaceAll(',', '') : text;
}

/** The text of a number as JavaScript reads it. A comma that does not group thousands is a decimal one. */
function plainNumber(text: string): string {
  return withoutThousands(text).replace(',', '.').replace('−', '-');
}

export function readNumber(
  name: string,
  text: string,
  [least, most]: readonly [number, number] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY],
): Read<number> {
  if (AMBIGUOUS.test(text.trim())) {
    return { problem: `${name}: write ${text.trim()} without the comma, or with a decimal point.` };
  }
  const value = Number(plainNumber(text.trim()));
  const isNumber = text.trim() !== '' && Number.isFinite(value);
  if (isNumber && value >= least && value <= most) return { value };
  const range = Number.isFinite(least)
    ? ` from ${formatNumber(least)} to ${formatNumber(most)}`
    : '';
  return { problem: `${name} must be a number${range}.` };
}

export function readWhole(
  name: string,
  text: string,
  range: readonly [number, number],
): Read<number> {
  const read = readNumber(name, withoutThousands(text.replaceAll(/\s/g, '')), range);
  if ('value' in read && Number.isInteger(read.value)) return read;
  return {
    problem: `${name} must be a whole number from ${formatNumber(range[0])} to ${formatNumber(range[1])}.`,
  };
}

/** A share given as a percentage. */
export function readPercent(name: string, text: string): Read<number> {
  const read = readNumber(name, text.replace('%', ''), [0, 100]);
  return 'value' in read ? { value: read.value / 100 } : read;
}

/** Nothing typed is no payload. */
export function readPayload(name: string, text: string): Read<Json | undefined> {
  if (text.trim() === '') return { value: undefined };
  try {
    return { value: JSON.parse(text) as Json };
  } catch {
    return { problem: `${name} must be JSON, such as {"color": "blue"} or "blue".` };
  }
}

/** The first thing that is wrong, or all values. */
export function all<T extends Readonly<Record<string, unknown>>>(
  reads: { readonly [K in keyof T]: Read<T[K]> },
): Read<T> {
  const values: Partial<T> = {};
  for (const name of Object.keys(reads) as (keyof T)[]) {
    const read = reads[name];
    if ('problem' in read) return read;
    values[name] = read.value;
  }
  return { value: values as T };
}
