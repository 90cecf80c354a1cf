import fc from 'fast-check';
import { expect, test } from 'vitest';
import { valueDomain } from './axis.ts';

test('means that fill [0, 1] are shown on it, others close around', () => {
  expect(valueDomain([0.2, 0.8])).toEqual([0, 1]);
  expect(valueDomain([0.5, 0.5])).toEqual([0, 1]);
  expect(valueDomain([0.42, 0.58])).toEqual([0.4, 0.6]);
  expect(valueDomain([-0.3, 0.3])).toEqual([-0.4, 0.4]);
  expect(valueDomain([7, 7])).toEqual([6.5, 7.5]);
});

test('every range lies within its axis', () => {
  const bound = fc.double({ min: -1e6, max: 1e6, noNaN: true });
  fc.assert(
    fc.property(bound, fc.double({ min: 1e-3, max: 1e6, noNaN: true }), (least, span) => {
      const [low, high] = valueDomain([least, least + span]);
      const slack = 1e-9 * Math.max(1, Math.abs(least), span);
      expect(low).toBeLessThanOrEqual(least + slack);
      expect(high).toBeGreaterThanOrEqual(least + span - slack);
      expect(high - low).toBeLessThan(span * 4);
    }),
    { seed: 33 },
  );
});
