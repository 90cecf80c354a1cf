import { describe, expect, test } from 'vitest';
import { ParameterError } from '../base/errors.ts';
import {
  changeExponent,
  discountFactor,
  discountForChanges,
  discountOfWindow,
  epochCount,
  exp3Rate,
  exp3rDelta,
  exp3rInterval,
  exp3rRate,
  exp3sRate,
  exp3sRateForChanges,
  exp3sShare,
  rawWindowLength,
  rexp3EpochLength,
  rexp3Rate,
  thompsonWindow,
  windowForChanges,
  windowLength,
  windowOfDiscount,
} from './tuning.ts';

// K, T, V, τ, γ, Rexp3's Δ and g, Exp3.S's g: computed elsewhere by two independent programs.
const derived: readonly (readonly number[])[] = [
  [3, 5000, 3, 203, 0.9950675758513391, 210, 0.09557097302044625, 0.28622646730211315],
  [3, 5000, 8.09, 105, 0.9904439460428622, 108, 0.13326735470528994, 0.39839958683857396],
  [2, 1000, 1.5, 97, 0.9895995808847404, 86, 0.09685706485356313, 0.31377562522933566],
  [10, 2000, 4, 136, 0.9926319370027192, 180, 0.2728502733192568, 0.645005053845094],
  [50, 4000, 2.5, 504, 0.9980157486850397, 795, 0.3784033209774986, 0.8024766226481217],
  [50, 600, 60, 18, 0.9415196452357426, 27, 1, 1],
  // An exact integer lies under these ceilings: rounding must not add one.
  [2, 200, 0.8, 50, 0.98, 45, 0.1338980563327581, 0.40194323713307206],
  [8, 1000, 1, 200, 0.995, 256, 0.194469353349868, 0.46011014824421886],
  [27, 1000, 1, 300, 0.9966666666666667, 447, 0.3403797974558969, 0.7199947846273705],
  [3, 5000, 4.499055879, 155, 0.9935375999824226, 160, 0.10949030452669431, 0.32762459812131367],
];

describe('tuning from a budget', () => {
  test.each(derived)('K=%d T=%d V=%d', (arms, horizon, variation, window, gamma, delta, g, s) => {
    expect(windowLength(arms, horizon, variation)).toBe(window);
    expect(discountFactor(arms, horizon, variation)).toBeCloseTo(gamma, 14);
    expect(rexp3EpochLength(arms, horizon, variation)).toBe(delta);
    expect(rexp3Rate(arms, horizon, variation)).toBeCloseTo(g, 14);
    expect(exp3sRate(arms, horizon, variation)).toBeCloseTo(s, 14);
  });

  test('snapping also holds where a unit in the last place exceeds 1e-9', () => {
    // 8^(1/3) · (10^15)^(2/3) = 2·10^10, whose last place is 4e-6.
    expect(windowLength(8, 1e15, 1)).toBe(2e10);
  });

  test('a value clearly above an integer is still rounded up', () => {
    // 1 · (T/V)^(2/3) with T/V = 1000·(1+3e-8): 100·(1+2e-8) = 100.000002.
    expect(windowLength(1, 1000, 1 / (1 + 3e-8))).toBe(101);
  });
});

describe('limits of the budget', () => {
  test('no variation: remember everything', () => {
    expect(windowLength(3, 5000, 0)).toBe(5000);
    expect(rawWindowLength(3, 5000, 0)).toBe(5000);
    expect(discountFactor(3, 5000, 0)).toBe(1);
    expect(rexp3EpochLength(3, 5000, 0)).toBe(5000);
    expect(rexp3Rate(3, 5000, 0)).toBe(exp3Rate(3, 5000));
    expect(exp3sRate(3, 5000, 0)).toBe(exp3Rate(3, 5000));
    expect(windowLength(3, 5000, Number.MIN_VALUE)).toBe(5000);
  });

  test('the window is capped at the horizon, the raw value is not', () => {
    expect(windowLength(3, 5000, 1e-3)).toBe(5000);
    expect(rawWindowLength(3, 5000, 1e-3)).toBeGreaterThan(5000);
  });

  test('a huge budget leaves one slot and no discounted memory', () => {
    expect(windowLength(1, 10, 1e20)).toBe(1);
    expect(discountFactor(1, 10, 1e20)).toBe(0);
    expect(rexp3EpochLength(1, 10, 1)).toBe(1);
  });

  test('refusals name the parameter', () => {
    expect(() => windowLength(0, 10, 1)).toThrow(
      new ParameterError('arms must be an integer >= 1; got 0'),
    );
    expect(() => windowLength(3, 1.5, 1)).toThrow('horizon must be an integer >= 1; got 1.5');
    expect(() => windowLength(3, 10, -1)).toThrow('variation must be a number >= 0; got -1');
    expect(() => discountFactor(3, 10, Number.NaN)).toThrow(
      'variation must be a number >= 0; got NaN',
    );
  });
});

