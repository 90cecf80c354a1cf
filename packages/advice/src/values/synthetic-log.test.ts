import { randomStream } from '@driftline/core';
import { describe, expect, test } from 'vitest';
import { jumps, type Logger, madeLog } from '../../test/synthetic.ts';
import type { Log } from '../contract/log.ts';
import { fitLevels, smoothedPath } from '../worlds/level-fit.ts';
import { worldOf } from '../worlds/world.ts';
import { type ArmLaw, loggedTruth, syntheticLog } from './synthetic-log.ts';

const ROWS = 4000;

/** Takes the first arm with a probability that rises with time. */
function rising(): Logger {
  let chance = 0;
  return {
    pick(slot, random) {
      const first = 0.2 + (0.6 * slot) / ROWS;
      const arm = random.uniform() < first ? 0 : 1 + Math.floor(2 * random.uniform());
      chance = arm === 0 ? first : (1 - first) / 2;
      return arm;
    },
    propensity: () => chance,
  };
}

const log = madeLog({
  rows: ROWS,
  armCount: 3,
  means: jumps(1000, 3, ROWS, 6),
  seed: 6,
  logger: rising(),
});
const world = worldOf(log, smoothedPath(fitLevels(log)).path);
const made = (law: ArmLaw, of: Log = log) => syntheticLog(of, world, law, randomStream(9));

function shareOf({ arm }: Log, own: number, from: number, to: number): number {
  return arm.subarray(from, to).filter((each) => each === own).length / (to - from);
}

describe('a log made from a world', () => {
  test('takes arms as often as the log in all', () => {
    const drawn = made('shares');
    expect(drawn.propensity).toBeUndefined();
    // Three deviations of a share of 4 000 rows are .024, of both .034.
    for (const arm of [0, 1, 2])
      expect(Math.abs(shareOf(drawn, arm, 0, ROWS) - shareOf(log, arm, 0, ROWS))).toBeLessThan(
        0.034,
      );
  });

  test('takes arms with the probabilities given, which it states', () => {
    const drawn = made('given');
    const early = shareOf(log, 0, 0, 1000);
    expect(Math.abs(shareOf(drawn, 0, 0, 1000) - early)).toBeLessThan(0.06);
    expect(shareOf(drawn, 0, 3000, ROWS)).toBeGreaterThan(0.6);
    // In expectation the inverse of a probability is the number of arms.
    const inverse = drawn.propensity?.reduce((sum, chance) => sum + 1 / chance, 0) ?? 0;
    expect(inverse / ROWS / 3).toBeGreaterThan(0.93);
    expect(inverse / ROWS / 3).toBeLessThan(1.07);
  });

  test('keeps arms where nothing is known of how they were taken', () => {
    expect(made('kept').arm).toEqual(log.arm);
  });

  test('has rewards of the world, and folds of its own', () => {
    const drawn = made('kept');
    const mean = drawn.reward.reduce((sum, reward) => sum + reward, 0) / ROWS;
    expect(Math.abs(mean - loggedTruth(drawn, world))).toBeLessThan(3 * Math.sqrt(0.25 / ROWS));
    expect(drawn.reward).not.toEqual(log.reward);
    expect(drawn.fold).not.toEqual(log.fold);
    expect(new Set(drawn.fold)).toEqual(new Set([0, 1, 2, 3, 4]));
  });

  test('draws among eligible arms', () => {
    const sets = [Uint16Array.of(0, 1, 2), Uint16Array.of(0, 2)];
    const eligible = Uint16Array.from(log.arm, (arm) => (arm === 1 ? 0 : 1));
    for (const law of ['shares', 'given'] as const) {
      const drawn = made(law, { ...log, sets, eligible });
      expect(drawn.arm.every((arm, row) => sets[eligible[row]].includes(arm))).toBe(true);
    }
  });
});
