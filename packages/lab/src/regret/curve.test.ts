import type { Curve } from '@driftline/engine/play';
import { describe, expect, it } from 'vitest';
import { nearestCurve, outlineCorners, valueAt } from './curve.ts';

const slots = [100, 200, 400];

function curve(mean: number[]): Curve {
  return { slots, mean, low: mean, high: mean, q05: mean, q95: mean };
}

describe('a curve between the slots that were kept', () => {
  it('starts at 0 and is straight from one to the next', () => {
    const values = [10, 30, 34];
    expect(valueAt(slots, values, 0)).toBe(0);
    expect(valueAt(slots, values, 50)).toBe(5);
    expect(valueAt(slots, values, 100)).toBe(10);
    expect(valueAt(slots, values, 150)).toBe(20);
    expect(valueAt(slots, values, 400)).toBe(34);
    expect(valueAt(slots, values, 999)).toBe(34);
  });
});

describe('pointing at a curve', () => {
  const curves = [curve([10, 20, 40]), curve([10, 40, 80])];

  it('finds the nearest', () => {
    expect(nearestCurve(curves, 300, 33, 10)).toBe(0);
    expect(nearestCurve(curves, 300, 58, 10)).toBe(1);
  });

  it('finds none that is too far', () => {
    expect(nearestCurve(curves, 300, 45, 10)).toBeUndefined();
  });
});

describe('an outline', () => {
  it('goes around the bins that hold something', () => {
    const histogram = { edges: [0, 1, 2, 3, 4], counts: [0, 2, 4, 0] };
    expect(outlineCorners(histogram, 8)).toEqual([
      [1, 0],
      [1, 0.25],
      [2, 0.25],
      [2, 0.5],
      [3, 0.5],
      [3, 0],
    ]);
  });
});
