import { expect, test } from 'vitest';
import { fileStem } from './names.ts';
import { shortFileName } from './short-name.ts';

test('names that fit stay as they are', () => {
  expect(fileStem('Paper 2, η = 0.6', 'regret')).toBe('paper-2-0-6-regret');
  expect(fileStem('')).toBe('figure');
  expect(shortFileName('x'.repeat(64))).toBe('x'.repeat(64));
});

test('longer ones are cut, end as they did, and stay apart', () => {
  const names = ['one', 'two'].map((last) => fileStem(`${'word '.repeat(60)}${last}`, 'regret'));
  for (const name of names) expect(name).toMatch(/^word(-word)*-[0-9a-f]{8}-regret$/);
  expect(names[0]).not.toBe(names[1]);
  expect(Math.max(...names.map(({ length }) => length))).toBeLessThanOrEqual(64);
  // A name that was cut once is not cut again.
  expect(fileStem(names[0])).toBe(names[0]);
  expect(fileStem('sweep', 'eta', 'y'.repeat(300))).toMatch(/^sweep-eta-y+-[0-9a-f]{8}$/);
});
