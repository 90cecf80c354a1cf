/** The whole command on logs whose answers are known, and what it takes. */

import { spawnSync } from 'node:child_process';
import { createWriteStream, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { createGzip } from 'node:zlib';
import type { Advice } from '@driftline/advice';
import { randomStream } from '@driftline/core';
import { afterAll, expect, test } from 'vitest';
import { keepFigures } from '../figures.ts';

const launcher = fileURLToPath(new URL('../../../cli/bin/driftline.js', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'driftline-whole-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Means of three arms that all jump now and then. */
function meansAt(every: number, seed: number): (slot: number) => readonly number[] {
  const random = randomStream(seed, 1);
  let means = [0.5, 0.5, 0.5];
  return (slot) => {
    if (slot % every === 0) means = means.map(() => 0.2 + 0.6 * random.uniform());
    return means;
  };
}

/** How rows of a log are written. */
interface Form {
  readonly time: (row: number) => string;
  readonly arms: readonly string[];
  readonly isCompressed: boolean;
}

/** Seconds and letters: the shortest there is. */
const SHORT: Form = {
  time: (row) => String(1_700_000_000 + row * 10),
  arms: ['A', 'B', 'C'],
  isCompressed: false,
};
/** Dates and names, compressed. */
const WORDY: Form = {
  time: (row) => new Date(1_700_000_000_000 + row * 10_000).toISOString(),
  arms: ['free shipping', 'ten percent off', 'nothing'],
  isCompressed: true,
};

/** A log of three arms that all jump now and then, in pieces. */
function* textOf(rows: number, every: number, { time, arms }: Form): Iterable<string> {
  const random = randomStream(1, 0);
  const means = meansAt(every, 1);
  let text = 'timestamp,variant,converted\n';
  for (let row = 0; row < rows; row++) {
    const arm = Math.floor(3 * random.uniform());
    const reward = random.uniform() < means(row)[arm] ? 1 : 0;
    text += `${time(row)},${arms[arm]},${reward}\n`;
    if (text.length < 2 ** 20) continue;
    yield text;
    text = '';
  }
  yield text;
}

async function writeLog(file: string, rows: number, every: number, form = SHORT): Promise<void> {
  const text = Readable.from(textOf(rows, every, form));
  const packed = form.isCompressed ? [createGzip({ level: 1 })] : [];
  await pipeline([text, ...packed, createWriteStream(file)]);
}

interface Taken {
  readonly advice: Advice;
  readonly bytes: string;
  readonly seconds: number;
  /** On all threads. */
  readonly computed: number;
  readonly megabytes: number;
}

/** Loaded into the command: says at its end how long it ran, how long it computed, and how much memory it had. */
const AT_END = `data:text/javascript,process.on('exit',()=>{const {user,system}=process.cpuUsage();process.stderr.write('\\n'+[process.uptime(),(user+system)/1e6,process.resourceUsage().maxRSS].join(' '))})`;

function advise(args: readonly string[]): Taken {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--import', AT_END, launcher, 'advise', ...args, '--json'],
    { encoding: 'utf8', maxBuffer: 2 ** 28 },
  );
  expect(status, stderr).toBe(0);
  const [seconds, computed, kilobytes] = (stderr.split('\n').at(-1) ?? '').split(' ').map(Number);
  return {
    advice: JSON.parse(stdout),
    bytes: stdout,
    seconds,
    computed,
    megabytes: Math.round(kilobytes / 1024),
  };
}

/** What a run took, and what it advised and valued. */
function shown({ advice, seconds, computed, megabytes }: Taken): string {
  const named = 'refused' in advice.advice ? 'nothing' : advice.advice.spec;
  const [{ policy }] = advice.values;
  return `${seconds.toFixed(0)} s (${computed.toFixed(0)} s of work), ${megabytes} MB; advised: ${named}; valued: ${policy}`;
}

test('jumps, 10⁵ rows: the same bytes for 1, 2 and 5 workers', async () => {
  const file = join(folder, 'jumps.csv');
  await writeLog(file, 100_000, 2000);
  const runs = [1, 2, 5].map((workers) => advise([file, '--workers', String(workers)]));
  for (const { bytes } of runs) expect(bytes).toBe(runs[0].bytes);
  const [{ advice }] = runs;
  expect(advice.drift.verdict).toBe('drifting');
  keepFigures(
    'the whole command, 10⁵ rows, jumps every 2000, 1, 2 and 5 workers',
    `byte-identical; ${runs.map(({ seconds }) => seconds.toFixed(0)).join(', ')} s, ${runs.map(({ megabytes }) => megabytes).join(', ')} MB`,
  );
});

const long = join(folder, 'long.csv');

test.each(['sw-ucb', 'auto'])(
  '10⁷ rows: what all questions take, with the value of %s',
  async (policy) => {
    if (!existsSync(long)) await writeLog(long, 10_000_000, 500_000);
    const taken = advise([long, '--workers', '2', '--values', policy]);
    keepFigures(`the whole command, 10⁷ rows, 2 workers, value of ${policy}`, shown(taken));
    expect(taken.advice.drift.verdict).toBe('drifting');
    expect(taken.megabytes).toBeLessThan(1024);
  },
);

test('10⁷ rows of dates and names, compressed: what all but values takes', async () => {
  const file = join(folder, 'long.csv.gz');
  await writeLog(file, 10_000_000, 500_000, WORDY);
  const taken = advise([file, '--workers', '2', '--values', 'none']);
  keepFigures('the whole command, 10⁷ rows of dates and names in gzip, no values', shown(taken));
  expect(taken.advice.drift.verdict).toBe('drifting');
  expect(taken.megabytes).toBeLessThan(1024);
});
