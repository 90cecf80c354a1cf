/**
 * Robust MOSS: MOSS for heavy tails, where nothing drifts.
 *
 * Reference: Wei & Srivastava, Minimax Policy for Heavy-tailed Bandits, 2020; section V-A of the
 * nonstationary paper.
 * Index: saturated mean + (1+ζ) √(ln₊(T / (K n)) / n), ln₊(x) = max(ln x, 1). Every reward is clipped
 * to ±B, B = √(h / ln₊(T / (K h))), h = a^(⌊log_a n⌋+1), n the present count.
 * Rewards: E[X²] ≤ 1 after `center` and `scale`; clipping is towards `center`.
 * Parameters: the horizon T; `a` > 1; `zeta` ζ with ψ(2ζ/a) ≥ 2a/ζ, ψ(x) = (1+1/x) ln(1+x) − 1; a
 * smaller ζ is allowed with a warning, and has less regret in practice (0.1, see docs/studies/d-rmoss.md);
 * `scale`, `center`.
 * Departure: K in the limit B is the number of arms at the start, so that a new arm does not move the
 * bins in which rewards are kept.
 * Guarantee: O(√(K T)) where nothing drifts; none where means drift.
 * Cost: O(log K) per slot, about 4K (⌊log_a 2³¹⌋ + 4) numbers, whatever the horizon.
 *
 * @example
 * trace(createPolicy('rmoss', { armCount: 2, horizon: 6 }), [[9, 0.5], [0, 0.5], [0, 0.5], [0, 0.5], [0, 0.5], [0, 0.5]]); // → [0, 1, 0, 1, 0, 1]
 */
import { definePolicy } from '../definitions/policy.ts';
import { AllTime } from '../portable/memory/all-time.ts';
import { bySaturatedIndex } from '../showing/by-saturated-index.ts';
import { BASE, checkZeta, robustKernel, ZETA } from '../tuning/robust.ts';
import { LARGEST_COUNT } from '../tuning/saturation-grid.ts';
import { CENTER, requireHorizon, SCALE } from '../tuning/tuning.ts';

export const robustMoss = definePolicy({
  id: 'rmoss',
  order: 110,
  name: 'Robust MOSS',
  summary: 'MOSS for heavy-tailed rewards. Clips rewards at a limit that grows with their number.',
  reference: 'Wei & Srivastava 2020; section V-A of the nonstationary paper',
  formula: 'saturated mean + (1+ζ) √(ln₊(T/(K n)) / n)',
  memory: 'all-time',
  memoryKind: 'all-time',
  estimator: 'saturated mean',
  index: 'MOSS',
  rewards: 'finite-variance',
  guarantee: 'none under drift; O(√(K T)) without',
  cost: 'O(log K) per slot, about 4K (⌊log_a 2³¹⌋ + 4) numbers',
  randomised: false,
  lateRewards: 'own-slot',
  parameters: [BASE, ZETA, SCALE, CENTER],
  tune: (request) => {
    requireHorizon(request);
    checkZeta(request);
    return {};
  },
  kernel: (settings) => {
    const { horizon = 0 } = settings;
    return robustKernel(settings, horizon, LARGEST_COUNT, (cells) => new AllTime(cells));
  },
  shows: bySaturatedIndex,
});
