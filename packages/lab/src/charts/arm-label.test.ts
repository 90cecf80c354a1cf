import { expect, test } from 'vitest';
import { armLabel } from './arm-label.ts';

test('a short name is its own label; else the letter stands for it', () => {
  const names = ['EWR', 'Endeavor Air'];
  expect(armLabel(0, names)).toBe('EWR');
  expect(armLabel(1, names)).toBe('B');
  expect(armLabel(2, names)).toBe('C');
  expect(armLabel(0, undefined)).toBe('A');
});
