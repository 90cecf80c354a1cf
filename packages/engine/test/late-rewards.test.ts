/** Delays, bursts and floors, played through the shells of policies. */
import { createPolicyFromSpec, type Random, type Selection } from '@driftline/core';
import { ln, ROLE_DELAYS, ROLE_POLICY, ROLE_REWARDS, randomStream } from '@driftline/core/play';
import { describe, expect, test, vi } from 'vitest';
import { aggregate } from '../src/play/aggregate.ts';
import type { Comparison } from '../src/play/comparison.ts';
import { Arrivals, latePlayOf, readDelay } from '../src/play/late-rewards.ts';
import { ChunkPlayer, type ChunkRows, environmentOf } from '../src/play/play-chunk.ts';
import { PluginError } from '../src/play/plugins/plugin-error.ts';
import { Plugins } from '../src/play/plugins/plugins.ts';
import { watchReplication } from '../src/play/watch/watch.ts';
import { comparisonRecord } from '../src/words/comparison-record.ts';
import { lateText } from '../src/words/reward-words.ts';
import { changedKernel, ownPolicy } from './own-plugin.ts';
import { policiesAnywhere } from './policies-anywhere.ts';

function comparisonOf(more: Partial<Comparison> = {}): Comparison {
  return {
    name: 'late',
    environment: { kind: 'named', spec: 'switching', armCount: 3, horizon: 240 },
    policies: ['sw-moss'],
    replications: 3,
    seed: 11,
    checkpoints: { count: 5, spacing: 'linear' },
    ...more,
  };
}

function played(comparison: Comparison, plugins?: Plugins): ChunkRows {
  const player = new ChunkPlayer(comparison, plugins);
  return player.play({ from: 0, to: comparison.replications });
}

/** Numbers as plain lists: a slot's regret may not differ by a bit. */
function numbersOf({ policies }: ChunkRows): unknown {
  return policies.map((rows) => Object.values(rows).map((values) => [...values]));
}

describe('a delay of no slots is none', () => {
  const all = policiesAnywhere;

  test.each([
    ['on a table', { kind: 'named', spec: 'switching', armCount: 3, horizon: 240 }],
    ['on fresh means', { kind: 'named', spec: 'brownian:fresh=1', armCount: 4, horizon: 150 }],
    ['on a wave', { kind: 'named', spec: 'sinusoid:period=90', armCount: 2, horizon: 150 }],
  ] as const)('for every policy, bit for bit, %s', (_, environment) => {
    const comparison = comparisonOf({ environment, policies: all });
    const late = { ...comparison, delay: 'fixed:0' };
    expect(latePlayOf(comparison)).toBeUndefined();
    expect(latePlayOf(late)).toBeDefined();
    expect(numbersOf(played(late))).toEqual(numbersOf(played(comparison)));
  });

  test.each(['default', 'ignored'] as const)(
    'of bursts of one, a floor of 0 and pending decisions as %s nothing is left',
    (pending) => expect(latePlayOf({ burst: 1, floor: 0, pending })).toBeUndefined(),
  );
});

test('rewards that late play clips print nothing: the result names the range', () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  const clipped = { policies: ['kl-ucb', 'ts'], rewardRange: [0, 0.1], delay: 'fixed:3' } as const;
  played(comparisonOf(clipped));
  expect(warn.mock.calls).toEqual([]);
  warn.mockRestore();
});

/** The arms of a replication by the plainest rule: all rewards on their way are looked through after each slot. */
function armsByHand(comparison: Comparison, replication: number, late: (random: Random) => number) {
  const { seed, burst = 1, floor = 0, pending } = comparison;
  const { means, law } = environmentOf(comparison, replication);
  const { armCount, horizon } = means;
  const policy = createPolicyFromSpec(comparison.policies[0], {
    armCount,
    horizon,
    variation: comparison.variation,
    ...(pending === undefined ? {} : { pendingInWidth: pending === 'width' }),
  });
  const stream = (role: number) => randomStream(seed, replication, role);
  const [own, rewards, delays] = [ROLE_POLICY, ROLE_REWARDS, ROLE_DELAYS].map(stream);
  let waiting: { decision: Selection; reward: number; due: number }[] = [];
  const burstEnd = (slot: number) => Math.ceil((slot + 1) / burst) * burst - 1;
  return Array.from({ length: horizon }, (_, slot) => {
    const decision = policy.select(own, { floor });
    policy.begin(decision);
    const reward = law.draw(means.mean(slot, decision.arm), rewards);
    waiting.push({ decision, reward, due: burstEnd(slot) + late(delays) });
    if (burstEnd(slot) === slot) {
      for (const { decision: come, reward: worth, due } of waiting) {
        if (due <= slot) policy.update(come, worth);
      }
      waiting = waiting.filter(({ due }) => due > slot);
    }
    return decision.arm;
  });
}

