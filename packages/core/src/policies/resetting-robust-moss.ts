/**
 * R-RMOSS: Robust MOSS that starts afresh every τ slots.
 *
 * Reference: Wei & Srivastava, section V-B, Theorem 7.
 * Index: Robust MOSS with τ in place of T, over the present epoch of τ = ⌈K^(1/3) (T/V)^(2/3)⌉ slots.
 * Rewards: E[X²] ≤ 1 after `center` and `scale`; clipping is towards `center`.
 * Parameters: variation budget V with the horizon T, or `window` τ; `a` > 1; `zeta` ζ with
 * ψ(2ζ/a) ≥ 2a/ζ, smaller with a warning: 0.1 mostly has a third to a half less regret, see
 * docs/studies/d-rmoss.md; `scale`, `center`.
 * Departure: K in the clipping limit is the number of arms at the start.
 * Start: each arm once, in order, in every epoch. One of τ < K slots hands its place on to the next.
 * Guarantee: of the minimax order (K V)^(1/3) T^(2/3).
 * Cost: O(log K) per slot, about 4K (⌊log_a τ⌋ + 4) numbers.
 *
 * @example
 * trace(createPolicy('r-rmoss', { armCount: 2, window: 4 }), [[9, 0.5], [0, 0.5], [0, 0.5], [0, 0.5], [0, 0.5], [0, 0.5]]); // → [0, 1, 0, 1, 0, 1]
 */
import { definePolicy } from '../definitions/policy.ts';
import { bySaturatedIndex } from '../showing/by-saturated-index.ts';
import { resettingMemory } from '../tuning/memory.ts';
import { BASE, forgettingRobustKernel, tuneRobustWindow, ZETA } from '../tuning/robust.ts';
import { CENTER, SCALE, VARIATION, VOLATILITY, WINDOW } from '../tuning/tuning.ts';

export const resettingRobustMoss = definePolicy({
  id: 'r-rmoss',
  order: 40,
  name: 'R-RMOSS',
  summary: 'Robust MOSS that forgets everything every τ slots.',
  reference: 'Wei & Srivastava, section V-B, Theorem 7',
  group: 'paper',
  formula: 'Robust MOSS(τ), reset every τ slots',
  memory: 'resetting',
  memoryKind: 'resetting',
  estimator: 'saturated mean',
  index: 'MOSS',
  rewards: 'finite-variance',
  guarantee: 'O((K V)^(1/3) T^(2/3)), the minimax order',
  cost: 'O(log K) per slot, about 4K (⌊log_a τ⌋ + 4) numbers',
  randomised: false,
  lateRewards: 'own-slot',
  parameters: [VARIATION, VOLATILITY, WINDOW, BASE, ZETA, SCALE, CENTER],
  tune: tuneRobustWindow,
  kernel: (settings) => forgettingRobustKernel(settings, resettingMemory),
  shows: bySaturatedIndex,
});
