/** Checks of what a reward counts that comes late, and of how long it counts at all. */
import { randomStream } from '../random/source.ts';
import type { Selection } from '../shell/selection.ts';
import { demand, demandSame } from './check.ts';
import { ARMS, play, rewardsFor, SLOTS } from './fixtures.ts';
import type { Subject, TriedKernel, TriedPolicy } from './subject.ts';

const BURST = 5;
/** The slot whose reward waits. */
const LATE = 20;

/** Decisions in bursts, for arms that are given; rewards come in order, or the last one first. */
function playBursts(policy: TriedPolicy, rewards: readonly number[][], reversed: boolean): void {
  const random = randomStream(37);
  for (let from = 0; from < rewards.length; from += BURST) {
    const burst: Selection[] = [];
    for (const _ of rewards.slice(from, from + BURST)) {
      const proposed = policy.select(random);
      policy.begin(proposed);
      burst.push(proposed);
    }
    if (reversed) burst.reverse();
    for (const selection of burst) {
      policy.update(selection, rewards[selection.slot][selection.arm]);
    }
  }
}

/** Rewards that count at the age of their own slot may come in any order; those ignored may be any. */
export function countsLateRewardsAsItSays(subject: Subject): void {
  const rewards = rewardsFor(SLOTS / 2, ARMS, 38);
  const onwards = rewardsFor(SLOTS / 4, ARMS, 39);
  const armsAfter = (reversed: boolean, given: readonly number[][] = rewards) => {
    const policy = subject.make();
    playBursts(policy, given, reversed);
    return play(policy, randomStream(40), onwards);
  };
  if (subject.definition.lateRewards === 'ignored') {
    const others = rewards.map((row) => [...row].reverse());
    demandSame(
      armsAfter(false, others),
      armsAfter(false),
      'arms after other rewards, although the definition states that rewards are ignored',
      'slot',
    );
  }
  if (subject.definition.lateRewards !== 'own-slot') return;
  demandSame(
    armsAfter(true),
    armsAfter(false),
    'arms after rewards in another order, although the definition states that late rewards count for their own slot',
    'slot',
  );
}

/** What the late slot weighs: 1 when new, or 0 where it is forgotten at once, and never more than before. */
function weightIn(kernel: TriedKernel, slot: number, last: number): number {
  const weight: unknown = kernel.weight(LATE);
  const isNew = slot === LATE;
  demand(
    typeof weight === 'number' && weight >= 0 && weight <= last && !(isNew && weight % 1 > 0),
    `weight must fall from 1 to 0 as a slot gets older; got ${String(weight)} in slot ${slot} for slot ${LATE}, after ${last}`,
  );
  return weight;
}

/** A reward weighs less from slot to slot, and counts exactly as long as it weighs something. */
export function weighsRewardsRightly(subject: Subject): void {
  const rewards = rewardsFor(SLOTS, ARMS, 41);
  for (const age of [1, 2, 7, 40, 150]) {
    const { kernel, rewardMap } = subject.kernel();
    const random = randomStream(42);
    let last = 1;
    let late = { arm: 0, ticket: 0 };
    for (let slot = 0; slot <= LATE + age; slot++) {
      const arm = kernel.pick(random);
      const ticket = kernel.ticket();
      kernel.advance(arm);
      if (slot === LATE) late = { arm, ticket };
      else kernel.learn(slot, arm, ticket, rewardMap.apply(rewards[slot][arm]));
      if (slot >= LATE) last = weightIn(kernel, slot, last);
    }
    const { arm, ticket } = late;
    const counts: unknown = kernel.learn(LATE, arm, ticket, rewardMap.apply(rewards[LATE][arm]));
    demand(
      counts === last > 0,
      `learn must return true exactly if weight is above 0; for a reward ${age} slots late, weight is ${last}, but learn returned ${String(counts)}`,
    );
  }
}
