import { expect, test } from 'vitest';
import { armLabel } from './arm-label.ts';

test('short names are their own labels; where one is long, letters stand for all', () => {
  const short = ['EWR', 'JFK'];
  expect([0, 1].map((arm) => armLabel(arm, short))).toEqual(['EWR', 'JFK']);
  const mixed = ['EWR', 'Endeavor Air'];
  expect([0, 1].map((arm) => armLabel(arm, mixed))).toEqual(['A', 'B']);
  expect(armLabel(2, short)).toBe('C');
  expect(armLabel(0, undefined)).toBe('A');
});
