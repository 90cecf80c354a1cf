/**
 * FEWA: filters arms by windows of growing length, for arms that only get worse.
 *
 * Reference: Seznec, Locatelli, Carpentier, Lazaric & Valko, Rotting bandits are no harder than stochastic ones, 2019
 * (algorithms 1 and 2). The author's code in SMPyBandits was read, too (`FEWA`, `EFF_FEWA` and the experiments).
 * Rule: start with all arms and the window h = 1. Keep the arms with (mean of the last h rewards) ≥ (largest such
 * mean) − 2c(h), c(h) = √(2σ² ln(1/δ_t) / h), δ_t = δ t^−α, t the slots so far. Continue with h = 2, 3, … As soon as
 * a kept arm has no more than h rewards, play it. A single kept arm is played at once.
 * Rewards: σ-sub-Gaussian after `scale`. Rewards in [0, 1] are, with σ = 1/2.
 * Parameters: `alpha` α and `delta` δ. The published runs have α = 0.06 and δ = 1, which are the defaults. The proof
 * has δ_t = δ₀ / (K t^α) with α = 5, that is `alpha=5;delta=1/K` with δ₀ = 1. The author's code has α = 4 and no K.
 * `sigma` σ; `grid` m; `scale`.
 * Windows: with m = 1 all lengths, which is FEWA as published. With m > 1 those of 1, ⌈m⌉, ⌈m ⌈m⌉⌉, … rewards, as for
 * RAW-UCB: this is EFF-FEWA, with m = 2 in the paper and m = 1.1 in the author's later runs. FEWA itself stores every
 * window, so it needs a horizon.
 * Settled: among several kept arms without the next window, the least played one is played, then the lowest. Plays
 * include those without a reward yet. No window is longer than the horizon, if one is given. If the kept arms differ
 * in no window, the least played is played.
 * Start: each arm once, in order.
 * Guarantee: √(K T) up to logarithms if means fall as their arms are played, for α = 5 and δ = 1/K. None if they rise.
 * Cost: O(K log_m n) per slot for n rewards of an arm, 3 log_m n numbers per arm. With m = 1, n instead of log_m n.
 * Late rewards count on arrival: windows consist of an arm's rewards in the order in which they come.
 *
 * @example
 * trace(createPolicy('fewa', { armCount: 2 }), [[1, 0], [1, 0], [1, 0], [0, 0], [0, 1], [0, 1]]); // → [0, 1, 0, 0, 1, 1]
 */
import { definePolicy } from '../definitions/policy.ts';
import { AS_ROOT } from '../definitions/roles.ts';
import type { Moment, Seen, Showing } from '../definitions/showing.ts';
import { FewaKernel } from '../portable/kernels/fewa-kernel.ts';
import { SCALE } from '../tuning/tuning.ts';
import { GRID, longestWindow, SIGMA } from '../tuning/window-grid.ts';

type Facts = 'window';
type ArmFacts = 'dropped' | 'plays' | 'lacks';

/** The kernel after a filter of all arms, as its next pick runs it. */
function filtered(kernel: FewaKernel): FewaKernel {
  kernel.filterAll();
  return kernel;
}

function isDropped(at: Seen<Facts, ArmFacts>, arm: number): boolean {
  return at.armFact('dropped', arm) > 0;
}

/** The kept arms from which the least played is picked. */
function candidates(at: Seen<Facts, ArmFacts>): number[] {
  const kept = Array.from({ length: at.armCount }, (_, arm) => arm).filter(
    (arm) => !isDropped(at, arm),
  );
  const lacking = kept.filter((arm) => at.armFact('lacks', arm) === 1);
  return kept.length > 1 && lacking.length > 0 ? lacking : kept;
}

function reason(at: Moment<Facts, ArmFacts>): string {
  const arms = candidates(at);
  const window = at.fact('window');
  if (window === 0) return ', because it has no data.';
  if (arms.length === 1 && at.armFact('lacks', at.picked) === 0) {
    return `, the only arm that a window of ${at.counted(window, 'reward')} leaves.`;
  }
  const alone = arms.length === 1 ? 'it is' : 'it is the least played arm that is';
  return `, because ${alone} left after a window of ${at.counted(window, 'reward')} and has too few rewards for a longer one.`;
}

