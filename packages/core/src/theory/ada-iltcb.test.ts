import { expect, test } from 'vitest';
import { adaIltcbThresholds } from './ada-iltcb.ts';

const problem = { armCount: 2, horizon: 100_000, classSize: 100, delta: 0.05 };

test.each([2, 2 * Math.log2(problem.horizon)])('the conditions hold from there on', (size) => {
  const { logarithm, ...slots } = adaIltcbThresholds(problem, size);
  const rate = (n: number) => Math.sqrt(logarithm / (size * n));
  // Written as in the rule, one slot in a million to either side of the solution.
  const conditions = [
    [slots.regretTest, (n: number) => 6400 * size * rate(n) <= 1],
    [slots.varianceTest, (n: number) => 800 * size <= 1 / rate(n)],
    [slots.regretLimit, (n: number) => 2 * 1.2e7 * size * rate(n) <= 1],
  ] as const;
  expect(conditions.map(([n, holds]) => holds(n * (1 + 1e-6)))).toEqual([true, true, true]);
  expect(conditions.map(([n, holds]) => holds(n * (1 - 1e-6)))).toEqual([false, false, false]);
});

test('two arms, 100 rules and 100,000 slots', () => {
  // ln(8·10¹⁵·10⁴/0.05) = ln(1.6·10²¹) = ln 1.6 + 21 ln 10 = 0.4700 + 48.3543 = 48.8243.
  const { logarithm, shortestBlock, regretTest } = adaIltcbThresholds(problem);
  expect(logarithm).toBeCloseTo(48.8243, 4);
  expect(shortestBlock).toBe(391); // 4 · 2 · 48.8243 = 390.6
  expect(regretTest / 4e9).toBeCloseTo(1, 2); // 40,960,000 · 97.65 = 4.0·10⁹
});

test('refuses problems that cannot exist', () => {
  expect(() => adaIltcbThresholds({ ...problem, classSize: 0 })).toThrow(
    'classSize must be an integer >= 1; got 0',
  );
  expect(() => adaIltcbThresholds({ ...problem, delta: 0 })).toThrow(
    'delta must be a number > 0 and <= 1; got 0',
  );
  expect(() => adaIltcbThresholds({ ...problem, horizon: 0 })).toThrow(
    'horizon must be an integer >= 1; got 0',
  );
});
