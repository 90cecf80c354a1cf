/**
 * SW-IMED: plays the arm against which least speaks, by the last τ slots.
 *
 * Reference: IMED of Honda & Takemura 2015 over a window as Garivier & Moulines 2008 have it. The
 * combination is ours; nothing was published on it that we know of.
 * Rule: the arm of the least n kl(mean, best mean) + ln n, mean and n over the last τ slots; the index is its
 * negative.
 * Rewards: in [0, 1]; others are mapped from the declared range and clipped.
 * Parameters: `window` τ; or Υ `changes` with the horizon T, τ = ⌊2 √(T ln T / Υ)⌋, at most T; or a variation
 * budget V with T, τ as SW-MOSS has it. The first of these that is given counts. A `volatility` σ takes the place
 * of Υ and V: τ = ⌈√(3K)/(2σ)⌉.
 * Settled: as in IMED. Where the best mean in the window is 1, which is common where windows are short, the
 * leader is kept until its first failure, or until the window holds nothing of another arm, which then goes
 * first: so every arm is played again within τ slots or so.
 * Start: each arm once, in order. Where τ < K, of arms with nothing remembered the one that has waited
 * longest goes next.
 * Guarantee: none is proved.
 * Cost: O(K) per slot with six logarithms at most, about 12K + 2.5τ numbers.
 *
 * @example
 * trace(createPolicy('sw-imed', { armCount: 2, window: 3 }), [[1, 0], [1, 0], [1, 0], [0, 1], [0, 1], [0, 1]]); // → [0, 1, 0, 0, 0, 1]
 */
import { definePolicy } from '../definitions/policy.ts';
import { ImedKernel } from '../portable/kernels/imed-kernel.ts';
import { byDivergence } from '../showing/by-divergence.ts';
import { windowMemory } from '../tuning/memory.ts';
import { CHANGES, tuneWindowForChanges, VARIATION, VOLATILITY, WINDOW } from '../tuning/tuning.ts';

export const slidingWindowImed = definePolicy({
  id: 'sw-imed',
  order: 132,
  name: 'SW-IMED',
  summary: 'IMED on the last τ slots. Forgets older rewards.',
  reference: 'our combination of Honda & Takemura 2015 and Garivier & Moulines 2008',
  formula: 'smallest n kl(windowed mean, best windowed mean) + ln n',
  memory: 'window',
  memoryKind: 'window',
  estimator: 'mean',
  index: 'empirical divergence',
  rewards: 'unit-interval',
  guarantee: 'none proved',
  cost: 'O(K) per slot, about 12K + 2.5τ numbers',
  randomised: false,
  lateRewards: 'own-slot',
  parameters: [VARIATION, CHANGES, VOLATILITY, WINDOW],
  tune: tuneWindowForChanges,
  kernel: ({ armCount, values }) => new ImedKernel(armCount, windowMemory(values, armCount)),
  shows: byDivergence,
});
