/**
 * No arm starves. Where a memory has no room for all arms, or everything is forgotten before each was
 * played: among arms of which nothing is remembered the one that has waited longest goes next, never played
 * first, in order; an epoch that ends before all arms were played hands its place on to the next.
 */
import { describe, expect, test } from 'vitest';
import { takes, usualOptions } from '../src/contract/fixtures.ts';
import { MeanTable } from '../src/means/mean-table.ts';
import { policyCatalogue } from '../src/policies/catalogue.ts';
import { randomStream } from '../src/random/source.ts';
import { createPolicy } from '../src/shell/create-policy.ts';
import { Policy } from '../src/shell/policy.ts';
import type { PolicyOptions } from '../src/shell/policy-options.ts';
import { type Selection } from '../src/shell/selection.ts';
import { trace } from '../src/shell/trace.ts';
import { longestWaiting } from './naive/history.ts';

const ARMS = 12;
type Definition = (typeof policyCatalogue.list)[number];

function zeros(slots: number, arms: number): number[][] {
  return Array.from({ length: slots }, () => new Array<number>(arms).fill(0));
}

describe('worked by hand', () => {
  // The last two slots are remembered. Slot 2: of 2 and 3, never played, 2. Slot 3: 0 was played in slot 0,
  // 3 never. Slot 4: 0 in slot 0, 1 in slot 1. And so on, round and round.
  test('a window of 2 slots and 4 arms', () => {
    const policy = createPolicy('sw-moss', { armCount: 4, window: 2 });
    expect(trace(policy, zeros(10, 4))).toEqual([0, 1, 2, 3, 0, 1, 2, 3, 0, 1]);
  });

  // Epochs are slots 0–2, 3–5, 6–8, 9–11. The second one begins with 3 and 4, never played; then 0 has
  // waited longest. The third begins with 1, played in slot 1, before 2, 3 and 4.
  test('epochs of 3 slots and 5 arms', () => {
    const policy = createPolicy('r-moss', { armCount: 5, window: 3 });
    expect(trace(policy, zeros(12, 5))).toEqual([0, 1, 2, 3, 4, 0, 1, 2, 3, 4, 0, 1]);
  });

  // Slots 0 to 2 play 0, 1, 0 among {0, 1}: in slot 2 the window has slot 1 alone. Slot 3, among {1, 2, 3}:
  // 2 and 3 were never played. Slot 4, among {0, 1}: 1 has waited since slot 1. Slot 5, among all: 3.
  test('a window of 1 slot, among some of 4 arms', () => {
    const policy = createPolicy('sw-ucb', { armCount: 4, window: 1 });
    const among = [
      [0, 1],
      [0, 1],
      [0, 1],
      [1, 2, 3],
      [0, 1],
      [0, 1, 2, 3],
    ];
    const arms = among.map((eligible) => {
      const selection = policy.select(randomStream(1), eligible);
      policy.update(selection, 1);
      return selection.arm;
    });
    expect(arms).toEqual([0, 1, 0, 2, 1, 3]);
  });

  // Three epochs of 4 slots hold all 3 arms and hand nothing on: each begins with arm 0, whoever was
  // played last. Arm 2 pays.
  test('an epoch with room for all arms begins with the lowest', () => {
    const policy = createPolicy('r-moss', { armCount: 3, window: 4 });
    const rows = Array.from({ length: 12 }, () => [0, 0, 1]);
    expect(trace(policy, rows)).toEqual([0, 1, 2, 2, 0, 1, 2, 2, 0, 1, 2, 2]);
  });

  test('the two cases that were reported', () => {
    for (const id of ['sw-moss', 'r-moss']) {
      const arms = trace(createPolicy(id, { armCount: 12, window: 5 }), zeros(24, 12));
      expect(arms).toEqual(Array.from({ length: 24 }, (_, slot) => slot % 12));
    }
  });
});

