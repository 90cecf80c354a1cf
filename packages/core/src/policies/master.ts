/**
 * MASTER over UCB1: many UCB1 instances of different lengths, and two tests that restart them all.
 *
 * Reference: Wei & Luo, Non-stationary Reinforcement Learning without Prior Knowledge: An Optimal Black-box
 * Approach, COLT 2021, Algorithms 1 to 3. Its rule was read; UCB1's width is settled here.
 * Rule: blocks of 2^n slots, n = 0, 1, 2 …. With ρ(t) = √(K ln(T/δ)/t) + K ln(T/δ)/t, at every multiple of
 * 2^m of a block, m = n … 0, an instance of length 2^m begins with probability ρ(2^n)/ρ(2^m). The shortest
 * instance that covers the slot plays and learns. With ρ̂(t) = 6 (log₂ T + 1) ln(T/δ) ρ(t) and f̃ the
 * largest index of the instance that plays, all starts again from n = 0 if
 * (1) at an instance's end the mean of all rewards since its beginning is at least the least f̃ of the block
 *     plus 9 ρ̂(2^m), or
 * (2) the mean of f̃ − reward over the t slots of the block so far is at least 3 ρ̂(t).
 * Index: mean + √(2 ln(T/δ)/n) in the instance; f̃ is cut at 1, the most that rewards are.
 * Weakness: what the tests look at is at most 1, and their thresholds are above 1 until T is far beyond
 * what is played (Gerogiannis, Huang & Veeravalli 2024): for K = 2 and δ = 1/T the lower one is 777 at
 * T = 100, 160 at 10⁵, 6.6 at 10⁹ and below 1 after 10¹¹; even with δ = 1 it is 2.3 at 10⁹
 * (`masterThresholds`). Until then no test is ever met, and this policy restarts UCB1 by its schedule alone;
 * it warns of that.
 * Rewards: in [0, 1]; others are mapped from the declared range and clipped.
 * Parameters: `delta` δ = 1/T; `factor` multiplies both thresholds: 1 is as published, and far smaller ones
 * make the tests act, without a guarantee.
 * Chance: one uniform number is drawn with each decision and comes back with its reward; all instances that
 * begin are read from it, since learning never draws.
 * Start: each arm once, in order, in every instance. Where a restart, or a block as long as the horizon, ends
 * before all arms were played, the one that has waited longest goes next of those that an instance does not
 * know.
 * Guarantee: min{√(K (Υ+1) T), (K V)^(1/3) T^(2/3) + √(K T)} up to logarithms, Υ and V unknown. The abstract
 * has min{√(Υ T), V^(1/3) T^(2/3)}; how K enters could not be read.
 * Cost: O(K + log T) per slot, 2K log₂ T numbers.
 * Late rewards count on arrival; not after a restart. Blocks are counted in rewards.
 *
 * @example
 * masterThresholds(2, 100_000).block > 1; // → true
 */
import { differenceOutOfReachWarning } from '../base/warnings.ts';
import { definePolicy, type TuningRequest } from '../definitions/policy.ts';
import type { Moment, Showing } from '../definitions/showing.ts';
import { MasterKernel } from '../portable/kernels/master-kernel.ts';
import { indexReason } from '../showing/reasons.ts';
import { masterThresholds } from '../theory/master.ts';
import { requireHorizon } from '../tuning/tuning.ts';

function tune(request: TuningRequest): Record<string, number> {
  const horizon = requireHorizon(request);
  const { delta = 1 / horizon, factor = 1 } = request.given;
  const least = factor * masterThresholds(request.armCount, horizon, delta).block;
  if (least > 1) request.warn(differenceOutOfReachWarning(request.policy, horizon, least));
  return { delta };
}

type Facts = 'fresh' | 'length' | 'since' | 'block' | 'start' | 'covering';

/**
 * What the shortest instance that is sure to cover the slot knows. A shorter one may yet begin by chance, so
 * that there is a bound and no index.
 */
function knownOf(kernel: MasterKernel, arm: number) {
  const m = kernel.shortest();
  const cell = arm * kernel.orders + m;
  const count = m < 0 ? 0 : kernel.counts[cell];
  if (count === 0) return { count, bound: Number.POSITIVE_INFINITY };
  const mean = kernel.sums[cell] / count;
  return { count, mean, bound: mean + Math.sqrt((2 * kernel.logarithm) / count) };
}

