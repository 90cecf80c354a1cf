/**
 * RAW-UCB: the least of the bounds over windows of all lengths, for arms that only get worse.
 *
 * Reference: Seznec, Ménard, Lazaric & Valko, A Single Algorithm for Both Restless and Rested Rotting Bandits,
 * 2020. The paper was not read; its author's own code in SMPyBandits was (`RAWUCB`, `EFF_RAWUCB`, and
 * `EFF_FEWA`, which keeps the windows).
 * Index: the least over windows h of (mean of an arm's last h rewards) + √(2 α σ² ln t / h), t the slots so far.
 * The mean of a window that mixes old, better rewards with new ones is above that of a shorter one, which
 * then decides: an arm that falls is found out, and no window has to be chosen. One that rises is not:
 * a short window with a low mean holds it down until its own rewards are better.
 * Rewards: σ-sub-Gaussian after `scale`; those in [0, 1] are with σ = 1/2.
 * Parameters: `alpha` α, 1.4 as its author plays it, 4 in the proof; `sigma` σ; `grid` m; `scale`.
 * Windows: with m = 1 all lengths; with m > 1 those of 1, ⌈m⌉, ⌈m ⌈m⌉⌉, … rewards, of which each has its last
 * full block, not exactly the last h rewards: a block of h ends with one of the last h. The author's
 * EFF_RAWUCB, m = 1.1 among those that he plays.
 * Settled: no window is longer than the horizon, where one is given; ⌈m h⌉ forgives the rounding of m h.
 * Start: each arm once, in order.
 * Guarantee: √(K T) up to logarithms where means fall as their arms are played, (K V)^(1/3) T^(2/3) where they
 * fall with time by V in all, V unknown (for α = 4); none where means rise.
 * Cost: O(K + log_m n) per slot for n rewards of an arm, 3 log_m n numbers per arm: 78 windows at m = 1.1 and
 * n = 10⁴. With m = 1, n in place of log_m n.
 * Late rewards count on arrival: windows are of an arm's rewards as they come.
 *
 * @example
 * trace(createPolicy('raw-ucb', { armCount: 2 }), [[1, 0], [1, 0], [1, 0], [0, 0], [0, 1], [0, 1]]); // → [0, 1, 0, 0, 0, 1]
 */
import { definePolicy } from '../definitions/policy.ts';
import { AS_ROOT } from '../definitions/roles.ts';
import type { Moment, Showing } from '../definitions/showing.ts';
import { RawUcbKernel } from '../portable/kernels/raw-ucb-kernel.ts';
import { byIndex } from '../showing/by-index.ts';
import { SCALE } from '../tuning/tuning.ts';
import { GRID, longestWindow, SIGMA } from '../tuning/window-grid.ts';

function aside(at: Moment<string, 'window'>): string {
  const window = at.armFact('window', at.picked);
  if (Number.isNaN(window)) return '';
  return `Its index is the smallest bound over all windows, here with a window of ${at.counted(window, 'reward')}.`;
}

/** By an index, and the window that it comes from. */
const shows: Showing<RawUcbKernel, string, 'window'> = {
  ...byIndex,
  armFacts: { window: { unit: 'count', of: (kernel, arm) => kernel.window(arm) } },
  explains: { aside },
};

export const rawUcb = definePolicy({
  id: 'raw-ucb',
  order: 144,
  name: 'RAW-UCB',
  summary: 'Smallest upper bound over windows of all lengths. For arms that only get worse.',
  reference: 'Seznec, Ménard, Lazaric & Valko 2020',
  formula: 'smallest over h of (mean of the last h rewards) + √(2 α σ² ln t / h)',
  memory: 'windows of all lengths',
  memoryKind: 'all-windows',
  estimator: 'means of windows',
  index: 'smallest UCB',
  rewards: 'sub-gaussian',
  guarantee:
    '(K V)^(1/3) T^(2/3) up to logarithms if means only fall, V unknown; none if means rise',
  cost: 'O(K + log n) per slot, 3 log n numbers per arm of n rewards',
  randomised: false,
  lateRewards: 'on-arrival',
  parameters: [
    {
      kind: 'number',
      id: 'alpha',
      symbol: 'α',
      role: { of: 'width', width: AS_ROOT },
      summary: 'each bound fails with probability t^−α',
      default: 1.4,
      above: 0,
    },
    SIGMA,
    GRID,
    SCALE,
  ],
  kernel: ({ armCount, horizon, values }) => {
    const { alpha, sigma, grid } = values;
    const most = longestWindow(armCount, grid, horizon);
    return new RawUcbKernel(armCount, alpha, sigma, grid, most);
  },
  shows,
});
