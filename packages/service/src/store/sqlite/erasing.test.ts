import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { Appending, NOTHING_WANTED, newExperiment } from '../../../test/store/rows.ts';
import { newStoreFile } from '../../../test/store/store-folder.ts';
import { openSqliteStore } from './sqlite-store.ts';

/** The files beside the store that hold this text. */
function holding(file: string, text: string): string[] {
  const folder = dirname(file);
  return readdirSync(folder).filter((name) => readFileSync(join(folder, name)).includes(text));
}

test('after erasing, no file of the store holds the unit, its context, key or digest, deleted or not', async () => {
  const file = newStoreFile();
  const store = await openSqliteStore(file);
  onTestFinished(() => store.close());
  await store.create(newExperiment('one'));
  const work: Parameters<typeof store.commit>[0][0]['work'] = ({ experiment }) => {
    const to = new Appending(experiment);
    for (let round = 0; round < 500; round++) {
      const unit = round % 5 === 0 ? 'ann@shop.example' : `unit-${round}`;
      const digest = unit === 'ann@shop.example' ? 'digest of ann' : null;
      const request = `${unit} ${round}`;
      to.decide({ unit, context: `{"for":"${unit}"}`, request, digest, at: 1000 + round });
    }
    return to.writes;
  };
  await store.commit([{ experiment: 1, known: 1, wanted: NOTHING_WANTED, work }]);
  expect(holding(file, 'ann@shop.example')).not.toEqual([]);
  await store.prune(1, { known: 1e9, number: 100, before: 1e9, seq: 1e9 }, 1000);
  const erasure = { unit: 'ann@shop.example', tombstone: 'erased-1', at: 5000, by: 'key' };
  expect(await store.eraseUnit(1, erasure)).toBe(80);
  expect(holding(file, 'ann@shop.example')).toEqual([]);
  expect(holding(file, 'digest of ann')).toEqual([]);
  expect(holding(file, 'erased-1')).toEqual(['data.db']);
});
