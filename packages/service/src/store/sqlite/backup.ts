/** Backups while the service is at work: a copy of one moment, whole and checked before it has its name. */
import {
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  linkSync,
  openSync,
  unlinkSync,
} from 'node:fs';
import { dirname, resolve } from 'node:path';
import Database from 'better-sqlite3';
import { StoreDamaged, StoreRefused } from '../errors.ts';
import { codeOf, syncFile, syncFolder } from './files.ts';

/** Pages per step; between steps the thread does other work. */
const PAGES_PER_STEP = 500;

/** Copies what `database` holds at this moment into a new file. */
export function copyInto(database: Database.Database, to: string): Promise<void> {
  return makeCopy(to, (partial) => copyMoment(database, partial));
}

/** Makes a store of its own from what `fill` writes into a file, and gives it its name when it is whole. */
export async function makeCopy(
  to: string,
  fill: (partial: string) => Promise<void>,
): Promise<void> {
  const target = resolve(to);
  const partial = `${target}.partial`;
  if (existsSync(target)) throw taken(target, 'choose another file');
  claim(partial);
  try {
    await fill(partial);
    makeSingleFile(partial);
    syncFile(partial);
    publish(partial, target);
  } finally {
    unlinkSync(partial);
  }
}

function taken(file: string, remedy: string, options?: ErrorOptions): StoreRefused {
  return new StoreRefused(
    `${file} already exists, and a backup never overwrites a file; ${remedy}`,
    'file-exists',
    options,
  );
}

function claim(partial: string): void {
  try {
    closeSync(openSync(partial, 'wx', 0o600));
  } catch (error) {
    if (codeOf(error) === 'EEXIST')
      throw taken(
        partial,
        'another backup is running, or was interrupted; if it was interrupted, remove the file',
        {
          cause: error,
        },
      );
    throw new StoreRefused(
      `${partial} cannot be written; does the folder ${dirname(partial)} exist?`,
      'file-not-accessible',
      { cause: error },
    );
  }
}

/**
 * The open transaction keeps the moment: without it each write of the service would make the copy begin again, and
 * under load it would never end.
 */
async function copyMoment(database: Database.Database, partial: string): Promise<void> {
  database.exec('BEGIN');
  try {
    database.prepare('SELECT count(*) FROM store').get();
    await database.backup(partial, { progress: () => PAGES_PER_STEP });
  } finally {
    database.exec('COMMIT');
  }
}

/** A backup has no log file beside it that could be forgotten, and is whole. */
function makeSingleFile(partial: string): void {
  const copy = new Database(partial);
  try {
    copy.pragma('synchronous = FULL');
    copy.pragma('journal_mode = DELETE');
    const found = copy.pragma('quick_check(1)', { simple: true });
    if (found !== 'ok')
      throw new StoreDamaged(
        `the backup is damaged, and the store may be as well: ${String(found)}`,
      );
  } finally {
    copy.close();
  }
}

/** Gives the finished file its name, unless something has that name meanwhile. */
function publish(partial: string, target: string): void {
  try {
    linkSync(partial, target);
  } catch (error) {
    if (codeOf(error) === 'EEXIST') throw taken(target, 'choose another file', { cause: error });
    // A file system without links; this overwrites nothing either.
    copyFileSync(partial, target, constants.COPYFILE_EXCL);
    syncFile(target);
  }
  syncFolder(dirname(target));
}
