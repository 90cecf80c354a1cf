/** The whole command on logs whose answers are known, and what it takes. */
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
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

async function writeLog(file: string, rows: number, every: number): Promise<void> {
  const out = createWriteStream(file);
  const random = randomStream(1, 0);
  const means = meansAt(every, 1);
  out.write('timestamp,variant,converted\n');
  let text = '';
  for (let row = 0; row < rows; row++) {
    const arm = Math.floor(3 * random.uniform());
    const reward = random.uniform() < means(row)[arm] ? 1 : 0;
    text += `${1_700_000_000 + row * 10},${'ABC'[arm]},${reward}\n`;
    if (text.length < 2 ** 20) continue;
    if (!out.write(text)) await once(out, 'drain');
    text = '';
  }
  out.end(text);
  await finished(out);
}

interface Taken {
  readonly advice: Advice;
  readonly bytes: string;
  readonly seconds: number;
  readonly megabytes: number;
}

/** Loaded into the command: says at its end how long it ran and how much memory it had. */
const AT_END = `data:text/javascript,process.on('exit',()=>process.stderr.write('\\n'+process.uptime()+' '+process.resourceUsage().maxRSS))`;

function advise(args: readonly string[]): Taken {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--import', AT_END, launcher, 'advise', ...args, '--json'],
    { encoding: 'utf8', maxBuffer: 2 ** 28 },
  );
  expect(status, stderr).toBe(0);
  const [seconds, kilobytes] = (stderr.split('\n').at(-1) ?? '').split(' ').map(Number);
  return {
    advice: JSON.parse(stdout),
    bytes: stdout,
    seconds,
    megabytes: Math.round(kilobytes / 1024),
  };
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

test('10⁷ rows: what questions 1, 2, 4 and 5 and one value take', async () => {
  const file = join(folder, 'long.csv');
  await writeLog(file, 10_000_000, 500_000);
  const { advice, seconds, megabytes } = advise([file, '--workers', '2']);
  expect(advice.drift.verdict).toBe('drifting');
  expect(megabytes).toBeLessThan(1024);
  const named = 'refused' in advice.advice ? 'no advice' : advice.advice.spec;
  keepFigures(
    'the whole command, 10⁷ rows, 2 workers',
    `${seconds.toFixed(0)} s, ${megabytes} MB; advised and valued: ${named}`,
  );
});
