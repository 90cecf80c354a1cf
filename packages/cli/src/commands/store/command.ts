/** `driftline store`: the store of a decision service as a whole. */
import type { Command } from 'commander';
import { withService } from '../../shared/load-service.ts';
import {
  addStoreFlags,
  POSTGRES_WORD,
  postgresPlace,
  storePlace,
} from '../../shared/store-place.ts';
import { UsageError } from '../../terminal/errors.ts';
import { printJson, printLines } from '../../terminal/output.ts';
import { tableLines } from '../../terminal/table.ts';
import { clock } from './clock.ts';
import { copy } from './copy.ts';
import { demandWhole } from './damaged.ts';

interface StoreFlags {
  readonly data?: string;
  readonly postgres?: string;
  readonly role?: string;
  readonly json?: true;
  readonly correct?: true;
}

async function backup(to: string, flags: StoreFlags): Promise<void> {
  const place = storePlace(flags);
  await withService(({ backupStore }) => backupStore(place, to));
  if (flags.json) return printJson({ store: place, backup: to });
  await printLines([`Copied ${place} to ${to}. The copy holds the store at one moment.`]);
}

async function check(flags: StoreFlags): Promise<void> {
  const place = storePlace(flags);
  const { found, store } = await withService(async ({ checkStore, shownLocation }) => ({
    found: await checkStore(place),
    store: shownLocation(place),
  }));
  const damaged = found.filter(({ damage }) => damage !== null).map(({ key }) => key);
  if (flags.json) await printJson({ store, whole: damaged.length === 0, experiments: found });
  else if (found.length === 0) await printLines([`${store} is intact and has no experiments yet.`]);
  else {
    const rows = found.map(({ key, events, decisions, damage }) => [
      key,
      String(events),
      String(decisions),
      damage ?? 'intact',
    ]);
    const titles = ['experiment', 'events', 'decisions', 'state'];
    await printLines(tableLines({ rows: [titles, ...rows], endsInWords: true }));
  }
  demandWhole(damaged);
}

async function rebuild(experiment: string, flags: StoreFlags): Promise<void> {
  const { events, decisions } = await withService(({ rebuildExperiment }) =>
    rebuildExperiment(storePlace(flags), experiment),
  );
  if (flags.json) return printJson({ experiment, events, decisions });
  await printLines([
    `Rebuilt ${experiment} from its log: ${events} events, ${decisions} decisions.`,
  ]);
}

async function migrate(flags: StoreFlags): Promise<void> {
  const place = postgresPlace(flags, 'store migrate');
  const { done, store } = await withService(async ({ migrateStore, shownLocation }) => ({
    done: await migrateStore(place, flags.role),
    store: shownLocation(place),
  }));
  if (flags.json) return printJson({ store, ...done });
  const { from, to, grantedTo } = done;
  const whatWasDone =
    from === null
      ? `Created the tables (format ${to}) in ${store}.`
      : from === to
        ? `${store} already has format ${to}. Nothing was changed.`
        : `Upgraded ${store} from format ${from} to format ${to}.`;
  const granted =
    grantedTo === null ? [] : [`The role ${grantedTo} can read and write rows. It owns nothing.`];
  await printLines([whatWasDone, ...granted]);
}

/** An action and its arguments. */
interface Action {
  readonly arguments: readonly string[];
  readonly run: (given: readonly string[], flags: StoreFlags) => Promise<void>;
}

const actions: Readonly<Record<string, Action>> = {
  backup: { arguments: ['the file to copy to'], run: ([to], flags) => backup(to, flags) },
  check: { arguments: [], run: (_given, flags) => check(flags) },
  rebuild: {
    arguments: ['the key of an experiment'],
    run: ([experiment], flags) => rebuild(experiment, flags),
  },
  migrate: { arguments: [], run: (_given, flags) => migrate(flags) },
  clock: { arguments: [], run: (_given, flags) => clock(flags) },
  copy: {
    arguments: ['the store to copy', 'the file or database to copy to'],
    run: ([from, to], flags) => copy(from, to, flags),
  },
};

function listed(names: readonly string[]): string {
  return `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;
}

async function runStore(name: string, given: readonly string[], flags: StoreFlags): Promise<void> {
  const action = actions[name];
  if (action === undefined) {
    throw new UsageError(`unknown action '${name}'; accepted: ${Object.keys(actions).join(', ')}`);
  }
  const { arguments: needed } = action;
  if (given.length < needed.length) {
    throw new UsageError(`store ${name} needs ${needed[given.length]}`);
  }
  if (given.length > needed.length) {
    const most = ['no argument', 'one argument', 'two arguments'][needed.length];
    throw new UsageError(`store ${name} takes ${most}; got also '${given.at(-1)}'`);
  }
  if (flags.role !== undefined && name !== 'migrate') {
    throw new UsageError(`--role can only be used with store migrate; got ${name}`);
  }
  if (flags.correct !== undefined && name !== 'clock') {
    throw new UsageError(`--correct can only be used with store clock; got ${name}`);
  }
  if (name === 'copy' && (flags.data !== undefined || flags.postgres !== undefined)) {
    throw new UsageError(
      'store copy takes both stores as arguments; leave out --data and --postgres',
    );
  }
  return action.run(given, flags);
}

const help = `
  backup FILE         copy a SQLite store to FILE, even while the service runs;
                      for PostgreSQL, use pg_dump
  check               recompute every log and compare it with the snapshots
  rebuild EXPERIMENT  recompute an experiment from its log, without snapshots
  migrate             create or upgrade the tables in PostgreSQL, as their owner
  clock               compare the time of each log with this machine's clock
  copy FROM TO        copy a store to a new file or to a migrated PostgreSQL
                      database ('${POSTGRES_WORD}': the one in DRIFTLINE_POSTGRES),
                      and compare all rows

With SQLite, stop the service before check, rebuild, clock --correct and copy.
With PostgreSQL, stop the services only before copy. docs/operating.md explains
how to restore a backup.

Examples:
  driftline store backup "backup-$(date +%F).db"
  driftline store check --data /var/lib/driftline/driftline.db
  driftline store rebuild checkout
  driftline store clock
  DRIFTLINE_POSTGRES_FILE=owner.url driftline store migrate --role driftline
  DRIFTLINE_POSTGRES_FILE=owner.url driftline store copy driftline.db ${POSTGRES_WORD}`;

/** The flags of `driftline store`. */
export function configureStore(command: Command): void {
  command
    .argument('<ACTION>', listed(Object.keys(actions)))
    .argument('[SUBJECTS...]', 'file to back up to, experiment to rebuild, or stores to copy');
  addStoreFlags(command)
    .option(
      '--role <NAME>',
      'with migrate: let this database role, which the services use, read and write rows',
    )
    .option(
      '--correct',
      "with clock: bring logs that are ahead back to this machine's time, at half the normal rate",
    )
    .option('--json', 'print one JSON document')
    .addHelpText('after', help)
    .action(runStore);
}
