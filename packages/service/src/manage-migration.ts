/** The tables of a PostgreSQL database: made, or brought to the present format, by their owner. */
import type { Migrated } from './store/postgres/migrate.ts';

/** Makes or upgrades the tables; does nothing where they are as they should be. */
export async function migrateStore(url: string, role?: string): Promise<Migrated> {
  const { migratePostgres } = await import('./store/postgres/migrate.ts');
  return migratePostgres(url, role === undefined ? {} : { role });
}
