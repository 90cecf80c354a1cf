import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { klCeiling, klDivergence, klMayReach, klSurelyPasses, klUpperBound } from './kl.ts';

const unit = fc.integer({ min: 0, max: 2 ** 20 }).map((i) => i / 2 ** 20);
/** From 1e-8 to 1e2, evenly in the logarithm. */
const divergence = fc.integer({ min: -8000, max: 2000 }).map((i) => 10 ** (i / 1000));

describe('ceilings', () => {
  test('lie above every bound that they stand for', () => {
    fc.assert(
      fc.property(unit, divergence, fc.double({ min: 0, max: 1, noNaN: true }), (p, d, share) => {
        expect(klCeiling(p, d)).toBeGreaterThan(klUpperBound(p, d * share));
      }),
      { numRuns: 20_000, seed: 31 },
    );
  });

  test('lie close above for usual means: they would serve no purpose otherwise', () => {
    fc.assert(
      fc.property(unit, divergence, (p, d) => {
        const bound = klUpperBound(p, d);
        if (p < 0.05 || bound > 0.999) return;
        expect(klCeiling(p, d) - bound).toBeLessThanOrEqual(0.02 * (bound - p));
      }),
      { numRuns: 20_000, seed: 32 },
    );
  });

  test('there is none where rounding would count, nor above a mean of 1', () => {
    expect([klCeiling(0.5, 1e-9), klCeiling(0.5, 0), klCeiling(0.5, 9), klCeiling(1, 0.1)]).toEqual(
      [Infinity, Infinity, Infinity, Infinity],
    );
  });
});

test('the bound solves its equation', () => {
  fc.assert(
    fc.property(unit, divergence, (p, d) => {
      const q = klUpperBound(p, d);
      if (p >= 1 || q >= 1 - 1e-9 || d < 1e-6) return;
      // Rounding of q by 2⁻⁵³ changes kl by up to 2⁻⁵³ (q − p)/(q (1 − q)) < 2e-7 here.
      expect(Math.abs(klDivergence(p, q) - d)).toBeLessThan(2e-7 * (1 + d));
    }),
    { numRuns: 5000, seed: 33 },
  );
});

describe('quick answers', () => {
  const count = fc.integer({ min: 1, max: 100_000 });

  test('hold against the bound itself', () => {
    fc.assert(
      fc.property(unit, count, divergence, unit, (mean, n, d, number) => {
        const bound = klUpperBound(mean, d);
        // A bound's own neighbourhood, where an answer could go wrong, and anywhere.
        for (const top of [bound, Math.min(bound * (1 + 2 ** -52), 1), number]) {
          if (bound >= top) expect(klMayReach(mean, n, n * d, top)).toBe(true);
          if (bound <= top) expect(klSurelyPasses(mean, n, n * d, top)).toBe(false);
        }
      }),
      { numRuns: 20_000, seed: 34 },
    );
  });

  test('are not the cautious ones away from the bound: they would serve no purpose otherwise', () => {
    fc.assert(
      fc.property(unit, count, divergence, (mean, n, d) => {
        const bound = klUpperBound(mean, d);
        if (d < 1e-6 || bound > 0.999) return;
        const [above, below] = [bound + 0.01 * (1 - bound), bound - 0.01 * (bound - mean)];
        expect(klMayReach(mean, n, n * d, above)).toBe(false);
        expect(klSurelyPasses(mean, n, n * d, below)).toBe(true);
      }),
      { numRuns: 20_000, seed: 35 },
    );
  });
});
