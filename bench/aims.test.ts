import { expect, test } from 'vitest';
import { aimCell, atLeast, atMost, medianRatio } from './aims.ts';

test('a ratio is that of the same rounds, in the middle', () => {
  // Twice, three times and once the base; the medians 40 and 10 would say 4.
  expect(medianRatio([20, 300, 40], [10, 100, 40])).toBe(2);
});

test('rounds that only one of both has do not count', () => {
  expect(medianRatio([2, 4, 100], [1, 1])).toBe(3);
  expect(() => medianRatio([], [1])).toThrow('at least one round');
});

test.each([
  [atMost('cost', 1.3, 1.3), true, '1.3 met'],
  [atMost('cost', 1.31, 1.3), false, '1.3 not met'],
  [atLeast('gain', 1.85, 1.85), true, '1.85 met'],
  [atLeast('gain', 1.84, 1.85), false, '1.85 not met'],
])('%o', (aim, met, cell) => {
  expect(aim.met).toBe(met);
  expect(aimCell(aim)).toBe(cell);
});

test('nothing is said where nothing is aimed at', () => {
  expect(aimCell(undefined)).toBe('');
});
