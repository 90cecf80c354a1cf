/** Opens a store to read all of it as of one moment, or to fill an empty one. An engine is loaded when it is used. */
import { isPostgres } from '../store/location.ts';
import type { StoreFilling, StoreMoment } from '../store/store.ts';
import { demandThere } from './open-store.ts';

interface OpenedMoment {
  readonly moment: StoreMoment;
  close(): Promise<void>;
}

/** A file is locked for that long; a database goes on, and what is written to it meanwhile is not seen. */
export async function openMoment(location: string): Promise<OpenedMoment> {
  if (isPostgres(location)) {
    const { openPostgresMoment } = await import('../store/postgres/postgres-moment.ts');
    return openPostgresMoment(location);
  }
  demandThere(location);
  const { openSqliteStore } = await import('../store/sqlite/sqlite-store.ts');
  const store = await openSqliteStore(location);
  return { moment: store, close: () => store.close() };
}

export async function openFilling(location: string): Promise<StoreFilling> {
  if (isPostgres(location)) {
    const { openPostgresFilling } = await import('../store/postgres/postgres-filling.ts');
    return openPostgresFilling(location);
  }
  const { openSqliteFilling } = await import('../store/sqlite/sqlite-filling.ts');
  return openSqliteFilling(location);
}
