import { copyFileSync } from 'node:fs';
import Database from 'better-sqlite3';
import { afterEach, expect, test } from 'vitest';
import { Folder, HandClock, plain, startWriter } from '../../../test/writer/bench.ts';
import { checkStore } from '../../manage-store.ts';

let folder: Folder;
afterEach(() => folder.remove());

/** A store with every kind of change that is written without an alarm of a policy. */
async function changedStore(): Promise<string> {
  folder = new Folder();
  const clock = new HandClock();
  const asked = await startWriter(await folder.open(), { clock });
  await asked.create('x', plain);
  await asked.decide('x', { unit: 'u' });
  await asked.ok('change', { key: 'x', patch: { explore: 0.1 } });
  await asked.ok('addArm', { key: 'x', arm: 'd', change: {} });
  await asked.ok('retireArm', { key: 'x', arm: 'a' });
  await asked.ok('setStatus', { key: 'x', status: 'paused' });
  await asked.ok('setStatus', { key: 'x', status: 'running' });
  clock.pass(2 * 600_000);
  await asked.writer.turn();
  await asked.ok('eraseUnit', { key: 'x', unit: 'u' });
  await asked.decide('x');
  await asked.writer.close();
  return folder.file;
}

function changesIn(file: string): { readonly seq: number; readonly kind: number }[] {
  const database = new Database(file);
  const rows = database
    .prepare<[], { seq: number; kind: number }>('SELECT seq, kind FROM change')
    .all();
  database.close();
  return rows;
}

/** Everything that a check says is wrong. */
async function complaintsOf(file: string): Promise<string[]> {
  try {
    return (await checkStore(file)).flatMap(({ damage }) => damage ?? []);
  } catch (error) {
    return [String(error)];
  }
}

test('a check finds each change that was removed, whatever it changed', async () => {
  const file = await changedStore();
  expect(await complaintsOf(file)).toEqual([]);
  const changes = changesIn(file);
  expect(new Set(changes.map(({ kind }) => kind)).size).toBeGreaterThanOrEqual(5);
  const missed: number[] = [];
  for (const { seq, kind } of changes) {
    const copy = `${file}.${seq}`;
    copyFileSync(file, copy);
    const database = new Database(copy);
    database.prepare('DELETE FROM change WHERE seq = ?').run(seq);
    database.close();
    if ((await complaintsOf(copy)).length === 0) missed.push(kind);
  }
  expect(missed).toEqual([]);
});

test('after retention a check finds a removed beginning and a removed revision', async () => {
  const file = await changedStore();
  const database = new Database(file);
  // As retention leaves it: the first decision is gone with its sweep.
  database.exec('DELETE FROM decision WHERE number = 0; DELETE FROM change WHERE kind = 5');
  database.close();
  expect(await complaintsOf(file)).toEqual([]);
  for (const kind of [1, 2, 6]) {
    const copy = `${file}.kind-${kind}`;
    copyFileSync(file, copy);
    const altered = new Database(copy);
    altered.prepare('DELETE FROM change WHERE kind = ?').run(kind);
    altered.close();
    expect(await complaintsOf(copy)).toHaveLength(1);
  }
});
