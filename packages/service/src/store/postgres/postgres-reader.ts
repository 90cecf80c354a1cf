/** Reads a PostgreSQL database beside those who write to it. */
import { StoreRefused } from '../errors.ts';
import type { StoreReader } from '../store.ts';

export async function openPostgresReader(_url: string): Promise<StoreReader> {
  throw new StoreRefused('PostgreSQL is not built yet');
}