/** Windows in which arms are dropped. */
const shows: Showing<FewaKernel, Facts, ArmFacts> = {
  choice: 'rule',
  arm: (kernel, arm) => ({
    count: kernel.counts[arm],
    mean: filtered(kernel).mean(arm),
    width: kernel.width(arm),
  }),
  unknown: ({ counts }, arm) => counts[arm] === 0,
  slotFacts: {
    // The longest window that was compared, in rewards; 0 before each arm has a reward.
    window: {
      unit: 'count',
      of: (kernel) => {
        const { compared, blocks } = filtered(kernel);
        return compared === 0 ? 0 : blocks.windows[compared - 1];
      },
    },
  },
  armFacts: {
    // The window that dropped the arm, in rewards; 0 if it is kept.
    dropped: {
      unit: 'count',
      of: (kernel, arm) => {
        const isOut = filtered(kernel).isDropped(arm);
        return isOut ? kernel.blocks.windows[kernel.decidingWindow(arm)] : 0;
      },
    },
    plays: { unit: 'count', of: ({ plays }, arm) => plays[arm] },
    // True if the arm has too few rewards for the next window.
    lacks: {
      unit: 'flag',
      of: (kernel, arm) => (kernel.blocks.full[arm] <= filtered(kernel).compared ? 1 : 0),
    },
  },
  explains: {
    reason,
    follows: (at) => {
      const arms = candidates(at);
      const least = Math.min(...arms.map((arm) => at.armFact('plays', arm)));
      return arms.includes(at.picked) && at.armFact('plays', at.picked) === least;
    },
    armStanding: {
      out: 'dropped',
      isOut: isDropped,
      words: (at, arm, isBrief) => {
        if (!isDropped(at, arm)) return 'kept by every window';
        const window = at.counted(at.armFact('dropped', arm), 'reward');
        return isBrief ? 'dropped' : `dropped by a window of ${window}`;
      },
    },
    width: 'mean ± c of the window that decided about the arm',
    lacks: 'no index: windows drop arms, and the least played of the rest is next',
  },
};

export const fewa = definePolicy({
  id: 'fewa',
  order: 148,
  name: 'FEWA',
  summary: 'Drops arms by windows of growing length. For arms that only get worse.',
  reference: 'Seznec, Locatelli, Carpentier, Lazaric & Valko 2019',
  formula:
    'for h = 1, 2, …: keep arms with (mean of the last h rewards) ≥ (largest) − 2 √(2 σ² ln(1/δ_t) / h); play the first without a longer window',
  memory: 'windows of all lengths',
  memoryKind: 'all-windows',
  estimator: 'means of windows',
  index: 'filter',
  rewards: 'sub-gaussian',
  guarantee: '√(K T) up to logarithms if means only fall with plays; none if means rise',
  cost: 'O(K log n) per slot, 3 log n numbers per arm of n rewards',
  randomised: false,
  lateRewards: 'on-arrival',
  parameters: [
    {
      kind: 'number',
      id: 'alpha',
      symbol: 'α',
      role: { of: 'width', width: AS_ROOT },
      summary: 'each bound fails with probability δ t^−α',
      default: 0.06,
      above: 0,
    },
    {
      kind: 'number',
      id: 'delta',
      symbol: 'δ',
      role: { of: 'fixed' },
      summary: 'factor of that probability; the proof has δ₀/K',
      default: 1,
      above: 0,
      most: 1,
    },
    SIGMA,
    GRID,
    SCALE,
  ],
  kernel: ({ armCount, horizon, values }) => {
    const { alpha, delta, sigma, grid } = values;
    const most = longestWindow(armCount, grid, horizon);
    return new FewaKernel(armCount, alpha, delta, sigma, grid, most);
  },
  shows,
});
