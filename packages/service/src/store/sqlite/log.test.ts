import { onTestFinished, test } from 'vitest';
import { expectPlainLists } from '../../../test/store/any-life.ts';
import { newStoreFile } from '../../../test/store/store-folder.ts';
import { openSqliteStore } from './sqlite-store.ts';

test('any life of an experiment leaves the log that plain lists have, in pages of any size', async () => {
  const store = await openSqliteStore(newStoreFile());
  onTestFinished(() => store.close());
  await expectPlainLists(store, 40);
});
