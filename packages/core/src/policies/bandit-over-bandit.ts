/**
 * BOB, bandit over bandit: SW-UCB in blocks, with a window for each block that Exp3 learns to choose.
 *
 * Reference: Cheung, Simchi-Levi & Zhu, Learning to Optimize under Non-Stationarity, AISTATS 2019.
 * Its rule was read for linear bandits; for K arms, K stands for their dimension d.
 * Rule: blocks of H = ⌊K^(2/3) √T⌋ slots; windows ⌊H^(j/Δ)⌋, j = 0 … Δ = ⌈ln H⌉. For each block a window
 * is drawn with p = (1 − g) w / Σw + g/(Δ+1); SW-UCB with it starts afresh and plays the block; then the
 * window's weight is multiplied by exp(g x / (p (Δ+1))), x the mean reward of the block.
 * Index: mean + √(ξ ln(min(t, τ)) / n) over the last τ slots of the block, t counting from its beginning.
 * Rewards: in [0, 1]; others are mapped from the declared range and clipped. So a block's sum lies in
 * [0, H], and dividing by H is the rescaling that the source makes with a bound on the noise.
 * Parameters: `block` H; `g` = min{1, √((Δ+1) ln(Δ+1) / ((e−1) ⌈T/H⌉))}; `xi` ξ. Where both `block` and
 * `g` are given no horizon is needed.
 * Settled: SW-UCB is Garivier & Moulines' with this project's ξ = 0.6, the linear policy's widths having
 * no counterpart here. Equal windows, which short blocks have, are all kept, as published.
 * Chance: the window is read from a uniform number that is drawn with the decisions at the beginning of
 * a block and comes back with their rewards; the first that comes decides, since learning never draws.
 * Start: each arm once, in order, in every block. Where a window or the block before had no room for K slots,
 * of arms with nothing remembered the one that has waited longest goes next.
 * Guarantee: the source's for linear bandits, O(d^(2/3) (V+1)^(1/4) T^(3/4)) up to logarithms, with V
 * unknown, as the abstract of its first version has it; none was looked up for this form.
 * Cost: O(K) per slot, 1.5H + 2K numbers.
 * Late rewards count at the age of their own slot, until their block has ended: with the reward of its
 * last slot, or with the slot after it where that one is late. Rewards that never come are left out of x.
 *
 * @example
 * createPolicy('bob', { armCount: 3, horizon: 5000 }).params.block; // → 147
 */
import { definePolicy } from '../definitions/policy.ts';
import { AS_ROOT } from '../definitions/roles.ts';
import type { Moment, Showing } from '../definitions/showing.ts';
import { BanditOverBanditKernel } from '../portable/kernels/bandit-over-bandit-kernel.ts';
import { bobBlockLength, bobRate, bobWindows } from '../theory/bandit-over-bandit.ts';
import { EXPLORATION, requireHorizon } from '../tuning/tuning.ts';

type Facts = 'start' | 'window' | 'chance' | 'chances';

/** Of the window that was drawn for the block; NaN before the first reward of a block has drawn it. */
function ofWindow(kernel: BanditOverBanditKernel, value: (window: number) => number): number {
  return kernel.chosen < 0 ? Number.NaN : value(kernel.windows[kernel.chosen]);
}

function aside(at: Moment<Facts>): string {
  const { block: length } = at.params;
  const first = at.fact('start');
  const last = Math.min(first + length, at.horizon) - 1;
  const block = `Block ${at.number(first / length + 1)} has slots ${at.number(first)} to ${at.number(last)}.`;
  const windows = bobWindows(length);
  const chances = at
    .list('chances')
    .map((chance, i) => `${at.number(windows[i])} (${at.number(chance, 2)})`);
  const all = `Windows in slots, with the probabilities that Exp3 gives them: ${chances.join(', ')}.`;
  const window = at.fact('window');
  if (Number.isNaN(window)) return `${block} Its window is drawn with this slot. ${all}`;
  return `${block} Its window is ${at.counted(window, 'slot')}, drawn with probability ${at.number(at.fact('chance'), 2)}. ${all}`;
}

/** Blocks that each have a window of their own. */
const shows: Showing<BanditOverBanditKernel, Facts> = {
  choice: 'index',
  arm: (kernel, arm) => ({
    count: kernel.counts[arm],
    mean: kernel.sums[arm] / kernel.counts[arm],
    index: kernel.indexOf(arm, kernel.scale()),
  }),
  unknown: ({ counts }, arm) => counts[arm] === 0,
  memory: {
    since: (kernel) =>
      ofWindow(kernel, (window) => Math.max(kernel.blockStart, kernel.now - window)),
    window: (kernel) => ofWindow(kernel, (window) => window),
  },
  slotFacts: {
    start: { unit: 'slot', of: ({ blockStart }) => blockStart },
    window: { unit: 'count', of: (kernel) => ofWindow(kernel, (window) => window) },
    chance: {
      unit: 'probability',
      of: (kernel) => ofWindow(kernel, () => kernel.chosenProbability),
    },
    chances: {
      unit: 'probability',
      of: ({ windows, chooser }) => Array.from(windows, (_, i) => chooser.probability(i)),
    },
  },
  explains: { aside },
};

export const banditOverBandit = definePolicy({
  id: 'bob',
  order: 280,
  name: 'BOB',
  summary: 'SW-UCB in blocks, with windows that Exp3 chooses.',
  reference: 'Cheung, Simchi-Levi & Zhu 2019',
  formula: 'SW-UCB restarted every H slots, windows ⌊H^(j/Δ)⌋ chosen by Exp3',
  memory: 'chosen window',
  memoryKind: 'chosen-window',
  estimator: 'mean',
  index: 'UCB',
  rewards: 'unit-interval',
  guarantee: 'O(d^(2/3) (V+1)^(1/4) T^(3/4)) up to logarithms for linear bandits, V unknown',
  cost: 'O(K) per slot, 1.5H + 2K numbers',
  randomised: true,
  // A block ends with the reward of its last slot: those that come after it are too late.
  lateRewards: 'on-arrival',
  parameters: [
    {
      kind: 'integer',
      id: 'block',
      symbol: 'H',
      role: { of: 'memory' },
      summary: 'slots in a block (default: ⌊K^(2/3) √T⌋)',
      least: 1,
      most: 2 ** 26,
    },
    { ...EXPLORATION, summary: 'share of windows drawn uniformly (default: tuned)' },
    {
      kind: 'number',
      id: 'xi',
      symbol: 'ξ',
      role: { of: 'width', width: AS_ROOT },
      summary: 'width: √ξ',
      default: 0.6,
      above: 0,
      provedAbove: 0.5,
    },
  ],
  tune: (request) => {
    const { armCount, given } = request;
    const instead = ', or block and g';
    const block = given.block ?? bobBlockLength(armCount, requireHorizon(request, instead));
    const windowCount = bobWindows(block).length;
    return { block, g: given.g ?? bobRate(windowCount, requireHorizon(request, instead), block) };
  },
  kernel: ({ armCount, values }) =>
    new BanditOverBanditKernel(
      armCount,
      values.block,
      Int32Array.from(bobWindows(values.block)),
      values.g,
      values.xi,
    ),
  shows,
});
