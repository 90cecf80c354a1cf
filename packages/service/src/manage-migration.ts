/** The tables of a PostgreSQL database: made, or brought to the present format, by their owner. */
import { StoreRefused } from './store/errors.ts';

/** What a migration did. */
export interface Migrated {
  /** Null where there was nothing. */
  readonly from: number | null;
  readonly to: number;
  /** The role that may now use the tables; null where none was named. */
  readonly grantedTo: string | null;
}

/** Makes or upgrades the tables; does nothing where they are as they should be. */
export async function migrateStore(_location: string, _role?: string): Promise<Migrated> {
  throw new StoreRefused('PostgreSQL is not built yet');
}
