import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { epsilonGreedy, learningLogger } from '../../test/loggers.ts';
import { jumps, type Logger, madeLog, stationary } from '../../test/synthetic.ts';
import type { Log } from '../contract/log.ts';
import { eValueTest, evidenceOf, lnCombined, lnSum } from './e-value.ts';
import { memoriesFor } from './forecasts.ts';

/** Of all memories, each has this weight. */
const WEIGHT = 1 / 19;

function logOf(
  arms: readonly number[],
  rewards: readonly number[],
  kind: Log['rewards']['kind'] = 'binary',
): Log {
  const armCount = Math.max(...arms) + 1;
  const made = madeLog({ rows: arms.length, armCount, means: () => 0, seed: 1 });
  return {
    ...made,
    arm: Uint16Array.from(arms),
    reward: Float64Array.from(rewards),
    rewards: { ...made.rewards, kind },
  };
}

/** The same straight from its definition: for each row all earlier ones are weighted anew. */
function naiveMixture(rows: readonly number[], values: readonly number[], length: number): number {
  return memoriesFor(length)
    .map((memory) =>
      values.reduce((product, value, i) => {
        let [count, sum] = [0, 0];
        for (let j = 0; j < i; j++) {
          const left = Math.exp(-(rows[i] - rows[j]) / memory);
          count += left;
          sum += left * values[j];
        }
        const forecast = (sum + 0.5) / (count + 1);
        return product * forecast ** value * (1 - forecast) ** (1 - value);
      }, 1),
    )
    .reduce((sum, product) => sum + WEIGHT * product, 0);
}

function likelihood(values: readonly number[], chance: number): number {
  return values.reduce(
    (product, value) => product * chance ** value * (1 - chance) ** (1 - value),
    1,
  );
}

function naiveE(rows: readonly number[], values: readonly number[], length: number): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return naiveMixture(rows, values, length) / likelihood(values, mean);
}

describe('the e-value', () => {
  test('of two rewards of 1 by hand', () => {
    // The first forecast is ½; the second knows the first reward, a row old, as much as e^(−1/32) rows.
    const left = Math.exp(-1 / 32);
    const expected = WEIGHT * 0.5 * ((left + 0.5) / (left + 1));
    const [{ lnE, rows }] = evidenceOf(logOf([0, 0], [1, 1]));
    expect(Math.exp(lnE)).toBeCloseTo(expected, 14);
    expect(rows).toBe(2);
  });

  test('is that of the naive product, with arms in any order', () => {
    const rows = fc.array(fc.tuple(fc.nat(2), fc.nat(1)), { minLength: 1, maxLength: 120 });
    fc.assert(
      fc.property(rows, (each) => {
        const arms = each.map(([arm]) => arm);
        const values = each.map(([, value]) => value);
        evidenceOf(logOf(arms, values)).forEach(({ lnE }, arm) => {
          const own = arms.flatMap((taken, row) => (taken === arm ? [row] : []));
          const naive =
            own.length > 0
              ? naiveE(
                  own,
                  own.map((row) => values[row]),
                  arms.length,
                )
              : 1;
          expect(lnE).toBeCloseTo(Math.log(naive), 9);
        });
      }),
      { seed: 1, numRuns: 50 },
    );
  });

  test('of rewards in [0, 1] is half that of their means and half that of bits', () => {
    const log = madeLog({ rows: 300, armCount: 1, means: () => 0.5, seed: 4, deviation: 0.1 });
    const values = [...log.reward];
    const cut = values.slice(0, 50).toSorted((a, b) => a - b)[24];
    const rows = values.map((_, row) => row).slice(50);
    const bits = rows.map((row) => Number(values[row] > cut));
    const expected = (naiveE([...values.keys()], values, 300) + naiveE(rows, bits, 300)) / 2;
    const [{ lnE }] = evidenceOf(
      logOf(
        values.map(() => 0),
        values,
        'unit',
      ),
    );
    expect(lnE).toBeCloseTo(Math.log(expected), 9);
  });

  test('far away rows count as the powers say, also beyond what is looked up', () => {
    const arms = new Array<number>(2001).fill(1);
    arms[0] = 0;
    arms[2000] = 0;
    const [{ lnE }] = evidenceOf(
      logOf(
        arms,
        arms.map(() => 1),
      ),
    );
    expect(lnE).toBeCloseTo(Math.log(naiveE([0, 2000], [1, 1], 2001)), 12);
  });

  test('long products neither vanish nor overflow', () => {
    const rows = 40_000;
    const log = madeLog({ rows, armCount: 1, means: (slot) => Number(slot >= rows / 2), seed: 1 });
    const { test: tested } = eValueTest(log);
    const [{ lnE }] = evidenceOf(log);
    // Half zeros and half ones: the largest likelihood is 2^−n.
    expect(lnE).toBeGreaterThan(0.95 * rows * Math.LN2);
    expect(lnE).toBeLessThan(rows * Math.LN2);
    expect(tested.kind === 'e-value' && Number.isFinite(tested.e)).toBe(true);
  });
});

