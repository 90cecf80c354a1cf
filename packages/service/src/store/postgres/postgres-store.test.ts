/** The contract, as a role that may do no more than the service needs. */
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { shortOrLong } from '../../../test/faults/length.ts';
import { expectPlainLists } from '../../../test/store/any-life.ts';
import type { StoreUnderTest } from '../../../test/store/contract/given.ts';
import { FaultyStore } from '../../../test/store/faulty-store.ts';
import { storeContract } from '../../../test/store/store-contract.ts';
import { StoreServer } from '../../../test/store/store-server.ts';
import type { Store } from '../store.ts';
import { openPostgresStore } from './postgres-store.ts';

let server: StoreServer;
beforeAll(async () => {
  server = await StoreServer.start();
});
afterAll(() => server.stop());

async function fresh(wrap = (store: Store) => store): Promise<StoreUnderTest> {
  return {
    open: async () => wrap(await openPostgresStore(server.url)),
    remove: () => server.empty(),
  };
}

storeContract('PostgreSQL', () => fresh());

for (const seed of shortOrLong([1], [1, 2, 3, 4, 5])) {
  storeContract(`PostgreSQL that fails, tears and delays, seed ${seed}`, () =>
    fresh((store) => new FaultyStore(store, { seed, faults: 0.3 })),
  );
}

test('any life of an experiment leaves the log that plain lists have, in pages of any size', async () => {
  const store = await openPostgresStore(server.url);
  onTestFinished(() => store.close());
  await expectPlainLists(store, shortOrLong(8, 100));
  await server.empty();
});

test.each([
  'DROP TABLE decision',
  'TRUNCATE decision',
  'ALTER TABLE decision DROP COLUMN unit',
  'CREATE TABLE other(one bigint)',
  'DROP SCHEMA driftline CASCADE',
  'DELETE FROM experiment',
  'DELETE FROM api_key',
  'UPDATE change SET by = by',
  'UPDATE outcome SET value = 1',
  'UPDATE store SET format = 2',
  'DELETE FROM store',
])('the role of the service may not %s', async (statement) => {
  await expect(server.as('service', statement)).rejects.toMatchObject({ cause: { code: '42501' } });
});
