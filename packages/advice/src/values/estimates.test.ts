import { randomStream } from '@driftline/core';
import { describe, expect, test } from 'vitest';
import { jumps, madeLog } from '../../test/synthetic.ts';
import { FOLDS, type Log } from '../contract/log.ts';
import type { MeanPath } from '../contract/path.ts';
import { replicationFor, streamFor } from '../contract/streams.ts';
import { logCourse } from '../worlds/course.ts';
import { fitLevels, smoothedPath } from '../worlds/level-fit.ts';
import { WorldPlayer } from '../worlds/play.ts';
import { worldOf } from '../worlds/world.ts';
import { Estimates, usualReward } from './estimates.ts';
import { type FoldPart, foldPart, playNumber } from './fold-part.ts';
import type { ValuePlan } from './plan.ts';

/** Five rows, one of each fold. */
const FEW: Log = {
  ...madeLog({ rows: 5, armCount: 2, means: () => 0.5, seed: 1 }),
  arm: Uint16Array.of(0, 1, 0, 1, 0),
  reward: Float64Array.of(1, 0, 1, 1, 0),
  fold: Uint8Array.of(0, 1, 2, 3, 4),
};
const FLAT: MeanPath = {
  armCount: 2,
  bounds: Int32Array.of(0, 5),
  means: Float64Array.of(0.6, 0.4),
};

/** Chances as they are looked up. */
function at(values: Float64Array) {
  return { at: (row: number) => values[row] };
}

/** Parts of a contender that takes arm 0 in the first half of plays' rows, and arm 1 in none. */
function fewParts(hits: readonly number[], direct = 0.6): FoldPart[] {
  return hits.map((own) => ({
    path: FLAT,
    direct: Float64Array.of(direct),
    hits: [Uint8Array.of(own)],
    support: [],
    followed: [],
    fixed: [undefined],
  }));
}

function planFor(log: Log, policy: string): ValuePlan {
  return {
    log,
    weights: undefined,
    contenders: [{ name: policy, byFold: [policy, policy, policy, policy, policy] }],
    facts: {},
    way: 'level',
    plays: 3,
    seed: 5,
    kernels: undefined,
  };
}

/** Straight from the formula, with a table of what is played in each slot. */
function naive(log: Log, policy: string, chances: Float64Array) {
  const armCount = log.arms.length;
  let [direct, correction, squares, sum, sumOfSquares] = [0, 0, 0, 0, 0];
  for (let fold = 0; fold < FOLDS; fold++) {
    const world = worldOf(log, smoothedPath(fitLevels(log, { without: fold })).path);
    const mean = (row: number, arm: number) => {
      const bin = world.path.bounds.findIndex((bound) => bound > row) - 1;
      return world.path.means[bin * armCount + arm];
    };
    const shares = new Float64Array(log.rows * armCount);
    for (let play = 0; play < 3; play++) {
      const stream = playNumber(0, fold, play);
      const { noise, rewardRange } = world;
      const course = logCourse(world, streamFor(5, 'values', stream));
      const luck = { seed: 5, replication: replicationFor('values', stream) };
      const request = { policy, course, noise, rewardRange, luck, keepArms: true };
      new WorldPlayer().play(request).arms?.forEach((arm, row) => {
        shares[row * armCount + arm] += 1 / 3;
      });
    }
    for (let row = 0; row < log.rows; row++) {
      for (let arm = 0; arm < armCount; arm++)
        direct += (shares[row * armCount + arm] * mean(row, arm)) / FOLDS;
      if (log.fold[row] !== fold) continue;
      const weight = shares[row * armCount + log.arm[row]] / chances[row];
      const term = weight * (log.reward[row] - mean(row, log.arm[row]));
      correction += term;
      squares += term ** 2;
      sum += weight;
      sumOfSquares += weight ** 2;
    }
  }
  return {
    value: (direct + correction) / log.rows,
    error: Math.sqrt(squares) / log.rows,
    ess: sum ** 2 / sumOfSquares,
  };
}