/** Settings under which a policy forgets before it has played twelve arms. */
function shortSettings(definition: Definition): Partial<PolicyOptions>[] {
  const own: Record<string, Partial<PolicyOptions>[]> = {
    'sw-ucb-sharp': [
      { alpha: 0, lambda: 3 },
      { alpha: 0.3, lambda: 1 },
      { horizon: 4, variation: 1 },
    ],
    'sw-ts': [1, 5].flatMap((window) => [{ window }, { window, gaussian: 1 }]),
    dts: [1, 5].flatMap((window) => [{ window }, { window, gaussian: 1 }]),
    bob: [1, 5, 20].map((block) => ({ block, g: 0.5 })),
    'm-ucb': [
      { samples: 2, threshold: 0.1, g: 0 },
      { samples: 2, threshold: 0.1, g: 1 },
    ],
    'glr-klucb': [0, 1].map((local) => ({ local, delta: 1, c: 0.01, alpha: 0.5 })),
    dal: [0, 0.5].map((alpha) => ({ delta: 1, c: 0.01, alpha })),
    adr: [{ delta: 0.999 }],
    'adr-monitored': [{ delta: 0.999, samples: 1 }],
    'cusum-ucb': [{ samples: 1, epsilon: 0, threshold: 0.01, alpha: 0.5 }],
    'pht-ucb': [{ samples: 1, epsilon: 0, threshold: 0.01, alpha: 0.5 }],
    'adapt-eve': [{ threshold: 0.01, epsilon: 0, trial: 2 }],
    adswitch: [{ horizon: 1 }, { horizon: 20, c1: 0.01 }],
    master: [{ horizon: 1 }, { horizon: 8 }, { horizon: 100, factor: 1e-4 }],
    meta: [
      { horizon: 20, c0: 1e-3 },
      { horizon: 100, c0: 0.01 },
    ],
    'arm-switch': [
      { horizon: 20, factor: 1e-3 },
      { horizon: 100, factor: 0.05 },
    ],
    exp3r: [{ window: 1, delta: 0.99, g: 0.5 }],
    cts: [{ hazard: 1 }],
    'oracle-restart': [
      { any: 1, means: restless() },
      { any: 1, kl: 0, means: restless() },
    ],
  };
  const windows = takes(definition, 'window') ? [1, 2, 5].map((window) => ({ window })) : [];
  const discounts = takes(definition, 'discount')
    ? [0, 1e-100, 1e-10, 0.01, 0.3].map((discount) => ({ discount }))
    : [];
  return own[definition.id] ?? [...windows, ...discounts, {}];
}

/** Means that change every third slot. */
function restless(): MeanTable {
  const rows = Array.from({ length: 3000 }, (_, slot) =>
    Array.from({ length: ARMS }, (_, arm) => ((Math.floor(slot / 3) + arm) % ARMS) / ARMS),
  );
  return MeanTable.fromRows(rows);
}

type Life = (policy: Policy, slot: number, random: ReturnType<typeof randomStream>) => Selection;

/** Arm 0 pays always, arm 1 in turns that raise alarms, others never. */
function rewardOf({ slot, arm }: Selection): number {
  if (arm === 0) return 1;
  return arm === 1 ? Math.floor(slot / 5) % 2 : 0;
}

function settle(policy: Policy, selection: Selection): Selection {
  policy.update(selection, rewardOf(selection));
  return selection;
}

const lives: Record<string, () => Life> = {
  'rewards in time': () => (policy, _, random) => settle(policy, policy.select(random)),
  'late rewards': () => {
    const waiting: Selection[] = [];
    return (policy, slot, random) => {
      const selection = policy.select(random);
      policy.begin(selection);
      waiting.push(selection);
      if (slot >= 2) settle(policy, waiting[slot - 2]);
      return selection;
    };
  },
  subsets: () => (policy, _, random) => {
    const arms = Array.from({ length: policy.armCount }, (_, arm) => arm);
    const among = arms.filter(() => random.below(2) === 0);
    return settle(policy, policy.select(random, among.length === 0 ? arms : among));
  },
  snapshots: () => (policy, slot, random) => {
    if (slot % 25 > 0) return settle(policy, policy.select(random));
    const twin = new Policy(policy.definition, optionsOf(policy));
    twin.restore(JSON.parse(JSON.stringify(policy.snapshot())));
    policy.restore(twin.snapshot());
    return settle(policy, policy.select(random));
  },
};

