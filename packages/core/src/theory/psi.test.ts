import { expect, test } from 'vitest';
import { leastZeta, psi, psiConditionHolds } from './psi.ts';

test('psi at points worked out by hand', () => {
  expect(psi(0)).toBe(0);
  expect(psi(1)).toBeCloseTo(2 * Math.LN2 - 1, 15);
  expect(psi(Math.E - 1)).toBeCloseTo(1 / (Math.E - 1), 15);
  // x/2 − x²/6 + x³/12 at 1e-6; the direct formula has only five right digits there.
  expect(psi(1e-6)).toBeCloseTo(5e-7 - 1e-12 / 6 + 1e-18 / 12, 21);
});

test('the series and the formula meet', () => {
  // The slope is below 1/2, so crossing 1e-9 changes psi by at most 5e-10; a jump would show.
  const difference = psi(0.25 + 5e-10) - psi(0.25 - 5e-10);
  expect(difference).toBeGreaterThan(0);
  expect(difference).toBeLessThan(5e-10);
});

test("the least zeta of the paper's a, and of a = 2", () => {
  expect(leastZeta(1.1)).toBeCloseTo(2.184, 3);
  expect(leastZeta(2)).toBeCloseTo(3.97, 2);
});

test('the least zeta meets the condition and nothing below does', () => {
  for (const a of [1.01, 1.1, 1.5, 2, 10]) {
    const zeta = leastZeta(a);
    expect(psiConditionHolds(zeta, a)).toBe(true);
    expect(psiConditionHolds(zeta * (1 - 1e-12), a)).toBe(false);
  }
});

test("the paper's choice a = 1.1, zeta = 2.2 meets the condition", () => {
  expect(psiConditionHolds(2.2, 1.1)).toBe(true);
  expect(psiConditionHolds(2.18, 1.1)).toBe(false);
  expect(psiConditionHolds(0, 1.1)).toBe(false);
});

test('a must exceed 1', () => {
  expect(() => leastZeta(1)).toThrow('a must be a number > 1; got 1');
  expect(() => psi(-1)).toThrow("psi's argument must be a number >= 0; got -1");
});
