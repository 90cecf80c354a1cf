/** Files beside a store that show that its files were taken from a service, and that nobody has dealt with. */
import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { StoreRefused } from '../errors.ts';
import { freeName } from './files.ts';

/** The name of a copy is the store's, this, and the time. */
const RESCUED = '.rescued-';
/** The name of the log file of a store that was overwritten is the store's, this, and the time. */
const OVERWRITTEN = '-wal.overwritten-';

/** Ends of names of files beside a copy: it is not whole yet, or it was opened as a store, as `store check` does. */
const BESIDE = ['.partial', '.lock', '-wal', '-shm'];

function stamped(prefix: string): string {
  return freeName(`${prefix}${new Date().toISOString().replaceAll(':', '-')}`);
}

export function rescuedName(file: string): string {
  return stamped(`${file}${RESCUED}`);
}

export function overwrittenLogName(file: string): string {
  return stamped(`${file}${OVERWRITTEN}`);
}

/** Copies that were made when the files of a store were taken away, and log files of stores that were overwritten. */
function leftoversOf(file: string): { copies: string[]; logs: string[] } {
  const folder = dirname(file);
  const names = existsSync(folder) ? readdirSync(folder) : [];
  const beginningWith = (prefix: string) =>
    names
      .filter((name) => name.startsWith(prefix) && !BESIDE.some((end) => name.endsWith(end)))
      .map((name) => join(folder, name));
  const base = basename(file);
  return {
    copies: beginningWith(`${base}${RESCUED}`),
    logs: beginningWith(`${base}${OVERWRITTEN}`),
  };
}

/** The steps after a copy was made. */
export function useOfCopy(copy: string): string {
  const file = copy.slice(0, copy.lastIndexOf(RESCUED));
  return (
    `to continue with the copy, move ${file}, ${file}-wal and ${file}-shm to another folder if they exist, rename the ` +
    `copy to ${file}, and start the service; to continue without it, move the copy to another folder, and start the service`
  );
}

/** The steps after a store was overwritten. */
export function useOfLog(file: string, log: string): string {
  return (
    `move ${file}, ${file}-wal, ${file}-shm and ${log} to another folder if they exist, copy a backup to ${file}, ` +
    'and start the service'
  );
}

/** Refuses a start on a store that may be older than one that a service lost. */
export function demandNoLeftovers(file: string): void {
  const { copies, logs } = leftoversOf(file);
  const [copy] = copies;
  if (copy !== undefined)
    throw new StoreRefused(
      `the files of ${file} were taken away from a running service, which copied everything that was committed to ${copy}; ` +
        useOfCopy(copy),
      'store-left-behind',
    );
  const [log] = logs;
  if (log !== undefined)
    throw new StoreRefused(
      `${file} was overwritten while a service was using it, and ${log} is the remaining log of the ` +
        `store before; ${useOfLog(file, log)}`,
      'store-left-behind',
    );
}
