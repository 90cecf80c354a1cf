/** A new file that is filled with what another store held. */
import type Database from 'better-sqlite3';
import type { ExperimentRow, KeyRow, LogEvent, SnapshotRow } from '../../model/rows.ts';
import type { StoreFilling, StoreMoment } from '../store.ts';
import type { Connection } from './connection.ts';
import { realFile } from './files.ts';
import { type Lock, takeLock } from './lock.ts';
import { Log } from './log.ts';
import { finishFilling, openToFill } from './open.ts';
import { Reads } from './reads.ts';
import { Writing } from './writing.ts';

/** Makes the file. Rejects where there is one already. */
export async function openSqliteFilling(file: string): Promise<StoreFilling> {
  const path = realFile(file);
  const lock = takeLock(path);
  try {
    return new SqliteFilling(await openToFill(path), lock);
  } catch (error) {
    lock.release();
    throw error;
  }
}

class SqliteFilling implements StoreFilling {
  readonly #connection: Connection;
  readonly #database: Database.Database;
  readonly #lock: Lock;
  readonly #writing: Writing;

  constructor(connection: Connection, lock: Lock) {
    this.#connection = connection;
    this.#database = connection.database;
    this.#lock = lock;
    this.#writing = new Writing(connection.database);
  }

  async filled(): Promise<StoreMoment> {
    const [reads, log] = [new Reads(this.#database), new Log(this.#database)];
    return {
      idKeys: reads.idKeys(),
      keys: async () => reads.keys(),
      experiments: async () => reads.experiments(),
      damagedExperiments: async () => reads.damagedExperiments(),
      decisions: async (experiment, page) => reads.decisions(experiment, page),
      log: async (experiment, afterSeq, limit) => log.read(experiment, afterSeq, limit),
      snapshots: async (experiment) => reads.snapshots(experiment),
    };
  }

  async putIdKeys(keys: readonly Uint8Array[]): Promise<void> {
    this.#connection.transaction(() => this.#writing.putIdKeys(keys));
  }

  async putKeys(keys: readonly KeyRow[]): Promise<void> {
    this.#connection.transaction(() => {
      for (const key of keys) this.#writing.putKey(key);
    });
  }

  async putExperiment(row: ExperimentRow): Promise<void> {
    this.#connection.transaction(() => this.#writing.putExperiment(row));
  }

  async putEvents(experiment: number, events: readonly LogEvent[]): Promise<void> {
    this.#connection.transaction(() => this.#writing.putEvents(experiment, events));
  }

  async putSnapshot(experiment: number, row: SnapshotRow): Promise<void> {
    this.#connection.transaction(() => this.#writing.saveSnapshot(experiment, row));
  }

  async finish(): Promise<void> {
    this.#connection.transaction(() => finishFilling(this.#database));
  }

  async close(): Promise<void> {
    try {
      this.#connection.closeAsOneFile();
    } finally {
      this.#lock.release();
    }
  }
}