const made = new WeakMap<Policy, PolicyOptions>();

function optionsOf(policy: Policy): PolicyOptions {
  return made.get(policy) ?? { armCount: policy.armCount };
}

function make(definition: Definition, short: Partial<PolicyOptions>, more = {}): Policy {
  const { variation, horizon, ...usual } = usualOptions(definition, ARMS);
  const given = { horizon, ...(Object.keys(short).length === 0 ? { variation } : {}), ...short };
  const changes = takes(definition, 'changes') && short.window === undefined ? { changes: 5 } : {};
  const options = { ...usual, ...changes, ...given, ...more } as PolicyOptions;
  const policy = new Policy(definition, options);
  made.set(policy, options);
  return policy;
}

/**
 * The arms that are played: with a short window or discount in the last 300 of 900 slots, as a turn at the
 * start proves nothing there; otherwise at all, as what is remembered may rule arms out for good.
 */
function played(policy: Policy, life: Life, short: Partial<PolicyOptions>): Set<number> {
  const random = randomStream(3);
  const arms = Array.from({ length: 900 }, (_, slot) => life(policy, slot, random).arm);
  // With late rewards D-klUCB remembers less than one in all: its bounds are the means, by its formula. D-IMED
  // keeps arm 0, which never fails: no arm can be better.
  const { id } = policy.definition;
  const explores = id !== 'd-imed' && (id !== 'd-klucb' || policy.pendingCount === 0);
  const alwaysForgets = short.window !== undefined || short.discount !== undefined;
  return new Set(alwaysForgets && explores ? arms.slice(600) : arms);
}

const all = Array.from({ length: ARMS }, (_, arm) => arm);
// The oracle plays the best arm alone, on purpose. Oracles of channels need their chains.
const starters = policyCatalogue.list.filter(
  ({ id, needs }) => id !== 'oracle' && needs !== 'chains',
);

describe.each(starters)('every arm of $id is played', (definition) => {
  test.each(Object.keys(lives))('%s', (name) => {
    for (const short of shortSettings(definition)) {
      const arms = played(make(definition, short), lives[name](), short);
      expect(
        [...arms].sort((a, b) => a - b),
        JSON.stringify(short),
      ).toEqual(all);
    }
  });

  test('random ties, pending decisions in the width', () => {
    if (definition.shows?.indexed === undefined) return;
    for (const short of shortSettings(definition)) {
      for (const more of [{ ties: 'random' }, { pendingInWidth: true }]) {
        const arms = played(make(definition, short, more), lives['late rewards'](), short);
        expect(
          [...arms].sort((a, b) => a - b),
          JSON.stringify({ short, more }),
        ).toEqual(all);
      }
    }
  });
});

const withWindow = policyCatalogue.list.filter(
  (definition) => takes(definition, 'window') && definition.shows?.indexed !== undefined,
);

/** A short memory: a discount stands for a window only where it leaves nothing at all. */
function windowOf(definition: Definition, armCount: number): number {
  return takes(definition, 'discount') ? 1 : Math.ceil(armCount / 3);
}

