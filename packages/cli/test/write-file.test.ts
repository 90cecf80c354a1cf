import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { writeFile } from '../src/shared/write-file.ts';
import { directoryWith } from './driftline.ts';

test('a file that appears while another is written is not replaced', async () => {
  const cwd = directoryWith();
  const path = join(cwd, 'means.csv');
  const meanwhile = function* () {
    yield '0.1\n';
    writeFileSync(path, 'mine');
  };
  await expect(writeFile(path, meanwhile(), false)).rejects.toThrow('already exists');
  expect(readFileSync(path, 'utf8')).toBe('mine');
  await writeFile(path, ['0.1\n'], true);
  expect(readFileSync(path, 'utf8')).toBe('0.1\n');
  expect(readdirSync(cwd)).toEqual(['means.csv']);
});

test('a name may be as long as the system takes it', async () => {
  const cwd = directoryWith();
  const name = `${'n'.repeat(250)}.csv`;
  await writeFile(join(cwd, 'deep', name), ['0.1\n'], false);
  expect(readdirSync(join(cwd, 'deep'))).toEqual([name]);
});
