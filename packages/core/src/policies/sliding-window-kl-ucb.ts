/**
 * SW-klUCB: the bound that fits Bernoulli rewards, on the last τ slots.
 *
 * Reference: Garivier & Moulines, On Upper-Confidence Bound Policies for Non-Stationary Bandit
 * Problems, 2008, with the kl bound of Garivier & Cappé 2011 in place of theirs; so compared with by
 * Besson, Kaufmann, Maillard & Seznec, Efficient Change-Point Detection for Tackling Piecewise-Stationary
 * Bandits, 2022. Read in the code that goes with that paper.
 * Index: the largest q with n kl(mean, q) ≤ ln(min(t, τ)) + c ln ln(min(t, τ)), mean and n over the last
 * τ slots; a level below 0 counts as 0.
 * Rewards: in [0, 1]; others are mapped from the declared range and clipped.
 * Parameters: `window` τ; or Υ `changes` with the horizon T, τ = ⌊2 √(T ln T / Υ)⌋, at most T; or a
 * variation budget V with T, τ as SW-MOSS has it. The first of these that is given counts. `c` ≥ 0.
 * Departures: the window holds τ slots, where that code holds τ − 1. The tuning to a budget is ours.
 * Start: each arm once, in order. Where τ < K, of arms with nothing remembered the one that has waited
 * longest goes next.
 * Guarantee: √(Υ T) up to logarithms is proved for SW-UCB with this τ; none for the kl bound.
 * Cost: O(K) per slot, about 8K + 2.5τ numbers.
 *
 * @example
 * trace(createPolicy('sw-klucb', { armCount: 2, window: 3 }), [[1, 0], [1, 0], [1, 0], [0, 1], [0, 1], [0, 1]]); // → [0, 1, 0, 0, 0, 1]
 */
import { definePolicy } from '../definitions/policy.ts';
import { TimeLevel } from '../portable/indices/kl-level.ts';
import { KlIndexKernel } from '../portable/kernels/kl-index-kernel.ts';
import { byBoundInTurn } from '../showing/by-index.ts';
import { windowMemory } from '../tuning/memory.ts';
import {
  CHANGES,
  KL_C,
  tuneWindowForChanges,
  VARIATION,
  VOLATILITY,
  WINDOW,
} from '../tuning/tuning.ts';

export const slidingWindowKlUcb = definePolicy({
  id: 'sw-klucb',
  order: 130,
  name: 'SW-klUCB',
  summary: 'kl-UCB on the last τ slots. Forgets older rewards.',
  reference: 'Garivier & Moulines 2008; Garivier & Cappé 2011',
  formula: 'largest q with n kl(windowed mean, q) ≤ ln(min(t, τ))',
  memory: 'window',
  memoryKind: 'window',
  estimator: 'mean',
  index: 'kl',
  rewards: 'unit-interval',
  guarantee: 'none proved for the kl bound; √(Υ T) up to logarithms for SW-UCB',
  cost: 'O(K) per slot, about 8K + 2.5τ numbers',
  randomised: false,
  lateRewards: 'own-slot',
  parameters: [VARIATION, CHANGES, VOLATILITY, WINDOW, KL_C],
  tune: tuneWindowForChanges,
  kernel: ({ armCount, values }) =>
    new KlIndexKernel(
      armCount,
      windowMemory(values, armCount),
      new TimeLevel(values.window, values.c),
    ),
  shows: byBoundInTurn,
});
