/**
 * Adapt-EvE, in its spirit: UCB-Tuned with a Page–Hinkley test, and a trial of old against new.
 *
 * Reference: Hartland, Gelly, Baskiotis, Teytaud & Sebag, Multi-armed Bandit, Dynamic Environments and
 * Meta-Bandits, 2006; Hartland, Baskiotis, Gelly, Sebag & Teytaud, Change Point Detection and
 * Meta-Bandits for Online Learning in Dynamic Environments, 2007. Neither could be read, no program after them
 * was found, and others could not reproduce it: what is here is the idea as accounts of it give it, with
 * details settled below.
 * Rule: the arm of the largest mean + √((ln N / n) min(1/4, v + √(2 ln N / n))), v the variance of an
 * arm's n rewards and N all rewards. When the Page–Hinkley test of an arm raises an alarm, a learner that
 * knows nothing stands against the old one: for M rewards a UCB-Tuned over the two decides who picks, then
 * the one with the larger mean reward stays.
 * Rewards: in [0, 1]; others are mapped from the declared range and clipped.
 * Parameters: `threshold` λ and `epsilon` δ of the test, `trial` M. The defaults are ours; no horizon, V or Υ
 * is needed.
 * Settled: each arm has its own test, in both directions, so that an arm that becomes better counts too;
 * tests rest during a trial and begin anew after it; who picked learns, the other does not; equal means
 * keep the old learner; N counts rewards, not slots. Of two places for learners a challenger takes the
 * free one; with equal indices in a trial, as at its beginning, the learner at the first place picks. The
 * discount of earlier estimates (“γ-restart”), an alternative to the trial in the source, is left out.
 * Guarantee: none.
 * Cost: O(K) per slot with a logarithm and 2K roots, 10K numbers.
 * Late rewards count on arrival, for the learner that picked, as long as it is there.
 *
 * @example
 * createPolicy('adapt-eve', { armCount: 3 }).params.trial; // → 100
 */
import { definePolicy } from '../definitions/policy.ts';
import type { KnownArm, Moment, Showing, Unit } from '../definitions/showing.ts';
import { PageHinkley } from '../portable/detectors/page-hinkley.ts';
import { AdaptEveKernel } from '../portable/kernels/adapt-eve-kernel.ts';
import { indexReason } from '../showing/reasons.ts';

type EveKernel = AdaptEveKernel<PageHinkley>;
type Side = 'old' | 'new';
type Facts = 'trial' | 'since' | 'isNew' | `${Side}Count` | `${Side}Mean` | `${Side}Index`;

/** Of the trial that is held; NaN without one. */
function inTrial(kernel: EveKernel, value: () => number): number {
  return kernel.trialStart < 0 ? Number.NaN : value();
}

/** Of a learner in the trial: its rewards in it, their mean, its index. */
function factsOf(side: Side) {
  const place = ({ incumbent }: EveKernel) => (side === 'old' ? incumbent : 1 - incumbent);
  const fact = (unit: Unit, value: (kernel: EveKernel, at: number) => number) => ({
    unit,
    of: (kernel: EveKernel) => inTrial(kernel, () => value(kernel, place(kernel))),
  });
  return {
    count: fact('count', ({ judge }, at) => judge.counts[at]),
    mean: fact('reward', ({ judge }, at) => judge.sums[at] / judge.counts[at]),
    index: fact('reward', ({ judge }, at) => judge.index(at)),
  };
}

const [OLD, NEW] = [factsOf('old'), factsOf('new')];

/** Of the learner that picks next. */
function knownOf(kernel: EveKernel, arm: number): KnownArm {
  const place = kernel.trialStart < 0 ? kernel.incumbent : kernel.judge.leader();
  const learner = kernel.learner(place);
  const count = learner.counts[arm];
  return { count, mean: learner.sums[arm] / count, index: learner.index(arm) };
}

