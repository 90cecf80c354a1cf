/**
 * One process at a time works on a store. The lock is a SQLite database beside the data with an exclusive
 * transaction held open: the kernel frees it however the process dies, so no lock is ever left behind.
 */
import Database from 'better-sqlite3';
import { StoreRefused } from '../errors.ts';
import { hasCode } from './faults.ts';

/** How long to wait for a process that is just closing the store. */
const WAIT_MS = 1000;

export interface Lock {
  release(): void;
}

export function takeLock(file: string): Lock {
  const held = tryLock(file, WAIT_MS);
  if (held !== undefined) return held;
  throw new StoreRefused(
    `another process is at work on the store ${file}: one at a time may (it holds ${lockFile(file)}); ` +
      'stop that process, or start this one with another --data',
    'store-in-use',
  );
}

/** The lock, or undefined where another process still has it after `wait` milliseconds. */
export function tryLock(file: string, wait: number): Lock | undefined {
  const database = new Database(lockFile(file), { timeout: wait });
  try {
    // Nothing is ever written to it: no further file beside it.
    database.pragma('journal_mode = MEMORY');
    database.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    database.close();
    if (hasCode(error, 'SQLITE_BUSY')) return undefined;
    throw error;
  }
  return { release: () => void database.close() };
}

function lockFile(file: string): string {
  return `${file}.lock`;
}
