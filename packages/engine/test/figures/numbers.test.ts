import { describe, expect, test } from 'vitest';
import {
  counted,
  formatEstimates,
  formatFixed,
  formatNumber,
  linearTicks,
  logTicks,
  tickFormat,
  tickStep,
} from '../../src/words/numbers.ts';

describe('numbers to read', () => {
  test('thousands are set apart by a narrow space, and minus is a minus', () => {
    expect(formatFixed(1_234_567.891, 1)).toBe('1,234,567.9');
    expect(formatFixed(-0.256, 2)).toBe('\u22120.26');
    expect(formatFixed(-0.001, 2)).toBe('0.00');
    expect(formatFixed(999, 0)).toBe('999');
  });

  test('digits are significant ones, and whole parts are kept', () => {
    expect(formatNumber(0.995)).toBe('0.995');
    expect(formatNumber(4.49905)).toBe('4.499');
    expect(formatNumber(12_345.6)).toBe('12,346');
    expect(formatNumber(0.0000012)).toBe('1.2\u202f×\u202f10⁻⁶');
    expect(formatNumber(0)).toBe('0');
  });

  test('one of a thing is singular', () => {
    expect(counted(1, 'policy', 'policies')).toBe('1 policy');
    expect(counted(2000, 'slot')).toBe('2,000 slots');
  });

  test('estimates show the first uncertain digit of the best known', () => {
    expect(formatEstimates([{ mean: 263.66, half: 2.9 }])).toEqual(['264 ± 3']);
    expect(
      formatEstimates([
        { mean: 0.0591, half: 0.0088 },
        { mean: 0.0566, half: 0.0121 },
      ]),
    ).toEqual(['0.059 ± 0.009', '0.057 ± 0.012']);
  });

  test('one estimate that is known far too well does not give the others its digits', () => {
    expect(
      formatEstimates([
        { mean: 500, half: 0.00001 },
        { mean: 240.123, half: 31 },
      ]),
    ).toEqual(['500.00 ± 0.00', '240.12 ± 31.00']);
  });

  test('without an interval there is no ±', () => {
    expect(formatEstimates([{ mean: 133.2, half: 0 }])).toEqual(['133']);
    expect(formatEstimates([{ mean: 0, half: 0 }])).toEqual(['0']);
  });
});

describe('extremes', () => {
  test.each([
    [-1e308, 1e308],
    [0, Number.MAX_VALUE],
    [-1e100, 1e100],
    [1e100, 1e100 * (1 + 2 ** -52)],
    [0, 5e-324],
    [1e-120, 3e-120],
    [1e15, 1e15 + 0.125],
  ])('an axis from %d to %d has a few ticks, which can be written', (low, high) => {
    const ticks = linearTicks(low, high, 5);
    expect(ticks.length).toBeGreaterThanOrEqual(1);
    expect(ticks.length).toBeLessThanOrEqual(20);
    const format = tickFormat(ticks);
    for (const tick of ticks) expect(format(tick)).toMatch(/^−?[\d.,\u202f×⁻⁰¹²³⁴-⁹]+$/u);
  });

  test('tiny estimates are written with a power of ten', () => {
    expect(formatEstimates([{ mean: 2.5e-120, half: 3e-121 }])).toEqual([
      '2.5\u202f×\u202f10⁻¹²⁰ ± 3\u202f×\u202f10⁻¹²¹',
    ]);
    expect(formatFixed(0, 121)).toBe('0');
  });
});

describe('ticks', () => {
  test('are round and lie within', () => {
    expect(linearTicks(0, 550, 5)).toEqual([0, 100, 200, 300, 400, 500]);
    expect(linearTicks(0, 1, 5)).toEqual([0, 0.2, 0.4, 0.6, 0.8, 1]);
    expect(linearTicks(-0.3, 0.3, 3)).toEqual([-0.2, 0, 0.2]);
    expect(linearTicks(7, 7, 5)).toEqual([7]);
  });

  test('a step is 1, 2 or 5 times a power of ten', () => {
    expect([1.1, 1.9, 4, 8].map((span) => tickStep(span, 1))).toEqual([1, 2, 5, 10]);
    expect(tickStep(0.0003, 1)).toBe(0.0002);
  });

  test('on a logarithmic axis powers of ten, closer ones where there are few', () => {
    expect(logTicks(0.5, 20_000)).toEqual([1, 10, 100, 1000, 10_000]);
    expect(logTicks(40, 900)).toEqual([50, 100, 200, 500]);
    expect(logTicks(3, 4)).toEqual([3, 3.2, 3.4, 3.6, 3.8, 4]);
  });

  test('all have the decimals of the finest', () => {
    expect([0, 0.5, 1].map(tickFormat([0, 0.5, 1]))).toEqual(['0.0', '0.5', '1.0']);
    expect([0, 2000].map(tickFormat([0, 2000]))).toEqual(['0', '2,000']);
  });
});
