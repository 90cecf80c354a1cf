/**
 * The policies that restart after an alarm against their naive forms, which test all that an arm has
 * brought since its last restart anew after every reward: the same indices, the same explored arms from
 * the same draws, and alarms in the same slots.
 *
 * Tolerance: as in `fast-equals-naive.test.ts`. Where a test comes within 1e-9 of its threshold, rounding
 * decides on the alarm, and the run is compared up to there only.
 */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { randomStream } from '../src/random/source.ts';
import { createPolicy } from '../src/shell/create-policy.ts';
import {
  type Arrival,
  type DetectingId,
  type DetectingSettings,
  detectingIds,
  naiveDetection,
} from './naive/detecting-family.ts';
import { chooseNaively } from './naive/index-policies.ts';

const RUNS = 400;
const MARGIN = 1e-9;

function real(min: number, max: number): fc.Arbitrary<number> {
  return fc.integer({ min: 0, max: 2 ** 30 }).map((i) => min + ((max - min) * i) / 2 ** 30);
}

const sums = fc.record({
  samples: fc.integer({ min: 1, max: 6 }),
  epsilon: real(0, 0.3),
  threshold: real(0.3, 3),
  alpha: real(0, 0.6),
  xi: real(0.1, 2),
});
// Thresholds that some 60 rewards reach.
const ratio = {
  delta: real(0.2, 1),
  c: real(0.5, 4),
  alpha: fc.oneof(fc.constant(0), real(0.01, 1)),
};

const settingsOf: Record<DetectingId, fc.Arbitrary<DetectingSettings>> = {
  'cusum-ucb': sums,
  'pht-ucb': sums,
  'm-ucb': fc.record({
    samples: fc.integer({ min: 2, max: 11 }),
    threshold: real(0.3, 4),
    g: fc.oneof(fc.constant(0), real(0.01, 1)),
  }),
  'glr-klucb': fc.record({ ...ratio, local: fc.constantFrom(0, 1) }),
  dal: fc.record(ratio),
  adr: fc.record({ delta: real(0.1, 0.9) }),
  // Blocks so short that several pass between alarms.
  'adr-monitored': fc.record({
    delta: real(0.01, 0.9),
    samples: fc.integer({ min: 1, max: 3 }),
  }),
};

const reward = fc.oneof(fc.constantFrom(0, 1), real(0, 1));

/** Rewards that change now and then: each row is lifted towards 0 or 1. */
function table(maxLength: number, mostArms = 4): fc.Arbitrary<number[][]> {
  return fc.integer({ min: 1, max: mostArms }).chain((arms) =>
    fc
      .array(fc.tuple(fc.array(reward, { minLength: arms, maxLength: arms }), fc.boolean()), {
        minLength: 1,
        maxLength,
        size: 'max',
      })
      .map((rows) => {
        let high = false;
        return rows.map(([row, turn], slot) => {
          if (slot % 9 === 8 && turn) high = !high;
          return row.map((x) => (high ? (x + 3) / 4 : x / 4)).map((x, i) => (i % 2 ? 1 - x : x));
        });
      }),
  );
}

function close(actual: number, expected: number): boolean {
  return actual === expected || Math.abs(actual - expected) <= 1e-9 * (1 + Math.abs(expected));
}

