/**
 * AdSwitch: plays good arms in turn, and looks after evicted ones as often as missing a change would cost.
 *
 * Reference: Auer, Gajane & Ortner, Adaptively Tracking the Best Bandit Arm with an Unknown Number of
 * Distribution Changes, COLT 2019, Algorithm 1. Its rule was read; the details settled below are ours.
 * Rule: in episode ℓ all arms begin good. In each slot,
 * (a) for an evicted arm with gap Δ̃ and each i ≥ 1 with 2^(−i) ≥ Δ̃/16, with probability
 *     2^(−i) √(ℓ/(K T ln T)), ⌈2^(2i+1) ln T⌉ samples are owed from this slot on;
 * (b) the least recently played of the good and the owed arms is played, the lowest where some are equal;
 * (c) a new episode begins if two intervals of a good arm have means that differ by more than
 *     √(2 ln T/n₁) + √(2 ln T/n₂), one of them reaching to the present, or if an evicted arm's mean over
 *     an interval to the present leaves its μ̃ by more than Δ̃/4 + √(2 ln T/n);
 * (d) debts that are paid are dropped;
 * (e) a good arm is evicted if in some interval to the present, with n ≥ 2, the largest mean of a good arm
 *     exceeds its own by more than √(C₁ ln T/(n−1)); its mean and the gap there are its μ̃ and Δ̃.
 * Intervals: not all O(T) of them, but those of the authors' speed-up, of about 2^k ln T slots: for each k
 * the one that reaches from the block of 2^k ⌈ln T⌉ slots before the present block to now, and the whole
 * episode. Shorter ones than ln T could not decide anything. Where an arm is evicted by several, the
 * longest gives μ̃ and Δ̃, its means being the surest. Of intervals in the past, the highest mean − width
 * and the lowest mean + width are kept, which stand for all pairs exactly.
 * Against all intervals, a change of 0.6 in an arm was found after 88 of its rewards instead of 80, one of
 * 0.3 after 650 instead of 520 (T = 3000, means of 12 runs).
 * Chance: one uniform number is drawn with each decision and comes back with its reward; all debts of (a)
 * are read from it, since learning never draws.
 * Rewards: in [0, 1]; others are mapped from the declared range and clipped.
 * Parameters: `c1` C₁; the proof asks for more than 16, 1 is used in practice and here.
 * ln T is ln 2 for a horizon of one slot.
 * Guarantee: O(√(K (Υ+1) T ln T)) for Υ changes that need not be known; the source could not be read for
 * this bound.
 * In practice: over T slots an evicted arm comes to owe about (64/Δ̃) √(T ln T/K) samples in expectation,
 * which is all slots that there are until T is some hundred thousand or more: on shorter horizons this
 * policy plays nearly uniformly, with or without changes.
 * Cost: O(K ln T) per slot, 4K log₂(T/ln T) + 8K numbers.
 * Late rewards count on arrival, and not after a new episode has begun; an arm counts as played from its slot
 * on, whether its reward has come or not.
 * An arm that joins is good, and is played next.
 *
 * @example
 * trace(createPolicy('adswitch', { armCount: 3, horizon: 6 }), [[1, 0, 0], [1, 0, 0], [1, 0, 0], [1, 0, 0], [1, 0, 0], [1, 0, 0]]); // → [0, 1, 2, 0, 1, 2]
 */
import { definePolicy } from '../definitions/policy.ts';
import type { Moment, Seen, Showing } from '../definitions/showing.ts';
import { AdSwitchKernel } from '../portable/kernels/ad-switch-kernel.ts';
import { requireHorizon } from '../tuning/tuning.ts';

type Facts = 'evicted' | 'owed' | 'evictedMean' | 'gap';

/** With more arms than this they are counted, not named. */
const MOST_NAMED = 4;

function isEvicted(at: Seen<string, Facts>, arm: number, slot = at.slot): boolean {
  return at.armFact('evicted', arm, slot) === 1;
}

function isOwed(at: Seen<string, Facts>, arm: number): boolean {
  return at.armFact('owed', arm) > 0;
}

function armsOf({ armCount }: Seen): number[] {
  return Array.from({ length: armCount }, (_, arm) => arm);
}

function reason(at: Moment<string, Facts>): string {
  const { slot, picked } = at;
  if (isEvicted(at, picked)) {
    const why = isOwed(at, picked)
      ? `, evicted but owed ${at.counted(at.armFact('owed', picked), 'sample')}`
      : ', evicted, and chosen by chance to be sampled from this slot on';
    return `${why}; it waited longest of those that take turns.`;
  }
  if (slot === 0) return ', the first in turn.';
  const taking = armsOf(at).filter((arm) => !isEvicted(at, arm) || isOwed(at, arm));
  return taking.length > 1
    ? ': it waited longest of those that take turns.'
    : ', the only one that takes turns now.';
}

