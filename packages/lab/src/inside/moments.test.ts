import type { WatchedReplication } from '@driftline/engine/play';
import { describe, expect, test } from 'vitest';
import { interestingSlot, passingArms, rowDomain, steadyArms } from './moments.ts';

function watched(parts: Partial<WatchedReplication>): WatchedReplication {
  return parts as WatchedReplication;
}

describe('the slot to stand at first', () => {
  const of = (bestArms: number[]) =>
    interestingSlot(
      watched({
        bestArms: Int32Array.from(bestArms),
        slots: bestArms.length,
        horizon: bestArms.length,
      }),
    );
  const stretch = (arm: number, length: number) => new Array<number>(length).fill(arm);

  test('is shortly after the second change', () => {
    expect(of([...stretch(0, 200), ...stretch(1, 300), ...stretch(2, 500)])).toBe(520);
  });

  test('passes over changes that do not last', () => {
    expect(of([...stretch(0, 200), ...stretch(1, 300), ...stretch(2, 5), ...stretch(0, 495)])).toBe(
      525,
    );
    const restless = Array.from({ length: 200 }, (_, slot) => slot % 2);
    expect(of([...restless, ...stretch(0, 400), ...stretch(1, 400)])).toBe(620);
    expect(of([...restless, ...restless])).toBe(208);
  });

  test('is after the only change, or in the middle, and always there', () => {
    expect(of([...stretch(0, 200), ...stretch(1, 800)])).toBe(220);
    expect(of(stretch(0, 1000))).toBe(520);
    expect(of([0])).toBe(0);
    expect(of([0, 1, 2])).toBe(2);
  });
});

describe('arms with a row', () => {
  test('are all where they are few', () => {
    const few = watched({ armCount: 3, arms: Int32Array.from([2, 2]), slots: 2 });
    expect(steadyArms(few, false)).toEqual([0, 1, 2]);
  });

  const arms = Int32Array.from(
    Array.from({ length: 40 }, (_, arm) => new Array<number>(arm % 20).fill(arm)).flat(),
  );
  const many = watched({ armCount: 40, arms, bestArms: arms, slots: arms.length });

  test('are those played most where they are many, in their order', () => {
    expect(steadyArms(many, false)).toEqual([16, 17, 18, 19, 36, 37, 38, 39]);
    expect(steadyArms(many, true)).toHaveLength(40);
  });

  test('and the picked and the best one, once', () => {
    const steady = steadyArms(many, false);
    expect(passingArms(many, steady, 0)).toEqual([1]);
    expect(passingArms(many, steady, arms.length - 1)).toEqual([]);
    const best = watched({ ...many, bestArms: new Int32Array(arms.length) });
    expect(passingArms(best, steady, 0)).toEqual([1, 0]);
    expect(passingArms(best, steady, arms.length)).toEqual([]);
  });
});

describe('the scale of rows', () => {
  const of = (
    shown: number[],
    estimates: number[],
    choice: WatchedReplication['choice'],
    width = 0,
  ) =>
    rowDomain(
      watched({
        shown: Float64Array.from(shown),
        estimates: Float64Array.from(estimates),
        probabilities: Float64Array.from(estimates),
        widths: Float64Array.from(estimates, () => width),
        choice,
      }),
    );

  test('is [0, 1] with room for indices where all lies there', () => {
    expect(of([0.2, 0.8], [0, 1, Number.NaN], 'index')).toEqual([0, 1.25]);
    expect(of([0.2, 0.8], [0.1, 0.9], 'probability')).toEqual([0, 1.05]);
  });

  test('has as much room as indices need, up to a limit', () => {
    expect(of([0.2, 0.8], [0.9, 0.9], 'index', 0.5)[1]).toBeCloseTo(1.45, 12);
    expect(of([0.2, 0.8], [0.9, 0.9], 'posterior', 9)[1]).toBeCloseTo(1.6, 12);
  });

  test('is as much of [0, 1] as small means and estimates need', () => {
    const rates = [...new Array<number>(98).fill(0.04), 1, 1];
    expect(of([0.01, 0.05], rates, 'index')).toEqual([0, 0.05 * 1.25]);
    expect(of([0.01, 0.05], [0.3, 0.3], 'index')).toEqual([0, 1.25]);
    // Chances of arms are shown on all of it, however small; means that are 0 as well.
    expect(of([0.01, 0.05], [0.1, 0.1], 'probability')).toEqual([0, 1.05]);
    expect(of([0, 0], [0, 0], 'index')).toEqual([0, 1.25]);
  });

  test('leaves out the wildest estimates, never a mean', () => {
    const estimates = [...new Array<number>(999).fill(1), 1e6];
    const [low, high] = of([-3, 2], estimates, 'index');
    expect(low).toBeCloseTo(-3.5, 12);
    expect(high).toBeCloseTo(3.25, 12);
  });

  test('has some extent where all is equal or unknown', () => {
    const [low, high] = of([5, 5], [Number.NaN], 'none');
    expect(low).toBeLessThan(5);
    expect(high).toBeGreaterThan(5);
  });
});
