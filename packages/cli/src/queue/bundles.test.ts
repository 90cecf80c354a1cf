import { expect, test } from 'vitest';
import { bundled, Pace, type WantedChunk } from './bundles.ts';

function chunks(comparison: number, count: number, first = 0): WantedChunk[] {
  return Array.from({ length: count }, (_, i) => ({
    comparison,
    chunk: { from: 10 * (first + i), to: 10 * (first + i + 1) },
    slots: 1000,
  }));
}

const sizes = (wanted: readonly WantedChunk[], pace: Pace, most: number, places: number) =>
  bundled(wanted, pace, most, places).map(({ chunks: own }) => own.length);

/** A chunk takes so many seconds. */
function paceOf(seconds: number): Pace {
  const pace = new Pace();
  pace.add(chunks(9, 1)[0], 1e9 * seconds);
  return pace;
}

test('as long as no pace is known, a job is one chunk, and there are no more than asked for', () => {
  expect(sizes(chunks(0, 100), new Pace(), 16, 2)).toEqual(new Array(16).fill(1));
});

test('jobs last two seconds where there is much to do, and less where all should have some', () => {
  expect(sizes(chunks(0, 1000), paceOf(0.1), 3, 2)).toEqual([20, 20, 20]);
  expect(sizes(chunks(0, 40), paceOf(0.1), 99, 2)).toEqual([10, 10, 10, 10]);
  expect(sizes(chunks(0, 3), paceOf(0.1), 99, 8)).toEqual([1, 1, 1]);
  expect(sizes(chunks(0, 3), paceOf(5), 99, 1)).toEqual([1, 1, 1]);
});

test('a job is of one comparison and of neighbours, in whichever order they were asked for', () => {
  const wanted = [...chunks(1, 3), ...chunks(0, 2, 5), ...chunks(0, 2)];
  const made = bundled([...wanted].reverse(), paceOf(0.001), 99, 0);
  expect(
    made.map(({ data }) => [data.comparison, data.chunks[0].from, data.chunks.length]),
  ).toEqual([
    [0, 0, 2],
    [0, 50, 2],
    [1, 0, 3],
  ]);
});

test('each comparison has its own pace once it was seen', () => {
  const pace = paceOf(1);
  const [one] = chunks(3, 1);
  expect(pace.nanosecondsOf(one)).toBe(1e9);
  pace.add(one, 4e9);
  expect(pace.nanosecondsOf(one)).toBe(4e9);
  expect(pace.nanosecondsOf(chunks(4, 1)[0])).toBe(2.5e9);
});
