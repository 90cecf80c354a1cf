/** Rested arms: means by the number of plays, in JavaScript and compiled, and mutants that count plays otherwise. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { KERNELS } from '../assembly/digest.ts';
import { compileModule, KernelInstance } from '../src/compiled/kernel-instance.ts';
import { ExactRewards } from '../src/laws/exact.ts';
import { restedCourse, tabledCourse } from '../src/means/courses.ts';
import type { RewardSampler } from '../src/portable/laws/sampler.ts';
import type { Course } from '../src/portable/means/course.ts';
import { Replication } from '../src/portable/play/play.ts';
import { RewardMap } from '../src/portable/play/reward-map.ts';
import { kernelCases, laws } from './portable/cases.ts';
import {
  difference,
  emptyRecord,
  Ground,
  JavaScriptPlayer,
  SLOTS,
  type Trail,
  WebAssemblyPlayer,
} from './portable/players.ts';

const ARMS = 3;

function instance(): KernelInstance {
  const compiled = compileModule(new Uint8Array(readFileSync(KERNELS)));
  if (compiled === undefined) throw new Error('this engine has no WebAssembly');
  return new KernelInstance(compiled);
}

/** Rows × arms, each value by its row and arm. */
function tableOf(value: (row: number, arm: number) => number): Float64Array<ArrayBuffer> {
  return Float64Array.from({ length: SLOTS * ARMS }, (_, i) =>
    value(Math.floor(i / ARMS), i % ARMS),
  );
}

const best = new Float64Array(SLOTS).fill(0.75);

function expectSame(expected: readonly Trail[], got: readonly Trail[]): void {
  expect(expected.map((trail, i) => difference(trail, got[i]))).toEqual(
    expected.map(() => undefined),
  );
}

type Payer = typeof Replication<RewardSampler>;

/** The rewards of some arms, if rewards are the means. */
function rewardsOf(
  course: Course,
  arms: readonly number[],
  Counting: Payer = Replication<RewardSampler>,
): number[] {
  const map = new RewardMap(0, 1, false);
  const replication = new Counting(course, emptyRecord(ARMS), new ExactRewards(), map);
  replication.begin(1, 0);
  // A second start forgets the plays of the first one.
  replication.pay(0, 0);
  replication.begin(1, 0);
  return arms.map((arm, slot) => replication.pay(slot, arm));
}

const mutants: readonly (readonly [string, Payer])[] = [
  [
    'one too high',
    class extends Replication<RewardSampler> {
      override begin(seed: number, replication: number): void {
        super.begin(seed, replication);
        this.plays.fill(1);
      }
    },
  ],
  [
    'of a play before it is paid',
    class extends Replication<RewardSampler> {
      override pay(slot: number, arm: number): number {
        this.plays[arm] += 1;
        const reward = super.pay(slot, arm);
        this.plays[arm] -= 1;
        return reward;
      }
    },
  ],
  [
    'of the replication before',
    class extends Replication<RewardSampler> {
      override begin(seed: number, replication: number): void {
        const plays = this.plays.slice();
        super.begin(seed, replication);
        this.plays.set(plays);
      }
    },
  ],
  [
    'of all arms',
    class extends Replication<RewardSampler> {
      override pay(slot: number, arm: number): number {
        this.plays.fill(slot);
        return super.pay(slot, arm);
      }
    },
  ],
];

describe('a rested course', () => {
  const means = tableOf((plays, arm) => 100 * arm + plays);
  const picks = [0, 0, 2, 1, 0, 2, 1, 1];
  const paid = [0, 1, 200, 100, 2, 201, 101, 102];

  test('gives each play the mean by the earlier plays of its arm', () => {
    expect(rewardsOf(restedCourse(ARMS, means, best), picks)).toEqual(paid);
  });

  test.each(mutants)('would pay otherwise by a count of plays %s', (_, Counting) => {
    expect(rewardsOf(restedCourse(ARMS, means, best), picks, Counting)).not.toEqual(paid);
  });

  test('adds the level of the slot', () => {
    const levels = tableOf((slot, arm) => 0.25 * slot + (arm === 2 ? 1000 : 0));
    expect(rewardsOf(restedCourse(ARMS, means, best, levels), [0, 0, 2, 1, 0])).toEqual([
      0, 1.25, 1200.5, 100.75, 3,
    ]);
  });

  const cases = kernelCases(ARMS);
  const falling = restedCourse(
    ARMS,
    tableOf((plays, arm) => 0.9 / (1 + (0.02 + 0.03 * arm) * plays)),
    best,
    tableOf((slot, arm) => ((slot + 300 * arm) % 400) / 4000),
  );
  const still = (_: number, arm: number) => 0.25 + 0.25 * arm;

  test('that never moves is the stationary one, and one that falls is the same compiled', () => {
    const rested = restedCourse(ARMS, tableOf(still), best);
    const stationary = tabledCourse(ARMS, tableOf(still), best);
    const grounds = [rested, falling].map((course) => new Ground(instance(), course));
    for (const kernelCase of cases.filter((_, i) => i % 5 === 0)) {
      for (const { sampler } of laws.slice(0, 2)) {
        const played = [rested, stationary, falling].map((course) =>
          new JavaScriptPlayer(kernelCase, sampler, course).play([0, 1, 2]),
        );
        const compiled = grounds.map((ground) =>
          new WebAssemblyPlayer(ground, kernelCase, sampler).play([0, 1, 2]),
        );
        expectSame(played[1], played[0]);
        expectSame(played[1], compiled[0]);
        expectSame(played[2], compiled[1]);
      }
    }
  });
});
