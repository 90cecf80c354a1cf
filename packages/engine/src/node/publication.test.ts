import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readRecord } from './file-record.ts';
import { digestOf } from './files.ts';
import { Publication, settle } from './publication.ts';

function temporary(): string {
  const folder = mkdtempSync(join(tmpdir(), 'driftline-publication-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const always = async () => {};

/** Stops everything at the n-th step: there, and at each one after it. */
function stopAt(n: number): { guard: () => Promise<void>; reached: () => boolean } {
  let steps = 0;
  const guard = async () => {
    steps += 1;
    if (steps >= n) throw new Error('stopped');
  };
  return { guard, reached: () => steps >= n };
}

async function publish(
  folder: string,
  files: Readonly<Record<string, string>>,
  guard = always,
): Promise<void> {
  const publication = await Publication.begin(folder, guard);
  for (const [name, text] of Object.entries(files)) await publication.add(name, text);
  await publication.publish({ adds: false, unrecorded: [], finishes: true });
}

const old = {
  'curves.csv': 'old',
  'figures/a.svg': 'old',
  'tuning.json': 'old',
  'result.json': 'old',
};
const renewed = {
  'curves.csv': 'new',
  'figures/b.svg': 'new',
  'report.html': 'new',
  'result.json': 'new',
};

/** All files below a folder by name, but for those of the record and of a change under way. */
function filesBelow(folder: string): Record<string, string> {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .filter((name) => name !== 'files.json' && !name.startsWith('.driftline-new'));
  return Object.fromEntries(
    names.sort().map((name) => [name, readFileSync(join(folder, name), 'utf8')]),
  );
}

test('stopped at any step, the old files are there, or the new ones after all, and nobody else’s is lost', async () => {
  let [stopped, olds, news] = [0, 0, 0];
  for (let step = 1; ; step++) {
    const folder = temporary();
    await publish(folder, old);
    mkdirSync(join(folder, 'driftline-unfinished'));
    writeFileSync(join(folder, 'driftline-unfinished', '0-0.rows'), 'rows');
    writeFileSync(join(folder, 'report.html'), 'mine');
    writeFileSync(join(folder, 'figures', 'mine.svg'), 'mine');
    const before = filesBelow(folder);
    const { guard, reached } = stopAt(step);
    await publish(folder, renewed, guard).catch(() => {
      stopped += 1;
    });
    // Half of either is never marked as a result.
    const { 'result.json': result, 'curves.csv': curves } = filesBelow(folder);
    if (result !== undefined) expect(curves).toBe(result);
    await settle(folder, always);
    const after = filesBelow(folder);
    if (after['result.json'] === 'old') {
      expect(after).toEqual(before);
      olds += 1;
    } else {
      expect(after).toEqual({
        ...renewed,
        'figures/mine.svg': 'mine',
        'kept-1/report.html': 'mine',
      });
      news += 1;
    }
    expect(readdirSync(folder)).not.toContain('.driftline-new');
    if (!reached()) break;
  }
  expect(stopped).toBe(olds + news - 1);
  expect(Math.min(olds, news)).toBeGreaterThan(3);
});

test('a change that can’t be read is not made', async () => {
  const folder = temporary();
  await publish(folder, old);
  mkdirSync(join(folder, '.driftline-new'));
  writeFileSync(join(folder, '.driftline-new', 'ready.json'), '{"files":');
  await settle(folder, always);
  expect(filesBelow(folder)).toEqual(old);
});

test('nothing outside of a folder is touched, whatever its records say', async () => {
  const base = temporary();
  const folder = join(base, 'out');
  mkdirSync(join(folder, '.driftline-new'), { recursive: true });
  writeFileSync(join(base, 'thesis.tex'), 'a year');
  const files = { '../thesis.tex': digestOf('a year') };
  const record = { format: 'driftline-files', version: 1, files };
  writeFileSync(join(folder, 'files.json'), JSON.stringify(record));
  const ready = { adds: false, unrecorded: ['../thesis.tex'], finishes: true, files: {} };
  writeFileSync(join(folder, '.driftline-new', 'ready.json'), JSON.stringify(ready));
  await settle(folder, always);
  await publish(folder, old);
  expect(filesBelow(base)['thesis.tex']).toBe('a year');
  expect(await readRecord(folder)).not.toHaveProperty('../thesis.tex');
});
