import { existsSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { makeFolder } from './files.ts';

function temporary(): string {
  const folder = mkdtempSync(join(tmpdir(), 'driftline-files-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

test('a folder is made with those above it, and says which were not there', async () => {
  const base = temporary();
  const [outer, inner] = [join(base, 'outer'), join(base, 'outer', 'inner')];
  expect(await makeFolder(inner)).toEqual([inner, outer]);
  expect(existsSync(inner)).toBe(true);
  expect(await makeFolder(inner)).toEqual([]);
});

test('several may make the same folder at once', async () => {
  const folder = join(temporary(), 'a', 'b', 'c');
  await Promise.all(Array.from({ length: 8 }, () => makeFolder(folder)));
  expect(existsSync(folder)).toBe(true);
});

test('a file or a link to nothing in the way is refused', async () => {
  const base = temporary();
  writeFileSync(join(base, 'file'), '');
  symlinkSync(join(base, 'nothing'), join(base, 'link'));
  await expect(makeFolder(join(base, 'file', 'x'))).rejects.toThrow('ENOTDIR');
  await expect(makeFolder(join(base, 'link', 'x'))).rejects.toThrow('ENOENT');
});

test.skipIf(!existsSync('/proc/self'))(
  'a place that takes no folders refuses at once',
  async () => {
    // Root may write there, and hears that there is no such folder; others may not.
    await expect(makeFolder('/proc/driftline/x')).rejects.toThrow(/ENOENT|EACCES/);
  },
);
