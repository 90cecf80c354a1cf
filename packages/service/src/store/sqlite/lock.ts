/**
 * One process at a time works on a store. The lock is a SQLite database beside the data with an exclusive
 * transaction held open: the kernel frees it however the process dies, so no lock is ever left behind.
 */
import { chmodSync, closeSync, openSync, statSync } from 'node:fs';
import Database from 'better-sqlite3';
import { StoreBroken, StoreRefused } from '../errors.ts';
import { hasCode } from './faults.ts';
import { NamedFile } from './named-file.ts';

/** How long to wait for a process that is just closing the store. */
const WAIT_MS = 1000;

export interface Lock {
  /**
   * Looks whether the lock still keeps others out. One whose file was removed is taken again. Throws `StoreBroken` if
   * another process was faster.
   */
  confirm(): void;
  release(): void;
}

export function takeLock(file: string): Lock {
  const held = tryLock(file, WAIT_MS);
  if (held !== undefined) return held;
  throw new StoreRefused(
    `another process is using the store ${file} (it holds ${lockFile(file)}); ` +
      'stop that process, or start this one with another --data',
    'store-in-use',
  );
}

/** The lock, or undefined where another process still has it after `wait` milliseconds. */
export function tryLock(file: string, wait: number): Lock | undefined {
  const held = lockedFile(lockFile(file), wait);
  return held === undefined ? undefined : new HeldLock(file, held);
}

/** A lock file, and the database in it that is locked. */
interface LockedFile {
  readonly named: NamedFile;
  readonly database: Database.Database;
}

class HeldLock implements Lock {
  readonly #file: string;
  #held: LockedFile;

  constructor(file: string, held: LockedFile) {
    this.#file = file;
    this.#held = held;
  }

  confirm(): void {
    if (this.#held.named.isSame) return;
    const again = lockedFile(this.#held.named.path, 0);
    if (again === undefined)
      throw new StoreBroken(
        `${this.#held.named.path} was removed or replaced, and another process is using ${this.#file}; everything ` +
          'acknowledged is in the store; keep one of the two processes, and do not touch the lock file',
      );
    this.#held.database.close();
    this.#held = again;
  }

  release(): void {
    this.#held.database.close();
  }
}

/** Whoever can open the file could lock others out: it is its owner's alone, as the store is. */
function makePrivate(path: string): void {
  const stats = statSync(path, { throwIfNoEntry: false });
  // A file that is there is not opened: closing it would free a lock that this process has on it.
  if (stats === undefined) closeSync(openSync(path, 'a', 0o600));
  else if ((stats.mode & 0o077) !== 0 && stats.uid === process.getuid?.()) chmodSync(path, 0o600);
}

function lockedFile(path: string, wait: number): LockedFile | undefined {
  makePrivate(path);
  const named = new NamedFile(path);
  const database = new Database(path, { timeout: wait });
  try {
    // Nothing is ever written to it: no further file beside it.
    database.pragma('journal_mode = MEMORY');
    database.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    database.close();
    if (hasCode(error, 'SQLITE_BUSY')) return undefined;
    throw error;
  }
  return { named, database };
}

function lockFile(file: string): string {
  return `${file}.lock`;
}
