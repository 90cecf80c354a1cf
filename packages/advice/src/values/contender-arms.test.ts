import { describe, expect, test } from 'vitest';
import { fixedArms, fixedOrder, isFixed } from './contender-arms.ts';

const PATH = {
  armCount: 3,
  bounds: Int32Array.of(0, 2, 6),
  // Over all slots arm 2 is best, then 0, then 1.
  means: Float64Array.of(0.9, 0.1, 0.3, 0.2, 0.1, 0.8),
};
const ARMS = ['a', 'b', 'c'];

describe('somebody who stays with an arm', () => {
  test('takes it throughout', () => {
    const course = { path: PATH, eligible: undefined, sets: [], due: undefined };
    expect(fixedArms(fixedOrder('fixed:b', ARMS, PATH), course)).toEqual(
      Uint16Array.of(1, 1, 1, 1, 1, 1),
    );
  });

  test('takes the best of the others where it cannot be taken', () => {
    expect(fixedOrder('fixed:b', ARMS, PATH)).toEqual([1, 2, 0]);
    const sets = [Uint16Array.of(0, 1, 2), Uint16Array.of(0, 2), Uint16Array.of(0)];
    const eligible = Uint16Array.of(0, 1, 2, 1, 0, 2);
    const course = { path: PATH, eligible, sets, due: undefined };
    expect(fixedArms(fixedOrder('fixed:b', ARMS, PATH), course)).toEqual(
      Uint16Array.of(1, 2, 0, 2, 1, 0),
    );
  });

  test('is told from policies, and has to be an arm of the log', () => {
    expect(isFixed('fixed:b')).toBe(true);
    expect(isFixed('ucb1')).toBe(false);
    expect(() => fixedOrder('fixed:d', ARMS, PATH)).toThrow(/one of a, b, c/);
  });
});
