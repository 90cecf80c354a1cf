import { type Random, randomStream } from '@driftline/core';
import { normal, studentT } from '@driftline/core/parts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { madeLog } from '../../test/synthetic.ts';
import type { Log } from '../contract/log.ts';
import { isRefused } from '../contract/refusal.ts';
import type { Tails } from '../contract/tails.ts';
import { hill, indexRange } from './hill.ts';
import { Largest } from './largest.ts';
import { robustMean } from './median-of-means.ts';
import { scaleOf, sharesAlike } from './scales.ts';
import { powerTails, tailPoints, tailsOf } from './tails.ts';

type Draw = (random: Random) => number;

const exponential: Draw = (random) => -Math.log(1 - random.uniform());
const pareto =
  (index: number): Draw =>
  (random) =>
    (1 - random.uniform()) ** (-1 / index);

/** A log of three arms with constant means, and what rewards differ by from them. */
function drawn(draw: Draw, rows: number, seed: number): { log: Log; residuals: Float64Array[] } {
  const random = randomStream(seed, 7, 20);
  const made = madeLog({ rows, armCount: 3, means: () => 0, seed, deviation: 1 });
  const reward = made.reward.map(() => draw(random));
  const residuals = [0, 1, 2].map((arm) => {
    const own = reward.filter((_, row) => made.arm[row] === arm);
    const mean = own.reduce((sum, each) => sum + each, 0) / own.length;
    return own.map((each) => each - mean);
  });
  return { log: { ...made, reward }, residuals };
}

function told(draw: Draw, rows: number, seed: number): Tails {
  const { log, residuals } = drawn(draw, rows, seed);
  const tails = tailsOf(log, residuals);
  if (isRefused(tails)) throw new Error(tails.refused);
  return tails;
}

describe('the index of a tail', () => {
  test('of four numbers by hand', () => {
    const tail = hill(Float64Array.of(Math.E ** 3, Math.E ** 2, Math.E, 1));
    // Logarithms 3, 2 and 1 have a mean of 2; their squares one of 14/3.
    expect(tail?.index).toBeCloseTo(1 / 2, 14);
    expect(tail?.count).toBe(3);
    expect(tail?.shape).toBeCloseTo(2 + 1 - 0.5 / (1 - 4 / (14 / 3)), 12);
    // 2k α/α̂ is χ² with 6 degrees: 1.2373 and 14.449 enclose 95 %.
    expect(tail?.low).toBeCloseTo((0.5 * 1.2373) / 6, 2);
    expect(tail?.high).toBeCloseTo((0.5 * 14.449) / 6, 2);
  });

  test('is not told where the tail is not above 0, or all of it is alike', () => {
    expect(hill(Float64Array.of(3, 2, 0))).toBeUndefined();
    expect(hill(Float64Array.of(3, 2, -1))).toBeUndefined();
    expect(hill(Float64Array.of(2, 2, 2))).toBeUndefined();
    expect(hill(Float64Array.of(2))).toBeUndefined();
  });

  test('does not depend on the unit', () => {
    const sizes = [90, 40, 22, 17, 9];
    const [one, other] = [1, 1000].map((unit) => hill(Float64Array.from(sizes, (x) => unit * x)));
    expect(other?.index).toBeCloseTo(one?.index ?? 0, 12);
    expect(other?.shape).toBeCloseTo(one?.shape ?? 0, 12);
  });
});

describe('the largest', () => {
  test('are those that sorting finds', () => {
    const values = fc.array(fc.double({ noNaN: true }), { maxLength: 200 });
    fc.assert(
      fc.property(values, fc.integer({ min: 1, max: 40 }), (each, most) => {
        const largest = new Largest(most);
        for (const value of each) largest.add(value);
        const sorted = each.toSorted((a, b) => b - a).slice(0, most);
        expect([...largest.sorted()].map((x) => x + 0)).toEqual(sorted.map((x) => x + 0));
      }),
      { seed: 1, numRuns: 200 },
    );
  });
});

