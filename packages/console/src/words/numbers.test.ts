import { expect, test } from 'vitest';
import { decimalsFor, estimateText, percent, secondsText, valueText } from './numbers.ts';

test('shares are whole percentages, but near 0 and 1 as fine as it takes', () => {
  expect([0, 0.004, 0.5, 0.824, 0.996, 1].map(percent)).toEqual([
    '0%',
    '0.4%',
    '50%',
    '82%',
    '99.6%',
    '100%',
  ]);
});

test('an estimate has the decimals that its interval asks for', () => {
  const estimate = { value: 0.0312, low: 0.0181, high: 0.0443, rewards: 900 };
  expect(estimateText(estimate)).toBe('0.031 [95% CI 0.018 to 0.044]');
  expect(estimateText({ value: -12.4, low: -20, high: -4, rewards: 9 })).toBe(
    '−12 [95% CI −20 to −4]',
  );
  expect(decimalsFor([])).toBe(3);
});

test('lengths of time are in the largest unit that they fill', () => {
  expect([0.042, 3.5, 90, 7200, 200_000].map(secondsText)).toEqual([
    '42 ms',
    '3.5 s',
    '1.5 min',
    '2 h',
    '2.3 d',
  ]);
});

test('a missing value is a dash', () => {
  expect(valueText(null)).toBe('–');
});
