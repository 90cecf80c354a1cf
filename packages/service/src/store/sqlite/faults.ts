/** What SQLite's error codes mean for us. */
import Database from 'better-sqlite3';
import { StoreBroken, StoreReplaced } from '../errors.ts';
import { noRoom } from './files.ts';

/** Whether an error is SQLite's of this kind, extended codes such as `SQLITE_BUSY_SNAPSHOT` included. */
export function hasCode(error: unknown, code: string): error is InstanceType<Database.SqliteError> {
  return (
    error instanceof Database.SqliteError &&
    (error.code === code || error.code.startsWith(`${code}_`))
  );
}

/**
 * The error to report for one that came while the store was at work. SQLite itself goes on after a failed fsync as
 * if nothing were; for us an input or output error ends everything, because what is on the disk is then unknown.
 */
export function storeErrorOf(error: unknown, file: string): unknown {
  // The file of shared memory is never synced and holds nothing that lasts: it failed to grow, for lack of room.
  if (hasCode(error, 'SQLITE_FULL') || hasCode(error, 'SQLITE_IOERR_SHMSIZE'))
    return noRoom(file, { cause: error });
  if (hasCode(error, 'SQLITE_READONLY_DBMOVED'))
    return new StoreReplaced(`${file} was moved, replaced or removed while the store was open`, {
      cause: error,
    });
  if (hasCode(error, 'SQLITE_IOERR'))
    return new StoreBroken(
      `reading or writing ${file} failed (${error.code}); the state of the disk is unknown until the store is opened ` +
        'again; check the disk (dmesg), then start again',
      { cause: error },
    );
  if (hasCode(error, 'SQLITE_CORRUPT') || hasCode(error, 'SQLITE_NOTADB'))
    return new StoreBroken(
      `${file} is damaged (${error.message}); restore a backup, or try 'driftline store check'`,
      { cause: error },
    );
  return error;
}
