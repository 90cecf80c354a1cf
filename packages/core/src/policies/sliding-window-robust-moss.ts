/**
 * SW-RMOSS: Robust MOSS on the last τ slots.
 *
 * Reference: Wei & Srivastava, section V-C, Theorem 11.
 * Index: saturated mean + (1+ζ) √(ln₊(τ / (K n)) / n), over the last τ = ⌈K^(1/3) (T/V)^(2/3)⌉ slots,
 * every one of their rewards clipped to ±B with the present count n, which moves both ways.
 * Rewards: E[X²] ≤ 1 after `center` and `scale`; clipping is towards `center`.
 * Parameters: variation budget V with the horizon T, or `window` τ; `a` > 1; `zeta` ζ with
 * ψ(2ζ/a) ≥ 2a/ζ, smaller with a warning: 0.1 mostly has a third to a half less regret, see
 * docs/studies/d-rmoss.md; `scale`, `center`.
 * Departure: K in the clipping limit is the number of arms at the start.
 * Start: each arm once, in order. Where τ < K, of arms with nothing remembered the one that has waited
 * longest goes next.
 * Guarantee: of the minimax order (K V)^(1/3) T^(2/3).
 * Cost: O(log K) per slot, about 4K (⌊log_a τ⌋ + 4) + 2.5τ numbers.
 *
 * @example
 * trace(createPolicy('sw-rmoss', { armCount: 2, window: 4 }), [[9, 0.5], [0, 0.5], [0, 0.5], [0, 0.5], [0, 0.5], [0, 0.5]]); // → [0, 1, 0, 1, 0, 1]
 */
import { definePolicy } from '../definitions/policy.ts';
import { bySaturatedIndex } from '../showing/by-saturated-index.ts';
import { windowMemory } from '../tuning/memory.ts';
import { BASE, forgettingRobustKernel, tuneRobustWindow, ZETA } from '../tuning/robust.ts';
import { CENTER, SCALE, VARIATION, VOLATILITY, WINDOW } from '../tuning/tuning.ts';

export const slidingWindowRobustMoss = definePolicy({
  id: 'sw-rmoss',
  order: 50,
  name: 'SW-RMOSS',
  summary: 'Robust MOSS on the last τ slots. Forgets older rewards.',
  reference: 'Wei & Srivastava, section V-C, Theorem 11',
  group: 'paper',
  formula: 'windowed saturated mean + (1+ζ) √(ln₊(τ/(K n)) / n)',
  memory: 'window',
  memoryKind: 'window',
  estimator: 'saturated mean',
  index: 'MOSS',
  rewards: 'finite-variance',
  guarantee: 'O((K V)^(1/3) T^(2/3)), the minimax order',
  cost: 'O(log K) per slot, about 4K (⌊log_a τ⌋ + 4) + 2.5τ numbers',
  randomised: false,
  lateRewards: 'own-slot',
  parameters: [VARIATION, VOLATILITY, WINDOW, BASE, ZETA, SCALE, CENTER],
  tune: tuneRobustWindow,
  kernel: (settings) => forgettingRobustKernel(settings, windowMemory),
  shows: bySaturatedIndex,
});
