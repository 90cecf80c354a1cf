/** `driftline store`: the file of a decision service as a whole. */
import { type Command, Option } from 'commander';
import { DEFAULT_STORE, withService } from '../../shared/load-service.ts';
import { UsageError, UserError } from '../../terminal/errors.ts';
import { printJson, printLines } from '../../terminal/output.ts';
import { tableLines } from '../../terminal/table.ts';

interface StoreFlags {
  readonly data: string;
  readonly json?: true;
}

async function backup(to: string, { data, json }: StoreFlags): Promise<void> {
  await withService(({ backupStore }) => backupStore(data, to));
  if (json) return printJson({ store: data, backup: to });
  await printLines([`${data} is copied to ${to}, as it was at one moment.`]);
}

async function check({ data, json }: StoreFlags): Promise<void> {
  const found = await withService(({ checkStore }) => checkStore(data));
  const damaged = found.filter(({ damage }) => damage !== null).map(({ key }) => key);
  if (json) await printJson({ store: data, whole: damaged.length === 0, experiments: found });
  else if (found.length === 0) await printLines([`${data} is whole and holds no experiment yet.`]);
  else {
    const rows = found.map(({ key, events, decisions, damage }) => [
      key,
      String(events),
      String(decisions),
      damage ?? 'whole',
    ]);
    const titles = ['experiment', 'events', 'decisions', 'state'];
    await printLines(tableLines({ rows: [titles, ...rows], endsInWords: true }));
  }
  if (damaged.length === 0) return;
  throw new UserError(
    `${damaged.join(', ')}: damaged; put back a backup, or make the state anew from the log with  driftline store rebuild ${damaged[0]}`,
    'store-damaged',
  );
}

async function rebuild(experiment: string, { data, json }: StoreFlags): Promise<void> {
  const { events, decisions } = await withService(({ rebuildExperiment }) =>
    rebuildExperiment(data, experiment),
  );
  if (json) return printJson({ experiment, events, decisions });
  await printLines([
    `${experiment} is made anew from its log: ${events} events, ${decisions} decisions.`,
  ]);
}

async function runStore(
  action: string,
  subject: string | undefined,
  flags: StoreFlags,
): Promise<void> {
  if (action === 'check' && subject === undefined) return check(flags);
  if (action === 'check') throw new UsageError(`store check takes no argument; got ${subject}`);
  if (action !== 'backup' && action !== 'rebuild') {
    throw new UsageError(`store does backup, check or rebuild; got ${action}`);
  }
  if (subject === undefined) {
    const needed = action === 'backup' ? 'a file to copy to' : 'the key of an experiment';
    throw new UsageError(`store ${action} needs ${needed}`);
  }
  return action === 'backup' ? backup(subject, flags) : rebuild(subject, flags);
}

const help = `
  backup FILE         copies the store, also while the service runs
  check               folds every log anew and compares it with the snapshots;
                      the service must be stopped
  rebuild EXPERIMENT  makes its state from its log, whatever its snapshots say;
                      the service must be stopped

To restore a backup, stop the service, put the copy where the store was, take
away the files that end in -wal and -shm beside it, and start the service.

Examples:
  driftline store backup "backup-$(date +%F).db"
  driftline store check --data /var/lib/driftline/driftline.db
  driftline store rebuild checkout`;

/** The flags of `driftline store`. */
export function configureStore(command: Command): void {
  command
    .argument('<ACTION>', 'backup, check or rebuild')
    .argument('[SUBJECT]', 'the file to copy to, or the experiment to rebuild')
    .addOption(
      new Option('--data <FILE>', 'the store').env('DRIFTLINE_DATA').default(DEFAULT_STORE),
    )
    .option('--json', 'print one JSON document')
    .addHelpText('after', help)
    .action(runStore);
}
