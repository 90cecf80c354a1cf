import { expect, test } from 'vitest';
import { BITS, fixed } from '../../../test/exact.ts';
import { randomStream } from '../../random/source.ts';
import { RestoringArchive, SavingArchive } from '../../shell/kernel-state.ts';
import { RewardLog } from './reward-log.ts';

function exactSum(rewards: readonly number[]): number {
  const sum = rewards.reduce((total, reward) => total + fixed(reward), 0n);
  return Number(sum) / 2 ** Number(BITS);
}

/** Mostly one arm, another one every 100 rewards, so that stretches fill and rings turn. */
function samplesOf(armCount: number, count: number, seed: number): [arm: number, reward: number][] {
  const random = randomStream(seed);
  return Array.from({ length: count }, (_, i) => {
    const usual = Math.floor(i / 100) % armCount;
    const arm = random.below(5) === 0 ? random.below(armCount) : usual;
    return [arm, (random.uniform() - 0.3) * 10 ** random.below(8)];
  });
}

test.each([1, 2, 7, 64, 500])(
  'sums of the last q rewards are exact and rounded once, limit %i',
  (limit) => {
    const armCount = 3;
    const log = new RewardLog(armCount, limit);
    const samples = samplesOf(armCount, 700, limit);
    samples.forEach(([arm, reward], i) => {
      log.add(arm, reward);
      if (i % 9 > 0 && i > 20) return;
      const held = samples.slice(Math.max(0, i + 1 - limit), i + 1);
      for (let one = 0; one < armCount; one++) {
        const own = held.filter(([of]) => of === one).map(([, reward]) => reward);
        expect(log.count(one)).toBe(own.length);
        for (const q of [1, 2, Math.floor(own.length / 2), own.length]) {
          if (q > 0 && q <= own.length) expect(log.lastSum(one, q)).toBe(exactSum(own.slice(-q)));
        }
      }
    });
  },
);

test('what is restored, also with an arm more, gives the same sums', () => {
  const log = new RewardLog(3, 50);
  for (const [arm, reward] of samplesOf(3, 230, 9)) log.add(arm, reward);
  const archive = new SavingArchive();
  log.transfer(archive);
  const other = new RewardLog(4, 50);
  other.transfer(new RestoringArchive(archive.state, 230, true));
  for (let arm = 0; arm < 3; arm++) {
    for (let q = 1; q <= log.count(arm); q++) {
      expect(other.lastSum(arm, q)).toBe(log.lastSum(arm, q));
    }
  }
  expect([other.count(3), other.sum(3)]).toEqual([0, 0]);
});

// 2 · 50 for those held, 50 shared among 2 arms, 8 for each: the room does not grow beyond that.
test('keeps its room bounded', () => {
  const log = new RewardLog(2, 50);
  for (let i = 0; i < 20_000; i++) log.add(Math.floor(i / 333) % 2, 1);
  expect(log.capacity).toBeLessThanOrEqual(3 * 50 + 2 * 9);
});
