/**
 * R-MOSS: MOSS that starts afresh every τ slots.
 *
 * Reference: Wei & Srivastava, section IV-A, Algorithm 1, Theorem 3.
 * Index: MOSS with τ in place of T, over the present epoch; epochs are the slots
 * 1+(i−1)τ … iτ, τ = ⌈K^(1/3) (T/V)^(2/3)⌉. (The pseudo-code's mod(t, τ) = 0 would reset one slot early
 * and does not fit the partition that the proof uses.)
 * Rewards: 1/2-sub-Gaussian after `scale`.
 * Parameters: variation budget V with the horizon T, or `window` τ; `scale`.
 * Start: each arm once, in order, in every epoch. One of τ < K slots hands its place on to the next.
 * Guarantee: 3τV + 49 N √(K τ) with N = ⌈T/τ⌉ epochs, of the minimax order (K V)^(1/3) T^(2/3).
 * Cost: O(log K) per slot, about 4K numbers.
 *
 * @example
 * trace(createPolicy('r-moss', { armCount: 2, window: 3 }), [[1, 0], [1, 0], [1, 0], [0, 1], [0, 1], [0, 1]]); // → [0, 1, 0, 0, 1, 1]
 */
import { definePolicy } from '../definitions/policy.ts';
import { MossIndices } from '../portable/indices/moss.ts';
import { IndexKernel } from '../portable/kernels/index-kernel.ts';
import { byIndexInTurn } from '../showing/by-index.ts';
import { resettingMossBound } from '../theory/bounds.ts';
import { contestOf } from '../tuning/contest.ts';
import { resettingMemory } from '../tuning/memory.ts';
import { SCALE, tuneWindow, VARIATION, VOLATILITY, WINDOW } from '../tuning/tuning.ts';

export const resettingMoss = definePolicy({
  id: 'r-moss',
  order: 10,
  name: 'R-MOSS',
  summary: 'MOSS that forgets everything every τ slots.',
  reference: 'Wei & Srivastava, Algorithm 1, Theorem 3',
  group: 'paper',
  formula: 'MOSS(τ), reset every τ slots',
  memory: 'resetting',
  memoryKind: 'resetting',
  estimator: 'mean',
  index: 'MOSS',
  rewards: 'sub-gaussian',
  guarantee: 'O((K V)^(1/3) T^(2/3)), the minimax order',
  cost: 'O(log K) per slot, about 4K numbers',
  randomised: false,
  lateRewards: 'own-slot',
  parameters: [VARIATION, VOLATILITY, WINDOW, SCALE],
  bound: ({ armCount, horizon, variation }) => resettingMossBound(armCount, horizon, variation),
  tune: tuneWindow,
  kernel: ({ armCount, values }) => {
    const indices = new MossIndices(contestOf(armCount), values.window, 1, 0);
    return new IndexKernel(armCount, resettingMemory(values, armCount), indices);
  },
  shows: byIndexInTurn,
});
