/**
 * The fast policies against the naive ones of `naive/`, which recompute everything from the whole
 * history. Both live through the same decisions, so one difference can't hide another.
 *
 * Tolerance: both sides round each sum of at most 60 terms, each logarithm and root; with rewards up
 * to R the indices then differ by less than about 60 · 2⁻⁵² · R < 1.4e-14 R. 1e-9 R is the settled
 * margin, far above that and far below any difference that a wrong rule would make.
 */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Policy } from '../src/policy.ts';
import { randomStream } from '../src/random/source.ts';
import { createPolicy } from '../src/registry.ts';
import { type Exp3Id, naiveProbabilities } from './naive/exp3-family.ts';
import {
  chooseNaively,
  type NaiveDecision,
  type NaiveSettings,
  naiveIndexIds,
  naiveIndices,
} from './naive/index-policies.ts';
import { naivePosteriors } from './naive/thompson-family.ts';

const RUNS = 1000;

/** Numbers that fast-check shrinks well, and that no rule treats specially. */
function real(min: number, max: number): fc.Arbitrary<number> {
  return fc.integer({ min: 0, max: 2 ** 30 }).map((i) => min + ((max - min) * i) / 2 ** 30);
}

const heavy = fc
  .tuple(real(0.0001, 1), fc.boolean())
  .map(([u, negative]) => (negative ? -1 : 1) * (u ** -0.8 - 1));
const coin = fc.constantFrom(0, 1);
const unit = real(0, 1);

function table(reward: fc.Arbitrary<number>): fc.Arbitrary<number[][]> {
  return fc.integer({ min: 1, max: 5 }).chain((arms) =>
    fc.array(fc.array(reward, { minLength: arms, maxLength: arms }), {
      minLength: 1,
      maxLength: 60,
    }),
  );
}

/** Budgets from none at all to ones that leave less than one slot an arm. */
const budget = fc.record({
  horizon: fc.integer({ min: 1, max: 80 }),
  variation: fc.oneof(fc.constant(0), real(0.05, 3), real(3, 200)),
});
const window = fc.record({ window: fc.integer({ min: 1, max: 30 }) });
const discount = fc.record({ discount: fc.oneof(fc.constant(0), real(0.01, 0.999)) });
const robust = fc.record({
  a: fc.constantFrom(1.05, 1.1, 1.5, 2, 10),
  zeta: real(0.1, 4),
  scale: fc.constantFrom(1, 0.5, 3),
  center: fc.constantFrom(0, 0.25),
});

function both(
  memory: fc.Arbitrary<NaiveSettings>,
  rest: fc.Arbitrary<NaiveSettings>,
): fc.Arbitrary<NaiveSettings> {
  return fc.tuple(memory, rest).map(([first, second]) => ({ ...first, ...second }));
}

const horizonOnly = fc.record({ horizon: fc.integer({ min: 1, max: 80 }) });
const scale = fc.record({ scale: fc.constantFrom(1, 0.5, 3) });
const settingsOf: Record<string, fc.Arbitrary<NaiveSettings>> = {
  ucb1: scale,
  moss: both(horizonOnly, scale),
  'r-moss': both(fc.oneof(budget, window), scale),
  'sw-moss': both(fc.oneof(budget, window), fc.record({ eta: real(0.51, 3) })),
  'd-ucb': both(fc.oneof(budget, window, discount), fc.record({ xi: real(0.51, 2) })),
  rmoss: both(horizonOnly, robust),
  'r-rmoss': both(fc.oneof(budget, window), robust),
  'sw-rmoss': both(fc.oneof(budget, window), robust),
  'sw-ucb': both(fc.oneof(budget, window), fc.record({ xi: real(0.51, 2), b: real(0.1, 3) })),
  'kl-ucb': fc.record({ c: fc.constantFrom(0, 1, 3) }),
};

function indicesOf(policy: Policy): number[] {
  return policy.inspect().map(({ index }) => index ?? Number.NaN);
}

function expectClose(actual: readonly number[], expected: readonly number[], scale: number): void {
  actual.forEach((value, i) => {
    const close =
      value === expected[i] ||
      Math.abs(value - expected[i]) <= 1e-9 * (scale + Math.abs(expected[i]));
    if (!close) expect(actual).toEqual(expected);
  });
}