describe('a doubly robust value', () => {
  test('is what one gets by hand', () => {
    const chances = at(new Float64Array(5).fill(0.5));
    const estimates = new Estimates({ log: FEW, chances, plays: 1 }, fewParts([1, 0, 1, 0, 0]));
    // Two rows agree and count 2 each; both earn .4 more than their means say: .6 + (.8 + .8) / 5.
    const { value, error, ess, snips, offMode } = estimates.estimate(0);
    expect(value).toBeCloseTo(0.92, 12);
    expect(error).toBeCloseTo(Math.sqrt(2 * 0.8 ** 2) / 5, 12);
    expect(ess).toBeCloseTo(2, 12);
    expect(snips).toBeCloseTo(1, 12);
    expect(offMode).toBe(0);
  });

  test('counts a row by the share of plays that agree', () => {
    const chances = at(Float64Array.of(0.5, 0.5, 0.25, 0.5, 0.5));
    const estimates = new Estimates({ log: FEW, chances, plays: 2 }, fewParts([1, 0, 2, 0, 1]));
    // Weights 1, 0, 4, 0, 1 with misses .4, −.4, .4, .6, −.6.
    const { value, ess, offMode } = estimates.estimate(0);
    expect(value).toBeCloseTo(0.6 + (0.4 + 1.6 - 0.6) / 5, 12);
    expect(ess).toBeCloseTo(36 / 18, 12);
    expect(offMode).toBe(1);
  });

  test('of the logged choices is the mean of their rewards', () => {
    const chances = at(new Float64Array(5).fill(0.5));
    const estimates = new Estimates({ log: FEW, chances, plays: 1 }, fewParts([1, 0, 1, 0, 0]));
    expect(estimates.estimate(estimates.logged).value).toBeCloseTo(0.6, 12);
    expect(estimates.estimate(estimates.logged).ess).toBeCloseTo(5, 12);
    // Weights differ by 1, −1, 1, −1, −1.
    const squares = 0.4 ** 2 + 0.4 ** 2 + 0.4 ** 2 + 0.6 ** 2 + 0.6 ** 2;
    expect(estimates.errorBetween(0, estimates.logged)).toBeCloseTo(Math.sqrt(squares) / 5, 12);
  });

  test('leaves rows without a reward aside', () => {
    const log = { ...FEW, reward: Float64Array.of(1, 0, Number.NaN, 1, 0) };
    const chances = at(new Float64Array(5).fill(0.5));
    const estimates = new Estimates({ log, chances, plays: 1 }, fewParts([1, 0, 1, 0, 0]));
    expect(estimates.estimate(0).value).toBeCloseTo(0.6 + 0.8 / 4, 12);
    expect(estimates.estimate(estimates.logged).value).toBeCloseTo(0.5, 12);
  });

  test.each(['sw-ucb:window=100;scale=0.36', 'ts'])('of %s is that of the formula', (policy) => {
    const made = madeLog({ rows: 600, armCount: 3, means: jumps(200, 3, 600, 4), seed: 4 });
    const random = randomStream(8);
    const chances = Float64Array.from(made.arm, () => 0.2 + 0.6 * random.uniform());
    const plan = planFor(made, policy);
    const parts = Array.from({ length: FOLDS }, (_, fold) =>
      foldPart(plan, { number: 0, fold }, () => {}),
    );
    const found = new Estimates({ log: made, chances: at(chances), plays: 3 }, parts).estimate(0);
    const expected = naive(made, policy, chances);
    expect(found.value).toBeCloseTo(expected.value, 10);
    expect(found.error).toBeCloseTo(expected.error, 10);
    expect(found.ess).toBeCloseTo(expected.ess, 6);
  });

  test('sums corrections by blocks of every fiftieth row', () => {
    const rows = 500;
    const log = madeLog({ rows, armCount: 2, means: () => 0.5, seed: 2 });
    const plan = planFor(log, 'ucb1');
    const parts = Array.from({ length: FOLDS }, (_, fold) =>
      foldPart(plan, { number: 0, fold }, () => {}),
    );
    const chances = at(new Float64Array(rows).fill(0.5));
    const estimates = new Estimates({ log, chances, plays: 3 }, parts);
    const means = estimates.blockMeans(0);
    const average = means.reduce((sum, mean) => sum + mean, 0) / means.length;
    expect(estimates.direct(0) + average).toBeCloseTo(estimates.estimate(0).value, 10);
  });
});

test('the usual reward is the most frequent one', () => {
  expect(usualReward(FEW)).toBe(1);
  expect(usualReward({ ...FEW, reward: Float64Array.of(Number.NaN, 0, 0, 1, 2) })).toBe(0);
});
