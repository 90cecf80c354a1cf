import { describe, expect, it } from 'vitest';
import type { Tails } from '../contract/tails.ts';
import { powerTails } from './power-tails.ts';

const residuals = [
  Float64Array.from({ length: 50 }, (_, i) => i - 25),
  Float64Array.from({ length: 50 }, (_, i) => 2 * (i - 25)),
];
const upper = { side: 'upper', index: 2.5, low: 2, high: 3, count: 10 } as const;
const lower = { side: 'lower', index: 5, low: 3.5, high: 6.5, count: 10 } as const;
const tails: Tails = {
  verdict: 'heavy',
  tails: [upper, lower],
  isPower: true,
  largestSquare: 0.1,
  topTen: 0.2,
};

describe('the laws of what is far out', () => {
  it('are those of as many residuals as the root of all, on heavy sides only', () => {
    // Of 100 the ten largest are 48, 46 … 30; the next one is 28.
    expect(powerTails(residuals, tails)).toEqual([{ sign: 1, from: 28, index: 2.5, share: 0.1 }]);
    const both = { ...tails, tails: [upper, { ...lower, high: 3 }] };
    expect(powerTails(residuals, both)[1]).toEqual({ sign: -1, from: 30, index: 5, share: 0.1 });
  });

  it('are none where tails are light', () => {
    expect(powerTails(residuals, { ...tails, verdict: 'light' })).toEqual([]);
  });
});