describe('the scale of an arm', () => {
  test('is the median distance from the median', () => {
    const scale = scaleOf(Float64Array.of(1, 2, 3, 4, 100), 0);
    expect(scale).toEqual({ center: 3, size: 1, apart: 1 });
  });

  test('where most rewards are alike, it is that of the others', () => {
    const scale = scaleOf(Float64Array.of(-1, -1, -1, -1, -1, 4, 9), 5 / 7);
    expect(scale.center).toBe(-1);
    expect(scale.size).toBe(10);
    expect(scale.apart).toBeCloseTo(2 / 7, 12);
    // A mean that moves a little makes residuals of equal rewards differ a little.
    const moved = scaleOf(Float64Array.of(-1.01, -1, -0.99, -1.02, -1, 4, 9), 5 / 7);
    expect(moved.size).toBeCloseTo(10, 12);
  });

  test('rewards are alike where more than half are the same', () => {
    const log = madeLog({ rows: 1000, armCount: 2, means: (_, arm) => 0.2 + 0.2 * arm, seed: 1 });
    const wide = { ...log, reward: log.reward.map((bit, row) => (log.arm[row] === 0 ? bit : row)) };
    const zeros = log.reward.filter((bit, row) => log.arm[row] === 0 && bit === 0).length;
    const all = log.arm.filter((arm) => arm === 0).length;
    expect(sharesAlike(wide)).toEqual([zeros / all, 0]);
  });

  test('where all are alike there is none', () => {
    expect(scaleOf(new Float64Array(10), 1)).toMatchObject({ size: 0 });
  });
});

describe('tails of a log', () => {
  test('are not looked for in bits, few values, or known bounds', () => {
    const bits = madeLog({ rows: 1000, armCount: 1, means: () => 0.3, seed: 1 });
    expect(tailsOf(bits, [bits.reward])).toMatchObject({ refused: 'rewards-discrete' });
    const unit: Log = { ...bits, rewards: { ...bits.rewards, kind: 'unit' } };
    expect(tailsOf(unit, [bits.reward])).toMatchObject({ refused: 'rewards-bounded' });
    const { log, residuals } = drawn(normal, 150, 1);
    expect(tailsOf(log, residuals)).toMatchObject({ refused: 'too-short', need: { rows: 200 } });
  });

  test('a shift or a scale of one arm changes nothing', () => {
    const { log, residuals } = drawn((random) => studentT(random, 2.5), 5000, 3);
    const first = tailsOf(log, residuals);
    const other = tailsOf(
      log,
      residuals.map((each, arm) => each.map((residual) => 8 ** arm * residual + arm)),
    );
    if (isRefused(first) || isRefused(other)) throw new Error('refused');
    expect(other.verdict).toBe(first.verdict);
    other.tails.forEach((tail, i) => {
      expect(tail.index).toBeCloseTo(first.tails[i].index, 8);
    });
  });

  test('each side is its own', () => {
    const upper = told(pareto(1.5), 5000, 4);
    const { log, residuals } = drawn((random) => -pareto(1.5)(random), 5000, 4);
    const lower = tailsOf(log, residuals);
    if (isRefused(lower)) throw new Error('refused');
    expect(upper.tails[0].side).toBe('upper');
    expect(lower.tails.find(({ side }) => side === 'lower')?.index).toBeCloseTo(
      upper.tails[0].index,
      2,
    );
    expect(lower.verdict).toBe(upper.verdict);
  });

  test('revenue that is mostly 0 is not said to be without a mean', () => {
    const revenue: Draw = (random) =>
      random.uniform() < 0.03 ? Math.exp(1.5 * normal(random)) : 0;
    for (const seed of [1, 2, 3, 4, 5])
      expect(told(revenue, 10_000, seed).verdict).not.toBe('no-mean');
  });

  test('the index has an upper end only where a power is shown, and both ends allow for where it begins', () => {
    const [light] = told(normal, 10_000, 2).tails;
    expect(light.high).toBeUndefined();
    const [{ index, low, high = 0, count }] = told(pareto(2.5), 10_000, 2).tails;
    const [lowThere, highThere] = indexRange(index, count);
    expect(low).toBeLessThanOrEqual(lowThere);
    expect(high).toBeGreaterThanOrEqual(highThere);
    // A quarter of the values leaves twice the error on one side or the other.
    expect(high / low).toBeGreaterThan(1.2 * (highThere / lowThere));
  });

  test('laws without a mean are said to have none, perhaps; those with one are not', () => {
    // 200 of 200 each, and 0 of 200.
    for (const seed of [1, 2, 3, 4, 5]) {
      expect(told((random) => studentT(random, 1), 10_000, seed).verdict).toBe('no-mean');
      expect(told(pareto(0.8), 10_000, seed).verdict).toBe('no-mean');
      expect(told(pareto(1.8), 10_000, seed).verdict).not.toBe('no-mean');
    }
  });

  test('a variance that is unlikely is given up, though its absence is not shown', () => {
    const doubtful = Array.from({ length: 30 }, (_, i) => told(pareto(1.9), 1000, i + 1)).filter(
      ({ tails: [{ index, count }] }) => index < 2 && indexRange(index, count)[1] > 2,
    );
    expect(doubtful.length).toBeGreaterThan(5);
    expect(doubtful.every(({ verdict }) => verdict === 'no-variance')).toBe(true);
  });

  test('what the largest make up is told', () => {
    const { log, residuals } = drawn(normal, 1000, 5);
    const spiked = { ...log, reward: log.reward.map((_, row) => (row === 7 ? 991 : row % 2)) };
    const tails = tailsOf(
      { ...spiked, reward: spiked.reward.map((reward, row) => reward + (row % 23) / 1e6) },
      residuals.map((each, arm) => (arm === 0 ? Float64Array.of(...each, 1e6) : each)),
    );
    if (isRefused(tails)) throw new Error('refused');
    // 991 and nine of 1, of 991 + 500.
    expect(tails.topTen).toBeCloseTo(1000 / 1490.5, 2);
    expect(tails.largestSquare).toBeGreaterThan(0.99);
  });

  test('worlds are given heavy sides in the unit of rewards', () => {
    const { log, residuals } = drawn((random) => 10 * studentT(random, 1.5), 10_000, 6);
    const tails = tailsOf(log, residuals);
    if (isRefused(tails)) throw new Error('refused');
    const power = powerTails(residuals, tails);
    expect(power.map(({ sign }) => sign)).toEqual([1, -1]);
    for (const { sign, from, share } of power) {
      const beyond = residuals.flatMap((each) => [...each]).filter((x) => sign * x > from).length;
      expect(share).toBe(0.01);
      expect(beyond).toBe(100);
    }
    const light = drawn(normal, 10_000, 6);
    expect(powerTails(light.residuals, told(normal, 10_000, 6))).toEqual([]);
  });

  test('figures are given sizes that fall as their shares grow', () => {
    const { log, residuals } = drawn(normal, 10_000, 7);
    for (const { points } of tailPoints(log, residuals)) {
      expect(points.length).toBeGreaterThan(50);
      points.slice(1).forEach(({ size, share }, i) => {
        expect(size).toBeLessThanOrEqual(points[i].size);
        expect(share).toBeGreaterThan(points[i].share);
      });
      expect(points[0].share).toBe(1 / 10_000);
    }
  });
});