function evictedWords(at: Moment<string, Facts>, arm: number): string {
  let since = at.slot;
  while (since > 0 && isEvicted(at, arm, since - 1)) since -= 1;
  const owed = isOwed(at, arm) ? `, owed ${at.counted(at.armFact('owed', arm), 'sample')}` : '';
  return `${at.arm(arm)} (before slot ${at.number(since)}, with mean ${at.value(at.armFact('evictedMean', arm))}, ${at.value(at.armFact('gap', arm))} below the best${owed})`;
}

function aside(at: Moment<'episode' | 'start', Facts>): string {
  const evicted = armsOf(at).filter((arm) => isEvicted(at, arm));
  const episode = `Its episode ${at.number(at.fact('episode'))} began with slot ${at.number(at.fact('start'))}.`;
  if (evicted.length === 0) return `${episode} No arm is evicted, so all take turns.`;
  if (evicted.length > MOST_NAMED) {
    const good = at.armCount - evicted.length;
    const owed = evicted.filter((arm) => isOwed(at, arm)).length;
    return `${episode} ${at.number(good)} of ${at.number(at.armCount)} arms are good and take turns, and ${at.number(owed)} evicted ones that are owed samples.`;
  }
  return `${episode} Evicted: ${at.listed(evicted.map((arm) => evictedWords(at, arm)))}.`;
}

/** Good arms take turns; evicted ones while they are owed samples. */
const shows: Showing<AdSwitchKernel, 'episode' | 'start', Facts> = {
  choice: 'rule',
  arm: (kernel, arm) => ({
    count: kernel.samples[arm],
    mean: kernel.mean(arm),
    width: kernel.width(arm),
  }),
  restarts: ({ restarts }) => restarts,
  slotFacts: {
    episode: { unit: 'count', of: ({ restarts }) => restarts + 1 },
    start: { unit: 'slot', of: ({ episodeStart }) => episodeStart },
  },
  armFacts: {
    evicted: { unit: 'flag', of: (kernel, arm) => (kernel.isEvicted(arm) ? 1 : 0) },
    owed: { unit: 'count', of: (kernel, arm) => kernel.owed(arm) },
    evictedMean: {
      unit: 'reward',
      of: (kernel, arm) => (kernel.isEvicted(arm) ? kernel.evictedMean[arm] : Number.NaN),
    },
    gap: {
      unit: 'difference',
      of: (kernel, arm) => (kernel.isEvicted(arm) ? kernel.evictedGap[arm] : Number.NaN),
    },
  },
  explains: {
    reason,
    aside,
    // Good, owed samples, or owed them by this very slot, which the next one shows.
    follows: (at) =>
      !isEvicted(at, at.picked) ||
      isOwed(at, at.picked) ||
      !(at.armFact('owed', at.picked, at.slot + 1) <= 0),
    armStanding: {
      out: 'evicted',
      isOut: isEvicted,
      words: (at, arm, isBrief) => {
        if (!isEvicted(at, arm)) return 'good';
        if (!isOwed(at, arm)) return 'evicted';
        const owed = `owed ${at.number(at.armFact('owed', arm))}`;
        return isBrief ? owed : `evicted, ${owed}`;
      },
    },
    width: 'estimate ± the width that its tests allow',
    lacks: 'no index: arms take turns until they are evicted',
  },
};

export const adSwitch = definePolicy({
  id: 'adswitch',
  order: 270,
  name: 'AdSwitch',
  summary:
    'Plays good arms in turn, samples evicted arms now and then, and restarts after a change.',
  reference: 'Auer, Gajane & Ortner 2019, Algorithm 1',
  formula:
    'evict an arm if its mean is lower by √(C₁ ln T/(n−1)); restart if a mean moves by its widths',
  memory: 'episodes',
  memoryKind: 'episodes',
  estimator: 'mean',
  index: 'elimination',
  rewards: 'unit-interval',
  guarantee: 'O(√(K (Υ+1) T ln T)) for Υ changes, unknown',
  cost: 'O(K ln T) per slot, 4K log₂(T/ln T) + 8K numbers',
  randomised: true,
  lateRewards: 'on-arrival',
  parameters: [
    {
      kind: 'number',
      id: 'c1',
      symbol: 'C₁',
      role: { of: 'memory' },
      summary: 'evidence that an eviction needs: more than 16 for the proof, 1 in practice',
      default: 1,
      above: 0,
    },
  ],
  tune: (request) => {
    requireHorizon(request);
    return {};
  },
  kernel: ({ armCount, horizon = 1, values }) => new AdSwitchKernel(armCount, horizon, values.c1),
  shows,
});
