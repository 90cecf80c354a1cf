/** A connection that writes: transactions that are durable when they return, and an end once writing is unreliable. */
import type Database from 'better-sqlite3';
import { StoreBroken, StoreFull } from '../errors.ts';
import { hasCode, storeErrorOf } from './faults.ts';

/** Frames that the log file ahead of the data may hold before they are taken over: 4 MB. */
const FRAMES_TO_TAKE_OVER = 1000;

interface LogSize {
  readonly log: number;
  readonly checkpointed: number;
}

export class Connection {
  readonly database: Database.Database;
  readonly file: string;
  readonly #begin: Database.Statement;
  readonly #commit: Database.Statement;
  readonly #rollback: Database.Statement;
  readonly #logSize: Database.Statement<[], LogSize>;
  #broken: StoreBroken | undefined;
  /** There was no room: what can be reused in the log file should be, however little it is. */
  #isShort = false;

  constructor(database: Database.Database, file: string) {
    this.database = database;
    this.file = file;
    this.#begin = database.prepare('BEGIN IMMEDIATE');
    this.#commit = database.prepare('COMMIT');
    this.#rollback = database.prepare('ROLLBACK');
    this.#logSize = database.prepare('PRAGMA wal_checkpoint(NOOP)');
  }

  /** Does all of `work` or nothing of it, durably when this returns. */
  transaction<T>(work: () => T): T {
    return this.#guarded(() => {
      this.#takeOverLog();
      twice(() => this.#begin.run());
      const done = work();
      twice(() => this.#commit.run());
      return done;
    });
  }

  read<T>(work: () => T): T {
    return this.#guarded(work);
  }

  /** Whether a part of the open transaction can be undone alone after this error. */
  canUndo(error: unknown): boolean {
    const reported = storeErrorOf(error, this.file);
    return this.database.inTransaction && reported === error;
  }

  /** Takes the log file over and cuts it to nothing, as far as readers and room let it. */
  emptyLog(): void {
    this.#guarded(() => this.#checkpoint('TRUNCATE'));
  }

  close(): void {
    // After a failure nothing more is written, not even what closing would: a new process finds what is there.
    if (this.#broken === undefined) this.database.close();
  }

  /**
   * Closes the store so that it is one file, and says so of itself. Then a log file beside it is known to be another
   * store's (`log-file.ts`). While others read it stays as it is.
   */
  closeAsOneFile(): void {
    if (this.#broken === undefined) {
      try {
        this.database.pragma('busy_timeout = 0');
        this.database.pragma('journal_mode = DELETE');
      } catch (error) {
        if (!hasCode(error, 'SQLITE_BUSY') && !hasCode(error, 'SQLITE_FULL')) throw error;
      }
    }
    this.close();
  }

  /**
   * Moves what the log file holds into the data file. SQLite would do it by itself within COMMIT, and would keep
   * silent about a failed fsync there.
   */
  #takeOverLog(): void {
    const size = this.#logSize.get();
    const enough = this.#isShort ? 1 : FRAMES_TO_TAKE_OVER;
    if (size === undefined || size.log - size.checkpointed < enough) return;
    this.#checkpoint('PASSIVE');
  }

  #checkpoint(mode: 'PASSIVE' | 'TRUNCATE'): void {
    try {
      this.database.pragma(`wal_checkpoint(${mode})`);
      this.#isShort = false;
    } catch (error) {
      // Without room the log file stays as it is, and may have room itself.
      if (!hasCode(error, 'SQLITE_FULL')) throw error;
    }
  }

  #guarded<T>(work: () => T): T {
    if (this.#broken !== undefined) throw this.#broken;
    try {
      return work();
    } catch (error) {
      throw this.#reported(error);
    }
  }

  #reported(error: unknown): unknown {
    const reported = storeErrorOf(error, this.file);
    if (reported instanceof StoreFull) this.#isShort = true;
    if (reported instanceof StoreBroken) this.#broken = reported;
    else if (this.database.inTransaction) return this.#rolledBack(reported);
    return reported;
  }

  #rolledBack(reported: unknown): unknown {
    try {
      this.#rollback.run();
      return reported;
    } catch (error) {
      this.#broken = new StoreBroken(`${this.file}: a transaction could not be undone`, {
        cause: error,
      });
      return this.#broken;
    }
  }
}

/** Once more where another process was writing; SQLite has waited for it the first time, too. */
function twice(run: () => void): void {
  try {
    run();
  } catch (error) {
    if (!hasCode(error, 'SQLITE_BUSY')) throw error;
    run();
  }
}
