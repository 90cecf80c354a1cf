import fc from 'fast-check';
import { expect, test } from 'vitest';
import { randomStream } from '../../random/source.ts';
import { RestoringArchive, SavingArchive } from '../../shell/kernel-state.ts';
import { monitoredThreshold } from '../../theory/detection.ts';
import { HalfDifference } from './half-difference.ts';

function coins(count: number, mean: number, seed: number): number[] {
  const random = randomStream(seed);
  return Array.from({ length: count }, () => (random.uniform() < mean ? 1 : 0));
}

function sumOf(rewards: readonly number[]): number {
  return rewards.reduce((sum, reward) => sum + reward, 0);
}

test('compares the last h rewards with the h before, from the 2h-th reward on', () => {
  // Quarters, so that no sum is rounded and thresholds are met exactly.
  const quarter = fc.integer({ min: -8, max: 8 }).map((i) => i / 4);
  fc.assert(
    fc.property(
      fc.array(quarter, { maxLength: 80, size: 'max' }),
      fc.integer({ min: 1, max: 12 }),
      fc.integer({ min: 1, max: 12 }).map((i) => i / 4),
      fc.option(fc.integer({ min: 0, max: 40 })),
      (rewards, half, threshold, forgotten) => {
        const detector = new HalfDifference(2, half, threshold);
        const alarms: boolean[] = [];
        const expected: boolean[] = [];
        let held: number[] = [];
        rewards.forEach((reward, i) => {
          detector.update(0, -reward);
          alarms.push(detector.update(1, reward));
          held.push(reward);
          const difference = sumOf(held.slice(-half)) - sumOf(held.slice(-2 * half, -half));
          expected.push(held.length >= 2 * half && Math.abs(difference) > threshold);
          if (i === forgotten) {
            detector.forget(1);
            held = [];
          }
        });
        expect(alarms).toEqual(expected);
      },
    ),
    { numRuns: 1000, seed: 40 },
  );
});

test('the trap of a detector that fires whenever its window fills', () => {
  // Any alarm within T rewards has probability at most 1/(K T) here, for one arm of K.
  const [arms, horizon] = [3, 5000];
  for (const samples of [2, 20, 200, 800]) {
    const threshold = monitoredThreshold(arms, horizon, samples);
    for (let seed = 0; seed < 20; seed++) {
      const detector = new HalfDifference(1, samples / 2, threshold);
      const alarms = coins(horizon, 0.5, seed).filter((reward) => detector.update(0, reward));
      expect(alarms).toEqual([]);
    }
  }
});

test('finds a change of 0.3 once enough of it is in the window', () => {
  const threshold = monitoredThreshold(3, 5000, 800);
  // 0.3 times the rewards since the change must pass b = 86.8: after 290 or so; the sum of 800 rewards has
  // a standard deviation of at most √200 = 14.2, so that five of them are 237 rewards.
  for (let seed = 0; seed < 20; seed++) {
    const detector = new HalfDifference(1, 400, threshold);
    const rewards = [...coins(1000, 0.5, seed), ...coins(600, 0.8, 100 + seed)];
    const found = rewards.findIndex((reward) => detector.update(0, reward)) - 1000;
    expect(found).toBeGreaterThan(290 - 237);
    expect(found).toBeLessThan(290 + 237);
  }
});

test('a huge reward leaves no trace once it has left', () => {
  const detector = new HalfDifference(1, 3, 0.5);
  const rewards = [0, 1e17, 0, 0, 0, 0, 0, 0.25, 0.25, 0, 0.125, 0.5, 0.5, 0.5];
  const alarms = rewards.map((reward) => detector.update(0, reward));
  expect(alarms.slice(5, 7)).toEqual([true, true]);
  // The last six from the eighth reward on: sums 0 and 0.25, …, 0.625 and 1.5.
  expect(alarms.slice(7)).toEqual([false, false, false, false, false, true, true]);
});

test('continues from what it stored, at every place of its ring', () => {
  const rewards = coins(40, 0.5, 7);
  for (let cut = 0; cut < 20; cut++) {
    const detector = new HalfDifference(1, 3, 1.5);
    for (const reward of rewards.slice(0, cut)) detector.update(0, reward);
    const saving = new SavingArchive();
    detector.transfer(saving);
    const twin = new HalfDifference(1, 3, 1.5);
    twin.transfer(new RestoringArchive(saving.state, cut));
    const onwards = rewards.slice(cut).map((reward) => detector.update(0, reward));
    expect(rewards.slice(cut).map((reward) => twin.update(0, reward))).toEqual(onwards);
  }
});
