/** Checks of how a policy takes rewards, and of the state that it keeps. */

import { ContractError, ParameterError, SnapshotError } from '../base/errors.ts';
import { roleOf } from '../definitions/roles.ts';
import { randomStream, saveRandom } from '../random/source.ts';
import type { Selection } from '../shell/selection.ts';
import { sealed } from '../shell/snapshot-digest.ts';
import { demand, demandRefusal, demandSame } from './check.ts';
import { ARMS, play, rewardsFor, SLOTS, throughJson } from './fixtures.ts';
import type { Subject, TriedPolicy, TriedSnapshot } from './subject.ts';

/** Decisions begun in bursts, settled backwards, some never: the service's daily life. */
export function takesLateRewards(subject: Subject): void {
  const policy = subject.make();
  const random = randomStream(6);
  const rewards = rewardsFor(SLOTS, ARMS, 6);
  for (let slot = 0; slot < SLOTS; slot += 10) {
    const burst: Selection[] = [];
    for (let i = 0; i < 10; i++) {
      const selection = policy.select(random);
      policy.begin(selection);
      burst.push(selection);
    }
    demandRefusal(
      () => policy.begin(burst[0]),
      ContractError,
      'slot',
      'a selection that has begun',
    );
    for (const selection of burst.reverse()) {
      if (selection.slot % 7 === 3) policy.expire(selection);
      else policy.update(selection, rewards[selection.slot][selection.arm]);
    }
    settlesOnce(policy, burst[0]);
  }
  demandSame([policy.slot, policy.pendingCount], [SLOTS, 0], 'slots taken and pending decisions');
}

function settlesOnce(policy: TriedPolicy, settled: Selection): void {
  const before = JSON.stringify(policy.snapshot());
  let counts = false;
  try {
    counts = policy.update(settled, 1);
  } catch (error) {
    demand(
      error instanceof ContractError,
      `settling twice must throw a ContractError; got ${String(error)}`,
    );
  }
  demand(!counts, 'a decision settled twice must not count twice');
  demandSame(JSON.stringify(policy.snapshot()), before, 'the state after settling twice');
}

export function continuesFromSnapshot(subject: Subject): void {
  const rewards = rewardsFor(SLOTS, ARMS, 7);
  for (const cut of [0, 1, 2, 50, 137, 299]) {
    const policy = subject.make();
    const random = randomStream(9);
    play(policy, random, rewards.slice(0, cut));
    const snapshot = throughJson(policy.snapshot());
    const seed = saveRandom(random);
    const onwards = play(policy, random, rewards.slice(cut));
    const twin = subject.make();
    play(twin, randomStream(10), rewardsFor(20, ARMS, 8));
    twin.restore(snapshot);
    random.state.set(seed);
    demandSame(
      play(twin, random, rewards.slice(cut)),
      onwards,
      `arms after restoring at slot ${cut}`,
    );
    demandSame(
      twin.snapshot(),
      policy.snapshot(),
      `the final state after restoring at slot ${cut}`,
    );
  }
}

export function keepsPendingInSnapshots(subject: Subject): void {
  const policy = subject.make();
  const random = randomStream(11);
  play(policy, random, rewardsFor(30, ARMS, 9));
  const waiting = policy.select(random);
  policy.begin(waiting);
  const twin = subject.make();
  twin.restore(throughJson(policy.snapshot()));
  demandSame(
    twin.update(waiting, 0.25),
    policy.update(waiting, 0.25),
    'the answer whether a pending reward counts, after restoring',
  );
  demandSame(twin.snapshot(), policy.snapshot(), 'the state after a pending reward');
}

