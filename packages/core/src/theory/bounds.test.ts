import { describe, expect, test } from 'vitest';
import {
  discountedUcbBound,
  lowerBoundRate,
  mossBound,
  resettingMossBound,
  slidingWindowMossBound,
  ucb1Bound,
} from './bounds.ts';

describe('at T = 5000, K = 3, V = 3, b = 1', () => {
  test('the upper bounds, all vacuous', () => {
    const resetting = resettingMossBound(3, 5000, 3);
    expect(Math.round(resetting.value)).toBe(32_057);
    expect(resetting).toMatchObject({ vacuous: true, capped: 5000 });
    expect(Math.round(slidingWindowMossBound(3, 5000, 3).value)).toBe(17_311);
    const discounted = discountedUcbBound(3, 5000, 3);
    expect(Math.round(discounted.printed.value)).toBe(22_762);
    // The difference: N K b (1 + 2·6) − 2Nb (1 + log_{1+λ} 203), N = 25, and the logarithm is 5.48816.
    expect(discounted.value - discounted.printed.value).toBeCloseTo(975 - 50 * 6.488161525, 6);
    expect(Math.round(discounted.value)).toBe(23_413);
  });

  test('the lower-bound rate', () => {
    // 9^(1/3) · 5000^(2/3) = (9 · 25·10⁶)^(1/3) = 225000000^(1/3)
    expect(lowerBoundRate(3, 5000, 3).value ** 3).toBeCloseTo(225_000_000, 4);
    expect(lowerBoundRate(3, 5000, 3).valid).toBe(true);
  });
});

test('the lower bound is proved for V from 1/K to T/K', () => {
  expect(lowerBoundRate(4, 1000, 0.25).valid).toBe(true);
  expect(lowerBoundRate(4, 1000, 0.24).valid).toBe(false);
  expect(lowerBoundRate(4, 1000, 250).valid).toBe(true);
  expect(lowerBoundRate(4, 1000, 251).valid).toBe(false);
  expect(lowerBoundRate(4, 1000, 0)).toEqual({ value: 0, valid: false });
});

test('stationary bounds', () => {
  expect(mossBound(4, 10_000).value).toBe(49 * 200);
  expect(mossBound(4, 10_000)).toMatchObject({ vacuous: false, capped: 9800 });
  expect(ucb1Bound(1, 100).value).toBe(0);
  // ln 10⁶ = 13.815510557964274
  expect(ucb1Bound(5, 1_000_000).value).toBeCloseTo(10 * Math.sqrt(4e6 * 13.815510557964274), 8);
});

test('without variation R-MOSS has the bound of MOSS, and all bounds are finite', () => {
  expect(resettingMossBound(3, 5000, 0)).toEqual(mossBound(3, 5000));
  expect(Number.isFinite(slidingWindowMossBound(3, 5000, 0).value)).toBe(true);
  expect(Number.isFinite(discountedUcbBound(3, 5000, 0).value)).toBe(true);
});

test('a budget that leaves one slot of memory gives the trivial bound', () => {
  expect(discountedUcbBound(2, 100, 1e9, 0.6, 2)).toMatchObject({ value: 200, vacuous: true });
});

test('a bound is vacuous from T·b on, whatever the range', () => {
  const small = resettingMossBound(2, 1_000_000, 1, 1e-3);
  expect(small).toMatchObject({ vacuous: true, capped: 1000 });
  expect(resettingMossBound(2, 1_000_000, 1, 1).vacuous).toBe(false);
});

test('constants outside the theorems are refused', () => {
  expect(() => slidingWindowMossBound(3, 5000, 3, 0.5)).toThrow(
    'eta must be a number > 0.5 for the bound to hold; got 0.5',
  );
  expect(() => discountedUcbBound(3, 5000, 3, 0.5)).toThrow(
    'xi must be a number > 0.5 for the bound to hold; got 0.5',
  );
  expect(() => mossBound(3, 5000, 0)).toThrow('mean range must be a number > 0; got 0');
});
