/**
 * SW-MOSS: MOSS on the last τ slots.
 *
 * Reference: Wei & Srivastava, section IV-B, Algorithm 2, Theorem 5.
 * Index: mean + √(η max(ln(τ / (K n)), 0) / n), mean and n over the last τ slots,
 * τ = ⌈K^(1/3) (T/V)^(2/3)⌉. (The paper's window {min(1, t−τ), …} is a slip for max.)
 * Rewards: 1/2-sub-Gaussian after `scale`.
 * Parameters: variation budget V with the horizon T, or `window` τ; `eta` η > 1/2; `scale`.
 * Start: each arm once, in order. Where τ < K, of arms with nothing remembered the one that has waited
 * longest goes next.
 * Guarantee: of the minimax order (K V)^(1/3) T^(2/3), with the explicit sum of the proof's Step 5.
 * Cost: O(log K) per slot, about 5K + 2.5τ numbers.
 *
 * @example
 * trace(createPolicy('sw-moss', { armCount: 2, window: 3 }), [[1, 0], [1, 0], [1, 0], [0, 1], [0, 1], [0, 1]]); // → [0, 1, 0, 0, 1, 1]
 */
import { definePolicy } from '../definitions/policy.ts';
import { AS_ROOT } from '../definitions/roles.ts';
import { MossIndices } from '../portable/indices/moss.ts';
import { IndexKernel } from '../portable/kernels/index-kernel.ts';
import { byIndexInTurn } from '../showing/by-index.ts';
import { slidingWindowMossBound } from '../theory/bounds.ts';
import { contestOf } from '../tuning/contest.ts';
import { windowMemory } from '../tuning/memory.ts';
import { SCALE, tuneWindow, VARIATION, VOLATILITY, WINDOW } from '../tuning/tuning.ts';

export const slidingWindowMoss = definePolicy({
  id: 'sw-moss',
  order: 20,
  name: 'SW-MOSS',
  summary: 'MOSS on the last τ slots. Forgets older rewards.',
  reference: 'Wei & Srivastava, Algorithm 2, Theorem 5',
  group: 'paper',
  formula: 'windowed mean + √(η max(ln(τ/(K n)), 0) / n)',
  memory: 'window',
  memoryKind: 'window',
  estimator: 'mean',
  index: 'MOSS',
  rewards: 'sub-gaussian',
  guarantee: 'O((K V)^(1/3) T^(2/3)), the minimax order',
  cost: 'O(log K) per slot, about 5K + 2.5τ numbers',
  randomised: false,
  lateRewards: 'own-slot',
  parameters: [
    VARIATION,
    VOLATILITY,
    WINDOW,
    {
      kind: 'number',
      id: 'eta',
      symbol: 'η',
      role: { of: 'width', width: AS_ROOT },
      summary: 'width: √η',
      default: 1,
      above: 0,
      provedAbove: 0.5,
    },
    SCALE,
  ],
  bound: ({ armCount, horizon, variation, values }) =>
    slidingWindowMossBound(armCount, horizon, variation, values.eta),
  tune: tuneWindow,
  kernel: ({ armCount, values }) => {
    const indices = new MossIndices(contestOf(armCount), values.window, Math.sqrt(values.eta), 0);
    return new IndexKernel(armCount, windowMemory(values, armCount), indices);
  },
  shows: byIndexInTurn,
});
