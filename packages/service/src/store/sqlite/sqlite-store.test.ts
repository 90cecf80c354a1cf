import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { shortOrLong } from '../../../test/faults/length.ts';
import type { StoreUnderTest } from '../../../test/store/contract/given.ts';
import { FaultyStore } from '../../../test/store/faulty-store.ts';
import { storeContract } from '../../../test/store/store-contract.ts';
import type { Store } from '../store.ts';
import { openSqliteStore } from './sqlite-store.ts';

async function fresh(wrap = (store: Store) => store): Promise<StoreUnderTest> {
  const folder = mkdtempSync(join(tmpdir(), 'driftline-store-'));
  return {
    open: async () => wrap(await openSqliteStore(join(folder, 'data.db'))),
    remove: async () => rmSync(folder, { recursive: true }),
  };
}

storeContract('SQLite', () => fresh());

for (const seed of shortOrLong([1], [1, 2, 3, 4, 5])) {
  storeContract(`SQLite that fails, tears and delays, seed ${seed}`, () =>
    fresh((store) => new FaultyStore(store, { seed, faults: 0.3 })),
  );
}
