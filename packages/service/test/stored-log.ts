/** A log of tests in a real store. */
import { openSqliteStore } from '../src/store/sqlite/sqlite-store.ts';
import type { KeptLog } from './kept-log.ts';

/** Writes a log into a new store in `file`; returns the keys that sign ids there. */
export async function storeLog(file: string, log: KeptLog): Promise<readonly Uint8Array[]> {
  const store = await openSqliteStore(file);
  const row = await log.experiment('checkout');
  const [first, ...changes] = await log.allChanges();
  if (row === undefined || first === undefined) throw new Error('a log begins with its experiment');
  const { id, ...rest } = row;
  const begun = { ...rest, head: 1, next: 0, swept: 0, at: first.at };
  const made = await store.create({ experiment: begun, change: first });
  if (made?.id !== id) throw new Error('the first experiment of a store has the id 1');
  const [end] = await store.commit([
    {
      experiment: id,
      known: 1,
      wanted: { numbers: [], requests: [], units: [] },
      work: () => ({
        experiment: row,
        decisions: log.rows,
        outcomes: [...log.outcomes.values()].sort((a, b) => a.seq - b.seq),
        changes,
      }),
    },
  ]);
  if ('error' in end) throw end.error;
  const { idKeys } = store;
  await store.close();
  return idKeys;
}
