import { afterAll, beforeAll } from 'vitest';
import { type Postgres, startPostgres } from '../../../../../tools/postgres.ts';
import { shortOrLong } from '../../../test/faults/length.ts';
import type { StoreUnderTest } from '../../../test/store/contract/given.ts';
import { FaultyStore } from '../../../test/store/faulty-store.ts';
import { storeContract } from '../../../test/store/store-contract.ts';
import type { Store } from '../store.ts';
import { Database } from './database.ts';
import { migratePostgres } from './migrate.ts';
import { openPostgresStore } from './postgres-store.ts';
import { RIGHTS } from './schema.ts';

let postgres: Postgres;
beforeAll(async () => {
  postgres = await startPostgres({ durable: true });
  await migratePostgres(postgres.url);
});
afterAll(() => postgres.stop());

async function emptied(): Promise<void> {
  const database = new Database(postgres.url, { connections: 1 });
  const tables = Object.keys(RIGHTS).filter((table) => table !== 'store' && table !== 'pulse');
  await database.transaction((session) => session.ask(`TRUNCATE ${tables.join(', ')}`));
  await database.close();
}

async function fresh(wrap = (store: Store) => store): Promise<StoreUnderTest> {
  return {
    open: async () => wrap(await openPostgresStore(postgres.url)),
    remove: emptied,
  };
}

storeContract('PostgreSQL', () => fresh());

for (const seed of shortOrLong([1], [1, 2, 3, 4, 5])) {
  storeContract(`PostgreSQL that fails, tears and delays, seed ${seed}`, () =>
    fresh((store) => new FaultyStore(store, { seed, faults: 0.3 })),
  );
}
