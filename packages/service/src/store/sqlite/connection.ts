/** A connection that writes: transactions that are durable when they return, and an end once writing is unreliable. */
import type Database from 'better-sqlite3';
import { StoreBroken, StoreFull, StoreRefused, StoreReplaced } from '../errors.ts';
import { hasCode, storeErrorOf } from './faults.ts';
import type { LogSize } from './log-copy.ts';
import type { StoreFiles } from './store-files.ts';

/** Frames that the log file ahead of the data may hold before they are taken over: 4 MB. */
const FRAMES_TO_TAKE_OVER = 1000;

/** Connection and files with which a process that has a store for itself keeps it from harm. */
interface Watch {
  readonly files: StoreFiles;
  readonly keeper: Database.Database;
}

export class Connection {
  readonly database: Database.Database;
  readonly file: string;
  readonly #begin: Database.Statement;
  readonly #commit: Database.Statement;
  readonly #rollback: Database.Statement;
  readonly #askLogSize: Database.Statement<
    [],
    [isBusy: number, frames: number, checkpointed: number]
  >;
  /** Watched if this process has the store for itself. */
  readonly #files: StoreFiles | undefined;
  /**
   * A connection that only reads. SQLite moves the log into the data file when the last connection that can write is
   * closed, even if the file was overwritten. While this one is open, `database` is not the last.
   */
  readonly #keeper: Database.Database | undefined;
  #broken: StoreBroken | undefined;
  /** There was no room: what can be reused in the log file should be, however little it is. */
  #isShort = false;

  constructor(database: Database.Database, file: string, watch?: Watch) {
    this.database = database;
    this.file = file;
    this.#files = watch?.files;
    this.#keeper = watch?.keeper;
    this.#begin = database.prepare('BEGIN IMMEDIATE');
    this.#commit = database.prepare('COMMIT');
    this.#rollback = database.prepare('ROLLBACK');
    this.#askLogSize = database
      .prepare<[], [number, number, number]>('PRAGMA wal_checkpoint(NOOP)')
      .raw();
    this.#files?.begin(Number(database.pragma('page_size', { simple: true })), this.#logSize());
  }

  /** Does all of `work` or nothing of it, durably when this returns. */
  transaction<T>(work: () => T): T {
    return this.#guarded(() => {
      this.#takeOverLog();
      twice(() => this.#begin.run());
      const done = work();
      twice(() => this.#commit.run());
      this.#files?.confirm(this.#logSize());
      return done;
    });
  }

  /** Throws `StoreReplaced` if the files of the store are not where they were. */
  confirmPlace(): void {
    this.#guarded(() => this.#files?.confirmAll(this.#logSize()));
  }

  /** Copies everything that was committed to a new file, after `StoreReplaced`. */
  async rescue(): Promise<string> {
    if (this.#files === undefined)
      throw new StoreRefused(`${this.file} is used by another process`);
    return this.#files.rescue();
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
    if (this.#broken !== undefined) return;
    this.#keeper?.close();
    this.database.close();
  }

  /**
   * Closes the store so that it is one file, and says so of itself. Then a log file beside it is known to be another
   * store's (`log-file.ts`). While others read it stays as it is.
   */
  closeAsOneFile(): void {
    if (this.#broken !== undefined) return;
    this.#guarded(() => {
      // It would remove the log file by its name, which may be another store's.
      this.#files?.confirm(this.#logSize());
      this.#keeper?.close();
      try {
        this.database.pragma('busy_timeout = 0');
        this.database.pragma('journal_mode = DELETE');
      } catch (error) {
        if (!hasCode(error, 'SQLITE_BUSY') && !hasCode(error, 'SQLITE_FULL')) throw error;
      }
      this.database.close();
      this.#files?.confirmClosed();
    });
    this.#files?.close();
  }

  /**
   * Moves what the log file holds into the data file. SQLite would do it by itself within COMMIT, and would keep
   * silent about a failed fsync there.
   */
  #takeOverLog(): void {
    const size = this.#logSize();
    const enough = this.#isShort ? 1 : FRAMES_TO_TAKE_OVER;
    if (size.frames - size.checkpointed < enough) return;
    // A log file that was cut must not get into the data file.
    this.#files?.confirm(size);
    this.#checkpoint('PASSIVE');
  }

  #logSize(): LogSize {
    const [, frames, checkpointed] = this.#askLogSize.get() ?? [0, 0, 0];
    return { frames, checkpointed };
  }

  #checkpoint(mode: 'PASSIVE' | 'TRUNCATE'): void {
    try {
      this.database.pragma(`wal_checkpoint(${mode})`);
      this.#isShort = false;
    } catch (error) {
      // Without room the log file stays as it is, and may have room itself.
      if (!hasCode(error, 'SQLITE_FULL')) throw error;
    }
    this.#files?.noteCheckpoint(this.#logSize());
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
    const reported = this.#withReason(storeErrorOf(error, this.file));
    if (reported instanceof StoreFull) this.#isShort = true;
    if (reported instanceof StoreBroken) this.#end(reported);
    else if (this.database.inTransaction) return this.#rolledBack(reported);
    return reported;
  }

  /** Files that were taken away may fail to be read before anybody looks at them: then that is the reason. */
  #withReason(reported: unknown): unknown {
    if (!(reported instanceof StoreBroken) || reported instanceof StoreReplaced) return reported;
    try {
      this.#files?.confirmNames(this.#logSize());
      return reported;
    } catch (error) {
      return error instanceof StoreReplaced ? error : reported;
    }
  }

  #rolledBack(reported: unknown): unknown {
    try {
      this.#rollback.run();
      return reported;
    } catch (error) {
      const broken = new StoreBroken(`${this.file}: a transaction could not be undone`, {
        cause: error,
      });
      this.#end(broken);
      return broken;
    }
  }

  /**
   * After a failure nothing more is written: a new process finds what is there. Without the keeper, the end of the
   * thread would close the database and write.
   */
  #end(broken: StoreBroken): void {
    this.#broken = broken;
    if (this.#keeper?.open) this.database.close();
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
