import { describe, expect, it } from 'vitest';
import { type Outlined, onOwnScale, outlineScales, outlineText } from './outlines.ts';

/** Outlines whose fullest bins hold so many; a place without a count has none. */
function outlines(...counts: (number | undefined)[]): Outlined[] {
  return counts.flatMap((count, place) =>
    count === undefined ? [] : [{ place, histogram: { edges: [0, 1, 2], counts: [count, 1] } }],
  );
}

const scalesOf = (...counts: number[]) => outlineScales(outlines(...counts));
const ownOf = (...counts: number[]) => onOwnScale(outlines(...counts)).map(({ place }) => place);

describe('the scale of outlines', () => {
  it('is that of the fullest bin, for all', () => {
    expect(scalesOf(3, 7, 12)).toEqual([12, 12, 12]);
    expect(ownOf(3, 7, 12)).toEqual([]);
  });

  it('leaves those to themselves that would flatten the others', () => {
    // A policy that knows nearly all, whose 500 replications lose nearly the same, among others that spread.
    expect(scalesOf(40, 500, 90)).toEqual([90, 500, 90]);
    expect(ownOf(40, 500, 90)).toEqual([1]);
    expect(ownOf(500, 30, 480)).toEqual([0, 2]);
  });

  it('is its own where there is one, or all are alike', () => {
    expect(scalesOf(500)).toEqual([500]);
    expect(ownOf(500, 500)).toEqual([]);
    expect(ownOf()).toEqual([]);
  });

  it('is said where it is not the same, and so is who has no outline', () => {
    const labels = ['A', 'B', 'C', 'Oracle'];
    expect(outlineText(['A', 'B'], outlines(40, 50))).toBe('');
    expect(outlineText(['A', 'B'], outlines(500, 30))).toBe(
      ' The replications of A lie so close together that its outline has a scale of its own.',
    );
    expect(outlineText(labels, outlines(500, 30, 480, undefined))).toMatch(
      /A and C lie so close .* their outlines have .* Oracle loses the same in every replication and has no outline\.$/,
    );
  });
});
