import { describe, expect, test } from 'vitest';
import { exponentialDelays, withDelays } from '../../test/late-logs.ts';
import { jumps, type Means, madeLog, stationary, waves } from '../../test/synthetic.ts';
import type { Log } from '../contract/log.ts';
import { lateSigns } from './late-signs.ts';

const ROWS = 10_000;
const LOGS = 20;

function suspected(log: (seed: number) => Log): number {
  return Array.from({ length: LOGS }, (_, i) => lateSigns(log(i + 1))).filter(
    ({ isSuspected }) => isSuspected,
  ).length;
}

function made(means: Means, seed: number): Log {
  return madeLog({ rows: ROWS, armCount: 3, means, seed });
}

function late(means: Means, seed: number, mean: number): Log {
  return { ...withDelays(made(means, seed), exponentialDelays(mean), seed), arrival: undefined };
}

describe('signs of late rewards', () => {
  test.each([500, 1500, 5000])('are seen where rewards come after %d rows', (mean) => {
    const still = stationary(0.3, 0.2, 0.4);
    // 1.00 of 200 each.
    expect(suspected((seed) => late(still, seed, mean))).toBe(LOGS);
  });

  test('are not seen where arms stand still, jump, or swing', () => {
    // 0 to .005 of 200 each: more than two of 20 would be one case in a million.
    expect(suspected((seed) => made(stationary(0.3, 0.2, 0.4), seed))).toBeLessThanOrEqual(2);
    expect(suspected((seed) => made(jumps(2000, 3, ROWS, seed), seed))).toBeLessThanOrEqual(2);
    expect(suspected((seed) => made(waves(2000, 3), seed))).toBeLessThanOrEqual(2);
  });

  test('are not seen where one arm alone falls, nor where all fell at once and stay there', () => {
    const alone: Means = (slot, arm) => (arm === 1 && slot >= 9000 ? 0.1 : 0.4);
    expect(suspected((seed) => made(alone, seed))).toBe(0);
    const atOnce: Means = (slot, arm) => (0.4 + 0.1 * arm) * (slot >= 9000 ? 0.6 : 1);
    expect(suspected((seed) => made(atOnce, seed))).toBeLessThanOrEqual(2);
  });

  test('are not seen where all arms really fall at the end, to a level or in a line', () => {
    // 0 to .02 of 200 each, where the end alone would have them at .1 to .8; that it is poor is said of all.
    const factors: readonly ((part: number) => number)[] = [
      (part) => (part > 0.97 ? 0.5 : 1),
      (part) => (part > 0.95 ? 0.6 : 1),
      (part) => 1 - 2.5 * Math.max(0, part - 0.8),
      (part) => 1 + 0.5 * Math.sin(2 * Math.PI * (3 * part + 0.75)),
    ];
    for (const factor of factors) {
      const means: Means = (slot, arm) => (0.3 + 0.1 * arm) * factor(slot / ROWS);
      expect(suspected((seed) => made(means, seed))).toBeLessThanOrEqual(2);
      expect(lateSigns(made(means, 1)).isPoor).toBe(true);
    }
  });

  test('are seen of costs, too: what has not come is nearer to 0', () => {
    const costs = (seed: number): Log => {
      const log = late(stationary(0.3, 0.3, 0.3), seed, 1500);
      return { ...log, reward: log.reward.map((reward) => -reward) };
    };
    expect(suspected(costs)).toBe(LOGS);
    expect(lateSigns(costs(1)).fall.every((fall) => fall > 0)).toBe(true);
  });

  test('say how far each arm fell, and how well that is known', () => {
    const means: Means = (slot, arm) => (slot >= 9000 ? 0.2 : 0.5) + 0.1 * arm;
    const { fall, error } = lateSigns(made(means, 3));
    fall.forEach((each, arm) => {
      expect(Math.abs(each + 0.3)).toBeLessThan(4 * error[arm]);
      expect(error[arm]).toBeCloseTo(Math.sqrt(0.25 / 333 + 0.25 / 3000), 2);
    });
  });

  test('need rewards to say anything', () => {
    const empty = { ...made(stationary(0.3, 0.3, 0.3), 1) };
    const none = { ...empty, reward: new Float64Array(ROWS).fill(Number.NaN) };
    expect(lateSigns(none)).toEqual({
      isPoor: false,
      isSuspected: false,
      fall: [0, 0, 0],
      error: [0, 0, 0],
    });
  });
});
