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
import { ParameterError } from '../base/errors.ts';
import { definePolicy } from '../definitions/policy.ts';
import { AS_ROOT } from '../definitions/roles.ts';
import type { Moment, Showing } from '../definitions/showing.ts';
import { RawUcbKernel, windowsOf } from '../portable/kernels/raw-ucb-kernel.ts';
import { byIndex } from '../showing/by-index.ts';
import { SCALE } from '../tuning/tuning.ts';

/** No policy has more slots. */
const MOST_SLOTS = 2 ** 31 - 1;
/** A window of an arm takes 24 bytes: with this many, 400 megabytes. */
const MOST_WINDOWS = 2 ** 24;

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

/** The kernel, if its windows are not too many. */
function kernelOf(armCount: number, values: Readonly<Record<string, number>>, most: number) {
  const { alpha, sigma, grid } = values;
  // Up to 1/(m − 1) rewards there is a window of each length.
  const least = Math.min(most, 1 / (grid - 1));
  const windows = armCount * (armCount * least > MOST_WINDOWS ? least : windowsOf(grid, most));
  if (windows > MOST_WINDOWS) {
    const longest = most === MOST_SLOTS ? 'without a horizon' : `with a horizon of ${most}`;
    throw new ParameterError(
      `grid must result in at most ${MOST_WINDOWS} windows over all arms; got ${grid} with ${armCount} arms ${longest}, which results in ${Math.floor(windows)}; use a larger grid, fewer arms or fewer slots`,
    );
  }
  return new RawUcbKernel(armCount, alpha, sigma, grid, most);
}

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
    {
      kind: 'number',
      id: 'sigma',
      symbol: 'σ',
      summary: 'rewards are σ-sub-Gaussian after scale; 1/2 for those in [0, 1]',
      default: 0.5,
      above: 0,
    },
    {
      kind: 'number',
      id: 'grid',
      symbol: 'm',
      summary: 'ratio of a window to the next shorter one; 1: all windows',
      default: 1.1,
      least: 1,
      most: 10,
    },
    SCALE,
  ],
  kernel: ({ armCount, horizon = MOST_SLOTS, values }) => kernelOf(armCount, values, horizon),
  shows,
});
