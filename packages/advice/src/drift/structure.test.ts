import { randomStream } from '@driftline/core';
import { describe, expect, test } from 'vitest';
import { jumps, madeLog, stationary } from '../../test/synthetic.ts';
import type { Log } from '../contract/log.ts';
import { blockLength, blocksOf } from './blocks.ts';
import { sharingOf, structureOf } from './structure.ts';

/** Straight from the formulas, block by block and arm by arm. */
function naive(log: Log, length: number, distance: number) {
  const blocks = Math.floor(log.rows / length);
  const cell = (block: number, arm: number) => {
    const rewards: number[] = [];
    for (let row = block * length; row < (block + 1) * length; row++)
      if (log.arm[row] === arm) rewards.push(log.reward[row]);
    const n = rewards.length;
    const m = rewards.reduce((sum, each) => sum + each, 0) / n;
    const q = rewards.reduce((sum, each) => sum + (each - m) ** 2, 0) / n / (n - 1);
    return { n, m, q };
  };
  let [sum, count, variance] = [0, 0, 0];
  for (let arm = 0; arm < log.arms.length; arm++) {
    for (let b = 0; b + distance < blocks; b++) {
      const [first, second] = [cell(b, arm), cell(b + distance, arm)];
      if (first.n < 10 || second.n < 10) continue;
      const [d, w] = [second.m - first.m, first.q + second.q];
      sum += d * d - w;
      count += 1;
      variance += Math.max(4 * d * d * w - 2 * w * w, 2 * w * w);
      if (b + 2 * distance >= blocks) continue;
      const third = cell(b + 2 * distance, arm);
      if (third.n < 10) continue;
      variance += 2 * (2 * second.q ** 2 - 4 * d * (third.m - second.m) * second.q);
    }
  }
  return { square: sum / count, error: Math.sqrt(variance) / count };
}

describe('the structure function', () => {
  test('is that of the formulas', () => {
    const rows = 3000;
    const log = madeLog({ rows, armCount: 3, means: jumps(700, 3, rows, 5), seed: 5 });
    const structure = structureOf(log);
    expect(structure?.block).toBe(100);
    expect(structure?.lags.map(({ L }) => L)).toEqual([100, 200, 400, 800, 1000]);
    for (const { L, value, low, high } of structure?.lags ?? []) {
      const { square, error } = naive(log, 100, L / 100);
      expect(value).toBeCloseTo(Math.sqrt(square), 10);
      expect(low).toBeCloseTo(Math.sqrt(Math.max(0, square - 1.96 * error)), 10);
      expect(high).toBeCloseTo(Math.sqrt(square + 1.96 * error), 10);
    }
    expect(structure?.headline).toBe(4);
  });

  test('by hand: one arm, two blocks of means 0.2 and 0.6', () => {
    // Of 30 rows 6, then 18 are 1: d = 0.4, q = 0.16/29 and 0.24/29, D² = 0.16 − 0.4/29.
    const reward = Float64Array.from({ length: 60 }, (_, i) =>
      i < 30 ? Number(i < 6) : Number(i < 48),
    );
    const log = { ...madeLog({ rows: 60, armCount: 1, means: stationary(0.5), seed: 1 }), reward };
    expect(blockLength(log)).toBe(50);
    const blocks = blocksOf(log, 30);
    expect(Array.from(blocks.means)).toEqual([0.2, 0.6]);
    expect(blocks.noise[0]).toBeCloseTo(0.16 / 29, 12);
    expect(blocks.noise[1]).toBeCloseTo(0.24 / 29, 12);
  });

  test('does not change with a constant, and scales with rewards', () => {
    const log = madeLog({
      rows: 4000,
      armCount: 2,
      means: jumps(900, 2, 4000, 3),
      seed: 3,
      deviation: 0.3,
    });
    const lags = structureOf(log)?.lags ?? [];
    const moved =
      structureOf({ ...log, reward: log.reward.map((each) => 5 - 2 * each) })?.lags ?? [];
    lags.forEach(({ value, low, high, detectable }, i) => {
      expect(moved[i].value).toBeCloseTo(2 * value, 9);
      expect(moved[i].low).toBeCloseTo(2 * low, 9);
      expect(moved[i].high).toBeCloseTo(2 * high, 9);
      expect(moved[i].detectable).toBeCloseTo(2 * detectable, 9);
    });
  });

  test('is that of arms alone where they move alike: nothing of their own', () => {
    const random = randomStream(9);
    const levels = Array.from({ length: 10 }, () => random.uniform());
    const shared = (slot: number) => levels[Math.floor(slot / 500)];
    const made = { rows: 5000, armCount: 3, seed: 2, deviation: 0.05 };
    const alike = structureOf(madeLog({ ...made, means: (slot, arm) => shared(slot) + arm / 10 }));
    const apart = structureOf(madeLog({ ...made, means: jumps(500, 3, 5000, 8) }));
    if (alike === undefined || apart === undefined) throw new Error('no blocks');
    expect(sharingOf(alike, 3)).toBe('together');
    expect(sharingOf(apart, 3)).toBe('apart');
    const own = alike.ownLags[alike.headline];
    expect(own.low).toBe(0);
    expect(own.high).toBeLessThan(0.02);
  });

  test('rows without a reward, and rare arms, are left out', () => {
    const log = madeLog({ rows: 4000, armCount: 2, means: jumps(900, 2, 4000, 3), seed: 3 });
    const rare = { ...log, arms: [...log.arms, 'other'], other: 2 };
    const arm = log.arm.map((each, row) => (row % 7 === 0 ? 2 : each));
    const without = log.reward.map((each, row) => (row % 7 === 0 ? Number.NaN : each));
    const length = 100;
    const byArm = blocksOf({ ...rare, arm }, length);
    const byReward = blocksOf({ ...log, reward: without }, length);
    expect(byArm.means).toEqual(byReward.means);
    expect(byArm.noise).toEqual(byReward.noise);
  });

  test('rows of twice the weight count as two', () => {
    const log = madeLog({ rows: 2000, armCount: 2, means: stationary(0.3, 0.6), seed: 3 });
    const [once, twice] = [1, 2].map((weight) =>
      blocksOf(log, 100, new Float64Array(2000).fill(weight)),
    );
    expect(twice.means).toEqual(once.means);
    once.noise.forEach((noise, cell) => {
      expect(twice.noise[cell]).toBeCloseTo(noise, 12);
    });
    expect(once).toEqual(blocksOf(log, 100));
  });
});
