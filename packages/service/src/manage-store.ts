/** A store as a whole: copy it while the service runs, check all of it, and make an experiment's state anew. */
import { existsSync } from 'node:fs';
import { ParameterError } from '@driftline/core';
import type { ExperimentFold } from './fold/experiment-fold.ts';
import { snapshotOf } from './fold/snapshot.ts';
import type { ExperimentRow } from './model/rows.ts';
import { StoreRefused } from './store/errors.ts';
import { isPostgres } from './store/location.ts';
import { demandWhole } from './store/sqlite/check.ts';
import { backupSqlite } from './store/sqlite/sqlite-reader.ts';
import { openSqliteStore, type SqliteStore } from './store/sqlite/sqlite-store.ts';
import { fromLog, recover, refold } from './writer/recover.ts';

/** What a check found of one experiment. */
export interface CheckedExperiment {
  readonly key: string;
  readonly events: number;
  readonly decisions: number;
  /** What is wrong; null where nothing is. */
  readonly damage: string | null;
}

async function withStore<Result>(
  file: string,
  work: (store: SqliteStore) => Promise<Result>,
): Promise<Result> {
  // To open it would make it.
  if (!existsSync(file)) throw new StoreRefused(`there is no store ${file}`, 'file-not-found');
  const store = await openSqliteStore(file);
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
    'the backup of a PostgreSQL database is made by its own tools, also while services run:  ' +
      'pg_dump --format=custom --schema=driftline --file=FILE ADDRESS  (docs/postgres.md)',
    'input-not-accepted',
  );
}

function isSameState(one: ExperimentFold, other: ExperimentFold): boolean {
  return Buffer.from(snapshotOf(one).hash).equals(Buffer.from(snapshotOf(other).hash));
}

async function checked(store: SqliteStore, row: ExperimentRow): Promise<CheckedExperiment> {
  const facts = { key: row.key, events: row.head, decisions: row.next };
  try {
    const { fold } = await recover(store, row);
    const whole = await fromLog(store, row);
    const same = whole === undefined || isSameState(whole, fold);
    return {
      ...facts,
      damage: same ? null : 'the whole log does not lead to what the snapshots say',
    };
  } catch (error) {
    return { ...facts, damage: error instanceof Error ? error.message : String(error) };
  }
}

/**
 * Folds the log of every experiment and compares it with its snapshots. Where all are whole, the rest of the file has
 * to be so, too: keys, indices. The service must not be running.
 */
export async function checkStore(file: string): Promise<readonly CheckedExperiment[]> {
  const experiments = await withStore(file, async (store) => {
    const found: CheckedExperiment[] = [];
    for (const row of await store.experiments()) found.push(await checked(store, row));
    for (const { key, why } of await store.damagedExperiments()) {
      found.push({ key, events: 0, decisions: 0, damage: why });
    }
    return found;
  });
  if (experiments.every(({ damage }) => damage === null)) await demandWhole(file);
  return experiments;
}

/** Makes an experiment's state anew from its log, whatever its snapshots say. The service must not be running. */
export function rebuildExperiment(file: string, key: string): Promise<CheckedExperiment> {
  return withStore(file, async (store) => {
    const row = await store.experiment(key);
    if (row === undefined) {
      throw new ParameterError(
        `${file} holds no experiment '${key}'; driftline store check lists them`,
        'unknown-experiment',
      );
    }
    const { fold } = await refold(store, row, 'rebuild');
    const { head, next } = fold.facts;
    return { key, events: head, decisions: next, damage: null };
  });
}