function blockMeans(values: Float64Array, blocks = 50): Float64Array {
  const sums = new Float64Array(blocks);
  values.forEach((value, i) => {
    sums[i % blocks] += (value * blocks) / values.length;
  });
  return sums;
}

describe('means with heavy tails', () => {
  const side = (which: 'upper' | 'lower', index: number) => ({
    side: which,
    index,
    low: index,
    high: index,
    // So many that the index is known exactly.
    count: 1e12,
  });

  test('of blocks in order: with light tails their median lies between the 17th and the 34th of 50', () => {
    const means = Float64Array.from({ length: 50 }, (_, i) => i + 1);
    // 25 ∓ 1.96 √12.5 is 18.07 and 31.93; one-sided 19.18.
    expect(robustMean(means, { tails: [] })).toEqual({
      value: 25.5,
      low: 18,
      high: 33,
      atLeast: 19,
    });
  });

  test('with one heavy tail of index 1.5 two thirds of block means lie below', () => {
    const means = Float64Array.from({ length: 50 }, (_, i) => i + 1);
    // 33.33 + 1.96 · 3.33 is 39.87; 16.67 − 6.53 is 10.13.
    expect(robustMean(means, { tails: [side('upper', 1.5)] })).toMatchObject({ low: 18, high: 41 });
    expect(robustMean(means, { tails: [side('lower', 1.5)] })).toMatchObject({ low: 10, high: 33 });
  });

  test('the true mean is covered where the plain median of means misses it', () => {
    const LOGS = 60;
    let [covered, plain] = [0, 0];
    for (let seed = 1; seed <= LOGS; seed++) {
      const { log, residuals } = drawn(pareto(1.5), 5000, seed);
      const tails = tailsOf(log, residuals);
      if (isRefused(tails)) throw new Error('refused');
      const { low, high } = robustMean(blockMeans(log.reward), tails);
      covered += Number(low <= 3 && 3 <= high);
      const median = robustMean(blockMeans(log.reward), { tails: [] });
      plain += Number(median.low <= 3 && 3 <= median.high);
    }
    // .97 and .24 of 200: three standard errors of 60 are .07 and .17.
    expect(covered / LOGS).toBeGreaterThan(0.88);
    expect(plain / LOGS).toBeLessThan(0.5);
  });

  test('of values that are all alike is that value', () => {
    const means = new Float64Array(50).fill(4);
    expect(robustMean(means, { tails: [] })).toEqual({ value: 4, low: 4, high: 4, atLeast: 4 });
  });
});

test('exponential tails are light, and not called a power', () => {
  const many = Array.from({ length: 20 }, (_, i) => told(exponential, 10_000, i + 1));
  expect(many.filter(({ verdict }) => verdict === 'light')).toHaveLength(20);
  // .03 of 200: more than four of 20 would be one case in ten thousand.
  expect(many.filter(({ isPower }) => isPower).length).toBeLessThanOrEqual(4);
});
