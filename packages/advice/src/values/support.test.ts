import { randomStream } from '@driftline/core';
import { describe, expect, test } from 'vitest';
import { jumps, madeLog, stationary } from '../../test/synthetic.ts';
import { fitLevels } from '../worlds/level-fit.ts';
import { drawnVolatility, mostLikely } from '../worlds/local-level.ts';
import { pooledFit } from './pooled-fit.ts';
import { knownArms, leastShare, STRETCHES, supportOver } from './support.ts';

/** Takes the last arm only in the first tenth. */
const leaving = {
  pick: (slot: number, random: { below(n: number): number }) => random.below(slot < 400 ? 3 : 2),
};

describe('what a log knows of arms', () => {
  test('is everything where they are taken by lot and stand still', () => {
    const log = madeLog({ rows: 2000, armCount: 3, means: stationary(0.5, 0.4, 0.3), seed: 1 });
    const known = knownArms(log);
    expect(known.isFollowed.every((mark) => mark === 1)).toBe(true);
    expect(known.movement).toBeLessThan(1e-5);
  });

  test('ends some time after an arm is not taken any more, where arms move', () => {
    const rows = 4000;
    const means = jumps(500, 3, rows, 3);
    const known = knownArms(madeLog({ rows, armCount: 3, means, seed: 3, logger: leaving }));
    const last = new Uint16Array(rows).fill(2);
    const shares = supportOver(known, known.isTried, last);
    expect(shares[0]).toBe(1);
    expect(shares[STRETCHES - 1]).toBe(0);
    const first = supportOver(known, known.isTried, new Uint16Array(rows));
    expect(first.every((share) => share === 1)).toBe(true);
  });

  test('is asked for in a twentieth of decisions, or equally often', () => {
    expect([3, 20, 50].map(leastShare)).toEqual([0.05, 0.05, 0.02]);
  });
});

test('an arm that was hardly seen moves as the others do', () => {
  const rows = 4000;
  const means = jumps(500, 3, rows, 3);
  const fit = fitLevels(madeLog({ rows, armCount: 3, means, seed: 3, logger: leaving }));
  const [other, , seldom] = pooledFit(fit).arms;
  if (other === undefined || seldom === undefined) throw new Error('an arm has no rewards');
  // Its volatilities are the nearest to those of the others, within the factor of 4 between two.
  const ratio = mostLikely(seldom) / mostLikely(other);
  expect(ratio).toBeGreaterThan(1 / 16);
  expect(ratio).toBeLessThan(16);
  expect(seldom.weights.reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1, 12);
  expect(drawnVolatility(seldom, randomStream(1))).toBeGreaterThan(0);
});