/** The first slot of the instance that picks: that many rewards ago, which are as many slots where none is late. */
function sinceOf({ now, position, active }: MasterKernel): number {
  return now - (position & ((1 << active) - 1));
}

/** The lengths of all instances that are sure to cover the slot, each a power of two, as one sum. */
function coveringOf(kernel: MasterKernel): number {
  let sum = 0;
  for (let m = 0; m <= kernel.order; m++) sum += kernel.covers(m) ? 2 ** m : 0;
  return sum;
}

/** Powers of two that a sum is made of, the least first. */
function powersIn(sum: number): number[] {
  const powers: number[] = [];
  for (let power = 1; power <= sum; power *= 2) {
    if (Math.floor(sum / power) % 2 === 1) powers.push(power);
  }
  return powers;
}

function reason(at: Moment<Facts>): string {
  if (at.fact('fresh') === 0) return indexReason(at, 'the instance that picks');
  return `: an instance of UCB1 for ${at.counted(at.fact('length'), 'slot')} begins without data and takes the first arm.`;
}

function aside(at: Moment<Facts>): string {
  const length = at.fact('length');
  const began =
    at.fact('fresh') === 1
      ? 'begins with this slot'
      : `began with slot ${at.number(at.fact('since'))}`;
  const longer = powersIn(at.fact('covering')).filter((other) => other > length);
  const waiting =
    longer.length === 0
      ? ''
      : ` Longer ones wait: for ${at.listed(longer.map((other) => at.number(other)))} slots.`;
  const block = `The block of ${at.counted(at.fact('block'), 'slot')} began with slot ${at.number(at.fact('start'))}.`;
  return `An instance of UCB1 for ${at.counted(length, 'slot')}, which ${began}, picks and learns.${waiting} ${block}`;
}

/** Instances of many lengths, of which the shortest plays. */
const shows: Showing<MasterKernel, Facts, 'bound'> = {
  choice: 'index',
  arm: knownOf,
  restarts: ({ restarts }) => restarts,
  memory: {
    learner: (kernel) => {
      const since = sinceOf(kernel);
      return { id: since * 32 + kernel.active, since, fresh: kernel.begins };
    },
  },
  slotFacts: {
    fresh: { unit: 'flag', of: ({ begins }) => (begins ? 1 : 0) },
    length: { unit: 'count', of: ({ active }) => 2 ** active },
    since: { unit: 'slot', of: sinceOf },
    block: { unit: 'count', of: ({ order }) => 2 ** order },
    start: { unit: 'slot', of: ({ now, position }) => now - position },
    covering: { unit: 'count', of: coveringOf },
  },
  armFacts: { bound: { unit: 'reward', of: (kernel, arm) => knownOf(kernel, arm).bound } },
  explains: {
    reason,
    aside,
    learner: 'instance',
    lacks: 'in any slot a shorter instance may begin by chance',
  },
};

export const master = definePolicy({
  id: 'master',
  order: 350,
  name: 'MASTER',
  summary: 'UCB1 instances of many lengths. Its tests never fire at practical horizons.',
  reference: 'Wei & Luo 2021, Algorithms 1 to 3',
  standing: 'theoretical',
  formula:
    'UCB1 of length 2^m at multiples of 2^m with probability ρ(2^n)/ρ(2^m); restart by tests',
  memory: 'instances of many lengths',
  memoryKind: 'instances',
  estimator: 'mean',
  index: 'UCB',
  rewards: 'unit-interval',
  guarantee: 'min{√(K (Υ+1) T), (K V)^(1/3) T^(2/3) + √(K T)} up to logarithms, Υ and V unknown',
  cost: 'O(K + log T) per slot, 2K log₂ T numbers',
  randomised: true,
  lateRewards: 'on-arrival',
  parameters: [
    {
      kind: 'number',
      id: 'delta',
      symbol: 'δ',
      role: { of: 'memory' },
      summary: 'probability of error (default: 1/T)',
      above: 0,
      most: 1,
    },
    {
      kind: 'number',
      id: 'factor',
      symbol: 'factor',
      summary: 'multiplies the thresholds of both tests; 1 as published',
      default: 1,
      above: 0,
    },
  ],
  tune,
  kernel: ({ armCount, horizon = 1, values }) =>
    new MasterKernel(armCount, horizon, values.delta, values.factor),
  shows,
});
