import { describe, expect, test } from 'vitest';
import { usualOptions } from '../contract/fixtures.ts';
import type { PolicyDefinition } from '../definitions/policy.ts';
import { policyCatalogue } from '../policies/catalogue.ts';
import type { Random } from '../portable/random/generator.ts';
import { randomStream } from '../random/source.ts';
import { createPolicy } from './create-policy.ts';
import { Decider } from './decider.ts';
import { Policy } from './policy.ts';
import type { PolicyOptions } from './policy-options.ts';
import { type HistoryEvent, retire, revise } from './revise.ts';
import type { Selection } from './selection.ts';
import { LAST_SLOT } from './slot-book.ts';

/** Something live that tells of what happens to it. */
function playRandomly(policy: Policy, random: Random, events: number): HistoryEvent[] {
  const history: HistoryEvent[] = [];
  const waiting: Selection[] = [];
  for (let i = 0; i < events; i++) {
    const choice = random.below(10);
    if (choice < 5) {
      const selection = policy.select(random);
      policy.begin(selection);
      waiting.push(selection);
      history.push({ decision: selection.arm, ticket: selection.ticket });
    } else if (choice === 5) {
      const slots = random.below(4);
      policy.skip(slots);
      history.push({ skip: slots });
    } else if (waiting.length > 0) {
      const [selection] = waiting.splice(random.below(waiting.length), 1);
      if (choice === 6) {
        policy.expire(selection);
        history.push({ expire: selection.slot });
      } else {
        const value = random.uniform();
        policy.update(selection, value);
        history.push({ reward: selection.slot, value });
      }
    }
  }
  return history;
}

const ARMS = 4;

function optionsOf(definition: PolicyDefinition): PolicyOptions {
  const options = usualOptions(definition, ARMS, 200);
  return definition.shows?.indexed === undefined
    ? options
    : { ...options, ties: 'random', pendingInWidth: true };
}

describe.each(policyCatalogue.list.map((definition) => [definition.id, definition] as const))(
  '%s',
  (_, definition) => {
    const options = optionsOf(definition);

    test('a history gives the state that it came from, bit for bit', () => {
      const live = new Policy(definition, options);
      const history = playRandomly(live, randomStream(50), 600);
      const revised = revise(definition, options, history);
      expect(revised.snapshot()).toEqual(live.snapshot());
      expect(revised.inspect()).toEqual(live.inspect());
      expect(revised.pendingCount).toBe(live.pendingCount);
    });

    test('slots that are skipped at once are as many that are skipped one by one', () => {
      const [once, each] = [0, 1].map(() => {
        const policy = new Policy(definition, options);
        playRandomly(policy, randomStream(51), 150);
        return policy;
      });
      once.skip(137);
      for (let i = 0; i < 137; i++) each.skip(1);
      expect(each.snapshot()).toEqual(once.snapshot());
    });

    test('without an arm it is a policy that never had it, with empty slots in its place', () => {
      if (definition.needs !== undefined || definition.ticketIsPropensity) {
        expect(() => retire(definition, options, [], 1)).toThrow(
          expect.objectContaining({ code: 'arm-cannot-leave' }),
        );
        return;
      }
      const history = playRandomly(new Policy(definition, options), randomStream(52), 600);
      const retired = retire(definition, options, history, 1);
      const twin = new Policy(definition, { ...options, armCount: ARMS - 1 });
      const waiting = new Map<number, Selection>();
      for (const event of history) {
        if ('skip' in event) twin.skip(event.skip);
        else if ('decision' in event) {
          const { decision, ticket = 0 } = event;
          if (decision === 1 || decision === null) {
            twin.skip(1);
            continue;
          }
          const arm = decision > 1 ? decision - 1 : decision;
          const selection = { slot: twin.slot, arm, ticket, propensity: undefined };
          waiting.set(twin.slot, selection);
          twin.begin(selection);
        } else {
          const selection = waiting.get('reward' in event ? event.reward : event.expire);
          if (selection === undefined) continue;
          if ('reward' in event) twin.update(selection, event.value);
          else twin.expire(selection);
        }
      }
      expect(retired.snapshot()).toEqual(twin.snapshot());
      expect(retired.armCount).toBe(ARMS - 1);
    });
  },
);