/** A rule that takes an arm given all arms and rewards before. */
type Rule = (arms: readonly number[], rewards: readonly number[]) => number;

const RULES: Readonly<Record<string, Rule>> = {
  // Stays while it wins: about as adaptive as can be.
  'stays while it wins': (arms, rewards) =>
    arms.length === 0 || rewards[arms.length - 1] === 1
      ? (arms.at(-1) ?? 0)
      : 1 - (arms.at(-1) ?? 0),
  // Leaves an arm for good once it looks steady, so as to keep what looks like drift.
  'stops where it is steady': (arms, rewards) =>
    arms.length > 3 && rewards[0] === rewards[1] ? 1 : arms.length > 5 ? 0 : arms.length % 2,
};

/** The mean of a function of what may come, over all sequences. */
function expectation(
  rule: Rule,
  chances: readonly number[],
  length: number,
  value: (arms: readonly number[], rewards: readonly number[]) => number,
): number {
  const from = (arms: number[], rewards: number[]): number => {
    if (rewards.length === length) return value(arms, rewards);
    const next = [...arms, rule(arms, rewards)];
    const chance = chances[next[next.length - 1]];
    return chance * from(next, [...rewards, 1]) + (1 - chance) * from(next, [...rewards, 0]);
  };
  return from([], []);
}

function eachArm(
  arms: readonly number[],
  rewards: readonly number[],
  visit: (arm: number, rows: number[], values: number[]) => number,
): number[] {
  return [0, 1].map((arm) => {
    const rows = arms.flatMap((taken, row) => (taken === arm ? [row] : []));
    return visit(
      arm,
      rows,
      rows.map((row) => rewards[row]),
    );
  });
}

describe('over all that may come of ten adaptive decisions', () => {
  const LENGTH = 10;
  const CHANCES = [
    [0.5, 0.5],
    [0.9, 0.2],
    [0.05, 0.6],
  ];

  test.each(Object.entries(RULES))('products of both arms have a mean of 1: %s', (_, rule) => {
    for (const chances of CHANCES) {
      const weights = WEIGHT * memoriesFor(LENGTH).length;
      const mean = expectation(rule, chances, LENGTH, (arms, rewards) =>
        eachArm(arms, rewards, (arm, rows, values) =>
          rows.length === 0
            ? 1
            : naiveMixture(rows, values, LENGTH) / weights / likelihood(values, chances[arm]),
        ).reduce((a, b) => a * b),
      );
      expect(mean).toBeCloseTo(1, 12);
    }
  });

  test.each(Object.entries(RULES))('E has a mean of at most 1: %s', (_, rule) => {
    for (const chances of CHANCES) {
      const mean = expectation(rule, chances, LENGTH, (arms, rewards) => {
        const log = { ...logOf([...arms, 1], [...rewards, 0]), rows: LENGTH };
        return Math.exp(lnCombined(evidenceOf(log).map(({ lnE }) => lnE)));
      });
      expect(mean).toBeLessThanOrEqual(1);
      expect(mean).toBeGreaterThan(0);
    }
  });

  test('a forecast that has seen what it forecasts would not have one of 1', () => {
    const mean = expectation(RULES['stays while it wins'], [0.5, 0.5], LENGTH, (arms, rewards) =>
      eachArm(arms, rewards, (_, rows, values) => {
        let [ones, product] = [0, 1];
        rows.forEach((__, i) => {
          ones += values[i];
          const forecast = (ones + 0.5) / (i + 2);
          product *= (values[i] === 1 ? forecast : 1 - forecast) / 0.5;
        });
        return product;
      }).reduce((a, b) => a * b),
    );
    expect(mean).toBeGreaterThan(1.5);
  });
});

