/** Opens a store to read all of it as of one moment, or to fill an empty one. */
import { isPostgres } from '../store/location.ts';
import type { StoreFilling, StoreMoment } from '../store/store.ts';
import { demandThere } from './open-store.ts';

interface OpenedMoment {
  readonly moment: StoreMoment;
  close(): Promise<void>;
}

/** A file is locked for that long; a database goes on without being seen. */
export async function openMoment(location: string): Promise<OpenedMoment> {
  demandThere(location);
  if (isPostgres(location)) throw new Error('PostgreSQL is not built yet');
  const { openSqliteStore } = await import('../store/sqlite/sqlite-store.ts');
  const store = await openSqliteStore(location);
  return { moment: store, close: () => store.close() };
}

export async function openFilling(location: string): Promise<StoreFilling> {
  if (isPostgres(location)) throw new Error('PostgreSQL is not built yet');
  const { openSqliteFilling } = await import('../store/sqlite/sqlite-filling.ts');
  return openSqliteFilling(location);
}
