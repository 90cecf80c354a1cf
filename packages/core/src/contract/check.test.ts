import { expect, test } from 'vitest';
import { demandSame } from './check.ts';

test('the same data passes', () => {
  expect(() => demandSame({ a: [1, 2] }, { a: [1, 2] }, 'both')).not.toThrow();
});

test('short data is shown whole', () => {
  expect(() => demandSame([3, 4], [3, 5], 'arms and slots')).toThrow(
    'arms and slots: expected [3,5], got [3,4]',
  );
});

test('of a long array, where it first differs', () => {
  const expected = Array.from({ length: 100 }, () => 0);
  const actual = expected.map((arm, slot) => (slot >= 3 ? 1 : arm));
  expect(() => demandSame(actual, expected, 'arms', 'slot')).toThrow(
    /^arms: first differs at slot 3: 0, then 1$/,
  );
  expect(() => demandSame(actual.slice(1), expected, 'arms', 'slot')).toThrow(
    /^arms: expected 100 elements, got 99$/,
  );
  const missing = expected.map((arm, slot) => (slot === 7 ? undefined : arm));
  expect(() => demandSame(missing, expected, 'arms')).toThrow(
    /^arms: first differs at place 7: 0, then undefined$/,
  );
});

test('of a long state, where it begins to differ', () => {
  const state = (last: number) => JSON.stringify({ sums: [...Array(200).fill(1), last] });
  expect(() => demandSame(state(3), state(2), 'the state')).toThrow(
    /^the state: expected …[1,]{40}2\]\}, got …[1,]{40}3\]\}$/,
  );
});
