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
import { normal } from '../src/portable/random/normal.ts';
import { randomStream } from '../src/random/source.ts';
import { createPolicy } from '../src/shell/create-policy.ts';
import type { Policy } from '../src/shell/policy.ts';
import { type Exp3Id, naiveProbabilities } from './naive/exp3-family.ts';
import { type Exp3RReward, naiveExp3R } from './naive/exp3-r.ts';
import { insideWindow, meanOf, rewardsOf } from './naive/history.ts';
import {
  chooseNaively,
  type NaiveDecision,
  type NaiveSettings,
  naiveIndexIds,
  naiveIndices,
  naivePlays,
} from './naive/index-policies.ts';
import { dseeFirstLength, type NaiveDseeSettings, naiveDseeArm } from './naive/lm-dsee.ts';
import { naiveNormalLaws, naivePosteriors } from './naive/thompson-family.ts';

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
/** kl(p, q) grows like 1/(1 − q) near q = 1, and the rounding of q with it: means stay below that, or are 1. */
const belowOne = real(0, 0.999);

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
const changes = fc.record({
  horizon: fc.integer({ min: 1, max: 80 }),
  changes: fc.integer({ min: 0, max: 100 }),
});
const klWeight = fc.record({ c: fc.constantFrom(0, 1, 3) });
/**
 * Where nothing but one new reward and a trace w of another is left, D-klUCB divides ln(1 + w) by w, which
 * is right only to 2⁻⁵²/w: w stays above 0.86⁶⁰ > 1e-4 here.
 */
