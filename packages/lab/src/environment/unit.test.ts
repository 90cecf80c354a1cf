import { expect, test } from 'vitest';
import { unitAdvice } from './unit.ts';

test('values far beyond 1 are to be divided by a round number', () => {
  expect(unitAdvice([3, 297, 12], 1)).toEqual({
    text: 'Values reach 297, but policies expect rewards of about 0 to 1. Divide by 300, or by −300 if the values are losses.',
    unit: 300,
  });
  expect(unitAdvice([3, -1234], 10)).toMatchObject({
    text: expect.stringMatching(
      /^Divided by 10, values reach −123, .* Divide by 1,300, or by −1,300/,
    ),
    unit: 1300,
  });
  expect(unitAdvice([0.2], 0.01)).toMatchObject({ unit: 0.2 });
});

test('values of about the right size need no advice, divided or not', () => {
  for (const [values, unit] of [
    [[0, 1], 1],
    [[-5, 2], 1],
    [[297], 300],
    [[297], -300],
    [[0, 0], 1],
  ] as const) {
    expect(unitAdvice(values, unit)).toBeUndefined();
  }
});

test('what is advised needs no more advice', () => {
  for (const value of [5.1, 6, 99.7, 100, 123456, -7e9]) {
    const advice = unitAdvice([value], 1);
    expect(advice?.unit).toBeGreaterThanOrEqual(Math.abs(value));
    expect(unitAdvice([value], advice?.unit ?? 1)).toBeUndefined();
  }
});
