/** One log in many forms, asked on any number of workers: one record, byte for byte. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { advise } from '@driftline/advice';
import { NodeWorkers, readLog } from '@driftline/advice/node';
import { randomStream } from '@driftline/core';
import { loadKernels } from '@driftline/engine/node';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { afterAll, beforeAll, expect, test } from 'vitest';

const ROWS = 300;
const START = Date.UTC(2025, 2, 1);

const random = randomStream(1, 0);
const rows = Array.from({ length: ROWS }, (_, i) => {
  const arm = Math.floor(3 * random.uniform());
  const reward = random.uniform() < [0.5, 0.4, 0.35][arm] ? 1 : 0;
  return { time: new Date(START + i * 600_000).toISOString(), arm: 'ABC'[arm], reward };
});

const header = 'time,arm,reward';
const lines = rows.map(({ time, arm, reward }) => `${time},${arm},${reward}`);
const csv = [header, ...lines, ''].join('\n');
/** 97 and 300 have no common factor. */
const shuffled = [header, ...lines.map((_, i) => lines[(i * 97) % ROWS]), ''].join('\r\n');
const parquet = parquetWriteBuffer({
  columnData: [
    { name: 'time', data: rows.map(({ time }) => new Date(time)), type: 'TIMESTAMP' },
    { name: 'arm', data: rows.map(({ arm }) => arm), type: 'STRING' },
    { name: 'reward', data: rows.map(({ reward }) => reward), type: 'INT32' },
  ],
});

const place = mkdtempSync(join(tmpdir(), 'driftline-record-'));
/** By their number: threads take longer to start than to answer. */
const started = new Map<number, NodeWorkers>();

afterAll(async () => {
  rmSync(place, { recursive: true });
  await Promise.all(Array.from(started.values(), (workers) => workers.close()));
});

function workersOf(threads: number): NodeWorkers {
  const workers = started.get(threads) ?? new NodeWorkers(threads);
  started.set(threads, workers);
  return workers;
}

/** The record of a file, without what is told of the file itself: its name, its form, that it was sorted. */
async function recordOf(name: string, content: string | Uint8Array, threads: number) {
  writeFileSync(join(place, name), content);
  const { log, reading } = await readLog(join(place, name), { isShared: true });
  const notes = reading.notes.filter(({ code }) => code !== 'times-unsorted');
  const { advice } = await advise(
    {
      ...{ name: 'log', log, software: 'x', seed: 1, horizon: 100, values: ['advice'] },
      reading: { ...reading, notes, format: 'csv' },
    },
    { workers: workersOf(threads), kernels: loadKernels() },
  );
  return JSON.stringify(advice);
}

let expected: string;
beforeAll(async () => {
  expected = await recordOf('log.csv', csv, 1);
});

test.each([
  ['on two workers, compressed', 'log.csv.gz', gzipSync(csv), 2],
  [
    'on three workers, as lines of JSON',
    'log.ndjson',
    rows.map((row) => JSON.stringify(row)).join('\n'),
    3,
  ],
  ['as Parquet', 'log.parquet', new Uint8Array(parquet), 2],
  ['shuffled, with CRLF', 'shuffled.csv', shuffled, 1],
] as const)('%s', async (_, name, content, threads) => {
  expect(await recordOf(name, content, threads)).toBe(expected);
});
