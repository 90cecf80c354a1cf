/** Signs beside a store that something happened to it. */
import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { isPostgres } from '../store/location.ts';
import { realFile } from '../store/sqlite/files.ts';
import { demandNoLeftovers } from '../store/sqlite/leftovers.ts';

/**
 * Sentences for an operator, to be read before a store is made because it is not there. Throws `StoreRefused` if a
 * service lost this store, and what it kept is still beside it.
 */
export function storeNotices(location: string): readonly string[] {
  demandDealtWith(location);
  if (isPostgres(location)) return [];
  const file = resolve(location);
  // If its log file is there, no store is made.
  const isMade = !existsSync(file) && !existsSync(`${file}-wal`);
  return isMade && existsSync(`${file}.lock`) ? [goneStore(file)] : [];
}

function goneStore(file: string): string {
  return (
    `${file} does not exist, but ${file}.lock shows that there was a store; creating an empty one; ` +
    'if the store was moved or removed by mistake, stop the service and put it back'
  );
}

/** Throws `StoreRefused` if a service lost this store, and what it kept is still beside it. */
export function demandDealtWith(location: string): void {
  if (!isPostgres(location) && existsSync(dirname(resolve(location))))
    demandNoLeftovers(realFile(location));
}
