import { expect, test } from 'vitest';
import { signedText } from '../drawing/report/parts.ts';
import { columnFormat, formatFixed } from './numbers.ts';

test('numbers that round to 0 have no sign', () => {
  expect(columnFormat(300)(-0.04)).toBe('0.0');
  expect(columnFormat(300)(-0.06)).toBe('-0.1');
  expect(formatFixed(-0.04, 1)).toBe('0.0');
  expect([-0.04, 0.04].map(signedText)).toEqual(['0.0', '0.0']);
});
