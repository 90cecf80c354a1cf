import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ChunkPlayer, type Comparison } from '@driftline/engine/play';
import { expect, onTestFinished, test } from 'vitest';
import { ResultFolder } from './result-folder.ts';
import { FolderLost } from './result-folder-error.ts';
import { SharedFolder } from './shared-folder.ts';

const comparison: Comparison = {
  name: 'test',
  environment: { kind: 'named', spec: 'paper-2', horizon: 60 },
  policies: ['ucb1'],
  replications: 4,
  seed: 1,
  checkpoints: { count: 3, spacing: 'linear' },
};
const rows = new ChunkPlayer(comparison).play({ from: 0, to: 2 });
const plan = { spec: 'first: 1\n', digest: 'digest\n' };

function temporary(): string {
  const folder = mkdtempSync(join(tmpdir(), 'driftline-shared-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, 'out');
}

async function opened(path: string, number: number, asked = plan): Promise<SharedFolder> {
  const work = { command: 'driftline', plan: asked.digest.trim(), part: `${number}/9` };
  const folder = await SharedFolder.open(path, asked, work);
  onTestFinished(() => folder.close());
  return folder;
}

test('parts that begin at once make one run, each with the chunks of all', async () => {
  const path = temporary();
  const folders = await Promise.all([1, 2, 3, 4, 5, 6].map((number) => opened(path, number)));
  const unfinished = join(path, 'driftline-unfinished');
  expect(readFileSync(join(unfinished, 'spec.yaml'), 'utf8')).toBe(plan.spec);
  expect(readFileSync(join(unfinished, 'plan.sha256'), 'utf8')).toBe(plan.digest);
  await Promise.all(folders.map((folder, i) => folder.store('training').save(0, 700 * i, rows)));
  const store = folders[5].store('training');
  expect(await store.list(0)).toEqual(new Set([0, 700, 1400, 2100, 2800, 3500]));
  expect(await store.list(1)).toEqual(new Set());
  expect(await store.load(0, 700)).toEqual(rows);
  // Never more than a thousand files in a folder.
  const blocks = readdirSync(join(unfinished, 'chunks/training/0')).sort();
  expect(blocks).toEqual(['0', '1', '2', '3']);
  expect(readdirSync(unfinished).sort()).toEqual(['chunks', 'plan.sha256', 'spec.yaml']);
});

test('a run that is finished has nothing left to play; one of another plan is refused', async () => {
  const path = temporary();
  const finished = async () => {
    const folder = await SharedFolder.open(path, plan, {
      command: '',
      plan: 'digest',
      part: '1/9',
    });
    await folder.close();
    return folder.finished;
  };
  expect(await finished()).toBe(false);
  const other = { spec: 'first: 2\n', digest: 'other\n' };
  await expect(opened(path, 2, other)).rejects.toMatchObject({
    code: 'another-plan',
    message: expect.stringContaining('differs from line 1 on; choose another folder'),
  });
  await expect(opened(path, 2, { ...plan, digest: 'other\n' })).rejects.toThrow(
    'another plugin, or another version or commit of driftline; choose another folder',
  );
  const finishing = await ResultFolder.open(path, { resume: true });
  await finishing.begin(plan);
  await finishing.finishWith({ figures: [], worstCase: { study: 'test' } });
  await finishing.close();
  expect(await finished()).toBe(true);
  expect(await SharedFolder.isFinished(path, plan)).toBe(true);
  await expect(opened(path, 2, other)).rejects.toMatchObject({ code: 'another-plan' });
});

test('what is not a run is refused, and nothing is made there', async () => {
  const path = temporary();
  mkdirSync(path);
  writeFileSync(join(path, 'notes.txt'), 'mine');
  await expect(opened(path, 1)).rejects.toMatchObject({ code: 'folder-holds-other-files' });
  expect(readdirSync(path)).toEqual(['notes.txt']);
});

test('a part stops when the run was finished or the folder taken, and leaves no chunk behind', async () => {
  const path = temporary();
  const part = await opened(path, 1);
  const store = part.store('playing');
  await store.save(0, 0, rows);
  // As a finisher on another machine does it: the lock goes, then the chunks as a whole.
  rmSync(join(path, '.driftline-lock'), { recursive: true });
  await expect(store.save(0, 1, rows)).rejects.toThrow(FolderLost);
  const second = await opened(path, 2);
  const held = second.store('playing');
  renameSync(join(path, 'driftline-unfinished'), join(path, '.driftline-away'));
  await expect(held.save(0, 1, rows)).rejects.toMatchObject({ code: 'ENOENT' });
  expect(existsSync(join(path, 'driftline-unfinished'))).toBe(false);
});
