/** What the saturated mean promises beyond the right indices: exact sums, whatever came before. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { randomStream } from '../../random/source.ts';
import { RestoringArchive, SavingArchive } from '../../shell/kernel-state.ts';
import { saturatedMean } from '../../tuning/saturation-grid.ts';
import { AllTime } from '../memory/all-time.ts';
import { EVERYTHING, type Memory, NOTHING } from '../memory/memory.ts';
import { Resetting } from '../memory/resetting.ts';
import { Window } from '../memory/window.ts';
import type { SaturatedMean } from './saturated-mean.ts';
import { saturationLevel, saturationLimit } from './saturation.ts';

const ARMS = 3;

function windowed(window: number, base = 1.1, armCount = ARMS): SaturatedMean<Window> {
  const grid = { base, length: window, armCount: ARMS, largestCount: window };
  return saturatedMean(armCount, grid, (cells) => new Window(cells, window));
}

function resetting(period: number, armCount = ARMS): SaturatedMean<Resetting> {
  const grid = { base: 1.1, length: period, armCount: ARMS, largestCount: period };
  return saturatedMean(armCount, grid, (cells) => new Resetting(cells, period));
}

function allTime(length: number): SaturatedMean<AllTime> {
  const grid = { base: 1.1, length, armCount: ARMS, largestCount: 2 ** 31 - 1 };
  return saturatedMean(ARMS, grid, (cells) => new AllTime(cells));
}

/** What an estimator says of its arms. */
function said(estimator: SaturatedMean<Memory>): number[][] {
  return Array.from({ length: estimator.armCount }, (_, arm) => {
    const count = estimator.mass(arm);
    return [count, count === 0 ? 0 : estimator.mean(arm)];
  });
}

function heavy(uniform: number): number {
  const noise = uniform - 0.5;
  return Math.sign(noise) * ((1 - 2 * Math.abs(noise)) ** -0.6 - 1);
}

interface Play {
  readonly arm: number;
  readonly reward: number;
}

function plays(count: number, seed: number): Play[] {
  const random = randomStream(seed);
  return Array.from({ length: count }, () => ({
    arm: random.below(ARMS),
    reward: heavy(random.uniform()),
  }));
}

function live(estimator: SaturatedMean<Memory>, all: readonly Play[], from = 0): void {
  all.forEach(({ arm, reward }, i) => {
    estimator.advance();
    estimator.learn(from + i, arm, reward);
  });
}

/** The mean by its definition, and the sum of sizes that bounds what rounding can do to it. */
function defined(rewards: readonly number[], base: number, length: number) {
  const level = saturationLevel(rewards.length, base);
  const limit = saturationLimit(level, base, length, ARMS);
  const clipped = rewards.map((reward) => Math.min(Math.max(reward, -limit), limit));
  const sizes = clipped.reduce((sum, reward) => sum + Math.abs(reward), 0);
  return { mean: clipped.reduce((sum, reward) => sum + reward, 0) / rewards.length, sizes };
}

describe('the mean', () => {
  test.each([
    [1, 1.1],
    [7, 1.1],
    [60, 1.001],
    [60, 1.1],
    [60, 4],
    [60, 1e300],
    [3000, 1.1],
    [3000, 10],
  ])('over the last %i slots, with base %d, is the clipped one', (window, base) => {
    const all = plays(4 * window + 40, 1);
    const estimator = windowed(window, base);
    const every = Math.max(1, Math.floor(window / 40));
    all.forEach((play, slot) => {
      live(estimator, [play], slot);
      if (slot % every > 0) return;
      for (let arm = 0; arm < ARMS; arm++) {
        const remembered = all.slice(Math.max(0, slot + 1 - window), slot + 1);
        const rewards = remembered.filter((past) => past.arm === arm).map(({ reward }) => reward);
        expect(estimator.mass(arm)).toBe(rewards.length);
        if (rewards.length === 0) continue;
        const { mean, sizes } = defined(rewards, base, window);
        // Each of n additions errs by half a unit in the last place of a sum of at most `sizes`,
        // here and there: n sizes 2⁻⁵³ / n for each side. What a reward loses to the fine unit,
        // 2⁻¹⁰¹ τ² B, is less than that.
        expect(Math.abs(estimator.mean(arm) - mean)).toBeLessThanOrEqual(sizes * 2 ** -51);
      }
    });
  });

  test('without forgetting, and with an empty memory now and then, is the clipped one', () => {
    const all = plays(900, 2);
    for (const [estimator, period] of [
      [allTime(900), 1e9] as const,
      [resetting(200), 200] as const,
    ]) {
      const remembered: number[][] = [[], [], []];
      all.forEach((play, slot) => {
        estimator.advance();
        if (slot % period === period - 1) for (const rewards of remembered) rewards.length = 0;
        if (estimator.learn(slot, play.arm, play.reward)) remembered[play.arm].push(play.reward);
        const length = period === 200 ? 200 : 900;
        remembered.forEach((rewards, arm) => {
          expect(estimator.mass(arm)).toBe(rewards.length);
          if (rewards.length === 0) return;
          const { mean, sizes } = defined(rewards, 1.1, length);
          expect(Math.abs(estimator.mean(arm) - mean)).toBeLessThanOrEqual(sizes * 2 ** -51);
        });
      });
    }
  });

  test('keeps a reward of just the limit whole, and clips the next larger one', () => {
    for (const base of [1.001, 1.1, 2, 10]) {
      const estimator = windowed(200, base);
      const { limits, levels, powers } = estimator;
      for (let level = 0; level + 1 < levels; level++) {
        const count = Math.ceil(powers[level]);
        if (saturationLevel(count, base) !== level) continue;
        for (const [reward, clipped] of [
          [limits[level], 0],
          [limits[level] * (1 + 2 ** -52), count],
        ]) {
          estimator.reset();
          live(estimator, Array(count).fill({ arm: 0, reward }));
          expect(estimator.tallies[3]).toBe(clipped);
        }
      }
    }
  });

  test('depends on clipped rewards only: arms that differ above the limit tie', () => {
    const random = randomStream(3);
    for (let run = 0; run < 200; run++) {
      const estimator = windowed(100);
      const small = Array.from({ length: 5 }, () => 0.3 * random.uniform());
      const large = (): number[] => Array.from({ length: 4 }, () => 20 / random.uniform());
      const pairs = [...small, ...large()].map((reward, i) => [
        reward,
        i < 5 ? reward : large()[0],
      ]);
      pairs.forEach(([first, second], i) => {
        const from = 2 * i;
        live(
          estimator,
          [
            { arm: 0, reward: first },
            { arm: 1, reward: second },
          ],
          from,
        );
      });
      expect(estimator.mean(0)).toBe(estimator.mean(1));
    }
  });
});

