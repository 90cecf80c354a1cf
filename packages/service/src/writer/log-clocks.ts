/** The logs whose time is not simply the machine's: for metrics, and for whoever asks whether the service is ready. */
import { CLOCK_SLACK, clockState, type MachineClock } from '../work/keep-time.ts';
import { type Held, isLoaded } from './held.ts';
import type { LogClockMeasures } from './measures.ts';

/** Those of the experiments in memory that are not archived. */
export function logClocks(experiments: Iterable<Held>, machine: MachineClock): LogClockMeasures[] {
  const found: LogClockMeasures[] = [];
  for (const held of experiments) {
    if (!isLoaded(held) || held.row.status === 'archived') continue;
    const { ahead, holdUntil } = clockState(held.fold, machine);
    const isHolding = holdUntil !== undefined;
    if (isHolding || ahead > CLOCK_SLACK) {
      found.push({ experiment: held.row.key, ahead, isHolding });
    }
  }
  return found;
}

/** What readiness says of them; undefined if there is nothing to say. It names no experiment: anyone may read it. */
export function clockNote(clocks: readonly LogClockMeasures[]): string | undefined {
  const holding = clocks.filter(({ isHolding }) => isHolding).length;
  const ahead = clocks.filter((each) => each.ahead > CLOCK_SLACK).length;
  const parts = [
    ...(holding === 0
      ? []
      : [
          `time advanced by more than the timeout plus one hour in ${counted(holding)}: overdue decisions stay open for up to 10 minutes, or until a start with --accept-clock. This is normal after a long stop. Otherwise check the clock of this machine`,
        ]),
    ...(ahead === 0
      ? []
      : [
          `the log of ${counted(ahead)} is more than a minute ahead of the clock of this machine: see driftline store clock`,
        ]),
  ];
  return parts.length === 0 ? undefined : parts.join('; ');
}

function counted(count: number): string {
  return count === 1 ? '1 experiment' : `${count} experiments`;
}
