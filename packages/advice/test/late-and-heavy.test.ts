/**
 * Late rewards, heavy tails, and adaptive choices, in logs whose answers are known, and how often each interval holds.
 * `npm test` tries few logs of each, `npm run test:advise` as many as are named; what is expected of a share of logs is
 * expected of those few with three standard errors more.
 */
import {
  type Delays,
  delaysOf,
  eValueTest,
  isRefused,
  type Log,
  lateSigns,
  loggingOf,
  permutationTest,
  ripe,
  type Tails,
  tailsOf,
} from '@driftline/advice';
import { type Random, randomStream } from '@driftline/core';
import { normal, studentT } from '@driftline/core/parts';
import { describe, expect, test } from 'vitest';
import {
  type DelayLaw,
  exponentialDelays,
  lognormalDelays,
  paretoDelays,
  rewardedOnly,
  uniformDelays,
  withDelays,
} from './late-logs.ts';
import { learningLogger } from './loggers.ts';
import { madeLog, stationary } from './synthetic.ts';

const isLong = process.env.DRIFTLINE_ADVISE === 'long';

/** How many logs of `all` are tried. */
function logs(few: number, all: number): number[] {
  return Array.from({ length: isLong ? all : few }, (_, i) => i + 1);
}

function slack(expected: number, count: number): number {
  return isLong ? 0 : 3 * Math.sqrt((expected * (1 - expected)) / count);
}

function expectAtLeast(expected: number, holds: readonly boolean[]): void {
  const share = holds.filter(Boolean).length / holds.length;
  expect(share).toBeGreaterThanOrEqual(expected - slack(expected, holds.length));
}

function expectAtMost(expected: number, holds: readonly boolean[]): void {
  expectAtLeast(
    1 - expected,
    holds.map((each) => !each),
  );
}

describe('logs of policies that learn, of arms that stand still', () => {
  test.each(['ts', 'ucb1'])(
    '%s: choices are seen to depend on rewards, and no drift is',
    (spec) => {
      const tested = logs(20, 200).map((seed) => {
        const log = madeLog({
          rows: 10_000,
          armCount: 3,
          means: stationary(0.5, 0.4, 0.35),
          seed,
          logger: learningLogger(spec, 3, 10_000),
        });
        const { test: e } = eValueTest(log);
        return { kind: loggingOf(log).kind, isAlarm: e.kind === 'e-value' && e.e >= 20 };
      });
      expectAtMost(
        0.015,
        tested.map(({ isAlarm }) => isAlarm),
      );
      expectAtLeast(
        0.98,
        tested.map(({ kind }) => kind === 'adaptive' || kind === 'fixed'),
      );
    },
  );
});

function lateLog(law: DelayLaw, seed: number, rows: number, rate: number) {
  const means = stationary(rate, rate, rate);
  return withDelays(madeLog({ rows, armCount: 3, means, seed }), law, seed);
}

function told(log: Log): Delays {
  const delays = delaysOf(log);
  if (isRefused(delays)) throw new Error(delays.refused);
  return delays;
}

describe('arms that stand still, rewards that come after 1 500 of 10 000 rows', () => {
  const law = exponentialDelays(1500);
  const late = logs(20, 200).map((seed) => lateLog(law, seed, 10_000, 0.3));

  test('with arrivals: no drift, the median and the share that ever comes', () => {
    const delays = late.map(told);
    const median = law.quantile(0.5);
    const errors = delays.map((each) => (each.median ?? 0) / median - 1);
    // 2 550 rewards that came: the median's standard error is about 3.2 %, so that 6 % hold .94 of the logs, and the mean
    // of all logs has one of 3.2 % over the root of their number.
    expectAtLeast(
      0.9,
      errors.map((error) => Math.abs(error) < 0.06),
    );
    const mean = errors.reduce((sum, error) => sum + error, 0) / errors.length;
    expect(Math.abs(mean)).toBeLessThan((3 * 0.032) / Math.sqrt(errors.length));
    expectAtLeast(
      0.9,
      delays.map((each) => Math.abs((each.rewardedShare ?? 0) - 0.3) < 0.012),
    );
    const alarms = late.map((log, i) => {
      const tested = permutationTest(ripe(log, delays[i]), i + 1);
      return tested?.test.kind === 'permutation' && tested.test.p < 0.05;
    });
    expectAtMost(0.09, alarms);
  });

  test('without: the log is said to be late', () => {
    expectAtLeast(
      0.95,
      late.map((log) => lateSigns({ ...log, arrival: undefined }).isSuspected),
    );
    // A test that takes the rows as they are sees drift in each of them.
    const alarms = late.slice(0, isLong ? 20 : 2).map((log, i) => {
      const tested = permutationTest(log, i + 1);
      return tested?.test.kind === 'permutation' && tested.test.p < 0.01;
    });
    if (isLong) expectAtLeast(0.95, alarms);
    else expect(alarms).toEqual([true, true]);
  });
});

