/**
 * SWA and wSWA: the largest mean of the last M rewards, for arms that only get worse.
 *
 * Reference: Levine, Crammer & Mannor, Rotting Bandits, 2017 (algorithms 1 and 2). The paper was not read. The rule is
 * that of Seznec's code in SMPyBandits (`SWA`, `wSWA`), which was read.
 * Rule: each arm M times in turn, then the arm with the largest mean of its last M rewards,
 * M = ⌈α (16 σ² T² ln(√2 T) / K²)^(1/3)⌉. wSWA knows no T: it plays a run with T = 1, and then runs with T = 2, 4, 8, …
 * slots. Each run starts with nothing and has its own M.
 * Rewards: σ-sub-Gaussian after `scale`. Rewards in [0, 1] are, with σ = 1/2.
 * Parameters: `alpha` α, 0.2 in the published runs. The proof has (2 m)^(−2/3) for means of at most m. `sigma` σ; the
 * horizon T; `doubling`: 1 is wSWA, 0 is SWA. Without a horizon it is 1, else 0. `scale`.
 * Settled: no window is longer than its run. The code plays the arms of the first M K slots of a run in random order.
 * Here they take turns, as the published algorithm has it: the least played next, then the lowest. Equal means go to
 * the lowest arm. K is the number of arms at the start, also after others joined.
 * Guarantee: K^(1/3) T^(2/3) up to logarithms if means fall as their arms are played. None if they rise.
 * Cost: O(K) per slot, and O(M) every M rewards of an arm. K (M + 3) numbers. In wSWA, M grows like t^(2/3).
 * Late rewards count on arrival, as the newest. In wSWA, rewards of slots before the present run do not count.
 *
 * @example
 * trace(createPolicy('swa', { armCount: 2, horizon: 20 }), [[1, 0], [1, 0], [1, 0], [0, 0], [0, 1], [0, 1]]); // → [0, 1, 0, 1, 0, 1]
 */
import { ParameterError } from '../base/errors.ts';
import { definePolicy } from '../definitions/policy.ts';
import type { Moment, Seen, Showing } from '../definitions/showing.ts';
import { SwaKernel, windowOfRun } from '../portable/kernels/swa-kernel.ts';
import { pow } from '../portable/math/pow.ts';
import { equalWords, leadersOf } from '../showing/reasons.ts';
import { SCALE } from '../tuning/tuning.ts';
import { SIGMA } from '../tuning/window-grid.ts';

type Facts = 'window' | 'start' | 'length';
type ArmFacts = 'plays' | 'held';

/** No policy has more slots. */
const MOST_SLOTS = 2 ** 31 - 1;
/** A reward takes 8 bytes: with this many, 500 megabytes. */
const MOST_REWARDS = 2 ** 26;

/** The arms with fewer than M rewards. */
function rampingUp(at: Seen<Facts, ArmFacts>): number[] {
  const arms = Array.from({ length: at.armCount }, (_, arm) => arm);
  return arms.filter((arm) => at.armFact('held', arm) < at.fact('window'));
}

function reason(at: Moment<Facts, ArmFacts>): string {
  const window = at.counted(at.fact('window'), 'reward');
  if (rampingUp(at).length > 0) return `, whose turn it is until each arm has ${window}.`;
  const { top, arms } = leadersOf(at, 'estimate');
  return `, whose mean ${at.value(top)} of its last ${window} is the largest${equalWords(at, arms)}.`;
}

function aside(at: Moment<Facts, ArmFacts>): string {
  const end = at.fact('start') + at.fact('length');
  if (at.params.doubling === 0 || end >= at.horizon) return '';
  return `It starts again with nothing in slot ${at.number(end)}.`;
}

/** Turns, then means of windows. */
const shows: Showing<SwaKernel, Facts, ArmFacts> = {
  choice: 'rule',
  arm: (kernel, arm) => ({ count: kernel.held(arm), mean: kernel.sum(arm) / kernel.held(arm) }),
  unknown: ({ counts }, arm) => counts[arm] === 0,
  memory: { since: ({ start, doubling }) => (doubling ? start : Number.NaN) },
  slotFacts: {
    window: { unit: 'count', of: ({ window }) => window },
    start: { unit: 'slot', of: ({ start }) => start },
    length: { unit: 'count', of: ({ length }) => length },
  },
  armFacts: {
    plays: { unit: 'count', of: ({ plays }, arm) => plays[arm] },
    held: { unit: 'count', of: (kernel, arm) => kernel.held(arm) },
  },
  explains: {
    reason,
    aside,
    follows: (at) => {
      const due = rampingUp(at);
      if (due.length === 0) return leadersOf(at, 'estimate').arms.includes(at.picked);
      const least = Math.min(...due.map((arm) => at.armFact('plays', arm)));
      return due.includes(at.picked) && at.armFact('plays', at.picked) === least;
    },
    lacks: 'no width or index: it plays each arm M times, then the largest estimate',
  },
};

/** The kernel, if its windows can be stored. */
function kernelOf(armCount: number, factor: number, most: number, doubling: boolean) {
  // The last run may begin as late as slot `most` − 1, and is then about twice as long.
  const longest = doubling ? Math.min(2 * most, MOST_SLOTS) : most;
  const window = windowOfRun(factor, longest);
  if (armCount * window > MOST_REWARDS) {
    throw new ParameterError(
      `alpha must result in at most ${MOST_REWARDS} stored rewards; got a window of ${window} for each of ${armCount} arms in a run of ${longest} slots; use a smaller alpha or sigma, fewer arms, or a shorter horizon`,
    );
  }
  return new SwaKernel(armCount, factor, doubling ? 1 : most, doubling);
}

export const slidingWindowAverage = definePolicy({
  id: 'swa',
  order: 146,
  name: 'SWA',
  summary: 'Largest mean of the last rewards of each arm. For arms that only get worse.',
  reference: 'Levine, Crammer & Mannor 2017',
  formula:
    'mean of the last M rewards, M = ⌈α (16 σ² T² ln(√2 T) / K²)^(1/3)⌉; each arm M times first',
  memory: 'last rewards of each arm',
  memoryKind: 'last-rewards',
  estimator: 'mean of a window',
  index: 'largest mean',
  rewards: 'sub-gaussian',
  guarantee: 'K^(1/3) T^(2/3) up to logarithms if means only fall with plays; none if means rise',
  cost: 'O(K) per slot, K M numbers',
  randomised: false,
  lateRewards: 'on-arrival',
  parameters: [
    {
      kind: 'number',
      id: 'alpha',
      symbol: 'α',
      role: { of: 'memory' },
      summary: 'factor of the window M',
      default: 0.2,
      above: 0,
    },
    SIGMA,
    {
      kind: 'integer',
      id: 'doubling',
      symbol: 'w',
      role: { of: 'switch' },
      summary: '1: wSWA, runs of 1, 2, 4, … slots (default: 1 without a horizon, else 0)',
      example: 1,
      least: 0,
      most: 1,
    },
    SCALE,
  ],
  tune: ({ given, horizon }) => ({ doubling: given.doubling ?? (horizon === undefined ? 1 : 0) }),
  kernel: ({ armCount, startArmCount, horizon = MOST_SLOTS, values }) => {
    const { alpha, sigma, doubling } = values;
    const factor = alpha * pow((16 * sigma * sigma) / (startArmCount * startArmCount), 1 / 3);
    return kernelOf(armCount, factor, horizon, doubling === 1);
  },
  shows,
});