export function refusesForeignSnapshots(subject: Subject): void {
  const policy = subject.make();
  play(policy, randomStream(12), rewardsFor(40, ARMS, 10));
  const snapshot = throughJson(policy.snapshot());
  const before = JSON.stringify(policy.snapshot());
  // With a digest of their own: other reasons to refuse are what counts here.
  const other = (change: object) => sealed({ ...snapshot, ...change });
  const foreign: [string, object][] = [
    ['version', other({ version: snapshot.version + 1 })],
    ['format', other({ format: 'something-else' })],
    ['policy', other({ policy: 'another' })],
    ['startArmCount', other({ startArmCount: ARMS + 1 })],
    ['state', other({ state: null })],
    ['slot', other({ slot: -1 })],
    ['pending', other({ pending: [[0, ARMS, 0]] })],
    ['digest', { ...snapshot, slot: snapshot.slot + 1 }],
  ];
  for (const [name, value] of foreign) {
    demandRefusal(
      () => policy.restore(value as TriedSnapshot),
      SnapshotError,
      name,
      `a snapshot with another ${name}`,
    );
    demandSame(JSON.stringify(policy.snapshot()), before, 'the state after a rejected snapshot');
  }
}

function countNumbers(value: unknown): number {
  if (typeof value === 'number') return 1;
  if (typeof value !== 'object' || value === null) return 0;
  return Object.values(value).reduce<number>((sum, part) => sum + countNumbers(part), 0);
}

/** A longer memory is set to this many slots before it is checked. */
const LONGEST_CHECKED = 20_000;

/** The longest memory that a policy's parameters state: slots by a role, or any whole number. */
function longestMemory({ definition: { parameters } }: Subject, { params }: TriedPolicy): number {
  const lengths = parameters.map((parameter) => {
    const [role, value] = [roleOf(parameter), params[parameter.id] ?? 0];
    if (role?.of === 'memory' && role.slots !== undefined) return role.slots.of(value, SLOTS);
    return role === undefined && parameter.kind === 'integer' ? value : 0;
  });
  return Math.min(LONGEST_CHECKED, Math.max(SLOTS, ...lengths.filter(Number.isFinite)));
}

/** Memories that are too long to be filled, made shorter. */
function shortened(
  { definition: { parameters } }: Subject,
  { params }: TriedPolicy,
): Record<string, number> {
  return Object.fromEntries(
    parameters.flatMap((parameter) => {
      const [role, value] = [roleOf(parameter), params[parameter.id]];
      if (role?.of !== 'memory' || role.slots === undefined || value === undefined) return [];
      const isLong = role.slots.of(value, SLOTS) > LONGEST_CHECKED && role.insteadOf === undefined;
      return isLong ? [[parameter.id, role.slots.value(SLOTS, SLOTS)]] : [];
    }),
  );
}

/** Once its memory is full, over four times the slots a state that keeps all of them would hold four times the numbers. */
export function staysBounded(subject: Subject): void {
  const policy = subject.make(shortened(subject, subject.make()));
  const random = randomStream(15);
  const length = longestMemory(subject, policy);
  const rewards = rewardsFor(length, ARMS, 14);
  const sizes = [1, 2, 3, 4].map(() => {
    play(policy, random, rewards);
    return countNumbers(policy.snapshot().state);
  });
  // What a detector keeps moves with the data, and may grow like a logarithm.
  const most = policy.restarts === undefined ? 1 : 2;
  demand(
    sizes.every((size) => size <= most * sizes[0]),
    `the state must not grow with time; after ${length} slots and after two, three and four times as many it held ${sizes.join(', ')} numbers`,
  );
}

export function refusesBadRewards(subject: Subject): void {
  const policy = subject.make();
  const random = randomStream(16);
  play(policy, random, rewardsFor(20, ARMS, 15));
  const before = JSON.stringify(policy.snapshot());
  for (const reward of [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]) {
    demandRefusal(
      () => policy.update(policy.select(random), reward),
      ParameterError,
      'reward',
      `a reward of ${reward}`,
    );
  }
  demandSame(JSON.stringify(policy.snapshot()), before, 'the state after rejected rewards');
}
