import { randomStream } from '@driftline/core';
import { describe, expect, test } from 'vitest';
import { jumps, madeLog, stationary, waves } from '../../test/synthetic.ts';
import { rowsAlike } from './neighbours.ts';

/** Arms alike, and users who come for some rows in a row, each with an inclination of their own. */
function usersLog(streak: number, armCount: number, seed: number) {
  const random = randomStream(seed, 9, 99);
  const rows = 10_000;
  const levels = Array.from({ length: rows }, () => 0.2 + 0.6 * random.uniform());
  const means = (slot: number) => levels[Math.floor(slot / streak)];
  return madeLog({ rows, armCount, means, seed });
}

describe('rows near each other', () => {
  test('are alike where users stay for some rows, or rows are written twice', () => {
    expect([1, 2, 3].map((seed) => rowsAlike(usersLog(20, 3, seed)))).toEqual([true, true, true]);
    const log = madeLog({ rows: 3000, armCount: 2, means: stationary(0.5, 0.4), seed: 1 });
    const twice = (column: ArrayLike<number>, row: number) => column[row - (row % 2)];
    const doubled = {
      ...log,
      arm: log.arm.map((_, row) => twice(log.arm, row)),
      reward: log.reward.map((_, row) => twice(log.reward, row)),
    };
    expect(rowsAlike(log)).toBe(false);
    expect(rowsAlike(doubled)).toBe(true);
  });

  test('are not where arms move, though rows of one of many arms are far from each other', () => {
    for (const armCount of [3, 10, 20]) {
      const rows = 20_000;
      const log = madeLog({ rows, armCount, means: jumps(500, armCount, rows, 1), seed: 1 });
      expect(rowsAlike(log)).toBe(false);
    }
    expect(rowsAlike(madeLog({ rows: 20_000, armCount: 10, means: waves(500, 10), seed: 1 }))).toBe(
      false,
    );
  });

  test('are not where no arm has rows near enough', () => {
    const log = madeLog({ rows: 300, armCount: 2, means: stationary(0.5, 0.4), seed: 1 });
    expect(rowsAlike({ ...log, rows: 2 })).toBe(false);
  });
});
