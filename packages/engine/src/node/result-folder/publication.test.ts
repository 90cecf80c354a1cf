import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readRecord } from './file-record.ts';
import { digestOf } from './files.ts';
import { type Change, Publication, settle } from './publication.ts';

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

const replacing: Change = { adds: false, unrecorded: [], finishes: true };

async function publish(
  folder: string,
  files: Readonly<Record<string, string>>,
  { guard = always, change = replacing } = {},
): Promise<void> {
  const publication = await Publication.begin(folder, guard);
  for (const [name, text] of Object.entries(files)) await publication.add(name, text);
  await publication.publish(change);
}

const old = {
  'curves.csv': 'old',
  'figures/a.svg': 'old',
  'tuning.json': 'old',
  'result.json': 'old',
};
/** The old files that stay if figures are drawn again. */
const { 'figures/a.svg': _figure, ...staying } = old;
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

/** Files with the folders that hold what was kept under one name: a second start keeps in a second one. */
function keptTogether(files: Readonly<Record<string, string>>): Record<string, string> {
  const entries = Object.entries(files);
  return Object.fromEntries(
    entries.map(([name, text]) => [name.replace(/^kept-\d+/, 'kept'), text]),
  );
}

const mine = { 'figures/mine.svg': 'mine', 'kept/report.html': 'mine' };
const rows = { 'driftline-unfinished/0-0.rows': 'rows' };

test.each<[string, Partial<Change>, boolean, Readonly<Record<string, string>>]>([
  ['in place of the old ones', {}, true, { ...renewed, ...mine }],
  [
    'next to old ones that are no figures',
    { adds: true, finishes: false },
    true,
    { ...staying, ...renewed, ...mine, ...rows },
  ],
  [
    'in place of old ones without a record',
    { unrecorded: ['figures', 'result.json'] },
    false,
    {
      ...renewed,
      'tuning.json': 'old',
      'kept/curves.csv': 'old',
      'kept/figures/a.svg': 'old',
      'kept/figures/mine.svg': 'mine',
      'kept/report.html': 'mine',
      'kept/result.json': 'old',
    },
  ],
])(
  'new files %s: stopped at any step, they are there after all, or all is as before',
  async (_, changed, recorded, expected) => {
    const change = { ...replacing, ...changed };
    let [stopped, olds, news] = [0, 0, 0];
    for (let step = 1; ; step++) {
      const folder = temporary();
      await publish(folder, old);
      if (!recorded) rmSync(join(folder, 'files.json'));
      mkdirSync(join(folder, 'driftline-unfinished'));
      writeFileSync(join(folder, 'driftline-unfinished', '0-0.rows'), 'rows');
      writeFileSync(join(folder, 'report.html'), 'mine');
      writeFileSync(join(folder, 'figures', 'mine.svg'), 'mine');
      const before = filesBelow(folder);
      const { guard, reached } = stopAt(step);
      await publish(folder, renewed, { guard, change }).catch(() => {
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
        expect({ step, ...keptTogether(after) }).toEqual({ step, ...expected });
        const all = change.adds ? { ...staying, ...renewed } : renewed;
        expect(Object.keys((await readRecord(folder)) ?? {}).sort()).toEqual(
          Object.keys(all).sort(),
        );
        news += 1;
      }
      expect(readdirSync(folder)).not.toContain('.driftline-new');
      if (!reached()) break;
    }
    expect(stopped).toBe(olds + news - 1);
    expect(Math.min(olds, news)).toBeGreaterThan(3);
  },
);

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
