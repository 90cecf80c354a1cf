/**
 * D-RMOSS: Robust MOSS whose rewards fade, with bounded memory.
 *
 * Reference: none; Driftline's own. Wei & Srivastava (section V) leave a discounted robust policy open,
 * since the clipping limit moves with n both ways and "all sampling history needs to be recorded". It
 * need not be: the limits lie on a grid, see `estimators/discounted-saturated-mean.ts`. The parts are
 * known: histograms whose counts fade by a growing unit (forward decay, Cormode et al. 2009), and the
 * paper's estimator. We found them put together nowhere, and claim no more than that.
 * Index: saturated mean + (1+ζ) √(ln₊(τ / (K n)) / n), a reward of age s weighing γ^s in mean and n,
 * γ = 1 − K^(−1/3) (T/V)^(−2/3), τ = ⌈1/(1−γ)⌉, ln₊(x) = max(ln x, 1). Every reward is clipped to ±B,
 * B = √(h / ln₊(τ / (K h))), h = a^(⌊log_a n⌋+1), n the present discounted count; h = a where n < 1.
 * With `ucb` = 1: saturated mean + (1+ζ) √(ln₊ τ / n) and B = √(h / ln₊ τ).
 * Rewards: E[X²] ≤ 1 after `center` and `scale`; clipping is towards `center`.
 * Parameters: variation budget V with the horizon T, or `discount` γ, or `window` τ with γ = 1 − 1/τ;
 * `a` > 1; `zeta` ζ, 2.2 as the theory of its relatives asks; 0.1 mostly has a third to a half less
 * regret; `ucb`; `scale`, `center`.
 * Settled: K and τ in the limit B are those of the start, so that a new arm moves no bin. An arm that
 * is not played comes down the grid, so that its mean moves without data. ln₊ τ stands for ln τ, from
 * which it differs for τ ≤ 2 only: at τ = 1 there would be no limit.
 * Start: each arm once, in order. Where γ < 10⁻⁹, so that 1/(1 − γ) counts as one slot, or γ^K < 2^-400, of arms
 * with nothing remembered the one that has waited longest goes next.
 * Guarantee: none proved. MOSS's width is a heuristic here, as n is not monotone and the peeling
 * argument does not carry over; UCB's width is one that a proof might reach. Measured in
 * docs/studies/d-rmoss.md.
 * Cost: O(K) per slot, with `ucb` = 1 O(log K), besides O(log_a τ) where a limit moves; about
 * K (2 ⌊log_a τ⌋ + 13) numbers, whatever the horizon. A window takes 2.5τ.
 *
 * @example
 * trace(createPolicy('d-rmoss', { armCount: 2, discount: 0.5 }), [[9, 0.5], [0, 0.5], [0, 0.5], [0, 0.5], [0, 0.5], [0, 0.5]]); // → [0, 1, 0, 1, 0, 1]
 */
import { definePolicy, type PolicyParameter, type PolicySettings } from '../definitions/policy.ts';
import { DiscountedSaturatedMean } from '../portable/estimators/discounted-saturated-mean.ts';
import { gridPower, saturationLevel, saturationLimit } from '../portable/estimators/saturation.ts';
import { DiscountedUcbRule } from '../portable/indices/discounted-ucb.ts';
import { FadingMossIndices } from '../portable/indices/fading-moss.ts';
import { RisingIndices } from '../portable/indices/rising.ts';
import { IndexKernel } from '../portable/kernels/index-kernel.ts';
import { ln } from '../portable/math/log.ts';
import { Discounted } from '../portable/memory/discounted.ts';
import { bySaturatedIndex } from '../showing/by-saturated-index.ts';
import { contestOf, lineContestOf, MOST_SCANNED } from '../tuning/contest.ts';
import { BASE, ZETA } from '../tuning/robust.ts';
import { LARGEST_COUNT } from '../tuning/saturation-grid.ts';
import {
  CENTER,
  DISCOUNT,
  SCALE,
  tuneDiscount,
  VARIATION,
  VOLATILITY,
  WINDOW,
} from '../tuning/tuning.ts';

const UCB: PolicyParameter<'ucb'> = {
  kind: 'integer',
  id: 'ucb',
  symbol: 'ucb',
  role: { of: 'switch' },
  summary: '1: a width of UCB’s kind, (1+ζ) √(ln τ / n), instead of MOSS’s',
  default: 0,
  least: 0,
  most: 1,
};

/** No limit is larger, so that sums of rewards in a unit of up to 2⁵⁰⁰ stay finite. */
const LARGEST_LIMIT = 2 ** 300;

/** ln₊ τ, the logarithm of UCB's width. */
function widthLogarithm({ values }: PolicySettings): number {
  return Math.max(ln(values.window), 1);
}

function limitAt(level: number, settings: PolicySettings): number {
  const { values, startArmCount } = settings;
  const limit =
    values.ucb === 1
      ? Math.sqrt(gridPower(values.a, level + 1) / widthLogarithm(settings))
      : saturationLimit(level, values.a, values.window, startArmCount);
  return Math.min(limit, LARGEST_LIMIT);
}

function estimatorOf(settings: PolicySettings) {
  const { armCount, values } = settings;
  // A discounted count stays below 1/(1−γ), and any count below 2³¹.
  const largestCount = Math.min(1 / (1 - values.discount), LARGEST_COUNT);
  const levels = saturationLevel(largestCount, values.a) + 1;
  return new DiscountedSaturatedMean(
    armCount,
    new Discounted(armCount, values.discount),
    contestOf(armCount),
    Float64Array.from({ length: levels }, (_, level) => gridPower(values.a, level)),
    Float64Array.from({ length: levels }, (_, level) => limitAt(level, settings)),
    levels,
  );
}

function indicesOf(settings: PolicySettings) {
  const { armCount, values } = settings;
  const multiplier = 1 + values.zeta;
  if (values.ucb === 0) return new FadingMossIndices(armCount, values.window, multiplier, 1);
  if (armCount <= MOST_SCANNED) {
    return new FadingMossIndices(armCount, 0, multiplier, widthLogarithm(settings));
  }
  // 2 √(ξ ln τ / n) is the same width with ξ = (1+ζ)²/4, and ln e is 1.
  const rule = new DiscountedUcbRule(Math.max(values.window, Math.E), multiplier ** 2 / 4);
  return new RisingIndices(lineContestOf(armCount), rule);
}

export const discountedRobustMoss = definePolicy({
  id: 'd-rmoss',
  order: 60,
  name: 'D-RMOSS',
  summary:
    'Robust MOSS on rewards whose weight is multiplied by γ in each slot. Its memory use is bounded.',
  reference: 'Driftline; after Wei & Srivastava, section V',
  formula: 'discounted saturated mean + (1+ζ) √(ln₊(τ/(K n)) / n)',
  memory: 'discounted',
  memoryKind: 'discounted',
  estimator: 'saturated mean',
  index: 'MOSS',
  rewards: 'finite-variance',
  guarantee: 'none proved; measured',
  cost: 'O(K) per slot, about K (2 ⌊log_a τ⌋ + 13) numbers',
  randomised: false,
  lateRewards: 'own-slot',
  parameters: [VARIATION, VOLATILITY, WINDOW, DISCOUNT, BASE, ZETA, UCB, SCALE, CENTER],
  tune: tuneDiscount,
  kernel: (settings) =>
    new IndexKernel(settings.armCount, estimatorOf(settings), indicesOf(settings)),
  shows: bySaturatedIndex,
});
