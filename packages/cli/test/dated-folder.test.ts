import { join } from 'node:path';
import { expect, test } from 'vitest';
import { datedFolder } from '../src/dated-folder.ts';

test('a folder by name and time, and another one where that is taken', () => {
  const now = new Date(2026, 0, 31, 4, 5, 6);
  const first = join('results', 'study-20260131-040506');
  expect(datedFolder('study', now, () => false)).toBe(first);
  expect(datedFolder('study', now, (path) => path === first)).toBe(`${first}-2`);
});
