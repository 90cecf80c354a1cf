/** Durations as flags give them: by the calendar's units, or in the slots of a log without a clock. */
import type { Clock } from '@driftline/advice';
import { UsageError } from '../../terminal/errors.ts';

/** A duration as it was given. */
export interface AskedDuration {
  readonly flag: string;
  readonly text: string;
  readonly value: number;
  /** In milliseconds; undefined where no unit was given. */
  readonly unit: number | undefined;
}

const UNITS: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1000,
  m: 60_000,
  min: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 7 * 86_400_000,
};

/** Reads `24h`, `90s`, `2d`; or a number, for logs whose times are slots. */
export function readDuration(flag: string): (text: string) => AskedDuration {
  return (text) => {
    const [, number = '', letters = ''] = /^(\d+(?:\.\d+)?)\s*([a-z]*)$/.exec(text) ?? [];
    const [value, unit] = [Number(number), UNITS[letters]];
    if (number === '' || !(value > 0) || (letters !== '' && unit === undefined)) {
      throw new UsageError(
        `${flag} must be a time such as 24h, 30m, 90s or 2d, or a number of slots; got '${text}'`,
      );
    }
    return { flag, text, value, unit };
  };
}

/** The duration by the clock of a log. */
export function byClock(asked: AskedDuration | undefined, clock: Clock): number | undefined {
  if (asked === undefined) return undefined;
  const { flag, text, value, unit } = asked;
  if (clock === 'milliseconds') {
    if (unit !== undefined) return value * unit;
    throw new UsageError(
      `${flag} needs a unit, such as ${text}h, because the log has times; got '${text}'`,
    );
  }
  if (unit === undefined) return value;
  throw new UsageError(
    `${flag} must be a number of slots, because the log has no dates; got '${text}'`,
  );
}
