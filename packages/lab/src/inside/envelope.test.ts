import { describe, expect, test } from 'vitest';
import { binsOf, edgesOf, extremesOf, pickShares } from './envelope.ts';
import { bandPath, linePath, tickPaths } from './paths.ts';

const ACROSS = { left: 0, right: 4 };
const upwards = (value: number) => -value;

/** A table of two arms; the first has the values, the second others. */
function columnOf(values: readonly number[]) {
  const table = Float64Array.from(values.flatMap((value) => [value, 99]));
  return { table, armCount: 2, arm: 0, slots: values.length };
}

describe('bins', () => {
  test('cover all slots once, none of them empty', () => {
    const { count, starts } = binsOf(10, 4);
    expect(count).toBe(4);
    expect(Array.from(starts)).toEqual([0, 2, 5, 7, 10]);
  });

  test('are not more than slots', () => {
    expect(binsOf(3, 500).count).toBe(3);
    expect(binsOf(3, 0.2).count).toBe(1);
  });
});

describe('extremes', () => {
  test('a single slot’s peak is kept, however many slots share a pixel', () => {
    const values = Array.from({ length: 100_000 }, (_, slot) => (slot === 54_321 ? 7 : 0.5));
    const { most, least, first, last } = extremesOf(columnOf(values), binsOf(100_000, 600));
    const bin = Math.floor((54_321 * 600) / 100_000);
    expect(most[bin]).toBe(7);
    expect([least[bin], first[bin], last[bin]]).toEqual([0.5, 0.5, 0.5]);
    expect(most.filter((value) => value === 7)).toHaveLength(1);
  });

  test('what is unknown is passed over; a bin of nothing else is unknown', () => {
    const { first, last, least } = extremesOf(
      columnOf([Number.NaN, 0.2, Number.NaN, Number.NaN]),
      binsOf(4, 2),
    );
    expect([first[0], last[0], least[0]]).toEqual([0.2, 0.2, 0.2]);
    expect(first[1]).toBeNaN();
  });

  test('slots that were not watched are unknown', () => {
    const { first } = extremesOf({ ...columnOf([1, 2, 3, 4]), slots: 2 }, binsOf(4, 4));
    expect(Array.from(first)).toEqual([1, 2, Number.NaN, Number.NaN]);
  });
});

describe('edges of a band', () => {
  const column = columnOf([0.5, 0.2, Number.NaN, 0.4]);
  const widths = Float64Array.from([0.1, 0, 0.3, 0, Number.NaN, 0, 0.1, 0]);

  test('reach as far as any slot of the bin', () => {
    const { low, high } = edgesOf(column, widths, binsOf(4, 2), false);
    expect(low[0]).toBeCloseTo(-0.1, 12);
    expect(high[0]).toBeCloseTo(0.6, 12);
    expect(high[1]).toBeCloseTo(0.5, 12);
  });

  test('reach up only, from the estimate to the index', () => {
    const { low, high } = edgesOf(column, widths, binsOf(4, 2), true);
    expect(low[0]).toBeCloseTo(0.2, 12);
    expect(high[0]).toBeCloseTo(0.6, 12);
  });

  test('are infinite where nothing is known of an arm that an index chooses', () => {
    const { low, high } = edgesOf(column, widths, binsOf(4, 4), true);
    expect([low[2], high[2]]).toEqual([Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]);
    const closed = edgesOf(column, widths, binsOf(4, 4), false);
    expect(closed.low[2]).toBeNaN();
  });
});

test('shares of picks add up to one in each bin', () => {
  const shares = pickShares(Int32Array.from([0, 1, 1, 1, 0, 0]), 2, binsOf(6, 2));
  expect(shares[0][0]).toBeCloseTo(1 / 3, 12);
  expect(shares[1][0]).toBeCloseTo(2 / 3, 12);
  expect(shares[0][1] + shares[1][1]).toBeCloseTo(1, 12);
});

describe('paths', () => {
  test('a line breaks where nothing is known', () => {
    const bins = binsOf(4, 4);
    const path = linePath(extremesOf(columnOf([1, 2, Number.NaN, 3]), bins), bins, ACROSS, upwards);
    expect(path).toBe('M0.5,-1h0.1L1.5,-2M3.5,-3h0.1');
  });

  test('a line touches the extremes of a bin, and leaves from its last value', () => {
    const bins = binsOf(4, 1);
    const path = linePath(extremesOf(columnOf([2, 5, 1, 3]), bins), bins, ACROSS, upwards);
    expect(path).toBe('M2,-2V-1V-5V-3');
  });

  test('a band is closed, and there and back over the same bins', () => {
    const bins = binsOf(2, 2);
    const edges = { low: Float64Array.from([0, 1]), high: Float64Array.from([2, 3]) };
    expect(bandPath(edges, bins, ACROSS, (value) => value)).toBe('M0,0V2H2V3H4V1H2V0H0Z');
    const none = Float64Array.from([Number.NaN, Number.NaN]);
    expect(bandPath({ low: none, high: none }, bins, ACROSS, upwards)).toBe('');
  });

  test('ticks are stronger the more of a bin was picked', () => {
    const [some, many, most] = tickPaths(
      Float64Array.from([0.1, 0, 0.5, 1]),
      binsOf(4, 4),
      ACROSS,
      10,
      6,
    );
    expect(some).toBe('M0,10h1v6H0Z');
    expect(many).toBe('M2,10h1v6H2Z');
    expect(most).toBe('M3,10h1v6H3Z');
  });
});
