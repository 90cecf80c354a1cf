import { describe, expect, it } from 'vitest';
import { madeLog, stationary } from '../../test/synthetic.ts';
import type { ChoiceRequest } from './request.ts';
import { cutHorizon, sizeOf } from './sizes.ts';

/** What is asked of a log with so many rows, of which nothing is looked at. */
function asked(rows: number, armCount = 3, more: Partial<ChoiceRequest> = {}): ChoiceRequest {
  const means = stationary(...new Array<number>(armCount).fill(0.5));
  const log = { ...madeLog({ rows: 10, armCount, means, seed: 1 }), rows };
  const logging = { kind: 'uniform', isGiven: false, shares: [], usesContext: false } as const;
  const drift = { verdict: 'none-detected', sharing: 'unknown', arms: [] } as const;
  return { log, logging, drift, seed: 1, ...more };
}

function finalsOf(request: ChoiceRequest): readonly number[] {
  const { finals, changeEvery } = sizeOf(request);
  return [finals.horizon, finals.worlds, changeEvery ?? 0];
}

describe('worlds', () => {
  it('are as long as the log, the fewer the longer, within what can be played', () => {
    expect(finalsOf(asked(1000))).toEqual([20_000, 32, 0]);
    expect(finalsOf(asked(100_000))).toEqual([100_000, 32, 0]);
    expect(finalsOf(asked(1_000_000))).toEqual([1_000_000, 4, 0]);
    // Where they are shorter than the log, each still has the change that the log may have missed.
    expect(finalsOf(asked(10_000_000))).toEqual([1_000_000, 4, 1_000_000]);
    expect(finalsOf(asked(10_000_000, 10))).toEqual([419_430, 9, 419_430]);
    expect(cutHorizon(asked(1_000_000))).toBeUndefined();
  });

  it('are as long as is asked for', () => {
    expect(finalsOf(asked(10_000_000, 3, { horizon: 500 }))).toEqual([500, 32, 0]);
  });

  it('count decisions, not rows, where a log is thinned', () => {
    const request = asked(10_000);
    const log = { ...request.log, decisionsPerRow: 10 };
    expect(finalsOf({ ...request, log })).toEqual([100_000, 32, 0]);
  });

  it('are short in heats, and longer for memories too long for these', () => {
    const lengths = (rows: number) =>
      sizeOf(asked(rows)).heats.map(({ horizon, shortest = 0, longest }) => [
        ...[horizon, shortest, longest],
      ]);
    expect(lengths(1000)).toEqual([[20_000, 0, 20_000]]);
    expect(lengths(100_000)).toEqual([
      [50_000, 0, 50_000],
      [100_000, 50_001, 100_000],
    ]);
    expect(lengths(10_000_000)).toEqual([
      [50_000, 0, 50_000],
      [250_000, 50_001, 250_000],
    ]);
  });

  it('are others for each fold and each meeting', () => {
    const numbers = [undefined, 0, 1, 2, 3, 4].flatMap((without) => {
      const { heats, finals } = sizeOf(asked(100_000), without);
      return [...heats, finals].flatMap(({ first, worlds }) =>
        Array.from({ length: worlds }, (_, i) => first + i),
      );
    });
    expect(new Set(numbers).size).toBe(numbers.length);
  });
});