const slowFading = fc.oneof(
  fc.record({
    horizon: fc.integer({ min: 20, max: 80 }),
    variation: fc.oneof(fc.constant(0), real(0.05, 1)),
  }),
  fc.record({
    horizon: fc.integer({ min: 20, max: 80 }),
    changes: fc.integer({ min: 0, max: 5 }),
  }),
  fc.record({ window: fc.integer({ min: 8, max: 30 }) }),
  fc.record({ discount: real(0.87, 0.999) }),
);
const fading = fc.oneof(budget, window, discount);
const growth = fc.oneof(
  budget,
  changes,
  both(horizonOnly, fc.record({ nu: real(0, 1) })),
  both(horizonOnly, fc.record({ kappa: real(0, 2) })),
  both(horizonOnly, fc.record({ alpha: real(0, 1), lambda: real(0.1, 5) })),
);
const settingsOf: Record<string, fc.Arbitrary<NaiveSettings>> = {
  ucb1: scale,
  moss: both(horizonOnly, scale),
  'r-moss': both(fc.oneof(budget, window), scale),
  'sw-moss': both(fc.oneof(budget, window), fc.record({ eta: real(0.51, 3) })),
  'd-ucb': both(fc.oneof(budget, window, discount), fc.record({ xi: real(0.51, 2) })),
  rmoss: both(horizonOnly, robust),
  'r-rmoss': both(fc.oneof(budget, window), robust),
  'sw-rmoss': both(fc.oneof(budget, window), robust),
  'd-rmoss': both(
    fc.oneof(budget, window, discount),
    both(robust, fc.record({ ucb: fc.constantFrom(0, 1) })),
  ),
  'sw-ucb': both(fc.oneof(budget, window), fc.record({ xi: real(0.51, 2), b: real(0.1, 3) })),
  'sw-ucb-sharp': both(growth, scale),
  'kl-ucb': klWeight,
  'sw-klucb': both(fc.oneof(budget, window, changes), klWeight),
  'd-klucb': fc.oneof(slowFading, fc.constant({ window: 1 })),
  'ucb-tuned': fc.constant({}),
  'raw-ucb': both(
    scale,
    fc.record({
      alpha: real(0.1, 4),
      sigma: fc.constantFrom(0.5, 2),
      grid: fc.constantFrom(1, 1.1, 1.5, 2, 3),
    }),
  ).chain((given) =>
    given.grid === 1 ? fc.constant({ ...given, horizon: 60 }) : fc.constant(given),
  ),
  imed: fc.constant({}),
  'sw-imed': fc.oneof(budget, window, changes),
  'd-imed': fc.oneof(slowFading, fc.constant({ window: 1 })),
};
/** Policies for rewards in [0, 1]. */
const unitOnly = ['kl-ucb', 'sw-klucb', 'd-klucb', 'ucb-tuned', 'imed', 'sw-imed', 'd-imed'];

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
  const isByDivergence = id.endsWith('imed');
  const real01 = isByDivergence ? belowOne : unit;
  const rewards = unitOnly.includes(id)
    ? fc.oneof(table(coin), table(real01))
    : fc.oneof(table(coin), table(unit), table(heavy));

  test('picks the same arms by the same indices', () => {
    fc.assert(
      fc.property(rewards, settingsOf[id], (rows, settings) => {
        const policy = createPolicy(id, { armCount: rows[0].length, ...settings });
        const random = randomStream(1);
        const history: NaiveDecision[] = [];
        const size = 1 + Math.max(...rows.flat().map(Math.abs));
        for (const row of rows) {
          const expected = chooseNaively(
            naiveIndices(id, history, row.length, settings),
            naivePlays(id, history, row.length, settings),
          );
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
    // Discounted counts have no exact ties but at the start; with IMED, records that differ may tie up to
    // rounding (kl(0, ½) = ln 2).
    if (id === 'd-ucb' || id === 'd-klucb' || isByDivergence) return;
    fc.assert(
      fc.property(table(coin), settingsOf[id], (rows, { scale: _, center: __, ...settings }) => {
        const policy = createPolicy(id, { armCount: rows[0].length, ...settings });
        const random = randomStream(1);
        const history: NaiveDecision[] = [];
        for (const row of rows) {
          const expected = chooseNaively(
            naiveIndices(id, history, row.length, settings),
            naivePlays(id, history, row.length, settings),
          );
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
    // Its windows are of rewards as they come.
    if (id === 'raw-ucb') return;
    const decision = fc.record({
      arm: fc.integer({ min: 0, max: 2 }),
      reward: unitOnly.includes(id) ? real01 : fc.oneof(coin, heavy),
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
              const counts = policy.update(
                { slot: past, arm: earlier.arm, propensity: 1, ticket: 0 },
                earlier.reward,
              );
              // The formula knows no end of discounting; below 2^-52 a late reward is given up.
              const isGivenUp = (policy.params.discount ?? 1) ** (slot - past) < 2 ** -52;
              if (isGivenUp) expect(counts).toBe(false);
              else history[past] = { arm: earlier.arm, reward: earlier.reward };
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

describe('exp3r', () => {
  const tests = fc.record({
    g: real(0.2, 1),
    window: fc.integer({ min: 1, max: 20 }),
    // A lax level, so that drifts are found in a few slots.
    delta: fc.oneof(real(0.05, 0.9), real(0.9, 0.999)),
  });

  function expectSame(policy: Policy, arrived: readonly Exp3RReward[], given: object): number {
    const { probabilities, drifts } = naiveExp3R(arrived, policy.armCount, given);
    policy.inspect().forEach(({ probability }, arm) => {
      expect(probability).toBeCloseTo(probabilities[arm], 9);
    });
    return drifts;
  }

  test('has the probabilities of the formula', () => {
    fc.assert(
      fc.property(
        fc.oneof(table(coin), table(unit)),
        fc.oneof(horizonOnly, tests, tests),
        (rows, given) => {
          const armCount = rows[0].length;
          const policy = createPolicy('exp3r', { armCount, ...given });
          const random = randomStream(5);
          const arrived: Exp3RReward[] = [];
          rows.forEach((row, slot) => {
            const selection = policy.select(random);
            const { arm, propensity = 0, ticket } = selection;
            const reward = row[arm];
            policy.update(selection, reward);
            const explored = ticket < 0;
            arrived.push({ slot, arrival: slot + 1, arm, propensity, explored, reward });
            expectSame(policy, arrived, given);
          });
        },
      ),
      { numRuns: RUNS, seed: 25 },
    );
  });

  test('takes late rewards on arrival, but for those of slots before a drift was found', () => {
    let drifts = 0;
    const decision = fc.record({
      arm: fc.integer({ min: 0, max: 2 }),
      reward: unit,
      delay: fc.integer({ min: 0, max: 9 }),
      // Not less than exploration gives to one of three arms.
      propensity: real(0.34, 1),
      explored: fc.boolean(),
    });
    fc.assert(
      fc.property(
        fc.array(decision, { minLength: 1, maxLength: 40, size: 'max' }),
        tests,
        (decisions, given) => {
          const policy = createPolicy('exp3r', { armCount: 3, ...given });
          const arrived: Exp3RReward[] = [];
          decisions.forEach(({ arm, propensity, explored }, slot) => {
            policy.begin({ slot, arm, propensity, ticket: explored ? -propensity : propensity });
            decisions.slice(0, slot + 1).forEach((earlier, past) => {
              if (earlier.delay !== slot - past) return;
              const ticket = earlier.explored ? -earlier.propensity : earlier.propensity;
              policy.update({ ...earlier, slot: past, ticket }, earlier.reward);
              arrived.push({ ...earlier, slot: past, arrival: slot + 1 });
            });
            drifts = Math.max(drifts, expectSame(policy, arrived, given));
          });
        },
      ),
      { numRuns: RUNS, seed: 26 },
    );
    // The test says nothing of drifts where there are none.
    expect(drifts).toBeGreaterThan(1);
  });
});

describe.each(['ts', 'dts', 'sw-ts'] as const)('%s', (id) => {
  test('has the posteriors of the formula, late rewards included', () => {
    const memory = { ts: fc.constant({}), dts: fading, 'sw-ts': fc.oneof(horizonOnly, window) }[id];
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

describe('sw-ts with normal posteriors', () => {
  test('draws from N(S/n, 1/(g n)) on the last τ slots, and plays an arm without rewards first', () => {
    const precision = fc.oneof(real(0.1, 3), real(3, 100));
    const given = fc.record({ window: fc.integer({ min: 1, max: 30 }), g: precision });
    fc.assert(
      fc.property(fc.oneof(table(coin), table(unit)), given, (rows, { window: length, g }) => {
        const armCount = rows[0].length;
        const policy = createPolicy('sw-ts', { armCount, window: length, gaussian: 1, g });
        const [random, twin] = [randomStream(6), randomStream(6)];
        const history: NaiveDecision[] = [];
        for (const row of rows) {
          const remembered = insideWindow(history, length);
          const draws = row.map((_, arm) => {
            const rewards = rewardsOf(remembered, arm);
            if (rewards.length === 0) return Number.POSITIVE_INFINITY;
            return meanOf(rewards) + normal(twin) / Math.sqrt(g * rewards.length);
          });
          const { arm, gap } = chooseNaively(
            draws,
            history.map((past) => past.arm),
          );
          const selection = policy.select(random);
          if (gap > 1e-9) expect(selection.arm).toBe(arm);
          policy.update({ ...selection, arm }, row[arm]);
          history.push({ arm, reward: row[arm] });
        }
      }),
      { numRuns: RUNS, seed: 27 },
    );
  });
});

describe('dts with normal posteriors', () => {
  test('draws from N(S/n, 1/(g n)) of discounted sums, and plays an arm without rewards first', () => {
    const given = fc.record({
      discount: real(0.8, 0.999),
      g: fc.oneof(real(0.1, 3), real(3, 100)),
    });
    fc.assert(
      fc.property(fc.oneof(table(coin), table(unit)), given, (rows, { discount, g }) => {
        const armCount = rows[0].length;
        const policy = createPolicy('dts', { armCount, discount, gaussian: 1, g });
        const [random, twin] = [randomStream(6), randomStream(6)];
        const history: { readonly arm: number; readonly reward: number }[] = [];
        for (const row of rows) {
          const settings = { discount, gaussian: 1, g } as const;
          const draws = naiveNormalLaws(history, armCount, settings).map((law) =>
            law === undefined ? Number.POSITIVE_INFINITY : law.mean + normal(twin) * law.deviation,
          );
          const { arm, gap } = chooseNaively(
            draws,
            history.map((past) => past.arm),
          );
          const selection = policy.select(random);
          if (gap > 1e-9) expect(selection.arm).toBe(arm);
          policy.update({ ...selection, arm }, row[arm]);
          history.push({ arm, reward: row[arm] });
        }
      }),
      { numRuns: RUNS / 4, seed: 29 },
    );
  });
});

describe('lm-dsee', () => {
  const given: fc.Arbitrary<NaiveDseeSettings> = fc.record({
    nu: real(0, 1),
    gap: real(0.7, 2),
    a: fc.constantFrom(1, 2.5),
    b: fc.constantFrom(0.25, 0.6, 1),
  });
  const decision = fc.record({
    rewards: fc.array(fc.oneof(coin, unit), { minLength: 3, maxLength: 3 }),
    // Slots until the reward comes; 0 is in time. Undefined: never.
    delay: fc.option(fc.integer({ min: 0, max: 9 }), { nil: undefined }),
  });

  test('plays the arms of its sequence, late and missing rewards included', () => {
    fc.assert(
      fc.property(
        fc.array(decision, { minLength: 30, maxLength: 120, size: 'max' }),
        given,
        (decisions, settings) => {
          const policy = createPolicy('lm-dsee', { armCount: 3, ...settings });
          const history: NaiveDecision[] = [];
          decisions.forEach((_, slot) => {
            const selection = policy.select(randomStream(1));
            expect(selection.arm).toBe(naiveDseeArm(history, 3, settings));
            policy.begin(selection);
            history.push({ arm: selection.arm, reward: undefined });
            decisions.slice(0, slot + 1).forEach(({ rewards, delay }, past) => {
              if (delay !== slot - past) return;
              const { arm } = history[past];
              policy.update({ slot: past, arm, propensity: 1, ticket: 0 }, rewards[arm]);
              history[past] = { arm, reward: rewards[arm] };
            });
          });
        },
      ),
      { numRuns: RUNS / 4, seed: 28 },
    );
  });

  test('begins with the least ℓ of its definition', () => {
    for (const armCount of [1, 2, 3, 10]) {
      for (const gap of [0.2, 0.5, 1, 3]) {
        for (const [a, b] of [
          [1, 0.25],
          [3, 0.1],
          [0.5, 1],
        ]) {
          const { params } = createPolicy('lm-dsee', { armCount, nu: 0, gap, a, b });
          expect(params.ell).toBe(dseeFirstLength(armCount, { gap, a, b }));
        }
      }
    }
  });
});
