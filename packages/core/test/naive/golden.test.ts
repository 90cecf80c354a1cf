/** The naive forms against numbers that two independent programs computed. */
import { describe, expect, test } from 'vitest';
import {
  goldenNames,
  readGoldenCase,
  readGoldenSaturations,
  readGoldenTunings,
} from '../golden/golden.ts';
import { exp3sTuning, exp3Tuning, rexp3Tuning } from './exp3-family.ts';
import { type NaiveSettings, naiveTrace } from './index-policies.ts';
import { memoryLength, naiveDiscount } from './settings.ts';
import {
  exp3sAlpha,
  leastZeta,
  levelOf,
  powerAbove,
  psi,
  rawWindowLength,
  robustWidth,
  saturationLimit,
} from './tuning.ts';

/**
 * Relative error allowed where both sides evaluate the same short formula in double precision: some
 * ten operations of relative error 2^-53 each, amplified at most by the 90 factors of a power of a,
 * stay below 1e-13.
 */
const relativeTolerance = 1e-12;

function expectClose(actual: number, expected: number): void {
  expect(Math.abs(actual - expected)).toBeLessThanOrEqual(relativeTolerance * Math.abs(expected));
}

describe.each(goldenNames)('golden table %s', (name) => {
  const golden = readGoldenCase(name);
  const settings: NaiveSettings = {
    horizon: golden.T,
    variation: golden.V,
    eta: golden.params.eta,
    b: golden.params.B_swucb,
    a: golden.params.a,
    zeta: golden.params.zeta,
  };

  test('has the window and discount of its (K, T, V)', () => {
    expect(memoryLength(golden.K, settings).slots).toBe(golden.tau);
    expectClose(naiveDiscount(golden.K, settings), golden.gamma);
  });

  test.each(Object.keys(golden.arms))('%s plays the same arms', (id) => {
    const xi = id === 'd-ucb' ? golden.params.xi_ducb : golden.params.xi_swucb;
    const slots = naiveTrace(id, golden.rewards, { ...settings, xi });
    expect(slots.map((slot) => slot.arm)).toEqual(golden.arms[id]);
    const ties = slots.filter((slot) => slot.gap === 0).length;
    expect(ties).toBe(golden.exact_ties[id]);
    const leads = slots.map((slot) => slot.gap).filter((gap) => gap > 0);
    // Indices are below 10, so their rounding errors, and so those of a difference, below 1e-13.
    expect(Math.abs(Math.min(...leads) - golden.min_gap[id])).toBeLessThan(1e-12);
  });
});

test('tunings match the derived table', () => {
  for (const row of readGoldenTunings()) {
    const settings = { horizon: row.T, variation: row.V };
    expectClose(rawWindowLength(row.K, row.T, row.V), row.tau_raw);
    expect(memoryLength(row.K, settings).slots).toBe(row.tau);
    expectClose(naiveDiscount(row.K, settings), row.gamma);
    expect(rexp3Tuning(row.K, settings).epochLength).toBe(row.rexp3_Delta);
    expectClose(rexp3Tuning(row.K, settings).exploration, row.rexp3_gamma);
    expectClose(exp3sTuning(row.K, settings).exploration, row.exp3s_gamma);
    expectClose(exp3sAlpha(row.T), row.exp3s_alpha);
  }
});

test('levels, saturation limits and widths match the table', () => {
  for (const block of readGoldenSaturations()) {
    for (const row of block.table) {
      expect(levelOf(block.a, row.n)).toBe(row.level);
      expectClose(powerAbove(block.a, row.n), row.h);
      expectClose(saturationLimit(block.a, row.n, block.K, block.H), row.B);
      expectClose(robustWidth(row.n, block.K, block.H), row.c);
    }
  }
});

test('a budget of 0 forgets nothing and puts T for tau', () => {
  const settings = { horizon: 40, variation: 0 };
  expect(memoryLength(3, settings)).toEqual({
    slots: Number.POSITIVE_INFINITY,
    logarithmLength: 40,
  });
  expect(naiveDiscount(3, settings)).toBe(1);
  expect(rexp3Tuning(3, settings)).toEqual(exp3Tuning(3, settings));
  expect(exp3sTuning(3, settings).exploration).toBe(exp3Tuning(3, settings).exploration);
});

test('the least zeta is where the condition of Robust MOSS becomes an equality', () => {
  for (const a of [1.1, 2]) {
    const zeta = leastZeta(a);
    // zeta is right to 1e-12 and both sides have slopes below 1 there.
    expect(Math.abs(psi((2 * zeta) / a) - (2 * a) / zeta)).toBeLessThan(1e-11);
  }
  expect(leastZeta(1.1)).toBeCloseTo(2.184, 3);
  expect(leastZeta(2)).toBeCloseTo(3.97, 2);
});
