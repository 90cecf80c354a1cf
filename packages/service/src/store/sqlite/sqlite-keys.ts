/** The keys of a store, for `driftline keys`: also while the service is at work on it. */
import type { KeyRow } from '../../model/rows.ts';
import type { KeyStore } from '../store.ts';
import type { Connection } from './connection.ts';
import { realFile } from './files.ts';
import { type Lock, tryLock } from './lock.ts';
import { NamedFile } from './named-file.ts';
import { openBeside, openToWrite } from './open.ts';
import { Reads } from './reads.ts';
import { Writing } from './writing.ts';

/** Makes the store where there is none, so that a key can be added before the first start. */
export async function openSqliteKeys(file: string): Promise<SqliteKeys> {
  const path = realFile(file);
  const lock = tryLock(path, 0);
  try {
    if (lock !== undefined) return new SqliteKeys(await openToWrite(path), lock);
    const named = new NamedFile(path);
    return new SqliteKeys(await openBeside(path), undefined, named);
  } catch (error) {
    lock?.release();
    throw error;
  }
}

class SqliteKeys implements KeyStore {
  readonly #connection: Connection;
  readonly #lock: Lock | undefined;
  /** The file beside the process that watches it. */
  readonly #named: NamedFile | undefined;
  readonly #reads: Reads;
  readonly #writing: Writing;

  /** @internal `openSqliteKeys` makes it. */
  constructor(connection: Connection, lock: Lock | undefined, named?: NamedFile) {
    this.#connection = connection;
    this.#lock = lock;
    this.#named = named;
    this.#reads = new Reads(connection.database);
    this.#writing = new Writing(connection.database);
  }

  async keys(): Promise<readonly KeyRow[]> {
    return this.#connection.read(() => this.#reads.keys());
  }

  async putKey(key: KeyRow): Promise<void> {
    this.#connection.transaction(() => this.#writing.putKey(key));
    this.#named?.demandSame();
  }

  async close(): Promise<void> {
    if (this.#lock === undefined) return this.#connection.close();
    this.#connection.closeAsOneFile();
    this.#lock.release();
  }
}
