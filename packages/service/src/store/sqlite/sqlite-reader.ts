/** Reads beside the process that writes: a connection of its own that cannot write, and short transactions. */
import type Database from 'better-sqlite3';
import type { ChangeRow, ExperimentRow, KeyRow } from '../../model/rows.ts';
import type {
  DamagedExperiment,
  DecisionPage,
  DecisionWithOutcome,
  StoreReader,
} from '../store.ts';
import { copyInto } from './backup.ts';
import { realFile } from './files.ts';
import { openToRead } from './open.ts';
import { Reads } from './reads.ts';

export async function openSqliteReader(file: string): Promise<SqliteReader> {
  return new SqliteReader(await openToRead(realFile(file)));
}

/** Copies a store into a new file, also while the service is at work: what it held at one moment. */
export async function backupSqlite(file: string, to: string): Promise<void> {
  const database = await openToRead(realFile(file));
  try {
    await copyInto(database, to);
  } finally {
    database.close();
  }
}

class SqliteReader implements StoreReader {
  readonly #database: Database.Database;
  readonly #reads: Reads;

  /** @internal `openSqliteReader` makes it. */
  constructor(database: Database.Database) {
    this.#database = database;
    this.#reads = new Reads(database);
  }

  async experiments(): Promise<readonly ExperimentRow[]> {
    return this.#reads.experiments();
  }

  async damagedExperiments(): Promise<readonly DamagedExperiment[]> {
    return this.#reads.damagedExperiments();
  }

  async experiment(key: string): Promise<ExperimentRow | undefined> {
    return this.#reads.experiment(key);
  }

  async experimentOfId(id: number): Promise<ExperimentRow | undefined> {
    return this.#reads.experimentOfId(id);
  }

  async decisions(experiment: number, page: DecisionPage): Promise<readonly DecisionWithOutcome[]> {
    return this.#reads.decisions(experiment, page);
  }

  async changes(
    experiment: number,
    afterSeq: number,
    limit: number,
  ): Promise<readonly ChangeRow[]> {
    return this.#reads.changes(experiment, afterSeq, limit);
  }

  async keys(): Promise<readonly KeyRow[]> {
    return this.#reads.keys();
  }

  async close(): Promise<void> {
    this.#database.close();
  }
}
