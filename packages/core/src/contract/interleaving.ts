/** Checks of whatever may happen between decisions and their rewards: empty slots, and any mixture of calls. */
import type { Random } from '../portable/random/generator.ts';
import { randomStream } from '../random/source.ts';
import type { Selection } from '../shell/selection.ts';
import { demand, demandSame } from './check.ts';
import { ARMS, play, rewardsFor, SLOTS, throughJson } from './fixtures.ts';
import type { Subject, TriedPolicy } from './subject.ts';

/** What came of a call, to be compared. */
type Outcome = Selection | number | boolean | undefined;
/** A call on a policy. It knows all that it needs beforehand, so that two policies can be called alike. */
type Call = (policy: TriedPolicy) => Outcome;

const MOST_JOINS = 3;

/**
 * Makes up calls, from a seed: decisions among all or some arms, rewards late and out of order, expiries, empty
 * slots, arms that join. What is decided is known only after the call, and so told with `note`.
 */
class Caller {
  readonly #random: Random;
  readonly #definition: Subject['definition'];
  readonly #waiting: Selection[] = [];
  #joins = 0;

  constructor({ definition }: Subject, seed: number) {
    this.#definition = definition;
    this.#random = randomStream(seed);
  }

  note(selection: Selection): void {
    this.#waiting.push(selection);
  }

  next(policy: TriedPolicy): Call {
    const roll = this.#random.below(100);
    if (roll < 44) return this.#decide(policy.armCount);
    if (roll < 52) return this.#skip(1 + this.#random.below(3));
    if (roll < 54) return this.#skip(this.#random.below(60));
    if (roll < 56) return this.#expireOld(this.#random.below(100));
    if (roll < 57 && this.#joins < MOST_JOINS && this.#definition.needs === undefined) {
      this.#joins += 1;
      return (called) => called.addArm();
    }
    return this.#waiting.length === 0 ? this.#decide(policy.armCount) : this.#settle(roll < 65);
  }

  #decide(armCount: number): Call {
    const seed = this.#random.below(2 ** 30);
    const some = Array.from({ length: armCount }, (_, arm) => arm).filter(
      () => this.#random.below(3) > 0,
    );
    const among = some.length > 0 && this.#random.below(3) === 0 ? some : undefined;
    const hasFloor = !this.#definition.ticketIsPropensity && this.#random.below(4) === 0;
    return (policy) => {
      const selection = policy.select(randomStream(seed), {
        among,
        floor: hasFloor ? 0.1 : undefined,
      });
      policy.begin(selection);
      return selection;
    };
  }

  #skip(slots: number): Call {
    return (policy) => {
      policy.skip(slots);
      return policy.slot;
    };
  }

  #expireOld(slots: number): Call {
    return (policy) => policy.expireOlderThan(slots);
  }

  #settle(expires: boolean): Call {
    // Mostly one of the latest, else any: some wait so long that they are forgotten.
    const { length } = this.#waiting;
    const reach = this.#random.below(3) > 0 ? Math.min(5, length) : length;
    const place = length - 1 - this.#random.below(reach);
    const [selection] = this.#waiting.splice(place, 1);
    const reward = this.#random.uniform();
    return (policy) => {
      if (!expires) return policy.update(selection, reward);
      policy.expire(selection);
      return policy.pendingCount;
    };
  }
}

/** One policy lives on, and its twin is saved and restored again and again: they must not differ in anything. */
export function staysTheSame(subject: Subject, options: object, seed: number): void {
  const caller = new Caller(subject, seed);
  const random = randomStream(seed, 1);
  const live = subject.make(options);
  let twin = subject.make(options);
  for (let i = 0; i < SLOTS; i++) {
    const call = caller.next(live);
    const outcome = call(live);
    demandSame(
      call(twin),
      outcome,
      `the result of call ${i} after the policy was saved and restored between calls`,
    );
    if (typeof outcome === 'object') caller.note(outcome);
    if (random.below(6) > 0) continue;
    const snapshot = throughJson(twin.snapshot());
    twin = subject.make(options);
    twin.restore(snapshot);
    demandSame(twin.snapshot(), live.snapshot(), `the state restored after call ${i}`);
    demandSame(twin.inspect(), live.inspect(), `inspect() after restoring at call ${i}`);
  }
  demandSame(twin.snapshot(), live.snapshot(), 'the final state of a policy saved between calls');
}

/** Whatever the order of calls, and whenever it is saved and restored: the service's daily life. */
export function continuesBetweenAnyCalls(subject: Subject): void {
  const { otherWidths } = subject;
  staysTheSame(subject, {}, 60);
  staysTheSame(subject, { ties: 'random', maxPending: 20 }, 61);
  if (otherWidths !== undefined) staysTheSame(subject, { ties: 'random', ...otherWidths }, 62);
}

/** Time passes in empty slots: for what is remembered, and for what is pending, but for no arm. */
export function takesEmptySlots(subject: Subject): void {
  const rewards = rewardsFor(SLOTS / 2, ARMS, 63);
  const onwards = rewardsFor(SLOTS / 4, ARMS, 64);
  for (const slots of [1, 7, 40]) {
    const [soon, late] = [0, 1].map(() => {
      const policy = subject.make();
      play(policy, randomStream(65), rewards);
      return policy;
    });
    const selection = soon.select(randomStream(66));
    const counts = (policy: TriedPolicy) => policy.inspect().map(({ count }) => count ?? 0);
    late.begin(selection);
    const before = counts(late);
    late.skip(slots);
    demandSame(late.slot, rewards.length + 1 + slots, `the slot after ${slots} empty slots`);
    demand(
      counts(late).every((count, arm) => count <= before[arm]),
      `an empty slot must not play an arm; remembered rewards went from ${before.join(', ')} to ${counts(late).join(', ')}`,
    );
    soon.update(selection, 0.625);
    soon.skip(slots);
    // Its own slot is as old for a reward that came before the empty slots as for one that comes after.
    if (!late.update(selection, 0.625) || subject.definition.lateRewards !== 'own-slot') continue;
    demandSame(
      play(late, randomStream(67), onwards),
      play(soon, randomStream(67), onwards),
      `arms after a reward came ${slots} empty slots late, although the definition states that late rewards count for their own slot`,
      'slot',
    );
  }
}
