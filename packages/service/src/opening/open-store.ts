/** Opens a store, whichever it is. An engine is loaded when it is used. */
import { existsSync } from 'node:fs';
import { StoreRefused } from '../store/errors.ts';
import { isPostgres } from '../store/location.ts';
import type { KeyStore, Store, StoreReader } from '../store/store.ts';

/** Whether there is a store to open. To open a file that is not there would make it; a database says so itself. */
export function isThere(location: string): boolean {
  return isPostgres(location) || existsSync(location);
}

export function demandThere(location: string): void {
  if (isThere(location)) return;
  throw new StoreRefused(`there is no store ${location}`, 'file-not-found');
}

/** To write; a SQLite file is made where there is none, a database must have been migrated. */
export async function openStore(location: string): Promise<Store> {
  if (isPostgres(location)) {
    const { openPostgresStore } = await import('../store/postgres/postgres-store.ts');
    return openPostgresStore(location);
  }
  const { openSqliteStore } = await import('../store/sqlite/sqlite-store.ts');
  return openSqliteStore(location);
}

/** To read beside whoever writes. */
export async function openReader(location: string): Promise<StoreReader> {
  if (isPostgres(location)) {
    const { openPostgresReader } = await import('../store/postgres/postgres-reader.ts');
    return openPostgresReader(location);
  }
  const { openSqliteReader } = await import('../store/sqlite/sqlite-reader.ts');
  return openSqliteReader(location);
}

/** The keys alone. */
export async function openKeys(location: string): Promise<KeyStore> {
  if (isPostgres(location)) return openStore(location);
  const { openSqliteKeys } = await import('../store/sqlite/sqlite-keys.ts');
  return openSqliteKeys(location);
}
