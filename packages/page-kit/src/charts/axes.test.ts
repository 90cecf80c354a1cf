import { expect, test } from 'vitest';
import { slotTicks } from './axes.tsx';

test('slots are shown at whole numbers, and the horizon in any case', () => {
  expect(slotTicks(5000, 700)).toEqual([0, 1000, 2000, 3000, 4000, 5000]);
  expect(slotTicks(1, 700)).toEqual([0, 1]);
  expect(slotTicks(2, 700)).toEqual([0, 1, 2]);
  expect(slotTicks(4900, 270).at(-1)).toBe(4900);
});