const exponential = (mean: number) => (random: Random) =>
  Math.floor(0.5 - mean * ln(1 - random.uniform()));

describe('what is played is what the rule says', () => {
  test.each([
    ['a fixed delay', { delay: 'fixed:17' }, () => 17],
    ['a random one', { delay: 'exponential:12.5' }, exponential(12.5)],
    ['bursts', { burst: 16 }, () => 0],
    ['late bursts', { burst: 7, delay: 'exponential:9' }, exponential(9)],
    ['late bursts, longer than the horizon', { burst: 500, delay: 'fixed:3' }, () => 3],
    ['a floor', { floor: 0.3, delay: 'fixed:5' }, () => 5],
    ['pending in the width', { pending: 'width', delay: 'fixed:30' }, () => 30],
    ['pending ignored', { pending: 'ignored', delay: 'fixed:30' }, () => 30],
  ] as const)('%s', (_, late, lateness) => {
    const base = comparisonOf({ variation: 2, checkpoints: { count: 240, spacing: 'linear' } });
    for (const policy of ['sw-moss', 'sw-ucb:window=40', 'd-ucb', 'adr', 'auto']) {
      const comparison = { ...base, policies: [policy], ...late };
      const { regret } = played(comparison).policies[0];
      const { means } = environmentOf(comparison, 0);
      for (const replication of [0, 1, 2]) {
        let lost = 0;
        const curve = armsByHand(comparison, replication, lateness).map((arm, slot) => {
          lost += means.mean(slot, means.bestArm(slot)) - means.mean(slot, arm);
          return lost;
        });
        expect([...regret.subarray(240 * replication, 240 * (replication + 1))]).toEqual(curve);
      }
    }
  });

  test('in chunks of any size, and beside other policies', () => {
    const late = { delay: 'exponential:20', burst: 4, floor: 0.1 };
    const policies = ['ts', 'adr', 'sw-moss', 'glr-klucb'];
    const comparison = comparisonOf({ policies, replications: 4, ...late });
    const whole = played(comparison).policies.map(({ regret }) => [...regret]);
    const player = new ChunkPlayer(comparison);
    const parts = [2, 0].map((from) => player.play({ from, to: from + 2 }));
    const joined = policies.map((_, i) => [
      ...parts[1].policies[i].regret,
      ...parts[0].policies[i].regret,
    ]);
    expect(joined).toEqual(whole);
    policies.forEach((policy, i) => {
      const alone = played({ ...comparison, policies: [policy] });
      expect([...alone.policies[0].regret]).toEqual(whole[i]);
    });
  });
});

describe('pending decisions', () => {
  const policies = ['auto', 'adr', 'sw-moss', 'ts'];
  /** What each policy loses in each replication. */
  const lost = (more: Partial<Comparison>) =>
    played(comparisonOf({ policies, burst: 40, ...more })).policies.map(({ regret }) => [
      ...regret,
    ]);
  const [own, usual, width, ignored] = [
    lost({}),
    ...(['default', 'width', 'ignored'] as const).map((pending) => lost({ pending })),
  ];

  test('as usual narrow the widths of a policy that has it so by itself, and no others', () => {
    expect(usual).toEqual(own);
    expect(usual).toEqual([width[0], ...ignored.slice(1)]);
  });

  test('in the width narrow all that have one', () => {
    const differs = width.map((regret, i) => String(regret) !== String(ignored[i]));
    expect(differs).toEqual([true, true, true, false]);
  });

  test('change nothing in time', () => {
    const inTime = { delay: 'fixed:0', burst: 1 };
    expect(lost({ ...inTime, pending: 'width' })).toEqual(lost({ ...inTime, pending: 'ignored' }));
  });
});

describe('arrivals', () => {
  function arrivals(horizon: number, late: { burst: number; delay: string }, seed = 1): number[][] {
    const delay = readDelay(late.delay);
    if (delay === undefined) throw new Error('no delay');
    const on = new Arrivals(horizon, { burst: late.burst, delay });
    const random = randomStream(seed, 0, ROLE_DELAYS);
    return Array.from({ length: horizon }, (_, slot) => {
      const come: number[] = [];
      on.add(slot, random);
      on.after(slot, (due) => void come.push(due));
      return come;
    });
  }

  test('a burst is answered after it, and nothing comes within one', () => {
    expect(arrivals(8, { burst: 3, delay: 'fixed:0' })).toEqual([
      [],
      [],
      [0, 1, 2],
      [],
      [],
      [3, 4, 5],
      [],
      [],
    ]);
    expect(arrivals(8, { burst: 3, delay: 'fixed:1' })[5]).toEqual([0, 1, 2]);
    expect(arrivals(6, { burst: 1, delay: 'fixed:2' })).toEqual([[], [], [0], [1], [2], [3]]);
  });

  test('those of one slot come in the order of their slots, each once', () => {
    const come = arrivals(3000, { burst: 1, delay: 'exponential:30' });
    for (const slots of come) expect(slots).toEqual(slots.toSorted((a, b) => a - b));
    const all = come.flat();
    expect(new Set(all).size).toBe(all.length);
    expect(come.some((slots) => slots.length > 2)).toBe(true);
    // The mean of 2500 delays with a standard deviation of 30: five standard errors are 3.
    const late = come.flatMap((slots, slot) => slots.map((of) => [of, slot - of]));
    const early = late.filter(([of]) => of < 2500);
    expect(early).toHaveLength(2500);
    const mean = early.reduce((sum, [, slots]) => sum + slots, 0) / 2500;
    expect(Math.abs(mean - 30)).toBeLessThan(3);
  });

  test.each([
    'fixed:1.5',
    'fixed:-1',
    'fixed',
    'exponential:',
    'exponential:1e10',
    'later:4',
    '400',
    'fixed:4:5',
  ])('%s is no delay', (text) => expect(readDelay(text)).toBeUndefined());
});

