/** What policies that pick by the least n kl(mean, best mean) + ln n show. */
import type { IndexAmong, Moment, Showing } from '../definitions/showing.ts';
import type { Ints } from '../portable/base/language.ts';
import type { WaitingKernel } from '../portable/kernels/kernel.ts';
import { byIndexInTurn } from './by-index.ts';
import { equalWords, leadersOf, unknownReason } from './reasons.ts';

type Facts = 'cost';

function reason(at: Moment<string, Facts>): string {
  const { top, arms } = leadersOf(at, 'index');
  if (top === Number.POSITIVE_INFINITY) return unknownReason(at, arms, '');
  const least = at.number(at.armFact('cost', at.picked), 2);
  return `, whose n kl(mean, best mean) + ln n = ${least} is the smallest${equalWords(at, arms)}.`;
}

function aside(at: Moment<string, Facts>): string {
  if (leadersOf(at, 'index').top === Number.POSITIVE_INFINITY) return '';
  const { top, arms } = leadersOf(at, 'estimate');
  const best = `The best mean is ${at.value(top)}, of ${at.listed(arms.map((arm) => at.arm(arm)))}`;
  if (arms.includes(at.picked)) return `${best}.`;
  const played = at.number(at.armFact('cost', arms[0]), 2);
  return `${best}, with ln n = ${played}. The evidence against ${at.arm(at.picked)} is smaller.`;
}

/** A kernel that compares arms with the best mean of those there are to choose from. */
interface DivergenceKernel extends WaitingKernel {
  /** Of some arms the one of the largest mean that is known. */
  bestKnown(arms: Ints): number;
  /** What speaks against an arm, with `extra` more rewards, where `best` has the best mean. */
  cost(arm: number, extra: number, best: number): number;
  /** How much more than the least is as little. */
  tolerance(best: number): number;
}

function indexAmong(kernel: DivergenceKernel, arms: Ints): IndexAmong {
  const best = kernel.bestKnown(arms);
  return {
    tolerance: kernel.tolerance(best),
    of: (arm, extra = 0) =>
      kernel.count(arm) === 0 ? Number.POSITIVE_INFINITY : -kernel.cost(arm, extra, best),
  };
}

/** Of a kernel whose index is −(n kl(mean, best mean) + ln n): no bound on a mean, and so no width. */
export const byDivergence: Showing<DivergenceKernel, string, Facts> = {
  ...byIndexInTurn,
  indexAmong,
  choice: 'rule',
  arm: (kernel, arm) => ({
    count: kernel.count(arm),
    mean: kernel.mean(arm),
    width: Number.NaN,
    index: kernel.index(arm),
  }),
  armFacts: { cost: { unit: 'count', of: (kernel, arm) => -kernel.index(arm) } },
  explains: {
    reason,
    aside,
    follows: (at) => leadersOf(at, 'index').arms.includes(at.picked),
    lacks: 'no width: it weighs the evidence against an arm and how often it was played',
  },
};
