/** The keys of a store, for `driftline keys`: also while the service is at work on it. */
import type { KeyRow } from '../../model/rows.ts';
import type { KeyStore } from '../store.ts';
import { Connection } from './connection.ts';
import { realFile } from './files.ts';
import { type Lock, tryLock } from './lock.ts';
import { openBeside, openToWrite } from './open.ts';
import { Reads } from './reads.ts';
import { Writing } from './writing.ts';

/** Makes the store where there is none, so that a key can be added before the first start. */
export async function openSqliteKeys(file: string): Promise<SqliteKeys> {
  const path = realFile(file);
  const lock = tryLock(path, 0);
  try {
    const database = lock === undefined ? await openBeside(path) : await openToWrite(path);
    return new SqliteKeys(new Connection(database, path), lock);
  } catch (error) {
    lock?.release();
    throw error;
  }
}

class SqliteKeys implements KeyStore {
  readonly #connection: Connection;
  readonly #lock: Lock | undefined;
  readonly #reads: Reads;
  readonly #writing: Writing;

  /** @internal `openSqliteKeys` makes it. */
  constructor(connection: Connection, lock: Lock | undefined) {
    this.#connection = connection;
    this.#lock = lock;
    this.#reads = new Reads(connection.database);
    this.#writing = new Writing(connection.database);
  }

  async keys(): Promise<readonly KeyRow[]> {
    return this.#connection.read(() => this.#reads.keys());
  }

  async putKey(key: KeyRow): Promise<void> {
    this.#connection.transaction(() => this.#writing.putKey(key));
  }

  async close(): Promise<void> {
    if (this.#lock === undefined) return this.#connection.close();
    this.#connection.closeAsOneFile();
    this.#lock.release();
  }
}
