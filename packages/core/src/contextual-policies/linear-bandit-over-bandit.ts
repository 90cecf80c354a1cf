/**
 * BOB for linear means: SW-LinUCB in blocks, with a window for each block that Exp3 learns to choose.
 *
 * Reference: Cheung, Simchi-Levi & Zhu, Learning to Optimize under Non-Stationarity, AISTATS 2019, Algorithm 2.
 * Rule: blocks of H = ⌊d^(2/3) √T⌋ slots; windows ⌊H^(j/Δ)⌋, j = 0 … Δ = ⌈ln H⌉. For each block a window w is drawn
 * with p = (1 − g) v/Σv + g/(Δ + 1), v being the windows' weights; SW-LinUCB with it starts again and plays the block,
 * with β = √λ S + R √(d ln(T(1 + wL²/λ))); then v is multiplied by exp(g y/(p(Δ + 1))), y = ½ + Σr/(2H + 4R √(H
 * ln(T/√H))), cut to [0, 1].
 * Rewards: means from −1 to 1 that are linear in the features, with R-sub-Gaussian noise.
 * Parameters: `block` H; `g` = min{1, √((Δ + 1) ln(Δ + 1)/((e − 1) ⌈T/H⌉))}; `noise` R; `bound` S ≥ ‖θ‖; `ridge` λ;
 * `width` α. It needs the horizon T. The bound L ≥ ‖x‖ is that of the features.
 * Form `arms`: d counts the columns of one arm in β, and those of all arms in H.
 * Departures: y is cut, because rewards may exceed the bound on the noise. Equal windows, which short blocks have, are
 * all kept, as published.
 * Chance: the window is read from a uniform number that is drawn with the decisions at the beginning of a block and
 * comes back with their rewards. The first that comes decides, because learning never draws.
 * Guarantee: O(d^(2/3) (B + 1)^(1/4) T^(3/4)) up to logarithms as published, with B unknown. It rests on the rate of
 * SW-LinUCB, whose proof has a gap. In practice blocks are so short that little is learned in them: it loses 41 to 77 %
 * of what uniform choice loses in our trials with actions, and more with arms.
 * Cost: O(d³) per slot and O(d²) per action; about 2.6 H d numbers, and √H d² for one block.
 * Late rewards count at the age of their own slot, until their block has ended: with the reward of its last slot, or
 * with the slot after it if that one is late. Pending decisions narrow widths, unless `pendingInWidth` is false.
 *
 * @example
 * contextualPolicyCatalogue.find('bob-linucb').memoryKind; // → "chosen-window"
 */
import { defineContextualPolicy } from '../definitions/contextual.ts';
import { LinearBobKernel } from '../portable/kernels/linear-bob-kernel.ts';
import { Radius } from '../portable/linear/radius.ts';
import { ln } from '../portable/math/log.ts';
import { bobBlockLength, bobRate, bobWindows } from '../theory/bandit-over-bandit.ts';
import { BOUND, LINEAR, LINEAR_WIDTH, NOISE, RIDGE } from '../tuning/linear.ts';
import { EXPLORATION, requireHorizon } from '../tuning/tuning.ts';

export const linearBanditOverBandit = defineContextualPolicy({
  ...LINEAR,
  id: 'bob-linucb',
  order: 90,
  name: 'BOB-LinUCB',
  summary: 'SW-LinUCB in blocks, with windows that Exp3 chooses.',
  reference: 'Cheung, Simchi-Levi & Zhu 2019, Algorithm 2',
  formula: 'SW-LinUCB restarted every H slots, windows ⌊H^(j/Δ)⌋ chosen by Exp3',
  memory: 'chosen window',
  memoryKind: 'chosen-window',
  index: 'linear UCB',
  guarantee:
    'O(d^(2/3) (B + 1)^(1/4) T^(3/4)) up to logarithms as published, B unknown; its proof has a gap',
  cost: 'O(d³) per slot and O(d²) per action; about 2.6 H d numbers, and √H d² for one block',
  randomised: true,
  // A block ends with the reward of its last slot: those that come after it are too late.
  lateRewards: 'on-arrival',
  parameters: [
    {
      kind: 'integer',
      id: 'block',
      symbol: 'H',
      role: { of: 'memory' },
      summary: 'slots in a block (default: ⌊d^(2/3) √T⌋)',
      least: 1,
      most: 2 ** 20,
    },
    { ...EXPLORATION, summary: 'share of windows drawn uniformly (default: tuned)' },
    NOISE,
    BOUND,
    RIDGE,
    LINEAR_WIDTH,
  ],
  tune: (request) => {
    const { blocks, dimension, given } = request;
    const horizon = requireHorizon(request);
    const block = given.block ?? bobBlockLength(blocks * dimension, horizon);
    return { block, g: given.g ?? bobRate(bobWindows(block).length, horizon, block) };
  },
  kernel: (settings) => {
    const { blocks, dimension, norm, values } = settings;
    const { block, g, noise, bound, ridge, width } = values;
    const horizon = requireHorizon({ policy: 'bob-linucb', horizon: settings.horizon });
    const base = dimension * ln(horizon);
    const gain = (norm * norm) / ridge;
    const offset = Math.sqrt(ridge) * bound;
    const spread = Math.sqrt(block * Math.max(0, ln(horizon / Math.sqrt(block))));
    return new LinearBobKernel(
      blocks,
      dimension,
      ridge,
      block,
      Int32Array.from(bobWindows(block)),
      g,
      new Radius(width, offset, noise, base, dimension, gain),
      block + 2 * noise * spread,
    );
  },
});
