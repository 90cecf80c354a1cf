import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  ChunkPlayer,
  type Comparison,
  csvOf,
  finalsColumns,
  InlineExecutor,
  RESULT_FORMAT,
  RESULT_VERSION,
  type Result,
  runComparisons,
} from '@driftline/engine';
import { expect, onTestFinished, test } from 'vitest';
import { ResultFolder } from './result-folder.ts';

const comparison: Comparison = {
  name: 'a "quoted", name',
  environment: { kind: 'named', spec: 'paper-2', horizon: 60 },
  policies: ['ucb1', 'sw-moss:eta=0.6;window=20'],
  replications: 4,
  seed: 1,
  checkpoints: { count: 3, spacing: 'linear' },
};

function temporary(): string {
  const folder = mkdtempSync(join(tmpdir(), 'driftline-folder-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

async function resultOf(): Promise<Result> {
  const executor = new InlineExecutor([comparison]);
  return {
    format: RESULT_FORMAT,
    version: RESULT_VERSION,
    name: 'test',
    software: { version: '0.0.0', commit: null },
    comparisons: await runComparisons([comparison], { executor }),
  };
}

test('what is written is read again, and chunks are gone', async () => {
  const path = join(temporary(), 'deep', 'down');
  const folder = await ResultFolder.open(path);
  await folder.writeSpec('environments: [paper-2]\n');
  await folder.writePlan('digest');
  await folder.store.save(0, 0, new ChunkPlayer(comparison).play({ from: 0, to: 4 }));
  expect(readdirSync(join(path, 'chunks'))).toEqual(['0-0.rows']);
  const result = await resultOf();
  await folder.finish(result, [], { report: '<p>', tuning: [1] });
  expect(readdirSync(path).sort()).toEqual([
    'curves.csv',
    'finals.csv',
    'plan.sha256',
    'report.html',
    'result.json',
    'spec.yaml',
    'tuning.json',
  ]);
  expect(await ResultFolder.read(path)).toEqual(JSON.parse(JSON.stringify(result)));
});

test('names in CSV are quoted where they have to be, numbers keep all digits', async () => {
  const result = await resultOf();
  const lines = csvOf(finalsColumns(result)).trimEnd().split('\n');
  expect(lines).toHaveLength(1 + 2 * 4);
  expect(lines[1]).toBe(
    `"a ""quoted"", name",ucb1,0,${result.comparisons[0].policies[0].finals[0]}`,
  );
});

test('a chunk that is damaged, cut short or empty is not there', async () => {
  const path = temporary();
  const { store } = await ResultFolder.open(path);
  const rows = new ChunkPlayer(comparison).play({ from: 0, to: 2 });
  await store.save(0, 0, rows);
  expect(await store.load(0, 0)).toEqual(rows);
  expect(await store.load(0, 1)).toBeUndefined();
  const file = join(path, 'chunks', '0-0.rows');
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

test('a run goes on with its own experiment only', async () => {
  const path = temporary();
  const first = await ResultFolder.open(path);
  await first.writeSpec('a: 1\nb: 2\n');
  await first.writePlan('one');
  await expect(ResultFolder.open(path)).rejects.toThrow('holds an unfinished run');
  writeFileSync(join(path, 'curves.csv.12.tmp'), 'half');
  mkdirSync(join(path, 'chunks'));
  writeFileSync(join(path, 'chunks', '0-3.rows.12.tmp'), 'half');
  const again = await ResultFolder.open(path, { resume: true });
  expect(readdirSync(path).sort()).toEqual(['chunks', 'plan.sha256', 'spec.yaml']);
  expect(readdirSync(join(path, 'chunks'))).toEqual([]);
  await again.writeSpec('a: 1\nb: 2\n');
  await again.writePlan('one');
  await expect(again.writeSpec('a: 1\nb: 3\n')).rejects.toThrow('differs from line 2 on');
  await expect(again.writePlan('two')).rejects.toThrow('another table of means, another plugin');
});

test('a finished result does not pass for that of another plan', async () => {
  const path = temporary();
  const folder = await ResultFolder.open(path);
  await folder.writePlan('one');
  writeFileSync(join(path, 'result.json'), '');
  const again = await ResultFolder.open(path, { resume: true });
  await again.writePlan('one');
  await expect(again.writePlan('two')).rejects.toThrow('was played with another table of means');
});

test('a finished result from before digests were kept is left as it is', async () => {
  const path = temporary();
  for (const name of ['result.json', 'spec.yaml']) writeFileSync(join(path, name), '');
  const folder = await ResultFolder.open(path, { resume: true });
  await folder.writePlan('any');
  expect(readdirSync(path).sort()).toEqual(['result.json', 'spec.yaml']);
});

test('--force removes a result, and nothing else', async () => {
  const path = temporary();
  mkdirSync(join(path, 'chunks'));
  mkdirSync(join(path, 'notes'));
  for (const name of ['result.json', 'spec.yaml', 'finals.csv', 'mine.txt']) {
    writeFileSync(join(path, name), '');
  }
  await expect(ResultFolder.open(path)).rejects.toThrow('holds a result already');
  const { finished } = await ResultFolder.open(path, { force: true });
  expect(finished).toBe(false);
  expect(readdirSync(path).sort()).toEqual(['mine.txt', 'notes']);
});

test('trying a folder out leaves everything as it was', async () => {
  const folder = temporary();
  await ResultFolder.tryOut(join(folder, 'deep', 'result'));
  expect(readdirSync(folder)).toEqual([]);
  writeFileSync(join(folder, 'result.json'), '{}');
  await expect(ResultFolder.tryOut(folder)).rejects.toThrow('holds a result already');
  await ResultFolder.tryOut(folder, { force: true });
  expect(readdirSync(folder)).toEqual(['result.json']);
});
