import { describe, expect, test } from 'vitest';
import {
  changesOfBudget,
  cusumExploration,
  cusumThreshold,
  glrExploration,
  glrLevel,
  monitoredExploration,
  monitoredSamples,
  monitoredThreshold,
} from './detection.ts';

/** Formulas of a few operations on numbers of ordinary size: 1e-12 is far above their rounding. */
const digits = 12;

test('published values', () => {
  expect(cusumThreshold(5000, 5)).toBeCloseTo(Math.log(1000), digits);
  expect(cusumExploration(5000, 5)).toBeCloseTo(Math.sqrt(Math.log(1000) / 1000), digits);
  const threshold = monitoredThreshold(3, 5000, 800);
  expect(monitoredSamples(3, 5000)).toBe(800);
  expect(threshold).toBeCloseTo(Math.sqrt(400 * Math.log(2 * 3 * 5000 ** 2)), 10);
  const test = { samples: 800, threshold };
  const delay = 2 * threshold + 3 * Math.sqrt(800);
  expect(monitoredExploration(3, 5000, 5, test)).toBeCloseTo(
    Math.sqrt((5 * 3 * delay) / 10_000),
    digits,
  );
  // min(400, ⌈86.8/0.5⌉ + 84.9) = 258.9.
  expect(monitoredExploration(3, 5000, 5, test, 0.5)).toBeCloseTo(
    Math.sqrt((15 * (174 + 3 * Math.sqrt(800))) / 10_000),
    digits,
  );
  expect(glrLevel(10_000)).toBe(0.01);
  expect(glrExploration(3, 10_000, 0.5)).toBeCloseTo(
    0.5 * Math.sqrt((3 * Math.log(10_000)) / 10_000),
    digits,
  );
});

test('a least change asks for a window of its own, even and within the horizon', () => {
  // (4/0.25) (√ln(6·10¹⁰) + √ln(2·10⁵))² = 16 (4.9817 + 3.4938)² = 1149.4; half of it is rounded up.
  expect(monitoredSamples(3, 100_000, 0.5)).toBe(1150);
  expect(monitoredSamples(3, 1001, 0.01)).toBe(1000);
});

test('a budget stands for as many changes as there are resets', () => {
  // τ = 203 for K = 3, T = 5000, V = 3: 25 epochs.
  expect(changesOfBudget(3, 5000, 3)).toBe(24);
  expect(changesOfBudget(3, 5000, 0)).toBe(0);
  expect(changesOfBudget(3, 5000, 1e-9)).toBe(1);
});

describe('the trap of an automatic value outside its domain', () => {
  const horizons = [1, 2, 3, 10, 100, 5000, 1e5, 2 ** 31 - 1];
  const counts = [0, 1, 2, 5, 100, 5000, 1e9];

  test.each(horizons)('horizon %i', (horizon) => {
    expect(glrLevel(horizon)).toBeGreaterThan(0);
    expect(glrLevel(horizon)).toBeLessThanOrEqual(1);
    for (const arms of [1, 3, 1000, 1e6]) {
      for (const multiplier of [0, 0.05, 1, 1000]) {
        const rate = glrExploration(arms, horizon, multiplier);
        expect(rate >= 0 && rate <= 1).toBe(true);
      }
      for (const change of [undefined, 1e-6, 0.1, 50]) {
        const samples = monitoredSamples(arms, horizon, change);
        expect(samples % 2).toBe(0);
        expect(samples >= 2 && samples <= Math.max(2, horizon)).toBe(true);
        const threshold = monitoredThreshold(arms, horizon, samples);
        expect(threshold > 0 && Number.isFinite(threshold)).toBe(true);
        for (const changes of counts) {
          const g = monitoredExploration(arms, horizon, changes, { samples, threshold }, change);
          expect(g >= 0 && g <= 1).toBe(true);
          expect(g === 0).toBe(changes === 0);
        }
      }
    }
    for (const changes of counts) {
      const threshold = cusumThreshold(horizon, changes);
      expect(threshold >= 1 && Number.isFinite(threshold)).toBe(true);
      const alpha = cusumExploration(horizon, changes);
      expect(alpha >= 0 && alpha < 0.61).toBe(true);
    }
  });
});
