/** Lengths of time as people write them: `500ms`, `30s`, `10m`, `6h`, `90d`. */
import type { Duration } from '@driftline/client/wire';

const UNITS = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['m', 60_000],
  ['s', 1000],
  ['ms', 1],
] as const;

const FORM = /^([1-9]\d{0,14})(ms|s|m|h|d)$/;

/** Ten years. */
const LONGEST_DURATION = 3650 * 86_400_000;

/** What is accepted, for messages. */
export const DURATION_FORM =
  'a whole number above 0 and one of ms, s, m, h, d, such as "30m", of at most 3650d';

/** A duration in milliseconds; undefined where the text is none, or too long. */
export function readDuration(text: unknown): number | undefined {
  const found = typeof text === 'string' ? FORM.exec(text) : null;
  if (found === null) return undefined;
  const [, count, name] = found;
  const unit = UNITS.find(([each]) => each === name)?.[1] ?? Number.NaN;
  const millis = Number(count) * unit;
  return millis <= LONGEST_DURATION ? millis : undefined;
}

/** In the largest unit in which it is whole. */
export function writeDuration(millis: number): Duration {
  const [name, unit] = UNITS.find(([, each]) => millis % each === 0) ?? ['ms', 1];
  return `${millis / unit}${name}`;
}