describe('several arms', () => {
  test('E is half the average and half the product of ½(1 + E) of arms', () => {
    const es = [3, 0.2, 40];
    const product = es.reduce((total, e) => total * 0.5 * (1 + e), 1);
    const average = es.reduce((sum, e) => sum + e, 0) / 3;
    expect(Math.exp(lnCombined(es.map(Math.log)))).toBeCloseTo((product + average) / 2, 10);
  });

  test('in logarithms nothing overflows', () => {
    expect(lnCombined([5000, 4000, -3000])).toBeCloseTo(9000 - 4 * Math.LN2, 9);
    expect(lnSum(Number.NEGATIVE_INFINITY, 2)).toBe(2);
    expect(lnSum(-2000, -2000)).toBeCloseTo(-2000 + Math.LN2, 12);
  });

  test("an arm's own e is corrected for their number, and never above that of all", () => {
    const means = (slot: number, arm: number) => (arm === 1 && slot >= 2000 ? 0.7 : 0.4);
    const log = madeLog({ rows: 4000, armCount: 3, means, seed: 3 });
    const tested = eValueTest(log);
    const evidence = evidenceOf(log);
    if (tested.test.kind !== 'e-value') throw new Error('not an e-value');
    const all = tested.test.e;
    expect(all).toBeGreaterThan(20);
    expect(tested.arms[1]).toBeCloseTo(Math.min(all, Math.exp(evidence[1].lnE) / 3), 6);
    expect(tested.arms[0]).toBeLessThan(1);
    expect(Math.max(...tested.arms.map((e) => e ?? 0))).toBeLessThanOrEqual(all);
  });

  test('an arm that was hardly tried has none', () => {
    const arms = Array.from({ length: 500 }, (_, row) => (row < 99 ? 1 : 0));
    const tested = eValueTest(
      logOf(
        arms,
        arms.map((_, row) => row % 2),
      ),
    );
    expect(tested.arms.map((e) => e === undefined)).toEqual([false, true]);
  });

  test('rows without a reward, and arms that are too rare to be told apart, are left out', () => {
    const log = logOf([0, 0, 1, 0], [1, Number.NaN, 1, 0]);
    const [{ lnE, rows }, ...others] = evidenceOf({ ...log, other: 1 });
    expect(others).toEqual([]);
    expect(rows).toBe(2);
    expect(lnE).toBeCloseTo(Math.log(naiveE([0, 3], [1, 0], 4)), 12);
  });
});

/** The most of `count` that a share of at most `chance` reaches, but for one case in a million. */
function mostOf(count: number, chance: number): number {
  let [term, tail, most] = [(1 - chance) ** count, 1, 0];
  while (tail > 1e-6) {
    tail -= term;
    term *= ((count - most) * chance) / ((most + 1) * (1 - chance));
    most += 1;
  }
  return most;
}

const LOGGERS: Readonly<Record<string, () => Logger>> = {
  ts: () => learningLogger('ts', 3, 10_000),
  ucb1: () => learningLogger('ucb1', 3, 10_000),
  'a greedy one': () => epsilonGreedy(0.1, 3),
};

describe.each(Object.entries(LOGGERS))('logs of %s', (_, logger) => {
  const LOGS = 60;

  test('of arms that stand still reach 1/α in at most a share α, wherever one stops', () => {
    const largest = Array.from({ length: LOGS }, (__, i) => {
      const made = { rows: 2000, armCount: 3, means: stationary(0.5, 0.4, 0.35), seed: i + 1 };
      const log = madeLog({ ...made, logger: logger() });
      const stops = [100, 200, 400, 700, 1000, 1500, 2000];
      return Math.max(
        ...stops.map((rows) => lnCombined(evidenceOf(log, rows).map(({ lnE }) => lnE))),
      );
    });
    for (const level of [0.5, 0.2, 0.05]) {
      const reached = largest.filter((lnE) => lnE >= -Math.log(level)).length;
      expect(reached).toBeLessThanOrEqual(mostOf(LOGS, level));
    }
  });

  test('of arms that jump are found out', () => {
    const found = Array.from({ length: 20 }, (__, i) => {
      const means = jumps(2000, 3, 10_000, i + 1);
      return eValueTest(
        madeLog({ rows: 10_000, armCount: 3, means, seed: i + 1, logger: logger() }),
      );
    }).filter(({ test: tested }) => tested.kind === 'e-value' && tested.e >= 20).length;
    // .95 to 1.00 were found in 200 each.
    expect(found).toBeGreaterThanOrEqual(17);
  });
});

describe('rewards of any size', () => {
  test('any increasing function of them leaves E as it is', () => {
    const log = madeLog({
      rows: 2000,
      armCount: 2,
      means: (slot) => slot / 2000,
      seed: 5,
      deviation: 1,
    });
    const curved = { ...log, reward: log.reward.map((reward) => Math.exp(3 * reward) - 7) };
    expect(evidenceOf(curved)).toEqual(evidenceOf(log));
    expect(evidenceOf(log)[0].lnE).toBeGreaterThan(3);
  });

  test('rewards that are nearly all 0 are divided into 0 and not 0', () => {
    const bits = madeLog({
      rows: 600,
      armCount: 1,
      means: (slot) => (slot < 300 ? 0.02 : 0.2),
      seed: 6,
    });
    const log = {
      ...bits,
      reward: bits.reward.map((bit, row) => bit * (1 + (row % 7))),
      rewards: { ...bits.rewards, kind: 'real' as const },
    };
    const rows = [...bits.reward.keys()].slice(50);
    const expected = naiveE(
      rows,
      rows.map((row) => bits.reward[row]),
      600,
    );
    expect(evidenceOf(log)[0].lnE).toBeCloseTo(Math.log(expected), 6);
  });
});