describe('in a window', () => {
  test('a reward of 1e17 leaves no trace after it has left', () => {
    for (let place = 0; place < 20; place++) {
      const all = plays(80, 4);
      const touched = windowed(12);
      const untouched = windowed(12);
      live(touched, all.with(place, { arm: all[place].arm, reward: place % 2 ? 1e17 : -1e17 }));
      live(untouched, all);
      expect(said(touched)).toEqual(said(untouched));
      expect(touched.tallies).toEqual(untouched.tallies);
      expect(touched.bins).toEqual(untouched.bins);
    }
  });

  test('an arm that is not played any more comes down to nothing at all', () => {
    const estimator = windowed(3000);
    // Sizes over 20 orders of magnitude, so that the fine unit rounds too.
    const all = plays(9000, 5).map(({ arm, reward }, slot) => ({
      arm,
      reward: reward * 10 ** -(slot % 21),
    }));
    live(estimator, all);
    for (let slot = 0; slot < 3000; slot++) estimator.advance();
    expect(said(estimator)).toEqual([
      [0, 0],
      [0, 0],
      [0, 0],
    ]);
    expect(estimator.tallies.every((value) => value === 0)).toBe(true);
    expect(estimator.bins.every((value) => value === 0)).toBe(true);
  });

  test('late and reordered rewards leave the same bits as rewards in time', () => {
    const reward = fc.integer({ min: 0, max: 2 ** 30 }).map((i) => heavy((i + 0.5) / 2 ** 30));
    const slot = fc.record({ arm: fc.nat(ARMS - 1), reward, delay: fc.nat(6) });
    fc.assert(
      fc.property(
        fc.array(slot, { minLength: 1, maxLength: 60, size: 'max' }),
        fc.integer({ min: 1, max: 40 }),
        (slots, window) => {
          const inTime = windowed(window);
          const late = windowed(window);
          slots.forEach(({ arm, reward }, now) => {
            live(inTime, [{ arm, reward }], now);
            late.advance();
            slots.slice(0, now + 1).forEach((past, then) => {
              if (then + past.delay === now) late.learn(then, past.arm, past.reward);
            });
          });
          slots.forEach(({ arm, reward, delay }, then) => {
            if (then + delay >= slots.length) late.learn(then, arm, reward);
          });
          expect(said(late)).toEqual(said(inTime));
        },
      ),
      { numRuns: 1000, seed: 6 },
    );
  });
});

describe.each([
  ['a window', () => windowed(40)],
  ['epochs', () => resetting(40)],
  ['all time', () => allTime(300)],
] as const)('over %s', (_name, make) => {
  test.each([1, 4, 150])('reset after %i slots leaves what a new one has', (slots) => {
    const used: SaturatedMean<Memory> = make();
    const fresh: SaturatedMean<Memory> = make();
    live(used, plays(slots, 7));
    used.reset();
    expect([used.tallies, used.bins, used.level]).toEqual([fresh.tallies, fresh.bins, fresh.level]);
    live(used, plays(150, 8));
    live(fresh, plays(150, 8));
    expect(said(used)).toEqual(said(fresh));
  });

  test('saving changes nothing, and a copy goes on with the same bits', () => {
    const original: SaturatedMean<Memory> = make();
    const all = plays(200, 9);
    all.forEach((play, slot) => {
      live(original, [play], slot);
      const before = said(original);
      const saving = new SavingArchive();
      original.transfer(saving);
      expect(said(original)).toEqual(before);
      if (slot % 9 > 0) return;
      const copy: SaturatedMean<Memory> = make();
      copy.transfer(new RestoringArchive(JSON.parse(JSON.stringify(saving.state)), slot + 1));
      const rest = all.slice(slot + 1);
      const reference: SaturatedMean<Memory> = make();
      live(reference, all.slice(0, slot + 1));
      live(copy, rest, slot + 1);
      live(reference, rest, slot + 1);
      expect(said(copy)).toEqual(said(reference));
    });
  });
});

test('at the end of an epoch only what was used changes', () => {
  const arms = 100_000;
  const estimator = resetting(4, arms);
  const changes = [7, 99_999, 7, 3].map((arm, slot) => {
    const change = estimator.advance();
    estimator.learn(slot, arm, 50);
    return change;
  });
  expect(changes).toEqual([NOTHING, NOTHING, NOTHING, EVERYTHING]);
  const touched = Array.from({ length: estimator.touchedCount() }, (_, i) => estimator.touched(i));
  expect(touched).toEqual([7, 99_999]);
  expect(estimator.bins.every((value) => value === 0)).toBe(true);
});
