/** The thread that reads, on a real store. */

import { EventEmitter, once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { KeptLog } from '../../test/kept-log.ts';
import { storeLog } from '../../test/stored-log.ts';
import { DecisionIds } from '../model/decision-ids.ts';
import { ReaderInsight } from './insight.ts';
import { InsightThread, type ReadingThread, startThread } from './insight-thread.ts';

const DECISIONS = 20_000;
const folder = mkdtempSync(join(tmpdir(), 'driftline-insight-'));
const file = join(folder, 'driftline.db');
const log = new KeptLog();
let idKeys: readonly Uint8Array[] = [];
let thread: InsightThread;

beforeAll(async () => {
  for (let i = 0; i < DECISIONS; i++) {
    const number = log.decide(i % 2, {
      reason: i % 10 === 0 ? 'explored' : 'policy',
      unit: `u${i}`,
    });
    if (i % 3 > 0) log.settle(number, (i % 7) / 7);
    if (i % 5000 === 0) log.change('restart', { restarts: 1, number });
    if (i % 1000 === 0) log.sweep(i);
  }
  idKeys = await storeLog(file, log);
});
afterEach(() => thread.close());
afterAll(() => rmSync(folder, { recursive: true }));

function opened(): InsightThread {
  thread = new InsightThread({ location: file, idKeys });
  return thread;
}

/** A thread that hears everything and answers nothing. */
class SilentThread extends EventEmitter implements ReadingThread {
  postMessage(): void {}

  fail(): void {
    this.emit('exit', 1);
  }
}

async function all(pieces: AsyncIterable<string>): Promise<string> {
  let text = '';
  for await (const piece of pieces) text += piece;
  return text;
}

test('history, report and export of the stored log are those of the same log in memory', async () => {
  const insight = opened();
  const direct = new ReaderInsight(log, new DecisionIds(idKeys));
  expect(await insight.history('checkout', 7)).toEqual(await direct.history('checkout', 7));
  const range = { from: 100, to: 15_000 };
  expect(await insight.report('checkout', range)).toEqual(await direct.report('checkout', range));
  expect(await insight.report('checkout')).toEqual(await direct.report('checkout'));
  for (const format of ['ndjson', 'csv'] as const) {
    const text = await all(insight.export('checkout', { format, after: 9 }));
    expect(text).toBe(await all(direct.export('checkout', { format, after: 9 })));
    expect(text.split('\n')).toHaveLength(DECISIONS - 10 + (format === 'csv' ? 2 : 1));
  }
});

test('an experiment that is not there is the same problem as in this thread', async () => {
  const insight = opened();
  const problem = { name: 'ProblemError', kind: 'not-found' };
  await expect(insight.history('nobody')).rejects.toMatchObject(problem);
  await expect(all(insight.export('nobody'))).rejects.toMatchObject(problem);
});

test('questions are answered while an export is under way', async () => {
  const insight = opened();
  const pieces = insight.export('checkout');
  await pieces.next();
  const { to } = await insight.history('checkout', 10);
  expect(to).toBe(DECISIONS);
  expect((await pieces.next()).done).toBe(false);
  await pieces.return();
});

test('answers a report while the thread of exports does not answer', async () => {
  const silent = new SilentThread();
  const started: unknown[] = [];
  thread = new InsightThread({ location: file, idKeys }, (setup) => {
    started.push(setup);
    return started.length === 1 ? silent : startThread(setup);
  });
  const pieces = thread.export('checkout');
  const first = pieces.next();
  expect((await thread.report('checkout')).to).toBe(DECISIONS);
  expect((await thread.history('checkout', 10)).to).toBe(DECISIONS);
  silent.fail();
  await expect(first).rejects.toThrow('has ended');
});

test('nothing is read ahead of a client that does not read, and one that goes ends its export', async () => {
  const insight = opened();
  let taken = 0;
  const counted = (async function* () {
    for await (const piece of insight.export('checkout')) {
      taken += 1;
      yield piece;
    }
  })();
  const stream = Readable.from(counted, { highWaterMark: 1 });
  // It takes one piece, and then no more.
  const stuck = new Writable({ highWaterMark: 1, write: () => undefined });
  stream.pipe(stuck);
  // The thread answers in turn: in that time it could give all pieces.
  for (let turn = 0; turn < 30; turn++) await insight.history('checkout', 100 + turn);
  // One is written, one waits in the stream; there are more than eighty.
  expect(taken).toBeLessThanOrEqual(3);
  stream.destroy();
  await once(stream, 'close');
  expect((await counted.next()).done).toBe(true);
});

test('a thread that cannot read fails those who ask, and the next one is a new one', async () => {
  thread = new InsightThread({ location: join(folder, 'absent.db'), idKeys });
  await expect(thread.history('checkout')).rejects.toThrow(
    'the thread that reads the log has ended',
  );
  await expect(all(thread.export('checkout'))).rejects.toThrow('has ended');
});

test('closing is once, however often it is asked for', async () => {
  await opened().history('checkout', 1);
  await thread.close();
  await thread.close();
});
