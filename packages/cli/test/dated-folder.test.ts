import { join } from 'node:path';
import { expect, test } from 'vitest';
import { datedFolder } from '../src/shared/dated-folder.ts';

test('a folder by name and time, and another one where that is taken', () => {
  const now = new Date(2026, 0, 31, 4, 5, 6);
  const first = join('results', 'study-20260131-040506');
  expect(datedFolder('study', now, () => false)).toBe(first);
  expect(datedFolder('study', now, (path) => path === first)).toBe(`${first}-2`);
});

test('a long name is cut, so that it can be a folder', () => {
  const [, folder] = datedFolder('é'.repeat(120), new Date(2026, 0, 31), () => false).split('/');
  expect(Buffer.byteLength(folder)).toBeLessThan(140);
  expect(folder).toMatch(/^é{55}-20260131-000000$/);
});