describe.each([
  [10_000, 0.3],
  [1000, 0.3],
  [10_000, 0.03],
])('ranges of delays hold in 95 of 100: %d rows, a rate of %d', (rows, rate) => {
  const unit = rows / 10_000;
  const laws = [
    exponentialDelays(1500 * unit),
    exponentialDelays(200 * unit),
    uniformDelays(1000 * unit),
    lognormalDelays(500 * unit, 1),
    lognormalDelays(300 * unit, 1.5),
    paretoDelays(1.5, 200 * unit),
    paretoDelays(3, 500 * unit),
  ];

  function covers(range: readonly [number, number] | undefined, truth: number): boolean[] {
    return range === undefined ? [] : [range[0] <= truth && truth <= range[1]];
  }

  test.each(laws)('$name', (law) => {
    const all = logs(15, 200).map((seed) => lateLog(law, seed, rows, rate));
    const delays = all.map(told);
    const [median, last] = [law.quantile(0.5), law.quantile(0.99)];
    expectAtLeast(
      0.9,
      delays.flatMap(({ rewardedShareRange }) => covers(rewardedShareRange, rate)),
    );
    expectAtLeast(
      0.9,
      delays.flatMap(({ medianRange }) => covers(medianRange, median)),
    );
    const ofLast = delays.flatMap(({ ninetyNineRange }) => covers(ninetyNineRange, last));
    if (ofLast.length > 0) expectAtLeast(0.9, ofLast);
    // Where only what came is in the log, of those with enough rewards to say anything.
    const backwards = all.map(rewardedOnly).map(delaysOf);
    expectAtLeast(
      0.88,
      backwards.flatMap((each) => (isRefused(each) ? [] : covers(each.medianRange, median))),
    );
  });
});

type Draw = (random: Random) => number;

function tailsFor(draw: Draw, rows: number, seed: number): Tails | undefined {
  const random = randomStream(seed, 7, 20);
  const made = madeLog({ rows, armCount: 3, means: () => 0, seed, deviation: 1 });
  const reward = made.reward.map(() => draw(random));
  const mean = reward.reduce((sum, each) => sum + each, 0) / rows;
  const residuals = [0, 1, 2].map((arm) =>
    reward.filter((_, row) => made.arm[row] === arm).map((each) => each - mean),
  );
  const tails = tailsOf({ ...made, reward }, residuals);
  return isRefused(tails) ? undefined : tails;
}

const pareto =
  (index: number): Draw =>
  (random) =>
    (1 - random.uniform()) ** (-1 / index);

describe('tails of 10 000 rewards', () => {
  const heavy = ['heavy', 'no-variance', 'no-mean'];
  const cases: readonly [string, Draw, readonly string[], number | undefined][] = [
    ['t with 2.5 degrees', (random) => studentT(random, 2.5), heavy, 2.5],
    ['t with 5', (random) => studentT(random, 5), ['light'], undefined],
    ['Pareto 1.5', pareto(1.5), heavy, 1.5],
    ['Pareto 1.2', pareto(1.2), heavy, 1.2],
    ['t with 1', (random) => studentT(random, 1), heavy, 1],
    ['exponential', (random) => -Math.log(1 - random.uniform()), ['light'], undefined],
    ['normal', normal, ['light'], undefined],
  ];

  test.each(cases)('%s', (_, draw, verdicts, index) => {
    const tails = logs(15, 200).flatMap((seed) => tailsFor(draw, 10_000, seed) ?? []);
    expectAtLeast(
      0.95,
      tails.map(({ verdict }) => verdicts.includes(verdict)),
    );
    if (index === undefined) return;
    expectAtLeast(
      0.9,
      tails.map(({ tails: [upper] }) => upper.low <= index && index <= (upper.high ?? index)),
    );
  });

  test('of 0 and 1 are skipped', () => {
    const bits = madeLog({ rows: 10_000, armCount: 1, means: () => 0.3, seed: 1 });
    expect(tailsOf(bits, [bits.reward])).toMatchObject({ refused: 'rewards-discrete' });
  });
});
