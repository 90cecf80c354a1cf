/** What a policy of rounds and duels shows: who leads, who has yet to be played in the round, and why. */
import type { Moment, Seen, Showing } from '../definitions/showing.ts';
import {
  FORCED,
  type LastBlockKernel,
  NOT_OWED,
  STALE,
  STARTS,
  WON,
} from '../portable/kernels/last-block-kernel.ts';

type SlotFacts = 'round';
type ArmFacts = 'leads' | 'owed' | 'starts' | 'won' | 'forced' | 'stale' | 'bar';

/** With more arms than this they are counted, not named. */
const MOST_NAMED = 4;

function has(fact: ArmFacts, at: Seen<string, ArmFacts>, arm: number): boolean {
  return at.armFact(fact, arm) === 1;
}

function armsWith(fact: ArmFacts, at: Seen<string, ArmFacts>): number[] {
  return Array.from({ length: at.armCount }, (_, arm) => arm).filter((arm) => has(fact, at, arm));
}

function flag(of: (kernel: LastBlockKernel, arm: number) => boolean) {
  const fact = (kernel: LastBlockKernel, arm: number) => (of(kernel, arm) ? 1 : 0);
  return { unit: 'flag', of: fact } as const;
}

function becauseOf(why: number) {
  return flag((kernel, arm) => kernel.reason(arm) === why);
}

function leaderName(at: Moment<string, ArmFacts>): string {
  return at.listed(armsWith('leads', at).map((arm) => at.arm(arm)));
}

/** The duel's means, as long as what was forgotten since the round began has not turned them over. */
function duelWords(at: Moment<string, ArmFacts>): string {
  const [mean, bar] = [at.known('estimate', at.picked), at.armFact('bar', at.picked)];
  return mean >= bar
    ? `: its mean ${at.value(mean)} is not below ${at.value(bar)}, the mean of as many of the leader’s last rewards`
    : '';
}

function reason(at: Moment<string, ArmFacts>): string {
  const { picked } = at;
  if (has('starts', at, picked)) return ', which has not been played yet.';
  if (has('won', at, picked)) return `, which won its duel with ${leaderName(at)}${duelWords(at)}.`;
  if (has('forced', at, picked)) return ', because too few of its rewards are remembered.';
  if (has('stale', at, picked)) {
    return ', which was not played for a long time, and neither was the leader.';
  }
  if (has('owed', at, picked)) return ', the leader, because no other arm won its duel.';
  return ', because none of the arms of this round was allowed.';
}

function aside(at: Moment<SlotFacts, ArmFacts>): string {
  if (at.fact('round') === 0) return 'Each arm is played once before the first round.';
  const owed = armsWith('owed', at);
  const round = `Round ${at.number(at.fact('round'))}, led by ${leaderName(at)}`;
  if (has('leads', at, owed[0]) && owed.length === 1) return `${round}, which is played alone.`;
  const left =
    owed.length > MOST_NAMED
      ? at.counted(owed.length, 'arm')
      : at.listed(owed.map((arm) => at.arm(arm)));
  return `${round}, still has to play ${left}, in random order.`;
}

/** A round plays all who won a duel, or the leader. */
export const byDuels: Showing<LastBlockKernel, SlotFacts, ArmFacts> = {
  choice: 'rule',
  arm: (kernel, arm) => ({ count: kernel.count(arm), mean: kernel.mean(arm) }),
  slotFacts: {
    round: { unit: 'count', of: (kernel) => kernel.presentRound() },
  },
  armFacts: {
    leads: flag((kernel, arm) => kernel.presentLeader() === arm),
    owed: flag((kernel, arm) => kernel.reason(arm) !== NOT_OWED),
    starts: becauseOf(STARTS),
    won: becauseOf(WON),
    forced: becauseOf(FORCED),
    stale: becauseOf(STALE),
    bar: { unit: 'reward', of: (kernel, arm) => kernel.bar(arm) },
  },
  explains: {
    reason,
    aside,
    follows: (at) => has('owed', at, at.picked),
    lacks: 'no width or index: arms duel with the leader',
  },
};
