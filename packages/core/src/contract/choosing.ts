/** Checks of how a policy chooses. */

import { ContractError, ParameterError } from '../base/errors.ts';
import { randomStream, saveRandom } from '../random/source.ts';
import { demand, demandRefusal, demandSame } from './check.ts';
import { ARMS, play, rewardsFor, SLOTS, throughJson } from './fixtures.ts';
import type { Subject } from './subject.ts';
import { elsewhere } from './surroundings.ts';

export function isDeterministic(subject: Subject): void {
  const rewards = rewardsFor(SLOTS, ARMS, 1);
  const first = elsewhere(1, () => play(subject.make(), randomStream(7), rewards));
  demandSame(
    elsewhere(2, () => play(subject.make(), randomStream(7), rewards)),
    first,
    'arms of a second run with the same seed, at another time',
    'slot',
  );
  if (subject.definition.randomised) return;
  demandSame(
    play(subject.make(), randomStream(8), rewards),
    first,
    'arms of a policy that is not randomized, with another seed',
    'slot',
  );
}

export function onlySelectDraws(subject: Subject): void {
  const policy = subject.make();
  const random = randomStream(2);
  for (const row of rewardsFor(SLOTS, ARMS, 2)) {
    const before = JSON.stringify(policy.snapshot());
    const selection = policy.select(random);
    demandSame(JSON.stringify(policy.snapshot()), before, 'the state after select');
    demand(selection.slot === policy.slot, 'select must return a selection for the next slot');
    const drawn = saveRandom(random);
    policy.begin(selection);
    policy.update(selection, row[selection.arm]);
    demandSame(saveRandom(random), drawn, 'the random source after begin and update');
  }
}

export function statesPropensities(subject: Subject): void {
  const policy = subject.make();
  const random = randomStream(3);
  let isTicket = true;
  let isCertain = true;
  for (const row of rewardsFor(SLOTS, ARMS, 3)) {
    const selection = policy.select(random);
    const { propensity, ticket } = selection;
    // Below 0 a ticket may say one thing more of its decision.
    isTicket &&= Math.abs(ticket) === propensity;
    isCertain &&= propensity === 1;
    demand(
      propensity === undefined || (propensity > 0 && propensity <= 1),
      `propensity must be above 0 and at most 1, or undefined; got ${propensity}`,
    );
    demand(
      subject.definition.randomised || propensity === 1,
      `propensity of a policy that is not randomized must be 1; got ${propensity}`,
    );
    policy.update(selection, row[selection.arm]);
  }
  demand(
    isCertain || isTicket === (subject.definition.ticketIsPropensity ?? false),
    `ticketIsPropensity must be true if and only if the ticket of every decision is its propensity, because such a policy accepts no floor; got ${String(subject.definition.ticketIsPropensity)}`,
  );
}

export function choosesAmong(subject: Subject): void {
  const policy = subject.make({}, 5);
  const random = randomStream(4);
  const subsets = [[0, 1, 2, 3, 4], [3], [4, 1], [2, 0, 3], [1, 2, 3, 4]];
  rewardsFor(SLOTS, 5, 4).forEach((row, slot) => {
    const among = subsets[slot % subsets.length];
    const selection = policy.select(random, among);
    demand(
      among.includes(selection.arm),
      `select among ${among.join(', ')} chose ${selection.arm}`,
    );
    policy.update(selection, row[selection.arm]);
  });
  demandRefusal(() => policy.select(random, []), ParameterError, 'among', 'choosing among no arms');
  demandRefusal(
    () => policy.select(random, [1, 1]),
    ParameterError,
    'among',
    'an arm listed twice',
  );
  demandRefusal(
    () => policy.select(random, [5]),
    ParameterError,
    'arm',
    'an arm that does not exist',
  );
}

export function takesNewArms(subject: Subject): void {
  const policy = subject.make();
  if (subject.definition.needs !== undefined) {
    demandRefusal(
      () => policy.addArm(),
      ContractError,
      'unknown',
      'an arm of which nothing is known',
    );
    return;
  }
  const random = randomStream(5);
  const rewards = rewardsFor(SLOTS, ARMS + 2, 5);
  play(policy, random, rewards.slice(0, 100));
  const late = policy.select(random);
  policy.begin(late);
  demandSame(policy.addArm(), ARMS, 'the number of the first new arm');
  demandSame(policy.armCount, ARMS + 1, 'the number of arms after one joined');
  policy.update(late, 0.5);
  const arms = play(policy, random, rewards.slice(100, 250));
  demand(arms.includes(ARMS), 'a new arm must be played at least once in 150 slots');
  policy.addArm();
  const twin = subject.make();
  twin.restore(throughJson(policy.snapshot()));
  const seed = saveRandom(random);
  const onwards = play(policy, random, rewards.slice(250));
  random.state.set(seed);
  demandSame(
    play(twin, random, rewards.slice(250)),
    onwards,
    'arms after restoring a policy with added arms',
  );
}

export function playsASingleArm(subject: Subject): void {
  const policy = subject.make({}, 1);
  const arms = play(policy, randomStream(17), rewardsFor(SLOTS, 1, 16));
  demand(
    arms.every((arm) => arm === 0),
    'with one arm, arm 0 must be played in every slot',
  );
}

/** What a simulation relies on: after `reset` a kernel is as new, for one replication after another. */
export function startsAfresh(subject: Subject): void {
  const { kernel, rewardMap } = subject.kernel();
  const rewards = rewardsFor(SLOTS, ARMS, 17);
  const others = rewardsFor(2 * SLOTS, ARMS, 20).map((row) => [...row].reverse());
  const runs = [rewards, others, rewards].map((rows) => {
    const random = randomStream(18);
    kernel.reset();
    return rows.map((row, slot) => {
      const arm = kernel.pick(random);
      const ticket = kernel.ticket();
      kernel.advance(arm);
      kernel.learn(slot, arm, ticket, rewardMap.apply(row[arm]));
      return arm;
    });
  });
  demandSame(runs[2], runs[0], 'arms of a kernel after reset', 'slot');
  demandSame(
    play(subject.make(), randomStream(18), rewards),
    runs[0],
    'arms of the policy and of its bare kernel',
    'slot',
  );
}
