import fc from 'fast-check';
import { expect, test } from 'vitest';
import { COLUMN_WIDTH, type DrawableMeans, digestMeans } from './digest.ts';

function drawable(rows: readonly (readonly number[])[]): DrawableMeans {
  const best = rows.map((row) => row.indexOf(Math.max(...row)));
  return {
    armCount: rows[0].length,
    horizon: rows.length,
    value: (slot, arm) => rows[slot][arm],
    bestArm: (slot) => best[slot],
  };
}

const value = fc.integer({ min: -20, max: 20 });
const tables = fc.integer({ min: 1, max: 4 }).chain((arms) =>
  fc.array(fc.array(value, { minLength: arms, maxLength: arms }), {
    minLength: 1,
    maxLength: 300,
  }),
);

test('no extreme of any column of the envelope is lost, and none is made up', () => {
  fc.assert(
    fc.property(tables, fc.integer({ min: 1, max: 400 }), (rows, width) => {
      const { stretches } = digestMeans(drawable(rows), width);
      const best = rows.map((row) => Math.max(...row));
      for (const { from, to, line } of stretches) {
        const columns = Math.max(1, Math.min(Math.floor(width / COLUMN_WIDTH), rows.length));
        for (let column = 0; column < columns; column++) {
          const start = Math.max(from, Math.floor((column * rows.length) / columns));
          const end = Math.min(to, Math.floor(((column + 1) * rows.length) / columns));
          if (start >= end) continue;
          const there = line.places.flatMap((place, i) =>
            place >= start && place <= end ? [line.values[i]] : [],
          );
          // A level stretch keeps its ends only, which may lie in other columns.
          const seen = there.length > 0 ? there : [valueNear(line, start)];
          expect(Math.max(...seen)).toBeGreaterThanOrEqual(Math.max(...best.slice(start, end)));
          expect(Math.min(...seen)).toBeLessThanOrEqual(Math.min(...best.slice(start, end)));
        }
        const slots = best.slice(from, to);
        expect(Math.max(...line.values)).toBe(Math.max(...slots));
        expect(Math.min(...line.values)).toBe(Math.min(...slots));
      }
    }),
    { seed: 31, numRuns: 300 },
  );
});

/** The value of a line at its last point before a place. */
function valueNear(line: { places: readonly number[]; values: readonly number[] }, place: number) {
  return line.values[line.places.findLastIndex((each) => each <= place)];
}

test('stretches follow one another from the first slot to the last, each of another arm', () => {
  fc.assert(
    fc.property(tables, fc.integer({ min: 1, max: 400 }), (rows, width) => {
      const { stretches } = digestMeans(drawable(rows), width);
      expect(stretches[0].from).toBe(0);
      expect(stretches.at(-1)?.to).toBe(rows.length);
      stretches.slice(1).forEach((stretch, i) => {
        expect(stretch.from).toBe(stretches[i].to);
        expect(stretch.arm).not.toBe(stretches[i].arm);
      });
    }),
    { seed: 32, numRuns: 300 },
  );
});

test('few changes are drawn at their very slots', () => {
  const rows = Array.from({ length: 1000 }, (_, slot) => (slot < 617 ? [0.8, 0.5] : [0.3, 0.5]));
  const { stretches, lines, range } = digestMeans(drawable(rows), 100);
  expect(stretches.map(({ arm, from, to }) => [arm, from, to])).toEqual([
    [0, 0, 617],
    [1, 617, 1000],
  ]);
  // Level lines need no more than their ends and the jump.
  expect(lines[1]).toEqual({ places: [0, 1000], values: [0.5, 0.5] });
  expect(range).toEqual([0.3, 0.8]);
});

test('few slots are drawn as level pieces', () => {
  const { lines } = digestMeans(drawable([[1], [2]]), 600);
  expect(lines[0]).toEqual({ places: [0, 1, 1, 2], values: [1, 1, 2, 2] });
});

test('many arms do not make many points', () => {
  const arms = Array.from({ length: 50 }, (_, arm) => arm);
  const rows = Array.from({ length: 5000 }, (_, slot) =>
    arms.map((arm) => Math.sin(slot / 3 + arm)),
  );
  const { lines } = digestMeans(drawable(rows), 1000);
  expect(lines.reduce((sum, { places }) => sum + places.length, 0)).toBeLessThan(30_000);
});
