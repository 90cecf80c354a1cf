import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { measureLabels } from '../../src/drawing/figures/end-labels.ts';
import { placeApart } from '../../src/drawing/figures/place-apart.ts';
import { textWidth } from '../../src/drawing/figures/text.ts';
import { policyStyle } from '../../src/drawing/figures/theme.ts';

/** Rounding of sums of up to twenty heights below a thousand: far below this. */
const TOLERANCE = 1e-6;

const boxes = fc.array(
  fc.record({
    target: fc.double({ min: 0, max: 300, noNaN: true }),
    height: fc.integer({ min: 10, max: 45 }),
  }),
  { minLength: 1, maxLength: 20 },
);

describe('placing labels apart', () => {
  test('never overlaps, keeps the order, and stays between the bounds where they suffice', () => {
    fc.assert(
      fc.property(boxes, (given) => {
        const targets = given.map(({ target }) => target);
        const heights = given.map(({ height }) => height);
        const total = heights.reduce((sum, height) => sum + height, 0);
        const bottom = Math.max(300, total);
        const centres = placeApart(targets, heights, 0, bottom);
        const tops = targets.map((target, i) => target - heights[i] / 2);
        const order = tops.map((_, i) => i).sort((a, b) => tops[a] - tops[b] || a - b);
        let end = 0;
        for (const i of order) {
          expect(centres[i] - heights[i] / 2).toBeGreaterThanOrEqual(end - TOLERANCE);
          end = centres[i] + heights[i] / 2;
        }
        expect(end).toBeLessThanOrEqual(bottom + TOLERANCE);
      }),
      { seed: 1, numRuns: 300 },
    );
  });

  test('labels that do not collide stay where they are', () => {
    expect(placeApart([200, 20, 100], [14, 14, 14], 0, 300)).toEqual([200, 20, 100]);
  });

  test('a taller label stays above a lower one whose line ends below its first line', () => {
    // Tops are wanted at 86 and 88.
    expect(placeApart([100, 95], [28, 14], 0, 300)).toEqual([87, 108]);
  });

  test('those that collide share the displacement', () => {
    expect(placeApart([100, 100], [14, 14], 0, 300)).toEqual([93, 107]);
    expect(placeApart([100, 101, 102], [10, 10, 10], 0, 300)).toEqual([91, 101, 111]);
  });

  test('at a bound the others give way', () => {
    expect(placeApart([0, 5], [10, 10], 0, 300)).toEqual([5, 15]);
    expect(placeApart([300, 298], [10, 10], 0, 300)).toEqual([295, 285]);
  });

  test('no placement of two neighbours is nearer to their targets', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 50, max: 250, noNaN: true }),
        fc.double({ min: 50, max: 250, noNaN: true }),
        fc.double({ min: -5, max: 5, noNaN: true }),
        fc.double({ min: 0, max: 5, noNaN: true }),
        (a, b, move, spread) => {
          const [low, high] = [Math.min(a, b), Math.max(a, b)];
          const [first, second] = placeApart([low, high], [20, 20], 0, 300);
          const cost = (x: number, y: number) => (x - low) ** 2 + (y - high) ** 2;
          const other = cost(first + move, Math.max(second + move, first + move + 20) + spread);
          expect(other).toBeGreaterThanOrEqual(cost(first, second) - TOLERANCE);
        },
      ),
      { seed: 1, numRuns: 200 },
    );
  });
});

describe('measuring labels', () => {
  const label = { name: 'SW-MOSS', value: '264 ± 3', style: policyStyle(0) };
  const room = { nameWidth: 80, height: 225, stacked: false };

  test('stacked labels are higher and narrower', () => {
    const beside = measureLabels([label], { ...room, nameWidth: 150 });
    const stacked = measureLabels([label], { ...room, nameWidth: 150, stacked: true });
    expect(stacked.height).toBe(2 * beside.height);
    expect(stacked.width).toBeLessThan(beside.width);
  });

  const name = 'Sliding-window minimax-optimal strategy in the stochastic case';
  const many = (count: number, text = name) =>
    Array.from({ length: count }, (_, i) => ({ ...label, name: `${text}, η = ${i}` }));

  test('a long name is whole where there is room for as many lines as it takes', () => {
    for (const long of [name, 'Averyveryverylongnamewithoutanyplacewhereitcouldbebroken']) {
      const { labels } = measureLabels(many(2, long), room);
      labels.forEach(({ nameLines }, i) => {
        expect(nameLines.join('').replaceAll(' ', '')).toBe(
          `${long}, η = ${i}`.replaceAll(' ', ''),
        );
        for (const line of nameLines) expect(textWidth(line, 600)).toBeLessThanOrEqual(80);
      });
    }
  });

  test('where there is not, it takes two lines, and what sets it apart is still read', () => {
    const { labels, height } = measureLabels(many(16), room);
    expect(height).toBeLessThan(16 * 2 * 14);
    expect(new Set(labels.map(({ nameLines }) => nameLines.join(' '))).size).toBe(16);
    for (const { nameLines } of labels) {
      expect(nameLines).toHaveLength(2);
      expect(nameLines[1]).toContain('…');
      for (const line of nameLines) expect(textWidth(line, 600)).toBeLessThanOrEqual(80);
    }
  });
});
