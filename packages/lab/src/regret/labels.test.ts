import { textWidth } from '@driftline/engine/display';
import { describe, expect, it } from 'vitest';
import { cutName, type LabelText, leastHeight, placeLabels } from './labels.ts';

function texts(...names: string[]): LabelText[] {
  return names.map((name) => ({ name, value: '241.2 ± 1.5', mean: '241' }));
}

const wide = { room: 135, top: 26, bottom: 276, stacks: false };

describe('labels at the ends of lines', () => {
  it('stand on one line where all fit', () => {
    const labels = placeLabels(texts('SW-MOSS', 'UCB1'), [100, 200], wide);
    expect(labels.map(({ stacked, y }) => [stacked, y])).toEqual([
      [false, 100],
      [false, 200],
    ]);
    expect(labels[0].value).toBe('241.2 ± 1.5');
  });

  it('stand on two lines where one is too long', () => {
    const labels = placeLabels(texts('SW-MOSS (η = 0.6)', 'UCB1'), [100, 200], wide);
    expect(labels.map(({ stacked }) => stacked)).toEqual([true, true]);
    expect(labels.map(({ y }) => y)).toEqual([100, 200]);
  });

  it('say less where many are too long', () => {
    const many = texts(...Array.from({ length: 12 }, (_, i) => `SW-MOSS (η = 0.${10 + i})`));
    const labels = placeLabels(
      many,
      many.map(() => 150),
      wide,
    );
    expect(labels.every(({ stacked, value }) => !stacked && value === '241')).toBe(true);
    for (const { name, value } of labels) {
      const width = textWidth(name, 600, 13) + textWidth(value, 400, 13);
      expect(width).toBeLessThanOrEqual(wide.room);
    }
  });

  it('never overlap, and stay within the chart', () => {
    const many = texts(...Array.from({ length: 16 }, (_, i) => `P${i}`));
    const height = leastHeight(16);
    const place = { ...wide, bottom: wide.top + height };
    const labels = placeLabels(
      many,
      many.map((_, i) => 200 + (i % 3)),
      place,
    );
    const ys = labels.map(({ y }) => y).sort((a, b) => a - b);
    ys.slice(1).forEach((y, i) => {
      expect(y - ys[i]).toBeGreaterThanOrEqual(17 - 1e-9);
    });
    expect(ys[0]).toBeGreaterThanOrEqual(place.top - 1);
    expect(ys[15]).toBeLessThanOrEqual(place.bottom);
  });
});

describe('a name that is too long', () => {
  it('loses its end', () => {
    expect(cutName('Bandit-over-bandit', 80)).toMatch(/^Bandit.*…$/);
  });

  it('keeps the parameters that distinguish it from others', () => {
    const cut = cutName('SW-MOSS (η = 0.6)', 95);
    expect(cut).toMatch(/^SW.*… \(η = 0\.6\)$/);
    expect(textWidth(cut, 600, 13)).toBeLessThanOrEqual(95);
  });

  it('loses them where they alone are too long', () => {
    const cut = cutName('SW-MOSS (η = 0.6, τ = 1000, ζ = 1.25)', 95);
    expect(textWidth(cut, 600, 13)).toBeLessThanOrEqual(95);
    expect(cut).toMatch(/…$/);
  });
});
