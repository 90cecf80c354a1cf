/**
 * SW-RMOSS: Robust MOSS on the last τ slots.
 *
 * Reference: Wei & Srivastava, section V-C, Theorem 11.
 * Index: saturated mean + (1+ζ) √(ln₊(τ / (K n)) / n), over the last τ = ⌈K^(1/3) (T/V)^(2/3)⌉ slots,
 * every one of their rewards clipped to ±B with the present count n, which moves both ways.
 * Rewards: E[X²] ≤ 1 after `center` and `scale`; clipping is towards `center`.
 * Parameters: variation budget V with the horizon T, or `window` τ; `a` > 1; `zeta` ζ with
 * ψ(2ζ/a) ≥ 2a/ζ, smaller with a warning; `scale`, `center`.
 * Departure: K in the clipping limit is the number of arms at the start.
 * Guarantee: of the minimax order (K V)^(1/3) T^(2/3).
 * Cost: O(K + log_a τ) a slot, 6K ⌈log_a τ⌉ + 3τ numbers.
 *
 * @example
 * trace(createPolicy('sw-rmoss', { armCount: 2, window: 4 }), [[9, 0.5], [0, 0.5], [0, 0.5], [0, 0.5], [0, 0.5], [0, 0.5]]); // → [0, 1, 0, 1, 0, 1]
 */
import type { PolicyDefinition } from '../definition.ts';
import { LARGEST_COUNT, saturatedMean } from '../estimators/saturation-grid.ts';
import { MossRule } from '../indices/moss.ts';
import { IndexKernel } from '../kernels/index-kernel.ts';
import { AllTime } from '../memory/all-time.ts';
import type { Memory } from '../memory/memory.ts';
import { Window } from '../memory/window.ts';
import { BASE, checkZeta, ZETA } from '../robust-parameters.ts';
import { CENTER, neverForgets, SCALE, tuneWindow, VARIATION, WINDOW } from '../tuning.ts';

export const slidingWindowRobustMoss: PolicyDefinition = {
  id: 'sw-rmoss',
  name: 'SW-RMOSS',
  summary: 'Robust MOSS on the last τ slots.',
  reference: 'Wei & Srivastava, section V-C, Theorem 11',
  formula: 'windowed saturated mean + (1+ζ) √(ln₊(τ/(K n)) / n)',
  memory: 'window',
  estimator: 'saturated mean',
  index: 'MOSS',
  rewards: 'finite-variance',
  guarantee: 'O((K V)^(1/3) T^(2/3)), the minimax order',
  cost: 'O(K + log_a τ) a slot, 6K ⌈log_a τ⌉ + 3τ numbers',
  randomised: false,
  lateRewards: 'own-slot',
  parameters: [VARIATION, WINDOW, BASE, ZETA, SCALE, CENTER],
  tune: (request) => {
    checkZeta(request);
    return tuneWindow(request);
  },
  kernel: ({ armCount, startArmCount, values }) => {
    const forever = neverForgets(values);
    const grid = {
      base: values.a,
      length: values.window,
      armCount: startArmCount,
      largestCount: forever ? LARGEST_COUNT : values.window,
    };
    const estimator = saturatedMean<Memory>(armCount, grid, (cells) =>
      forever ? new AllTime(cells) : new Window(cells, values.window),
    );
    const rule = new MossRule(values.window, armCount, 1 + values.zeta, 1);
    return new IndexKernel(armCount, estimator, rule);
  },
};
