/** Checks that a policy acts on what happened to it, and on nothing else. */
import { randomStream } from '../random/source.ts';
import { demand, demandSame } from './check.ts';
import { ARMS, play, rewardsFor, SLOTS } from './fixtures.ts';
import type { Subject } from './subject.ts';
import { makeOthers, type Surroundings } from './surroundings.ts';

const LONG = 2500;

/** Arms that come by only now and then, or with more arms than most are tried with, are found here. */
export function picksArmsThatThereAre(subject: Subject): void {
  for (const armCount of [2, 7]) {
    const { kernel, rewardMap } = subject.kernel(armCount, LONG);
    const random = randomStream(21);
    rewardsFor(LONG, armCount, 22).forEach((row, slot) => {
      const arm: unknown = kernel.pick(random);
      demand(
        typeof arm === 'number' && Number.isInteger(arm) && arm >= 0 && arm < armCount,
        `with ${armCount} arms, pick must return an integer from 0 to ${armCount - 1}; got ${String(arm)} in slot ${slot}`,
      );
      const ticket = kernel.ticket();
      kernel.advance(arm);
      kernel.learn(slot, arm, ticket, rewardMap.apply(row[arm]));
    });
  }
}

/** `select` may be called without beginning its proposal, also while a decision waits. */
export function mayBeAskedWithoutDecision(subject: Subject): void {
  const rewards = rewardsFor(SLOTS, ARMS, 23);
  const asked = (often: boolean) => {
    const policy = subject.make();
    const [random, other] = [randomStream(24), randomStream(25)];
    return rewards.map((row) => {
      if (often) policy.select(other);
      const selection = policy.select(random);
      policy.begin(selection);
      if (often) for (let i = 0; i < 3; i++) policy.select(other);
      policy.update(selection, row[selection.arm]);
      return selection.arm;
    });
  };
  demandSame(asked(true), asked(false), 'arms after extra calls of select', 'slot');
}

/** Two at a time, and one after others: none may know of another. */
export function sharesNothing(subject: Subject): void {
  const rewards = rewardsFor(SLOTS, ARMS, 26);
  const alone = play(subject.make(), randomStream(27), rewards);
  const [policy, other] = [subject.make(), subject.make()];
  const [random, otherRandom] = [randomStream(27), randomStream(28)];
  const otherRewards = rewardsFor(SLOTS, ARMS, 29);
  const together = rewards.map((row, slot) => {
    const [arm] = play(policy, random, [row]);
    play(other, otherRandom, [[...otherRewards[slot]].reverse()]);
    return arm;
  });
  demandSame(together, alone, 'arms while another instance of the policy played', 'slot');
  const again = play(subject.make(), randomStream(27), rewards);
  demandSame(again, alone, 'arms of an instance that was created after others had played', 'slot');
}

/** A policy whose plugin makes environments, too, could note their means. */
export function knowsOnlyItsRewards(subject: Subject, surroundings: Surroundings): void {
  const rewards = rewardsFor(SLOTS, ARMS, 30);
  const arms = play(subject.make(), randomStream(31), rewards);
  const policy = subject.make();
  const random = randomStream(31);
  const disturbed = rewards.map((row, slot) => {
    if (slot % 30 === 0) makeOthers(surroundings, 1 + slot / 30);
    return play(policy, random, [row])[0];
  });
  demandSame(
    disturbed,
    arms,
    'arms on the same rewards, while environments and rewards of the same plugin were created',
    'slot',
  );
}
