/**
 * Improved UCB: drops arms round by round, and never forgets.
 *
 * Reference: Auer & Ortner, UCB Revisited: Improved Regret Bounds for the Stochastic Multi-armed Bandit
 * Problem, 2010. The paper was not read; its rule is as SMPyBandits has it (`UCBimproved` was read), but that
 * starts with one reward per arm, where the rule has ⌈2 ln T⌉.
 * Rule: rounds m = 0, 1, … ⌊½ log2(T/e)⌋ with Δ = 2^-m. Each plays the arms still in play until each has
 * n = ⌈2 ln(T Δ²) / Δ²⌉ rewards in all, then drops those with mean + w < largest mean − w,
 * w = √(ln(T Δ²) / (2n)). The last arm in play gets all other slots.
 * Rewards: in [0, 1], or 1/2-sub-Gaussian after `scale`.
 * Parameters: the horizon T; `scale`.
 * Settled: arms play in turn, each round from the lowest on; n counts rewards, so that an arm whose rewards are
 * late or lost is played on until it has them; means are over all rewards; after the last round the one of
 * the largest mean among those still in play goes on; there is a round for T < 3 too, of at least one reward per arm.
 * An arm that joins begins with round 0, for which the others have their rewards already: until its first
 * reward comes it takes its share, then every slot until it has caught up.
 * Guarantee: Σ O(ln(T Δ²)/Δ) over the arms' distances Δ to the best where nothing drifts; none where means
 * drift. A policy of its kind without a horizon or a budget, for drifting means, was never published; AdSwitch
 * and MASTER are what became of the idea.
 * Cost: O(1) per slot and O(K) at the end of a round, 4K numbers; O(K) per slot after the last round.
 * Late rewards count on arrival: a round ends with the last one it needs.
 *
 * @example
 * trace(createPolicy('improved-ucb', { armCount: 2, horizon: 20 }), Array.from({ length: 16 }, () => [1, 0])); // → [0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 0, 0, 0]
 */
import { definePolicy } from '../definitions/policy.ts';
import type { Moment, Seen, Showing } from '../definitions/showing.ts';
import { ImprovedUcbKernel } from '../portable/kernels/improved-ucb-kernel.ts';
import { requireHorizon, SCALE } from '../tuning/tuning.ts';

type Facts = 'round' | 'samples' | 'left' | 'due';
type ArmFacts = 'dropped';

function isDropped(at: Seen<Facts, ArmFacts>, arm: number): boolean {
  return at.armFact('dropped', arm) > 0;
}

/** The largest mean of those still in play. */
function bestLeft(at: Seen<Facts, ArmFacts>): number {
  const arms = Array.from({ length: at.armCount }, (_, arm) => arm);
  const left = arms.filter((arm) => !isDropped(at, arm));
  return Math.max(...left.map((arm) => at.known('estimate', arm)));
}

function reason(at: Moment<Facts, ArmFacts>): string {
  if (!Number.isNaN(at.fact('due'))) {
    const samples = at.counted(at.fact('samples'), 'reward');
    return `, whose turn it is: round ${at.number(at.fact('round'))} plays each arm still in play up to ${samples}.`;
  }
  if (at.fact('left') === 1) return ', the only arm still in play.';
  return `, whose mean ${at.value(bestLeft(at))} is the largest of those still in play after the last round.`;
}

function aside(at: Moment<Facts, ArmFacts>): string {
  if (Number.isNaN(at.fact('due'))) return '';
  const left = `${at.number(at.fact('left'))} of ${at.counted(at.armCount, 'arm')} are still in play`;
  return `${left}. At the end of the round, arms with means too far below the largest are dropped.`;
}

/** Rounds in which arms are dropped. */
const shows: Showing<ImprovedUcbKernel, Facts, ArmFacts> = {
  choice: 'rule',
  arm: (kernel, arm) => ({
    count: kernel.counts[arm],
    mean: kernel.sums[arm] / kernel.counts[arm],
    width: kernel.explores() && kernel.dropped[arm] === 0 ? kernel.width : Number.NaN,
  }),
  unknown: ({ counts }, arm) => counts[arm] === 0,
  slotFacts: {
    round: { unit: 'count', of: ({ round }) => round },
    samples: { unit: 'count', of: ({ samples }) => samples },
    left: { unit: 'count', of: ({ leftCount }) => leftCount },
    // The arm whose turn it is in a round.
    due: { unit: 'count', of: (kernel) => (kernel.explores() ? kernel.due() : Number.NaN) },
  },
  armFacts: { dropped: { unit: 'count', of: ({ dropped }, arm) => dropped[arm] } },
  explains: {
    reason,
    aside,
    follows: (at) => {
      const due = at.fact('due');
      if (!Number.isNaN(due)) return at.picked === due;
      return !isDropped(at, at.picked) && at.known('estimate', at.picked) >= bestLeft(at) - 1e-9;
    },
    armStanding: {
      out: 'dropped',
      isOut: isDropped,
      words: (at, arm, isBrief) => {
        if (!isDropped(at, arm)) return 'still in play';
        return isBrief
          ? 'dropped'
          : `dropped by round ${at.number(at.armFact('dropped', arm) - 1)}`;
      },
    },
    width: 'estimate ± the width at the end of the round',
    lacks: 'no index: arms take turns until they are dropped',
  },
};

export const improvedUcb = definePolicy({
  id: 'improved-ucb',
  order: 102,
  name: 'Improved UCB',
  summary: 'Never forgets. Drops clearly worse arms at the end of each round.',
  reference: 'Auer & Ortner 2010',
  formula:
    'round m: each arm still in play up to ⌈2 ln(T Δ²)/Δ²⌉ rewards, Δ = 2^-m; then drop clearly worse arms',
  memory: 'all-time',
  memoryKind: 'all-time',
  estimator: 'mean',
  index: 'elimination',
  rewards: 'sub-gaussian',
  guarantee: 'none under drift; Σ O(ln(T Δ²)/Δ) without',
  cost: 'O(1) per slot, O(K) at the end of a round, 4K numbers',
  randomised: false,
  lateRewards: 'on-arrival',
  parameters: [SCALE],
  tune: (request) => {
    requireHorizon(request);
    return {};
  },
  kernel: ({ armCount, horizon = 1 }) => new ImprovedUcbKernel(armCount, horizon),
  shows,
});
