/** `driftline store`: the store of a decision service as a whole. */
import type { Command } from 'commander';
import { withService } from '../../shared/load-service.ts';
import {
  addStoreFlags,
  POSTGRES_WORD,
  postgresHelp,
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
  await printLines([`${place} is copied to ${to}, as it was at one moment.`]);
}

async function check(flags: StoreFlags): Promise<void> {
  const place = storePlace(flags);
  const { found, store } = await withService(async ({ checkStore, shownLocation }) => ({
    found: await checkStore(place),
    store: shownLocation(place),
  }));
  const damaged = found.filter(({ damage }) => damage !== null).map(({ key }) => key);
  if (flags.json) await printJson({ store, whole: damaged.length === 0, experiments: found });
  else if (found.length === 0) await printLines([`${store} is whole and holds no experiment yet.`]);
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
  demandWhole(damaged);
}

async function rebuild(experiment: string, flags: StoreFlags): Promise<void> {
  const { events, decisions } = await withService(({ rebuildExperiment }) =>
    rebuildExperiment(storePlace(flags), experiment),
  );
  if (flags.json) return printJson({ experiment, events, decisions });
  await printLines([
    `${experiment} is made anew from its log: ${events} events, ${decisions} decisions.`,
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
      ? `The tables of format ${to} are made in ${store}.`
      : from === to
        ? `${store} has the format ${to} already; nothing was changed.`
        : `${store} is brought from format ${from} to ${to}.`;
  const granted =
    grantedTo === null ? [] : [`The role ${grantedTo} may read and write rows, and owns nothing.`];
  await printLines([whatWasDone, ...granted]);
}

/** What an action is given beside flags. */
interface Action {
  readonly arguments: readonly string[];
  readonly run: (given: readonly string[], flags: StoreFlags) => Promise<void>;
}

const actions: Readonly<Record<string, Action>> = {
  backup: { arguments: ['a file to copy to'], run: ([to], flags) => backup(to, flags) },
  check: { arguments: [], run: (_given, flags) => check(flags) },
  rebuild: {
    arguments: ['the key of an experiment'],
    run: ([experiment], flags) => rebuild(experiment, flags),
  },
  migrate: { arguments: [], run: (_given, flags) => migrate(flags) },
  clock: { arguments: [], run: (_given, flags) => clock(flags) },
  copy: {
    arguments: ['a store to copy', 'a place to copy it to'],
    run: ([from, to], flags) => copy(from, to, flags),
  },
};

function listed(names: readonly string[]): string {
  return `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;
}

async function runStore(name: string, given: readonly string[], flags: StoreFlags): Promise<void> {
  const action = actions[name];
  if (action === undefined) {
    throw new UsageError(`store does ${listed(Object.keys(actions))}; got ${name}`);
  }
  const { arguments: needed } = action;
  if (given.length < needed.length) {
    throw new UsageError(`store ${name} needs ${needed[given.length]}`);
  }
  if (given.length > needed.length) {
    const most = ['no argument', 'one argument', 'two arguments'][needed.length];
    throw new UsageError(`store ${name} takes ${most}; got ${given.at(-1)}`);
  }
  if (flags.role !== undefined && name !== 'migrate') {
    throw new UsageError(`--role goes with store migrate, not ${name}`);
  }
  if (flags.correct !== undefined && name !== 'clock') {
    throw new UsageError(`--correct goes with store clock, not ${name}`);
  }
  if (name === 'copy' && (flags.data !== undefined || flags.postgres !== undefined)) {
    throw new UsageError(
      'store copy names both stores as arguments; leave out --data and --postgres',
    );
  }
  return action.run(given, flags);
}

const help = `
  backup FILE         copies a SQLite store, also while the service runs; of
                      PostgreSQL, pg_dump makes backups
  check               folds every log anew and compares it with the snapshots;
                      on SQLite the service must be stopped, on PostgreSQL
                      services may run
  rebuild EXPERIMENT  makes its state from its log, whatever its snapshots say;
                      on SQLite the service must be stopped
  migrate             makes the tables in PostgreSQL or brings them to this
                      version's format, as their owner; --role names the role
                      of the services, which may then use them. Nothing is
                      done twice
  clock               shows the time of every log against this machine's clock,
                      also while the service runs. --correct brings a log that
                      is ahead back to the machine's time: it runs at half the
                      rate until both agree. That is one more event in the log;
                      nothing is rewritten. On SQLite, stop the service first
  copy FROM TO        copies all of a store to a new file, or to a PostgreSQL
                      database that was just migrated, and compares the two.
                      Stop the services first: what is written later is not
                      in the copy. ${POSTGRES_WORD} stands for the database of
                      DRIFTLINE_POSTGRES or DRIFTLINE_POSTGRES_FILE

To restore a backup, stop the service, put the copy where the store was, take
away the files that end in -wal and -shm beside it, and start the service.
${postgresHelp}

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
    .argument('[SUBJECTS...]', 'the file to copy to, the experiment to rebuild, or two stores');
  addStoreFlags(command)
    .option('--role <NAME>', 'with migrate: the role that services have')
    .option('--correct', "with clock: bring logs back to this machine's time")
    .option('--json', 'print one JSON document')
    .addHelpText('after', help)
    .action(runStore);
}