describe('what a result says', () => {
  const late = { delay: 'exponential:400', burst: 256, floor: 0.02, pending: 'width' } as const;

  test('how it was played, for programs and for people', () => {
    const comparison = comparisonOf(late);
    const result = aggregate(comparison, [played(comparison)]);
    expect(result).toMatchObject(late);
    expect(comparisonRecord(result)).toMatchObject(late);
    expect(lateText(result)).toBe(
      'rewards late by 400 slots on average, exponentially distributed, decisions in bursts of 256, a random arm with probability 0.02, pending decisions narrow widths',
    );
    const plain = comparisonOf();
    const inTime = aggregate(plain, [played(plain)]);
    expect(lateText(inTime)).toBe('');
    for (const name of Object.keys(late)) expect(inTime).not.toHaveProperty(name);
  });

  test('whose widths pending decisions narrowed', () => {
    const resultOf = (more: Partial<Comparison>) => {
      const comparison = comparisonOf({ policies: ['adr', 'auto', 'ts'], ...more });
      return aggregate(comparison, [played(comparison)]);
    };
    const narrowed = (more: Partial<Comparison>) =>
      resultOf(more).policies.flatMap(({ id, pendingInWidth }) => (pendingInWidth ? [id] : []));
    const usual = resultOf({ burst: 9 });
    expect(narrowed({ burst: 9 })).toEqual(['auto']);
    expect(narrowed({ burst: 9, pending: 'width' })).toEqual(['adr', 'auto']);
    for (const none of [{}, { floor: 0.1 }, { burst: 9, pending: 'ignored' }] as const)
      expect(narrowed(none)).toEqual([]);
    const inBursts = 'decisions in bursts of 9, pending decisions';
    expect(lateText(usual)).toBe(`${inBursts} narrow widths of auto`);
    expect(lateText(usual, ({ name }) => name)).toBe(`${inBursts} narrow widths of Auto`);
    expect(lateText(resultOf({ burst: 9, pending: 'default' }))).toBe(lateText(usual));
    expect(lateText(resultOf({ burst: 9, pending: 'ignored' }))).toBe(`${inBursts} ignored`);
    expect(lateText(resultOf({ floor: 0.1 }))).toBe('a random arm with probability 0.1');
    expect(comparisonRecord(usual).policies.map(({ pendingInWidth }) => pendingInWidth)).toEqual([
      undefined,
      true,
      undefined,
    ]);
  });

  test('a replication is watched in time only', () => {
    expect(() => watchReplication(comparisonOf({ burst: 2 }), 0, 0)).toThrow(
      'only a comparison without delay',
    );
  });
});

describe('plugins', () => {
  const definition = ownPolicy();
  const plugins = new Plugins([{ policies: [definition] }]);
  const spec = definition.id;

  test('are played late, the same in any chunks', () => {
    const comparison = comparisonOf({ policies: [spec], delay: 'fixed:9', floor: 0.1 });
    const rows = played(comparison, plugins);
    expect(numbersOf(played(comparison, plugins))).toEqual(numbersOf(rows));
    const inTime = comparisonOf({ policies: [spec] });
    expect(numbersOf(played({ ...inTime, delay: 'fixed:0' }, plugins))).toEqual(
      numbersOf(played(inTime, plugins)),
    );
    expect(numbersOf(rows)).not.toEqual(numbersOf(played(inTime, plugins)));
  });

  test('what they throw is theirs, with its replication', () => {
    const learn = () => {
      throw new Error('no');
    };
    const broken = ownPolicy(changedKernel({ learn }));
    const act = () =>
      played(
        comparisonOf({ policies: [broken.id], burst: 5 }),
        new Plugins([{ policies: [broken] }]),
      );
    expect(act).toThrow(PluginError);
    expect(act).toThrow(/replication 0 .*learn threw/s);
  });
});
