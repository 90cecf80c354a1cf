import fc from 'fast-check';
import { expect, test } from 'vitest';
import { drawnMeans, knotSlots } from './drawn-means.ts';

const mean = fc.double({ min: 0, max: 1, noNaN: true });
const knotRows = fc.integer({ min: 1, max: 12 }).chain((count) =>
  fc.array(fc.array(mean, { minLength: count, maxLength: count }), {
    minLength: 1,
    maxLength: 4,
  }),
);

test('between two knots means lie between their values, however they were drawn', () => {
  fc.assert(
    fc.property(knotRows, fc.integer({ min: 1, max: 400 }), (knots, horizon) => {
      const means = drawnMeans(knots, horizon);
      const pieces = knots[0].length - 1;
      knots.forEach((values, arm) => {
        for (let slot = 0; slot < horizon; slot++) {
          const place = horizon === 1 ? 0 : (slot / (horizon - 1)) * pieces;
          const ends = [values[Math.floor(place)], values[Math.ceil(place)]];
          expect(means[slot * knots.length + arm]).toBeGreaterThanOrEqual(Math.min(...ends));
          expect(means[slot * knots.length + arm]).toBeLessThanOrEqual(Math.max(...ends));
        }
      });
    }),
    { seed: 41, numRuns: 200 },
  );
});

test('means go through the knots', () => {
  const knots = [
    [0.2, 0.9, 0.4, 0.4, 1],
    [0.5, 0.1, 0, 0.3, 0.6],
  ];
  // Four pieces of 100 slots each: every knot falls on a slot.
  const means = drawnMeans(knots, 401);
  expect(knotSlots(5, 401)).toEqual([0, 100, 200, 300, 400]);
  knots.forEach((values, arm) => {
    values.forEach((value, i) => {
      expect(means[knotSlots(5, 401)[i] * 2 + arm]).toBeCloseTo(value, 12);
    });
  });
});

test('knots in a row that rises make means that rise', () => {
  const means = drawnMeans([[0, 0.1, 0.15, 0.8, 0.81]], 500);
  expect(means.every((value, slot) => slot === 0 || value >= means[slot - 1])).toBe(true);
});

test('one knot is a level line, and one slot has its first knot', () => {
  expect([...drawnMeans([[0.3]], 3)]).toEqual([0.3, 0.3, 0.3]);
  expect([...drawnMeans([[0.3, 0.7]], 1)]).toEqual([0.3]);
  expect(knotSlots(1, 10)).toEqual([0]);
});
