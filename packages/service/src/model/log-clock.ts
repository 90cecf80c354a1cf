/**
 * The time of a log. It is the machine's time plus an offset, and the offset is part of the log. So time in the log
 * never goes back, also after the machine's clock was set back, and time that passes while the service is down counts.
 */
import type { Millis } from './rows.ts';

export interface LogClock {
  /** Milliseconds by which the log is ahead of the machine's time; never below 0. */
  readonly offset: Millis;
  /** The machine's time from which on the offset shrinks by half of the time that passes; absent if it stays. */
  readonly shrinksFrom?: Millis;
  /** The time of the log before which no decision is closed; absent if decisions close at their timeout. */
  readonly holdUntil?: Millis;
}

/** Milliseconds by which a log is ahead when the machine's clock shows `machine`. */
export function aheadOf(clock: LogClock | undefined, machine: Millis): Millis {
  if (clock === undefined) return 0;
  const { offset, shrinksFrom = machine } = clock;
  const passed = Math.max(0, machine - shrinksFrom);
  return Math.max(0, offset - Math.floor(passed / 2));
}

/** The time of a log when the machine's clock shows `machine`. */
export function logTime(clock: LogClock | undefined, machine: Millis): Millis {
  return machine + aheadOf(clock, machine);
}

/** Whether decisions stay open at a time of the log, though they are overdue. */
export function isHolding(clock: LogClock | undefined, at: Millis): boolean {
  return clock?.holdUntil !== undefined && at < clock.holdUntil;
}
