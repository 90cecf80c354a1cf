import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ChunkPlayer, type Comparison } from '@driftline/engine/play';
import { expect, onTestFinished, test } from 'vitest';
import { FolderStore } from './folder-store.ts';

const comparison: Comparison = {
  name: 'test',
  environment: { kind: 'named', spec: 'paper-2', horizon: 60 },
  policies: ['ucb1', 'sw-moss:eta=0.6;window=20'],
  replications: 4,
  seed: 1,
  checkpoints: { count: 3, spacing: 'linear' },
};

function temporary(): string {
  const folder = mkdtempSync(join(tmpdir(), 'driftline-store-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

test('a chunk that is damaged, cut short or empty is not there', async () => {
  const path = temporary();
  const store = new FolderStore(path, 'one');
  const rows = new ChunkPlayer(comparison).play({ from: 0, to: 2 });
  await store.save(0, 0, rows);
  expect(await store.load(0, 0)).toEqual(rows);
  expect(await store.load(0, 1)).toBeUndefined();
  const file = join(path, '0/0/0.rows');
  const whole = readFileSync(file);
  const damaged = Buffer.from(whole);
  damaged[damaged.length - 5] ^= 1;
  const header = Buffer.from(whole);
  header[0] = 0;
  // JSON still, but another count than was written.
  const miscounted = Buffer.from(whole);
  miscounted[whole.indexOf('"epochs":') + '"epochs":'.length] ^= 1;
  const cut = whole.subarray(0, whole.length - 8);
  for (const bytes of [damaged, cut, header, miscounted, Buffer.from('null\n'), Buffer.alloc(0)]) {
    writeFileSync(file, bytes);
    expect(await store.load(0, 0)).toBeUndefined();
  }
});

test('a chunk of another plan is not there', async () => {
  const path = temporary();
  const rows = new ChunkPlayer(comparison).play({ from: 0, to: 2 });
  await new FolderStore(path, 'one').save(0, 0, rows);
  const known = async (store: FolderStore) => [
    await store.has(0, 0),
    (await store.load(0, 0)) !== undefined,
  ];
  expect(await known(new FolderStore(path, 'one'))).toEqual([true, true]);
  expect(await known(new FolderStore(path, 'two'))).toEqual([false, false]);
  expect(await known(new FolderStore(path, 'o'))).toEqual([false, false]);
  // Nor is one that is said to be of this plan, but was not written so.
  const file = join(path, '0/0/0.rows');
  const forged = readFileSync(file, 'latin1').replace('"plan":"one"', '"plan":"two"');
  writeFileSync(file, forged, 'latin1');
  expect(await new FolderStore(path, 'two').load(0, 0)).toBeUndefined();
});
