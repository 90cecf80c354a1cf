/** A store as a whole: copy it while the service runs, check all of it, and make an experiment's state anew. */
import { ParameterError } from '@driftline/core';
import type { ExperimentFold } from './fold/experiment-fold.ts';
import { snapshotOf } from './fold/snapshot.ts';
import type { ExperimentRow } from './model/rows.ts';
import { demandThere, openStore } from './opening/open-store.ts';
import { StoreRefused } from './store/errors.ts';
import { isPostgres, shownLocation } from './store/location.ts';
import { demandWhole } from './store/sqlite/check.ts';
import { backupSqlite } from './store/sqlite/sqlite-reader.ts';
import type { LogReader, Store } from './store/store.ts';
import { fromLog, readState, recover, refold } from './writer/recover.ts';

/** What a check found of one experiment. */
export interface CheckedExperiment {
  readonly key: string;
  readonly events: number;
  readonly decisions: number;
  /** What is wrong; null where nothing is. */
  readonly damage: string | null;
}

async function withStore<Result>(
  location: string,
  work: (store: Store) => Promise<Result>,
): Promise<Result> {
  demandThere(location);
  const store = await openStore(location);
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

/** Copies a store into a new file, also while the service is at work on it. */
export async function backupStore(location: string, to: string): Promise<void> {
  if (!isPostgres(location)) return backupSqlite(location, to);
  throw new StoreRefused(
    'back up a PostgreSQL database with its own tools, even while services run:  ' +
      'pg_dump --format=custom --schema=driftline --file=FILE ADDRESS  (docs/postgres.md)',
    'input-not-accepted',
  );
}

function isSameState(one: ExperimentFold, other: ExperimentFold): boolean {
  return Buffer.from(snapshotOf(one).hash).equals(Buffer.from(snapshotOf(other).hash));
}

/** @param read - the state that snapshots and log lead to; undefined where only the log can tell */
async function checked(
  store: LogReader,
  row: ExperimentRow,
  read: () => Promise<ExperimentFold | undefined>,
): Promise<CheckedExperiment> {
  const facts = { key: row.key, events: row.head, decisions: row.next };
  try {
    const fold = await read();
    const whole = await fromLog(store, row);
    const same = whole === undefined || fold === undefined || isSameState(whole, fold);
    return {
      ...facts,
      damage: same ? null : 'the log does not lead to the state in the snapshots',
    };
  } catch (error) {
    return { ...facts, damage: error instanceof Error ? error.message : String(error) };
  }
}

/** @param stateOf - see `checked` */
async function checkedAll(
  store: LogReader & Pick<Store, 'experiments' | 'damagedExperiments'>,
  stateOf: (row: ExperimentRow) => Promise<ExperimentFold | undefined>,
): Promise<CheckedExperiment[]> {
  const found: CheckedExperiment[] = [];
  for (const row of await store.experiments()) {
    found.push(await checked(store, row, () => stateOf(row)));
  }
  for (const { key, why } of await store.damagedExperiments()) {
    found.push({ key, events: 0, decisions: 0, damage: why });
  }
  return found;
}

function isWhole(found: readonly CheckedExperiment[]): boolean {
  return found.every(({ damage }) => damage === null);
}

async function checkFile(file: string): Promise<readonly CheckedExperiment[]> {
  const found = await withStore(file, (store) =>
    checkedAll(store, async (row) => (await recover(store, row)).fold),
  );
  if (isWhole(found)) await demandWhole(file);
  return found;
}

/** All of it is read in one transaction, and nothing is written: services may go on. */
async function checkDatabase(url: string): Promise<readonly CheckedExperiment[]> {
  const { openPostgresMoment } = await import('./store/postgres/postgres-moment.ts');
  const { moment, demandFit, close } = await openPostgresMoment(url);
  try {
    const found = await checkedAll(moment, async (row) => (await readState(moment, row))?.fold);
    await moment.keys();
    if (isWhole(found)) await demandFit();
    return found;
  } finally {
    await close();
  }
}

/**
 * Folds the log of every experiment and compares it with its snapshots. Where all are whole, the rest of the store has
 * to be so, too: keys, indices. A SQLite file must not be in use; on PostgreSQL services may be at work.
 */
export function checkStore(location: string): Promise<readonly CheckedExperiment[]> {
  return isPostgres(location) ? checkDatabase(location) : checkFile(location);
}

/**
 * Makes an experiment's state anew from its log, whatever its snapshots say. A SQLite file must not be in use; on
 * PostgreSQL services may be at work: the lock of the experiment's row keeps them apart.
 */
export function rebuildExperiment(location: string, key: string): Promise<CheckedExperiment> {
  return withStore(location, async (store) => {
    const row = await store.experiment(key);
    if (row === undefined) {
      throw new ParameterError(
        `${shownLocation(location)} has no experiment '${key}'; list them with  driftline store check`,
        'unknown-experiment',
      );
    }
    const { head, next } = (await rebuilt(store, row)).fold.facts;
    return { key, events: head, decisions: next, damage: null };
  });
}

/** Where another process wrote to the experiment meanwhile, it is tried once more, from what is there then. */
async function rebuilt(store: Store, row: ExperimentRow) {
  try {
    return await refold(store, row, 'rebuild');
  } catch (error) {
    const now = await store.experimentOfId(row.id);
    if (now === undefined || now.head === row.head) throw error;
    return refold(store, now, 'rebuild');
  }
}