function reason(at: Moment<Facts>): string {
  const isNew = at.fact('isNew');
  if (Number.isNaN(isNew)) return indexReason(at);
  return indexReason(
    at,
    `the ${isNew === 1 ? 'new' : 'old'} learner, whose slot of the trial it is`,
  );
}

function sideWords(at: Moment<Facts>, side: Side): string {
  const count = at.fact(`${side}Count`);
  if (count === 0) return `the ${side} learner has not picked yet`;
  return `the ${side} learner has index ${at.value(at.fact(`${side}Index`))} (mean ${at.value(at.fact(`${side}Mean`))} of ${at.counted(count, 'reward')})`;
}

function aside(at: Moment<Facts>): string {
  const since = at.fact('trial');
  if (Number.isNaN(since)) {
    return `One learner, which began with slot ${at.number(at.fact('since'))}, picks alone until a test raises an alarm.`;
  }
  const done = at.number(at.fact('oldCount') + at.fact('newCount'));
  const picks = at.fact('isNew') === 1 ? 'new' : 'old';
  return `On trial since the alarm before slot ${at.number(since)}: after ${done} of ${at.counted(at.params.trial, 'reward')}, ${sideWords(at, 'old')}, ${sideWords(at, 'new')}. The ${picks} learner picks, and its data is shown.`;
}

/** An old learner on trial against a new one. */
const shows: Showing<EveKernel, Facts> = {
  choice: 'index',
  arm: knownOf,
  unknown: (kernel, arm) => kernel.learner(kernel.choosePlace()).counts[arm] === 0,
  memory: {
    learner: ({ since, chosen }) => ({
      id: since[chosen] * 2 + chosen,
      since: since[chosen],
      fresh: false,
    }),
    trial: (kernel) => inTrial(kernel, () => kernel.trialStart),
  },
  slotFacts: {
    trial: { unit: 'slot', of: (kernel) => inTrial(kernel, () => kernel.trialStart) },
    since: { unit: 'slot', of: ({ since, chosen }) => since[chosen] },
    isNew: {
      unit: 'flag',
      of: (kernel) => inTrial(kernel, () => (kernel.chosen === kernel.incumbent ? 0 : 1)),
    },
    oldCount: OLD.count,
    oldMean: OLD.mean,
    oldIndex: OLD.index,
    newCount: NEW.count,
    newMean: NEW.mean,
    newIndex: NEW.index,
  },
  explains: { reason, aside },
};

export const adaptEve = definePolicy({
  id: 'adapt-eve',
  order: 360,
  name: 'Adapt-EvE',
  summary: 'UCB-Tuned that competes with a new copy of itself after a Page–Hinkley alarm.',
  reference: 'in the spirit of Hartland et al. 2006, 2007',
  standing: 'unconfirmed',
  formula:
    'mean + √((ln N / n) min(1/4, v + √(2 ln N / n))); after an alarm the better of old and new',
  memory: 'until an alarm',
  memoryKind: 'alarm',
  estimator: 'mean',
  index: 'UCB-Tuned',
  rewards: 'unit-interval',
  guarantee: 'none',
  cost: 'O(K) per slot, 10K numbers',
  randomised: false,
  lateRewards: 'on-arrival',
  parameters: [
    {
      kind: 'number',
      id: 'threshold',
      symbol: 'λ',
      role: { of: 'memory' },
      summary: 'sum of deviations from the mean that raises an alarm',
      default: 20,
      above: 0,
    },
    {
      kind: 'number',
      id: 'epsilon',
      symbol: 'δ',
      summary: 'deviation tolerated in each reward',
      default: 0.05,
      least: 0,
    },
    {
      kind: 'integer',
      id: 'trial',
      symbol: 'M',
      summary: 'rewards after an alarm in which the old and the new copy compete',
      default: 100,
      least: 2,
      most: 2 ** 31 - 1,
    },
  ],
  kernel: ({ armCount, values }) =>
    new AdaptEveKernel(
      armCount,
      new PageHinkley(armCount, 0, values.epsilon, values.threshold),
      values.trial,
    ),
  shows,
});
