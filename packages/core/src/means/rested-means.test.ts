import { describe, expect, it } from 'vitest';
import { randomStream } from '../random/source.ts';
import { MeanTable } from './mean-table.ts';
import { type RestedBenchmark, RestedMeans } from './rested-means.ts';

/** The most that any sequence of arms earns, by trying all of them. */
function mostEarned(shapes: readonly number[][], levels: readonly number[][] | undefined): number {
  const armCount = shapes[0].length;
  const plays = new Array<number>(armCount).fill(0);
  const after = (slot: number): number => {
    if (slot === shapes.length) return 0;
    let most = Number.NEGATIVE_INFINITY;
    for (let arm = 0; arm < armCount; arm++) {
      const mean = shapes[plays[arm]][arm] + (levels?.[slot][arm] ?? 0);
      plays[arm] += 1;
      most = Math.max(most, mean + after(slot + 1));
      plays[arm] -= 1;
    }
    return most;
  };
  return after(0);
}

function earnedBy(means: RestedMeans): number {
  let sum = 0;
  for (let slot = 0; slot < means.horizon; slot++) sum += means.bestMean(slot);
  return sum;
}

/** Columns of random numbers, each sorted by `order`. */
function drawnShapes(
  slots: number,
  arms: number,
  seed: number,
  order: (a: number, b: number) => number,
): number[][] {
  const random = randomStream(seed);
  const columns = Array.from({ length: arms }, () =>
    Array.from({ length: slots }, () => random.uniform()).sort(order),
  );
  return Array.from({ length: slots }, (_, play) => columns.map((column) => column[play]));
}

function meansOf(rows: readonly number[][], against: RestedBenchmark, levels?: number[][]) {
  const table = levels === undefined ? undefined : MeanTable.fromRows(levels);
  return new RestedMeans(MeanTable.fromRows(rows), against, table);
}

const FALLING = (a: number, b: number) => b - a;
const RISING = (a: number, b: number) => a - b;

describe('RestedMeans', () => {
  const worn = meansOf(
    [
      [0.9, 0.6],
      [0.5, 0.4],
      [0.1, 0.2],
      [0, 0],
    ],
    'greedy',
  );

  it('has the benchmark of a table worked by hand', () => {
    // 0.9 of arm 0, then 0.6 of arm 1 instead of 0.5, then 0.5 of arm 0, then 0.4 of arm 1.
    expect([0, 1, 2, 3].map((slot) => worn.bestArm(slot))).toEqual([0, 1, 0, 1]);
    expect([0, 1, 2, 3].map((slot) => worn.bestMean(slot))).toEqual([0.9, 0.6, 0.5, 0.4]);
    expect(worn.bestArmSwitches()).toBe(3);
  });

  it('has the means that the benchmark meets, and their variation', () => {
    expect(Array.from(worn.table().values)).toEqual([0.9, 0.6, 0.5, 0.6, 0.5, 0.4, 0.1, 0.4]);
    expect(worn.totalVariation()).toBeCloseTo(0.4 + 0.2 + 0.4, 12);
    expect(worn.totalVariation(2)).toBeCloseTo(0.4, 12);
    expect(worn.mean(2, 1)).toBe(0.4);
    expect(worn.shown(2, 1)).toBe(0.2);
    expect(worn.meanAfter(3, 1, 0)).toBe(0.5);
  });

  it('adds the level of the slot to the mean of the play', () => {
    const drifting = meansOf(
      [
        [0.5, 0.5],
        [0.4, 0.4],
      ],
      'greedy',
      [
        [0, 0.1],
        [0.3, -0.1],
      ],
    );
    expect(drifting.bestArm(0)).toBe(1);
    expect(drifting.bestArm(1)).toBe(0);
    expect(drifting.bestMean(1)).toBe(0.5 + 0.3);
    expect(drifting.range()).toEqual([0.4 - 0.1, 0.5 + 0.3]);
  });

  it('plays greedily what no sequence beats, if means fall', () => {
    for (let seed = 1; seed <= 40; seed++) {
      const rows = drawnShapes(7, 3, seed, FALLING);
      expect(earnedBy(meansOf(rows, 'greedy'))).toBeCloseTo(mostEarned(rows, undefined), 12);
    }
  });

  it('plays one arm throughout what no sequence beats, if means rise', () => {
    for (let seed = 1; seed <= 40; seed++) {
      const rows = drawnShapes(7, 3, seed, RISING);
      expect(earnedBy(meansOf(rows, 'constant'))).toBeCloseTo(mostEarned(rows, undefined), 12);
    }
  });

  it('is beaten by another sequence if greedy on rising means, or on levels', () => {
    const late = [
      [0, 0.1],
      [1, 0.1],
      [1, 0.1],
    ];
    expect(earnedBy(meansOf(late, 'greedy'))).toBeCloseTo(0.3, 12);
    expect(mostEarned(late, undefined)).toBe(2);
    expect(earnedBy(meansOf(late, 'constant'))).toBe(2);
    // The one good play of arm 0 is worth more in the second slot, in which arm 1 is poor.
    const shapes = [
      [0.5, 0.4],
      [0, 0.4],
    ];
    const levels = [
      [0, 0],
      [0, -0.4],
    ];
    expect(earnedBy(meansOf(shapes, 'greedy', levels))).toBe(0.5);
    expect(mostEarned(shapes, levels)).toBe(0.9);
  });

  it('names the benchmark, and calls only the greedy choice on falling means optimal', () => {
    const rows = [
      [0, 0.1],
      [1, 0.1],
    ];
    expect(worn.benchmark).toBe('the greedy choice, optimal for falling means');
    expect(meansOf(rows, 'greedy').benchmark).toBe(
      'the greedy choice that knows all means, not optimal',
    );
    expect(meansOf(rows, 'constant').benchmark).toBe('the best arm played throughout');
    const levels = [
      [0, 0],
      [0, 0],
    ];
    expect(meansOf([...rows].reverse(), 'greedy', levels).benchmark).toContain('not optimal');
  });

  it('is played by plays, and followed by oracles slot by slot', () => {
    const course = worn.course();
    expect(course.byPlays).toBe(true);
    expect(course.tabled).toBe(false);
    expect(Array.from(course.best)).toEqual([0.9, 0.6, 0.5, 0.4]);
    expect(Array.from(worn.oracleCourse().means)).toEqual([1, 0, 0, 1, 1, 0, 0, 1]);
  });

  it('refuses levels of another size', () => {
    expect(() => meansOf([[1, 2]], 'greedy', [[1, 2, 3]])).toThrow(/levels must have 2 arms/);
  });
});
