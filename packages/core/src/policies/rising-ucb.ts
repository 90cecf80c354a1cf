/**
 * R-ed-UCB: an upper bound on an arm's extrapolated mean, for arms that get better as they are played.
 *
 * Reference: Metelli, Trovò, Pirola & Restelli, Stochastic Rising Bandits, 2022. The authors' code
 * (albertometelli/stochastic-rising-bandits, `R_ed_UCB`) and an account of the paper were read, not the paper's text.
 * Index: with N rewards R_1 … R_N of an arm, h = ⌊εN⌋ and t the number of the slot from 1:
 * (1/h) Σ_{l=N−h+1}^{N} (R_l + (t − l)(R_l − R_{l−h})/h) + σ (t − N + h − 1) √(10 ln(1/δ_t) / h³), δ_t = t^−α.
 * Each arm is played twice first, in turn. While h = 0, the index is the constant `start`.
 * Rewards: in [0, 1], so that `start` is the largest possible mean.
 * Parameters: `epsilon` ε, 1/4 in the published runs (1/32 on recorded learners); `alpha` α, 4 in the published runs,
 * above 2 in the proof; `sigma` σ, 0.1 in the published runs, although their rewards in [0, 1] are only sure to be
 * 1/2-sub-Gaussian; `start`, 1 in the published runs. The proof needs an index of +∞ while h = 0: any number above
 * every other index, such as 1e9, plays each arm until h = 1. `memory`, rewards kept in all.
 * Settled: the defaults are those of the published runs. The choice of `start` decides them: with 1, arms of fewer than
 * 4 rewards often wait to the end, and the regret is 40% lower than with 1e9
 * (docs/studies/published-checks.md). Equal indices are drawn by chance, as in the code. The code weighs the
 * differences of the estimate in the opposite order, by h − (N − l) instead of N − l, and has ln(t − 1) instead of
 * ln t. Here they are as in the formula. Beyond `memory` rewards the oldest leave, and h is at most half of those held.
 * Guarantee: T^(2/3) up to logarithms against the best arm played throughout, for means that rise concavely and fast
 * enough, α > 2, and an index of +∞ while h = 0. None if means fall.
 * Cost: O(K) per slot, and O(1) for each reward. 5 numbers per arm, and about 18 per reward kept: all rewards up to T.
 * Late rewards count on arrival, as the newest.
 *
 * @example
 * trace(createPolicy('r-ed-ucb', { armCount: 2, start: 1e9 }), Array.from({ length: 10 }, (_, slot) => [slot / 10, 0.5])); // → [0, 1, 0, 1, 1, 0, 0, 1, 0, 0]
 */
import { definePolicy } from '../definitions/policy.ts';
import { AS_FACTOR, AS_ROOT } from '../definitions/roles.ts';
import type { Moment, Showing } from '../definitions/showing.ts';
import { RisingKernel } from '../portable/kernels/rising-kernel.ts';
import { RewardLog } from '../portable/memory/reward-log.ts';
import { indexReason } from '../showing/reasons.ts';
import { heldSlots } from '../tuning/memory.ts';

/** The rewards kept without a horizon, and the most with one. */
const MEMORY = 100_000;
const MOST_MEMORY = 1_000_000;

function reason(at: Moment<string, 'window'>): string {
  if (at.known('index', at.picked) === Number.POSITIVE_INFINITY) {
    return ', because each arm is played twice first.';
  }
  return indexReason(at);
}

function aside(at: Moment<string, 'window'>): string {
  const window = at.armFact('window', at.picked);
  if (window === 0)
    return 'It has too few rewards for a trend, so its index is the constant start.';
  return `Its estimate extrapolates the change between its last ${at.counted(window, 'reward')} and as many before.`;
}

/** By an index, and the window of its trend. */
const shows: Showing<RisingKernel, string, 'window'> = {
  choice: 'index',
  arm: (kernel, arm) => ({
    count: kernel.counts[arm],
    mean: kernel.mean(arm),
    index: kernel.index(arm),
  }),
  armFacts: { window: { unit: 'count', of: ({ windows }, arm) => windows[arm] } },
  explains: { reason, aside },
};

export const risingUcb = definePolicy({
  id: 'r-ed-ucb',
  order: 147,
  name: 'R-ed-UCB',
  summary: 'Upper bound on the extrapolated mean. For arms that get better as they are played.',
  reference: 'Metelli, Trovò, Pirola & Restelli 2022',
  formula:
    'mean over the last h = ⌊εN⌋ rewards of R_l + (t − l)(R_l − R_{l−h})/h, + σ (t − N + h − 1) √(10 α ln t / h³)',
  memory: 'growing share of rewards',
  memoryKind: 'last-rewards',
  estimator: 'extrapolated trend',
  index: 'UCB',
  rewards: 'unit-interval',
  guarantee:
    'T^(2/3) up to logarithms against the best arm played throughout, if means rise concavely; none if means fall',
  cost: 'O(K) per slot, about 18 numbers per reward kept',
  randomised: true,
  lateRewards: 'on-arrival',
  parameters: [
    {
      kind: 'number',
      id: 'epsilon',
      symbol: 'ε',
      role: { of: 'memory' },
      summary: 'share of an arm’s rewards in the window of its trend',
      default: 0.25,
      above: 0,
      most: 0.5,
    },
    {
      kind: 'number',
      id: 'alpha',
      symbol: 'α',
      role: { of: 'width', width: AS_ROOT },
      summary: 'each bound fails with probability t^−α',
      default: 4,
      above: 0,
      provedAbove: 2,
    },
    {
      kind: 'number',
      id: 'sigma',
      symbol: 'σ',
      role: { of: 'width', width: AS_FACTOR },
      summary: 'rewards are taken as σ-sub-Gaussian',
      default: 0.1,
      above: 0,
    },
    {
      kind: 'number',
      id: 'start',
      symbol: 'u',
      role: { of: 'fixed' },
      summary: 'index of an arm with fewer than 1/ε rewards; 1e9 plays it at once, as in the proof',
      default: 1,
    },
    {
      kind: 'integer',
      id: 'memory',
      symbol: 'M',
      summary: 'rewards kept in total (default: the horizon, at most 1,000,000, or 100,000)',
      example: MEMORY,
      least: 1,
    },
  ],
  tune: ({ given, horizon = MEMORY }) => ({
    memory: given.memory ?? Math.min(MOST_MEMORY, horizon),
  }),
  kernel: ({ armCount, values }) => {
    const { epsilon, alpha, sigma, start } = values;
    const log = () =>
      new RewardLog(armCount, heldSlots('memory', values.memory, 'a shorter memory'));
    return new RisingKernel(armCount, epsilon, alpha, sigma, start, log(), log());
  },
  shows,
});