describe.each(detectingIds)('%s', (id) => {
  // What it shares with `adr` is tried there.
  const runs = id === 'adr-monitored' ? RUNS / 4 : RUNS;
  test('picks the same arms by the same indices, and restarts in the same slots', () => {
    let alarms = 0;
    fc.assert(
      fc.property(table(70), settingsOf[id], (rows, settings) => {
        const armCount = rows[0].length;
        const policy = createPolicy(id, { armCount, ...settings });
        const [random, twin] = [randomStream(3), randomStream(3)];
        const arrivals: Arrival[] = [];
        rows.forEach((row, slot) => {
          const naive = naiveDetection(id, arrivals, slot, armCount, settings);
          if (naive.margin <= MARGIN) return;
          expect(policy.restarts).toBe(naive.restarts.length);
          const indices = policy.inspect().map(({ index = Number.NaN }) => index);
          if (!indices.every((index, arm) => close(index, naive.indices[arm]))) {
            expect(indices).toEqual(naive.indices);
          }
          const { arm: leader, gap } = chooseNaively(naive.indices, naive.plays);
          const { alpha = 0 } = settings;
          const drawn = id === 'cusum-ucb' || id === 'pht-ucb' ? twin.uniform() < alpha : false;
          const explored = drawn ? twin.below(armCount) : naive.forced;
          const selection = policy.select(random);
          const arm = explored ?? leader;
          if (explored !== undefined || gap > MARGIN || gap === 0) expect(selection.arm).toBe(arm);
          policy.update({ ...selection, arm }, row[arm]);
          arrivals.push({ slot, arm, reward: row[arm], taken: slot + 1 });
        });
        alarms += policy.restarts ?? 0;
      }),
      { numRuns: runs, seed: 30 },
    );
    // Nothing is shown where nothing happens.
    expect(alarms).toBeGreaterThan(runs / 4);
  });

  // Other arms than those proposed are played now and then, so that alarms come before each was played.
  test('an alarm before all arms were played hands the place on', () => {
    let handedOn = 0;
    fc.assert(
      fc.property(table(70, 7), settingsOf[id], (rows, given) => {
        const armCount = rows[0].length;
        const settings = {
          ...given,
          ...('alpha' in given ? { alpha: 0 } : {}),
          ...('g' in given ? { g: 0 } : {}),
          // A level so lax that few rewards are enough.
          ...('c' in given ? { c: 0.05 } : {}),
          ...(id === 'adr-monitored' ? { delta: 0.8, samples: 100 } : {}),
        };
        const policy = createPolicy(id, { armCount, ...settings });
        const random = randomStream(4);
        const arrivals: Arrival[] = [];
        rows.forEach((row, slot) => {
          const naive = naiveDetection(id, arrivals, slot, armCount, settings);
          if (naive.margin <= MARGIN) return;
          const { arm: leader, gap } = chooseNaively(naive.indices, naive.plays);
          if (gap === Infinity && leader !== chooseNaively(naive.indices).arm) handedOn += 1;
          const selection = policy.select(random);
          if (gap > MARGIN) expect(selection.arm).toBe(leader);
          const arm = random.below(4) === 0 ? leader : random.below(Math.min(2, armCount));
          policy.update({ ...selection, arm }, row[arm]);
          arrivals.push({ slot, arm, reward: row[arm], taken: slot + 1 });
        });
      }),
      { numRuns: runs / 4, seed: 32 },
    );
    const oneArmAlone = id === 'cusum-ucb' || id === 'pht-ucb';
    if (oneArmAlone) expect(handedOn).toBe(0);
    else expect(handedOn).toBeGreaterThan(10);
  });

  test('takes late rewards in the order in which they come, unless forgotten since', () => {
    const decision = fc.record({
      arm: fc.integer({ min: 0, max: 2 }),
      // Undefined: never.
      delay: fc.option(fc.integer({ min: 0, max: 12 }), { nil: undefined }),
    });
    let forgotten = 0;
    fc.assert(
      fc.property(
        table(60).filter((rows) => rows[0].length === 3),
        fc.array(decision, { minLength: 60, maxLength: 60, size: 'max' }),
        settingsOf[id],
        (rows, decisions, settings) => {
          const policy = createPolicy(id, { armCount: 3, ...settings });
          const arrivals: Arrival[] = [];
          for (let slot = 0; slot < rows.length; slot++) {
            const { arm, delay } = decisions[slot];
            policy.begin({ slot, arm, propensity: 1, ticket: 0 });
            if (delay === undefined) policy.expire({ slot, arm, propensity: 1, ticket: 0 });
            for (let past = 0; past <= slot; past++) {
              const { arm: late, delay: wait } = decisions[past];
              if (wait !== slot - past) continue;
              const selection = { slot: past, arm: late, propensity: 1, ticket: 0 };
              if (!policy.update(selection, rows[past][late])) forgotten += 1;
              const x = rows[past][late];
              arrivals.push({ slot: past, arm: late, reward: x, taken: slot + 1 });
            }
            const naive = naiveDetection(id, arrivals, slot + 1, 3, settings);
            if (naive.margin <= MARGIN) return;
            expect(policy.restarts).toBe(naive.restarts.length);
            policy.inspect().forEach(({ index = Number.NaN }, k) => {
              if (!close(index, naive.indices[k])) expect(index).toBe(naive.indices[k]);
            });
          }
        },
      ),
      { numRuns: runs, seed: 31 },
    );
    expect(forgotten).toBeGreaterThan(0);
  });
});
