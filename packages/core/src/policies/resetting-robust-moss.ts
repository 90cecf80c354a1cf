/**
 * R-RMOSS: Robust MOSS that starts afresh every τ slots.
 *
 * Reference: Wei & Srivastava, section V-B, Theorem 7.
 * Index: Robust MOSS with τ in place of T, over the present epoch of τ = ⌈K^(1/3) (T/V)^(2/3)⌉ slots.
 * Rewards: E[X²] ≤ 1 after `center` and `scale`; clipping is towards `center`.
 * Parameters: variation budget V with the horizon T, or `window` τ; `a` > 1; `zeta` ζ with
 * ψ(2ζ/a) ≥ 2a/ζ, smaller with a warning; `scale`, `center`.
 * Departure: K in the clipping limit is the number of arms at the start.
 * Guarantee: of the minimax order (K V)^(1/3) T^(2/3).
 * Cost: O(K + log_a n) a slot, 4K ⌈log_a τ⌉ numbers.
 *
 * @example
 * trace(createPolicy('r-rmoss', { armCount: 2, window: 4 }), [[9, 0.5], [0, 0.5], [0, 0.5], [0, 0.5], [0, 0.5], [0, 0.5]]); // → [0, 1, 0, 1, 0, 1]
 */
import type { PolicyDefinition } from '../definition.ts';
import { LARGEST_COUNT, saturatedMean } from '../estimators/saturation-grid.ts';
import { MossRule } from '../indices/moss.ts';
import { IndexKernel } from '../kernels/index-kernel.ts';
import { AllTime } from '../memory/all-time.ts';
import type { Memory } from '../memory/memory.ts';
import { Resetting } from '../memory/resetting.ts';
import { BASE, checkZeta, ZETA } from '../robust-parameters.ts';
import { CENTER, neverForgets, SCALE, tuneWindow, VARIATION, WINDOW } from '../tuning.ts';

export const resettingRobustMoss: PolicyDefinition = {
  id: 'r-rmoss',
  name: 'R-RMOSS',
  summary: 'Robust MOSS that forgets everything every τ slots.',
  reference: 'Wei & Srivastava, section V-B, Theorem 7',
  formula: 'Robust MOSS(τ), reset every τ slots',
  memory: 'resetting',
  estimator: 'saturated mean',
  index: 'MOSS',
  rewards: 'finite-variance',
  guarantee: 'O((K V)^(1/3) T^(2/3)), the minimax order',
  cost: 'O(K + log_a n) a slot, 4K ⌈log_a τ⌉ numbers',
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
      forever ? new AllTime(cells) : new Resetting(cells, values.window),
    );
    const rule = new MossRule(values.window, armCount, 1 + values.zeta, 1);
    return new IndexKernel(armCount, estimator, rule);
  },
};
