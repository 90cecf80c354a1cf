/** The store in a PostgreSQL database. */
import { StoreRefused } from '../errors.ts';
import type { Store } from '../store.ts';

export async function openPostgresStore(_url: string): Promise<Store> {
  throw new StoreRefused('PostgreSQL is not built yet');
}
