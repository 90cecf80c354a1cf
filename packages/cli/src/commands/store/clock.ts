/** `driftline store clock`: the time of each log against the machine's clock, and its correction. */
import type { ShownClock } from '@driftline/service';
import { withService } from '../../shared/load-service.ts';
import { storePlace } from '../../shared/store-place.ts';
import { printJson, printLines } from '../../terminal/output.ts';
import { tableLines } from '../../terminal/table.ts';
import { demandWhole } from './damaged.ts';

interface ClockFlags {
  readonly data?: string;
  readonly postgres?: string;
  readonly correct?: true;
  readonly json?: true;
}

/** Differences below this many seconds mean nothing to an operator: clocks are corrected by as much. */
const LEAST_SECONDS = 60;

function moment(millis: number): string {
  return `${new Date(millis).toISOString().slice(0, 19)}Z`;
}

function aheadSeconds({ time, machine }: ShownClock): number {
  return Math.round((time - machine) / 1000);
}

function stateOf(shown: ShownClock): string {
  const { corrected, isShrinking, holdUntil, damage } = shown;
  if (damage !== null) return `damaged: ${damage}`;
  const words = [
    ...(corrected ? ['corrected'] : []),
    ...(isShrinking ? ['runs at half the normal rate until both agree'] : []),
    ...(holdUntil === null ? [] : [`overdue decisions stay open until ${moment(holdUntil)}`]),
  ];
  if (words.length > 0) return words.join('; ');
  return aheadSeconds(shown) > LEAST_SECONDS ? 'ahead; correct it with --correct' : 'agrees';
}

/** Shows the times, after a correction if one is asked for. */
export async function clock(flags: ClockFlags): Promise<void> {
  const place = storePlace(flags);
  const { clocks, store } = await withService(
    async ({ showClocks, correctClocks, shownLocation }) => ({
      clocks: await (flags.correct ? correctClocks(place) : showClocks(place)),
      store: shownLocation(place),
    }),
  );
  if (flags.json) await printJson({ store, experiments: clocks.map(forMachines) });
  else await printLines(linesOf(clocks, store));
  demandWhole(clocks.filter(({ damage }) => damage !== null).map(({ key }) => key));
}

function linesOf(clocks: readonly ShownClock[], store: string): string[] {
  if (clocks.length === 0) return [`${store} has no experiments yet.`];
  const rows = clocks.map((each) => [
    each.key,
    moment(each.last),
    moment(each.time),
    String(aheadSeconds(each)),
    stateOf(each),
  ]);
  const titles = ['experiment', 'last event', 'time of the log', 'ahead (s)', 'state'];
  return [
    `The clock of this machine shows ${moment(clocks[0].machine)}.`,
    ...tableLines({ rows: [titles, ...rows], endsInWords: true }),
  ];
}

function forMachines({ key, last, time, machine, ...rest }: ShownClock) {
  const iso = (millis: number) => new Date(millis).toISOString();
  const holdUntil = rest.holdUntil === null ? null : iso(rest.holdUntil);
  const [lastEvent, logTime, machineTime] = [iso(last), iso(time), iso(machine)];
  return { experiment: key, lastEvent, logTime, machineTime, ...rest, holdUntil };
}
