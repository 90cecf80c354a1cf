import { writeFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Folder, plain } from '../../test/writer/bench.ts';
import { defaultLimits, type Limits } from '../model/limits.ts';
import { WriterThread } from './handle.ts';
import type { Measures } from './measures.ts';

let folder: Folder;
const measured: Measures[] = [];
const faults: string[] = [];
const ends: string[] = [];

beforeEach(() => {
  folder = new Folder();
  for (const list of [measured, faults, ends]) list.length = 0;
});

afterEach(() => folder.remove());

function start(limits: Limits = defaultLimits): Promise<WriterThread> {
  return WriterThread.start({
    location: folder.file,
    limits,
    acceptsClock: false,
    onMeasures: (measures) => measured.push(measures),
    onFault: (what) => faults.push(what),
    onNotice: (notice) => faults.push(notice),
    onBroken: ({ message }) => ends.push(message),
  });
}

it('answers what is asked of it from another thread, each with its own answer', async () => {
  const writer = await start();
  expect(writer.idKeys[0].length).toBeGreaterThan(15);
  await writer.submit({ name: 'create', ask: { key: 'x', config: plain }, by: 'key' });
  const asks = Array.from({ length: 600 }, () =>
    writer.submit({ name: 'decide', ask: { key: 'x', request: {} }, by: 'key' }),
  );
  const numbers = (await Promise.all(asks)).map((answer) =>
    'ok' in answer ? answer.ok.number : -1,
  );
  expect(numbers).toEqual(Array.from({ length: 600 }, (_, number) => number));
  expect(await writer.health()).toMatchObject({ notReady: undefined, queued: 0 });
  await writer.probe();
  await writer.close();
  expect(ends).toEqual([]);
  const [counts] = measured.flatMap(({ experiments }) => experiments).slice(-1);
  expect(counts.experiment).toBe('x');
  const commits = measured.reduce((sum, { commitSeconds }) => sum + commitSeconds.length, 0);
  // Operations came in bundles, so that few commits were enough.
  expect(commits).toBeLessThan(100);
});

it('turns away at once what a busy thread would not see waiting, and counts it', async () => {
  const writer = await start({ ...defaultLimits, queued: 10 });
  await writer.submit({ name: 'create', ask: { key: 'x', config: plain }, by: 'key' });
  const asks = Array.from({ length: 100 }, () =>
    writer.submit({ name: 'decide', ask: { key: 'x', request: {} }, by: 'key' }),
  );
  const answers = await Promise.all(asks);
  // Twenty are let through to the thread, which lets ten wait.
  const refused = answers.slice(20).map((answer) => 'problem' in answer && answer.problem.type);
  expect(refused).toEqual(Array<string>(80).fill('/problems/overloaded'));
  expect(answers.some((answer) => 'ok' in answer)).toBe(true);
  await writer.close();
  const shed = measured.reduce((sum, each) => sum + (each.shed['queue-full'] ?? 0), 0);
  expect(shed).toBe(answers.filter((answer) => 'problem' in answer).length);
});

it('turns whole requests away while as much waits as may, and counts them', async () => {
  const writer = await start({ ...defaultLimits, queued: 10 });
  await writer.submit({ name: 'create', ask: { key: 'x', config: plain }, by: 'key' });
  const ask = () => writer.submit({ name: 'decide', ask: { key: 'x', request: {} }, by: 'key' });
  const nine = Array.from({ length: 9 }, ask);
  expect(writer.turnsAway()).toBe(false);
  const tenth = ask();
  expect(writer.turnsAway()).toBe(true);
  await Promise.all([...nine, tenth]);
  expect(writer.turnsAway()).toBe(false);
  await writer.close();
  expect(measured.reduce((sum, each) => sum + (each.shed['queue-full'] ?? 0), 0)).toBe(1);
});

it('says why it cannot start', async () => {
  writeFileSync(folder.file, 'this is no store, but a text that is long enough to be looked at');
  await expect(start()).rejects.toThrow(/driftline.db/);
});

it('tells those who wait that nobody knows when the thread is gone', async () => {
  const writer = await start();
  const asked = writer.submit({ name: 'create', ask: { key: 'x', config: plain }, by: 'key' });
  await writer.end();
  expect(await asked).toMatchObject({ problem: { type: '/problems/unknown-commit' } });
  expect(ends).toEqual(['the thread of the writer has ended']);
  const later = await writer.submit({ name: 'list', ask: {}, by: 'key' });
  expect(later).toMatchObject({ problem: { type: '/problems/stopping' } });
});
