import { expect, test } from 'vitest';
import { endOf, largeGap, withoutLater } from './far-times.ts';

const hundred = Float64Array.from({ length: 100 }, (_, i) => i);

test('a stretch without decisions is large where it takes up more than half of the time', () => {
  expect(largeGap(hundred)).toBeUndefined();
  expect(largeGap(Float64Array.of(...hundred.subarray(0, 99), 197))).toEqual({
    ...{ row: 99, from: 98, to: 197 },
  });
  expect(largeGap(Float64Array.of(...hundred.subarray(0, 99), 196))).toBeUndefined();
  expect(largeGap(Float64Array.of(-1000, ...hundred))).toEqual({ row: 1, from: -1000, to: 0 });
  expect(largeGap(Float64Array.of(0, 1, 1000))).toBeUndefined();
  expect(largeGap(new Float64Array(200))).toBeUndefined();
});

test('a log ends with its last decision or reward, without one that is far from all others', () => {
  const NONE = Number.NaN;
  expect(endOf(hundred, undefined)).toBe(99);
  expect(endOf(hundred, Float64Array.of(NONE, 50))).toBe(99);
  // A day of decisions may be waited for through months, as long as rewards keep coming.
  expect(endOf(hundred, Float64Array.of(700, NONE, 180, 350))).toBe(700);
  const arrival = Float64Array.of(700, NONE, 180, 20);
  expect(endOf(hundred, arrival)).toBe(180);
  expect(withoutLater(arrival, 180)).toBe(1);
  expect(arrival).toEqual(Float64Array.of(NONE, NONE, 180, 20));
  expect(withoutLater(undefined, 180)).toBe(0);
  // Decisions of one moment, or few of them, say nothing of how long a log is.
  expect(endOf(new Float64Array(100), Float64Array.of(9, 90, 9000))).toBe(9000);
  expect(endOf(hundred.subarray(0, 99), Float64Array.of(9000))).toBe(9000);
});
