import type { Curve } from '@driftline/engine';
import { describe, expect, it } from 'vitest';
import {
  nearestCurve,
  onOwnScale,
  outlineCorners,
  outlineScales,
  outlineText,
  valueAt,
} from './regret-curve.ts';

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

describe('the scale of outlines', () => {
  const fullest = (...counts: number[]) =>
    outlineScales(counts.map((count) => ({ edges: [0, 1, 2], counts: [count, 1] })));

  it('is that of the fullest bin, for all', () => {
    expect(fullest(3, 7, 12)).toEqual([12, 12, 12]);
    expect(onOwnScale(fullest(3, 7, 12))).toEqual([]);
  });

  it('leaves those to themselves that would flatten the others', () => {
    // An oracle, all of whose 500 replications lose the same, among policies that spread.
    expect(fullest(40, 500, 90)).toEqual([90, 500, 90]);
    expect(onOwnScale(fullest(40, 500, 90))).toEqual([1]);
    expect(onOwnScale(fullest(500, 30, 480))).toEqual([0, 2]);
  });

  it('is its own where there is one, or all are alike', () => {
    expect(fullest(500)).toEqual([500]);
    expect(onOwnScale(fullest(500, 500))).toEqual([]);
    expect(onOwnScale([])).toEqual([]);
  });

  it('is said where it is not the same, and so is who has no outline', () => {
    expect(outlineText([], [])).toBe('');
    expect(outlineText(['A'], [])).toContain('A lie so close together that its outline has');
    expect(outlineText(['A', 'B'], ['Oracle'])).toMatch(
      /A and B lie so close .* their outlines have .* Oracle loses the same in every replication and has none\.$/,
    );
  });
});