describe.each(naiveIndexIds)('%s', (id) => {
  const rewards =
    id === 'kl-ucb'
      ? fc.oneof(table(coin), table(unit))
      : fc.oneof(table(coin), table(unit), table(heavy));

  test('picks the same arms by the same indices', () => {
    fc.assert(
      fc.property(rewards, settingsOf[id], (rows, settings) => {
        const policy = createPolicy(id, { armCount: rows[0].length, ...settings });
        const random = randomStream(1);
        const history: NaiveDecision[] = [];
        const size = 1 + Math.max(...rows.flat().map(Math.abs));
        for (const row of rows) {
          const expected = chooseNaively(naiveIndices(id, history, row.length, settings));
          expectClose(indicesOf(policy), expected.indices, size);
          const selection = policy.select(random);
          if (expected.gap > 1e-9 * size) expect(selection.arm).toBe(expected.arm);
          policy.update({ ...selection, arm: expected.arm }, row[expected.arm]);
          history.push({ arm: expected.arm, reward: row[expected.arm] });
        }
      }),
      { numRuns: RUNS, seed: 20 },
    );
  });

  test('breaks exact ties of 0/1 rewards as the formula does', () => {
    // D-UCB's recursion has no exact ties but at the start.
    if (id === 'd-ucb') return;
    fc.assert(
      fc.property(table(coin), settingsOf[id], (rows, { scale: _, center: __, ...settings }) => {
        const policy = createPolicy(id, { armCount: rows[0].length, ...settings });
        const random = randomStream(1);
        const history: NaiveDecision[] = [];
        for (const row of rows) {
          const expected = chooseNaively(naiveIndices(id, history, row.length, settings));
          const selection = policy.select(random);
          if (expected.gap === 0 || expected.gap > 1e-9) expect(selection.arm).toBe(expected.arm);
          policy.update({ ...selection, arm: expected.arm }, row[expected.arm]);
          history.push({ arm: expected.arm, reward: row[expected.arm] });
        }
      }),
      { numRuns: RUNS, seed: 21 },
    );
  });

  test('counts late, missing and expired rewards at the age of their own slot', () => {
    const decision = fc.record({
      arm: fc.integer({ min: 0, max: 2 }),
      reward: id === 'kl-ucb' ? unit : fc.oneof(coin, heavy),
      // Slots until the reward comes; 0 is in time. Undefined: never, and expired at once.
      delay: fc.option(fc.integer({ min: 0, max: 25 }), { nil: undefined }),
    });
    fc.assert(
      fc.property(
        fc.array(decision, { minLength: 1, maxLength: 60, size: 'max' }),
        settingsOf[id],
        (decisions, settings) => {
          const policy = createPolicy(id, { armCount: 3, ...settings });
          const history: NaiveDecision[] = [];
          const size = 1 + Math.max(...decisions.map(({ reward }) => Math.abs(reward)));
          decisions.forEach(({ arm, delay }, slot) => {
            const selection = { slot, arm, propensity: 1, ticket: 0 };
            policy.begin(selection);
            history.push({ arm, reward: undefined });
            if (delay === undefined) policy.expire(selection);
            decisions.slice(0, slot + 1).forEach((earlier, past) => {
              if (earlier.delay !== slot - past) return;
              policy.update(
                { slot: past, arm: earlier.arm, propensity: 1, ticket: 0 },
                earlier.reward,
              );
              history[past] = { arm: earlier.arm, reward: earlier.reward };
            });
            expectClose(indicesOf(policy), naiveIndices(id, history, 3, settings), size);
          });
        },
      ),
      { numRuns: RUNS, seed: 22 },
    );
  });
});

describe.each<Exp3Id>(['exp3', 'rexp3', 'exp3s'])('%s', (id) => {
  test('has the probabilities of the formula', () => {
    const settings = id === 'exp3' ? horizonOnly : budget;
    fc.assert(
      fc.property(fc.oneof(table(coin), table(unit)), settings, (rows, given) => {
        const armCount = rows[0].length;
        const policy = createPolicy(id, { armCount, ...given });
        const random = randomStream(5);
        const history: { arm: number; propensity: number; reward: number }[] = [];
        for (const row of rows) {
          const expected = naiveProbabilities(id, history, armCount, given);
          policy.inspect().forEach(({ probability }, arm) => {
            expect(probability).toBeCloseTo(expected[arm], 9);
          });
          const selection = policy.select(random);
          expect(selection.propensity).toBeCloseTo(expected[selection.arm], 9);
          policy.update(selection, row[selection.arm]);
          const { arm, propensity = 0 } = selection;
          history.push({ arm, propensity, reward: row[arm] });
        }
      }),
      { numRuns: RUNS, seed: 23 },
    );
  });
});

describe.each(['ts', 'dts'] as const)('%s', (id) => {
  test('has the posteriors of the formula, late rewards included', () => {
    const memory = id === 'ts' ? fc.constant({}) : fc.oneof(budget, window, discount);
    const decision = fc.record({
      arm: fc.integer({ min: 0, max: 2 }),
      reward: unit,
      delay: fc.integer({ min: 0, max: 9 }),
    });
    fc.assert(
      fc.property(
        fc.array(decision, { minLength: 1, maxLength: 40, size: 'max' }),
        memory,
        (decisions, given) => {
          const policy = createPolicy(id, { armCount: 3, ...given });
          const history: NaiveDecision[] = [];
          decisions.forEach(({ arm }, slot) => {
            policy.begin({ slot, arm, propensity: undefined, ticket: 0 });
            history.push({ arm, reward: undefined });
            decisions.slice(0, slot + 1).forEach((earlier, past) => {
              if (earlier.delay !== slot - past) return;
              const selection = { slot: past, arm: earlier.arm, propensity: undefined, ticket: 0 };
              policy.update(selection, earlier.reward);
              history[past] = { arm: earlier.arm, reward: earlier.reward };
            });
            const expected = naivePosteriors(id, history, 3, given);
            policy.inspect().forEach(({ posterior }, k) => {
              expect(posterior?.alpha).toBeCloseTo(expected[k].alpha, 9);
              expect(posterior?.beta).toBeCloseTo(expected[k].beta, 9);
            });
          });
        },
      ),
      { numRuns: RUNS, seed: 24 },
    );
  });
});
