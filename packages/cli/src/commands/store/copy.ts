/** `driftline store copy`: from one store to another, and how far it is. */
import type { Copied, CopyProgress } from '@driftline/service';
import { withService } from '../../shared/load-service.ts';
import { namedPlace } from '../../shared/store-place.ts';
import { Interrupted } from '../../terminal/errors.ts';
import { printJson, printLines } from '../../terminal/output.ts';
import { StatusLine } from '../../terminal/status-line.ts';
import { tableLines } from '../../terminal/table.ts';

const DOING = { read: 'reading', copy: 'copying', compare: 'comparing' } as const;

function statusOf({ phase, done, total }: CopyProgress): string {
  const percent = total === 0 ? 100 : Math.floor((100 * done) / total);
  return `${DOING[phase]}: ${percent}% of ${total} events`;
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}

function linesOf({ keys, experiments }: Copied, from: string, to: string): string[] {
  const rows = experiments.map(({ key, events, decisions, hash }) => [
    key,
    String(events),
    String(decisions),
    hash?.slice(0, 16) ?? 'from another version',
  ]);
  const titles = ['experiment', 'events', 'decisions', 'state in both'];
  return [
    ...(rows.length === 0 ? [] : tableLines({ rows: [titles, ...rows], endsInWords: true })),
    `Copied ${from} to ${to}: ${counted(experiments.length, 'experiment')}, ${counted(keys, 'key')}. All rows are equal.`,
    'Decision ids stay valid. From now on, serve only one of the two stores.',
  ];
}

/** Copies until it is done, or until Ctrl-C. */
export async function copy(
  fromText: string,
  toText: string,
  { json }: { readonly json?: true },
): Promise<void> {
  const [from, to] = [namedPlace('FROM', fromText), namedPlace('TO', toText)];
  const stop = new AbortController();
  const status = new StatusLine();
  const onSignal = () => stop.abort();
  process.once('SIGINT', onSignal).once('SIGTERM', onSignal);
  await withService(async ({ copyStore, shownLocation }) => {
    const [shownFrom, shownTo] = [shownLocation(from), shownLocation(to)];
    try {
      const copied = await copyStore({
        from,
        to,
        signal: stop.signal,
        onProgress: (progress) => status.show(statusOf(progress)),
      });
      status.show('');
      if (json) return await printJson({ from: shownFrom, to: shownTo, ...copied });
      await printLines(linesOf(copied, shownFrom, shownTo));
    } catch (error) {
      status.show('');
      if (!stop.signal.aborted) throw error;
      throw new Interrupted(
        `stopped; ${shownTo} is incomplete, and no service accepts it; copy again (remove a file first)`,
      );
    } finally {
      process.off('SIGINT', onSignal).off('SIGTERM', onSignal);
    }
  });
}