describe.each(withWindow)('$id: whoever has waited longest goes next', (definition) => {
  test.each([5, 64, 65, 130])('%i arms', (armCount) => {
    const options = { armCount, window: windowOf(definition, armCount) };
    let policy = new Policy(definition, options);
    const driver = randomStream(armCount);
    const plays: number[] = [];
    const waiting: { due: number; selection: Selection }[] = [];
    for (let slot = 0; slot < 4 * armCount; slot++) {
      const arms = Array.from({ length: policy.armCount }, (_, arm) => arm);
      const some = arms.filter(() => driver.below(3) > 0);
      const among = driver.below(2) === 0 || some.length === 0 ? undefined : some;
      const selection = policy.select(driver, among);
      const views = policy.inspect();
      const unknown = (among ?? arms).filter((arm) => views[arm].index === Infinity);
      if (unknown.length > 0) {
        const expected = longestWaiting(unknown, plays);
        if (selection.arm !== expected) expect([slot, selection.arm]).toEqual([slot, expected]);
      }
      policy.begin(selection);
      plays.push(selection.arm);
      // A third of the rewards come late, and a sixth never.
      const delay = driver.below(6);
      if (delay === 5) policy.expire(selection);
      else waiting.push({ due: slot + Math.max(0, delay - 2), selection });
      for (const { selection: past } of waiting.filter(({ due }) => due === slot)) {
        policy.update(past, driver.below(2));
      }
      if (slot % 97 === 96) {
        const text = JSON.stringify(policy.snapshot());
        policy = new Policy(definition, options);
        policy.restore(JSON.parse(text));
      }
      if (slot === 2 * armCount) policy.addArm();
    }
  });
});

describe('arms that join', () => {
  test.each(['sw-moss', 'r-moss', 'sw-klucb', 'sw-rmoss'])('%s: beyond the window', (id) => {
    const policy = createPolicy(id, { armCount: 4, window: 4 });
    const random = randomStream(2);
    const slot = () => settle(policy, policy.select(random)).arm;
    for (let i = 0; i < 11; i++) slot();
    // There was room for four. In slot 11 arm 3 is the only one that the third epoch has not played.
    if (id === 'r-moss') expect(slot()).toBe(3);
    for (const joined of [4, 5]) {
      expect(policy.addArm()).toBe(joined);
      expect(slot()).toBe(joined);
    }
    const arms = Array.from({ length: 18 }, slot);
    expect(new Set(arms.slice(0, 6))).toEqual(new Set([0, 1, 2, 3, 4, 5]));
    expect(arms.slice(12)).toEqual(arms.slice(6, 12));
  });
});

describe.each(['sw-moss', 'r-moss', 'sw-klucb', 'sw-ts'])(
  '%s: a snapshot changes nothing',
  (id) => {
    test.each([0, 1, 11])('after an arm joined in slot %i, beyond the window', (before) => {
      const afterwards = (saves: boolean) => {
        const gaussian = id === 'sw-ts' ? { gaussian: 1 } : {};
        const policy = createPolicy(id, { armCount: 4, window: 4, ...gaussian });
        const random = randomStream(2);
        for (let slot = 0; slot < 40; slot++) {
          if (slot === before) policy.addArm();
          if (slot === before && saves) policy.snapshot();
          settle(policy, policy.select(random));
        }
        return policy.snapshot();
      };
      expect(afterwards(true)).toEqual(afterwards(false));
    });
  },
);

test('a snapshot from before there were turns is restored', () => {
  const options = { armCount: 6, window: 2 };
  const policy = createPolicy('sw-moss', options);
  trace(policy, zeros(9, 6));
  const { state, digest: _, ...rest } = policy.snapshot();
  const { lastPlays: __, playsBefore: ___, ...old } = state;
  const twin = createPolicy('sw-moss', options);
  twin.restore({ ...rest, version: 2, state: old });
  expect(new Set(trace(twin, zeros(6, 6)))).toEqual(new Set([0, 1, 2, 3, 4, 5]));
});

test('what was remembered long enough keeps no turns', () => {
  for (const id of ['sw-moss', 'r-moss', 'd-ucb', 'sw-klucb']) {
    const { state } = createPolicy(id, { armCount: 6, window: 6 }).snapshot();
    expect(Object.keys(state)).not.toContain('lastPlays');
  }
});
