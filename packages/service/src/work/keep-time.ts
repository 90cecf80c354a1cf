/** When the offset between the machine's time and that of a log has to change, and whether decisions may be closed. */
import type { ServiceWarning } from '@driftline/client/wire';
import type { ExperimentFold } from '../fold/experiment-fold.ts';
import type { ClockBody } from '../model/changes.ts';
import { aheadOf, isHolding, type LogClock, logTime } from '../model/log-clock.ts';
import type { Millis } from '../model/rows.ts';
import { momentOf } from '../model/write-configuration.ts';

/**
 * A clock may be behind the log by so many milliseconds without a change of the offset: time in the log stands still
 * meanwhile. Processes of a shared store differ by less, or each would push the other's log ahead.
 */
export const CLOCK_SLACK = 60_000;
/** Milliseconds beyond the timeout by which time may move on while decisions wait. A running service closes them. */
const LARGEST_STEP = 3_600_000;
/** Milliseconds for which decisions stay open after a larger step. */
const HOLD = 600_000;

/** State of the machine's clock. */
export interface MachineClock {
  /** The machine's time. */
  readonly now: Millis;
  /** Whether every process of a shared store had the time to see that the clock was set back. */
  readonly isSettled: boolean;
  /** Whether an operator confirmed that the clock is right. */
  readonly isAccepted: boolean;
}

/** The time of a log now, before any change of its offset. */
export function timeOf({ facts }: ExperimentFold, { now }: Pick<MachineClock, 'now'>): Millis {
  return Math.max(facts.at, logTime(facts.clock, now));
}

function withoutHold({ holdUntil: _, ...rest }: LogClock): LogClock {
  return rest;
}

/** Whether time moves on by more than a running service would have left decisions open. */
function isLargeStep({ facts, waiting }: ExperimentFold, time: Millis): boolean {
  const { at, status, config } = facts;
  if (status === 'archived' || time - at <= config.reward.timeout + LARGEST_STEP) return false;
  return waiting.overdue(time - LARGEST_STEP, 1).count > 0;
}

/** The change of the offset that has to be written before the next event; undefined if there is none. */
export function clockDue(
  fold: ExperimentFold,
  { now, isSettled, isAccepted }: MachineClock,
): ClockBody | undefined {
  const { clock = { offset: 0 }, at } = fold.facts;
  const time = logTime(clock, now);
  if (at - time > CLOCK_SLACK) {
    return isSettled ? { cause: 'behind', machine: now, offset: at - now } : undefined;
  }
  const isHeld = isHolding(clock, time);
  if (isAccepted) {
    return isHeld ? { ...withoutHold(clock), cause: 'accepted', machine: now } : undefined;
  }
  if (isHeld || !isLargeStep(fold, time)) return undefined;
  return { ...withoutHold(clock), cause: 'step', machine: now, holdUntil: time + HOLD };
}

/**
 * The change that brings a log back to the machine's time without going back: the log goes on from its last event, at
 * half the rate until the machine has caught up. Undefined if the log has the machine's time.
 */
export function clockCorrection(fold: ExperimentFold, now: Millis): ClockBody | undefined {
  const { clock, at } = fold.facts;
  const offset = Math.max(0, at - now);
  if (offset === 0 && aheadOf(clock, now) === 0) return undefined;
  const rest = offset === 0 ? {} : { shrinksFrom: now };
  return { cause: 'corrected', machine: now, offset, ...rest };
}

const UNITS = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
  ['s', 1000],
] as const;

/** A length of time for people, such as `2.5 h`. */
function roughly(millis: Millis): string {
  const [name, unit] = UNITS.find(([, each]) => millis >= 2 * each) ?? ['s', 1000];
  return `${Number((millis / unit).toFixed(1))} ${name}`;
}

function behindText(ahead: Millis): string {
  return `the log is ${roughly(ahead)} ahead of the clock, because it was written while the clock was ahead. Timeouts and rewards work as usual, but times of new decisions are also ahead. Correct the log with driftline store clock --correct`;
}

function shrinkingText(ahead: Millis): string {
  return `the log is ${roughly(ahead)} ahead of the clock and runs at half the normal rate until both agree, in ${roughly(2 * ahead)}`;
}

function holdText(until: Millis): string {
  return `no decision is closed until ${momentOf(until)}, so that clients can deliver rewards that they kept: time advanced by more than the timeout plus one hour. This is normal after a long stop. If the clock is wrong, correct it and restart the service. If it is right, a start with --accept-clock closes overdue decisions after a minute`;
}

/** A change of the offset for the log of the service. */
export function clockText({ offset, holdUntil, cause }: ClockBody): string {
  if (cause === 'step' && holdUntil !== undefined) return holdText(holdUntil);
  if (cause === 'accepted')
    return 'the clock is accepted; overdue decisions are closed a minute after the start';
  return behindText(offset);
}

/** Difference between a log's time and the machine's, as of now. */
interface ClockState {
  /** Milliseconds by which the log is ahead. */
  readonly ahead: Millis;
  /** No decision is closed before this time of the log; undefined if decisions close at their timeout. */
  readonly holdUntil: Millis | undefined;
  readonly isShrinking: boolean;
}

/** The state of a log's time, with the change that is due and not written yet. */
export function clockState(fold: ExperimentFold, machine: MachineClock): ClockState {
  const clock = clockDue(fold, machine) ?? fold.facts.clock;
  const time = Math.max(fold.facts.at, logTime(clock, machine.now));
  return {
    ahead: time - machine.now,
    holdUntil: isHolding(clock, time) && !machine.isAccepted ? clock?.holdUntil : undefined,
    isShrinking: clock?.shrinksFrom !== undefined,
  };
}

/** Warning to an operator about the time of a log. */
export function clockWarnings(fold: ExperimentFold, machine: MachineClock): ServiceWarning[] {
  if (fold.facts.status === 'archived') return [];
  const { ahead, holdUntil, isShrinking } = clockState(fold, machine);
  const found: ServiceWarning[] = [];
  if (holdUntil !== undefined) found.push({ code: 'clock-step', message: holdText(holdUntil) });
  if (ahead > CLOCK_SLACK) {
    const message = isShrinking ? shrinkingText(ahead) : behindText(ahead);
    found.push({ code: 'clock-ahead', message });
  }
  return found;
}