test('epochs cover the horizon', () => {
  expect(epochCount(5000, 203)).toBe(25);
  expect(epochCount(5000, 5000)).toBe(1);
  expect(epochCount(406, 203)).toBe(2);
});

test('window and discount given directly', () => {
  expect(discountOfWindow(200)).toBe(0.995);
  expect(windowOfDiscount(1, 5000)).toBe(5000);
  expect(windowOfDiscount(0, 5000)).toBe(1);
  // Decimal discounts 1 − 1/w must give w back, although none of them is exact in binary.
  for (const window of [2, 3, 10, 50, 200, 1000, 12_345, 1_000_000]) {
    expect(windowOfDiscount(discountOfWindow(window), 5000)).toBe(window);
  }
  expect(windowOfDiscount(0.9999, 5000)).toBe(10_000);
  expect(windowOfDiscount(0.7, 5000)).toBe(4);
  expect(() => windowOfDiscount(1.5, 10)).toThrow('discount must be a number from 0 to 1; got 1.5');
});

test("Exp3.S's share and its rate for known changes", () => {
  expect(exp3sShare(5000)).toBe(0.0002);
  // √(3 (2 ln 15000 + e) / ((e−1) 5000)), ln 15000 = 9.615805480084347.
  const expected = Math.sqrt((3 * (2 * 9.615805480084347 + Math.E)) / ((Math.E - 1) * 5000));
  expect(exp3sRateForChanges(3, 5000, 2)).toBeCloseTo(expected, 14);
  expect(exp3sRateForChanges(3, 2, 1000)).toBe(1);
});

test("the factor of Exp3.S's rate enters under the cube root", () => {
  expect(exp3sRate(3, 5000, 3, 2) * 2 ** (1 / 3)).toBeCloseTo(exp3sRate(3, 5000, 3), 14);
});

test('Exp3.R: exploration, interval and level by hand', () => {
  // K = 3, T = 5000: ln T = 8.517193191, K ln K = 3.295836866.
  expect(exp3rRate(3, 5000)).toBeCloseTo(Math.sqrt((3.295836866 * 8.517193191) / 5000), 9);
  expect(exp3rInterval(5000)).toBe(207); // √42585.97 = 206.36
  expect(exp3rInterval(5000, 4)).toBe(826); // 825.45
  expect(exp3rDelta(3, 5000)).toBeCloseTo(Math.sqrt(8.517193191 / 15000), 9);
});

test('Exp3.R: nothing lies outside its range, however few slots and many arms', () => {
  for (const horizon of [1, 2, 3, 10, 100, 1e6]) {
    for (const armCount of [1, 2, 10, 1000]) {
      const rate = exp3rRate(armCount, horizon);
      expect(rate >= 0 && rate <= 1 && rate > 0 === armCount > 1).toBe(true);
      const delta = exp3rDelta(armCount, horizon);
      expect(delta > 0 && delta < 1).toBe(true);
    }
    expect(exp3rInterval(horizon)).toBeGreaterThanOrEqual(1);
  }
});

test('windows and discounts for known changes', () => {
  // 2 √(5000 ln 5000 / 4) = 2 √(5000 · 8.517193 / 4) = 206.36; ¼ √(4/5000) = 0.00707107.
  expect(windowForChanges(5000, 4)).toBe(206);
  expect(discountForChanges(5000, 4)).toBeCloseTo(1 - 0.00707106781, 11);
  // 4 √(5000 ln 5000) = 825.46.
  expect(thompsonWindow(5000)).toBe(826);
  expect([changeExponent(10_000, 100), changeExponent(10_000, 1)]).toEqual([0.5, 0]);
});

test('no window, discount or exponent for changes lies outside its range', () => {
  for (const horizon of [1, 2, 3, 10, 1000, 2 ** 31 - 1]) {
    expect(windowForChanges(horizon, 0)).toBe(horizon);
    expect(discountForChanges(horizon, 0)).toBe(1);
    expect(thompsonWindow(horizon)).toBeGreaterThanOrEqual(1);
    expect(thompsonWindow(horizon)).toBeLessThanOrEqual(horizon);
    for (const changes of [0, 1, 2, 17, horizon, 16 * horizon, 1e12]) {
      const window = windowForChanges(horizon, changes);
      expect(Number.isInteger(window) && window >= 1 && window <= horizon).toBe(true);
      for (const share of [
        discountForChanges(horizon, changes),
        changeExponent(horizon, changes),
      ]) {
        expect(share >= 0 && share <= 1).toBe(true);
      }
    }
  }
  expect(() => windowForChanges(10, -1)).toThrow('changes must be a number >= 0; got -1');
});