describe('skip', () => {
  const policy = () => createPolicy('sw-ucb', { armCount: 2, window: 5 });

  test('ages what is remembered, and nothing else', () => {
    const aged = policy();
    const first = { ...aged.select(randomStream(1)), arm: 1 };
    aged.update(first, 1);
    aged.skip(4);
    expect([aged.slot, aged.pendingCount, aged.inspect()[1].count]).toEqual([5, 0, 1]);
    aged.skip(1);
    expect(aged.inspect()[1].count).toBe(0);
  });

  test('forgets what was pending too long', () => {
    const waiting = policy();
    const selection = waiting.select(randomStream(1));
    waiting.begin(selection);
    waiting.skip(4);
    expect(waiting.pendingCount).toBe(1);
    waiting.skip(1);
    expect(waiting.pendingCount).toBe(0);
    expect(waiting.update(selection, 1)).toBe(false);
  });

  test('is no turn of any arm', () => {
    // Two slots of memory for three arms: who has waited longest goes next.
    const short = createPolicy('sw-ucb', { armCount: 3, window: 2 });
    const random = randomStream(1);
    const arms = Array.from({ length: 6 }, () => {
      const selection = short.select(random);
      short.update(selection, 0.5);
      short.skip(2);
      return selection.arm;
    });
    expect(arms).toEqual([0, 1, 2, 0, 1, 2]);
  });

  test('is refused beyond the last slot, and changes nothing then', () => {
    const last = createPolicy('ucb1', { armCount: 2 });
    last.skip(3);
    expect(() => last.skip(LAST_SLOT - 2)).toThrow(
      expect.objectContaining({ code: 'no-slots-left' }),
    );
    expect(last.slot).toBe(3);
    for (const slots of [-1, 0.5, Number.NaN, '3', undefined]) {
      expect(() => last.skip(slots as number)).toThrow('slots must be an integer >= 0');
    }
  });

  test('a proposal for a slot that was skipped is refused', () => {
    const random = randomStream(1);
    const skipped = policy();
    const selection = skipped.select(random);
    skipped.skip(1);
    expect(() => skipped.begin(selection)).toThrow('next slot');
    expect(() => skipped.update(selection, 1)).toThrow('skipped');
  });

  test('is a decider’s, too', () => {
    const decider = new Decider(policy(), randomStream(1));
    decider.skip(7);
    expect(decider.policy.slot).toBe(7);
  });
});

describe('revise', () => {
  const options = { armCount: 3, window: 4 };

  test('ignores what no decision waits for', () => {
    const revised = revise('sw-ucb', options, [
      { decision: null },
      { decision: 2 },
      { reward: 0, value: 1 },
      { reward: -3, value: 1 },
      { expire: 0 },
      { reward: 1, value: 0.25 },
      { reward: 1, value: 1 },
      { skip: 2 },
      { decision: 1 },
      { expire: -1 },
    ]);
    expect(revised.slot).toBe(5);
    expect(revised.inspect().map((view) => view.mean)).toEqual([undefined, undefined, 0.25]);
    expect(revised.pendingAt(4)).toMatchObject({ slot: 4, arm: 1, ticket: 0 });
    expect(revised.pendingAt(1)).toBeUndefined();
    expect(revised.update(revised.pendingAt(4) as Selection, 1)).toBe(true);
  });

  test('refuses what cannot have happened', () => {
    const refused = (event: unknown) => () => revise('sw-ucb', options, [event as HistoryEvent]);
    expect(refused({ reward: 0, value: 1 })).toThrow('slot below 0');
    expect(refused({ decision: 3 })).toThrow('arm');
    expect(refused({ decision: 0, ticket: Number.NaN })).toThrow('ticket');
    expect(refused({ decide: 0 })).toThrow('one of decision, reward, expire, skip');
    expect(refused({ expire: '0' })).toThrow('slot');
    expect(refused(null)).toThrow('one of decision');
    expect(() =>
      revise('sw-ucb', options, [{ decision: 0 }, { reward: 0, value: Number.NaN }]),
    ).toThrow('finite');
  });
});

describe('retire', () => {
  test('refuses an arm that there is not, and the last one', () => {
    expect(() => retire('ucb1', { armCount: 2 }, [], 2)).toThrow('arm must be');
    expect(() => retire('ucb1', { armCount: 1 }, [], 0)).toThrow(
      expect.objectContaining({ code: 'arm-cannot-leave' }),
    );
    expect(() => retire('ucb1', { armCount: 2 }, [{ decision: 2 }], 0)).toThrow('arm must be');
  });
});
