/** Reads a PostgreSQL database beside those who write to it. */
import type { ChangeRow, ExperimentRow, KeyRow } from '../../model/rows.ts';
import type {
  DamagedExperiment,
  DecisionPage,
  DecisionWithOutcome,
  StoreReader,
} from '../store.ts';
import { Database, type DatabaseOptions } from './database.ts';
import { openingError, refuseServer, refuseTables } from './opening.ts';
import { Reads } from './reads.ts';

const CONNECTIONS = 2;

export async function openPostgresReader(
  url: string,
  options: Partial<DatabaseOptions> = {},
): Promise<StoreReader> {
  const database = new Database(url, { connections: CONNECTIONS, ...options });
  try {
    await refuseServer(database);
    await refuseTables(database, false);
    return new PostgresReader(database);
  } catch (error) {
    await database.close();
    throw openingError(error, database.shown);
  }
}

/** All transactions are short and only read. */
export class PostgresReader implements StoreReader {
  protected readonly database: Database;
  protected readonly reads: Reads;

  constructor(database: Database) {
    this.database = database;
    this.reads = new Reads(database);
  }

  experiments(): Promise<readonly ExperimentRow[]> {
    return this.reads.experiments();
  }

  damagedExperiments(): Promise<readonly DamagedExperiment[]> {
    return this.reads.damagedExperiments();
  }

  experimentOfId(id: number): Promise<ExperimentRow | undefined> {
    return this.reads.experimentOfId(id);
  }

  experiment(key: string): Promise<ExperimentRow | undefined> {
    return this.reads.experiment(key);
  }

  decisions(experiment: number, page: DecisionPage): Promise<readonly DecisionWithOutcome[]> {
    return this.reads.decisions(experiment, page);
  }

  changes(experiment: number, afterSeq: number, limit: number): Promise<readonly ChangeRow[]> {
    return this.reads.changes(experiment, afterSeq, limit);
  }

  keys(): Promise<readonly KeyRow[]> {
    return this.reads.keys();
  }

  close(): Promise<void> {
    return this.database.close();
  }
}
