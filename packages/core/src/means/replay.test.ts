import { describe, expect, test } from 'vitest';
import { randomStream } from '../random/source.ts';
import { environmentFromRewards } from '../shell/environment.ts';
import { Replay, type ReplayOptions, usualSmoothing } from './replay.ts';

// Arm 0 is better first, arm 1 later; sums 2.5 and 3.
const rows = [
  [1, 0],
  [1, 0.5],
  [0.5, 0.5],
  [0, 1],
  [0, 1],
];

function replay(options: Partial<ReplayOptions> = {}): Replay {
  const settings = { against: 'fixed' as const, smoothing: 3, ...options };
  return new Replay(Float64Array.from(rows.flat()), 2, settings);
}

function overSlots<T>(of: (slot: number) => T): T[] {
  return rows.map((_, slot) => of(slot));
}

test('plays rewards as they are', () => {
  const environment = environmentFromRewards(replay());
  const random = randomStream(1);
  const played = overSlots((slot) => [0, 1].map((arm) => environment.reward(slot, arm, random)));
  expect(played).toEqual(rows);
});

describe('benchmarks', () => {
  test('the arm with the largest sum, paid its own rewards', () => {
    const fixed = replay();
    expect(overSlots((slot) => fixed.bestArm(slot))).toEqual([1, 1, 1, 1, 1]);
    expect(overSlots((slot) => fixed.bestMean(slot))).toEqual([0, 0.5, 0.5, 1, 1]);
  });

  test('the arm with the largest average around each slot', () => {
    // Averages of three slots, of two at the ends: arm 0 is 1, 5/6, 1/2, 1/6, 0; arm 1 is 1/4, 1/3,
    // 2/3, 5/6, 1.
    const path = replay({ against: 'smoothed' });
    expect(overSlots((slot) => path.bestArm(slot))).toEqual([0, 0, 1, 1, 1]);
    expect(overSlots((slot) => path.bestMean(slot))).toEqual([1, 1, 0.5, 1, 1]);
    expect(overSlots((slot) => path.shown(slot, 0))).toEqual([
      1,
      expect.closeTo(5 / 6, 12),
      0.5,
      expect.closeTo(1 / 6, 12),
      0,
    ]);
  });

  test('an even number of slots has one more after than before', () => {
    // Slot 1: slots 1 and 2.
    expect(replay({ smoothing: 2 }).shown(1, 0)).toBe(0.75);
    expect(replay({ smoothing: 1 }).shown(1, 0)).toBe(1);
  });
});

test('the variation is that of block averages', () => {
  // Blocks of two slots, the last slot left out: arm 0 1 → 0.25, arm 1 0.25 → 0.75.
  expect(replay({ smoothing: 2 }).totalVariation()).toBe(0.75);
  expect(replay({ smoothing: 5 }).totalVariation()).toBe(0);
});

describe('another start', () => {
  const turned = replay({ against: 'smoothed', start: 3 });
  const straight = replay({ against: 'smoothed' });

  test('is known', () => {
    expect([turned.start, straight.start]).toEqual([3, 0]);
  });

  test('plays the end first, then the beginning', () => {
    expect(overSlots((slot) => [turned.mean(slot, 0), turned.mean(slot, 1)])).toEqual([
      ...rows.slice(3),
      ...rows.slice(0, 3),
    ]);
  });

  test('takes averages, benchmark and variation along', () => {
    for (let slot = 0; slot < 5; slot++) {
      const before = (slot + 3) % 5;
      expect(turned.bestArm(slot)).toBe(straight.bestArm(before));
      expect(turned.shown(slot, 1)).toBe(straight.shown(before, 1));
    }
    expect(turned.totalVariation()).toBe(straight.totalVariation());
  });
});

test('the range of rewards is what policies made for [0, 1] see', () => {
  expect(environmentFromRewards(replay()).law.rewardRange).toEqual([0, 1]);
  const constant = new Replay(Float64Array.of(3, 3), 1, { against: 'fixed', smoothing: 1 });
  expect(environmentFromRewards(constant).law.rewardRange).toEqual([3, 4]);
});

test('by default averages are over T^(2/3) slots', () => {
  expect(usualSmoothing(1000)).toBe(100);
  expect(usualSmoothing(1)).toBe(1);
});

test.each<[Partial<ReplayOptions>, string]>([
  [{ smoothing: 0 }, 'smoothing must be an integer from 1 to 5; got 0'],
  [{ smoothing: 6 }, 'smoothing must be an integer from 1 to 5; got 6'],
  [{ start: 5 }, 'start must be an integer from 0 to 4; got 5'],
  [{ start: 0.5 }, 'start must be an integer from 0 to 4; got 0.5'],
])('refuses %j', (options, message) => {
  expect(() => replay(options)).toThrow(message);
});
