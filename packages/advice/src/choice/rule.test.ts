import { describe, expect, it } from 'vitest';
import type { Entrant } from './candidates.ts';
import {
  asGoodMemories,
  bestOfKinds,
  forgetting,
  lead,
  memoryRange,
  named,
  ranked,
  scored,
  shareAsGood,
  withNothingToSet,
} from './rule.ts';

function entrant(spec: string, kind = spec, window?: number): Entrant {
  return { policy: kind, params: {}, spec, kind, window };
}

/** Entrants with what they lost in four worlds, in each of which choosing blindly loses 100. */
function played(rows: Readonly<Record<string, readonly number[]>>) {
  const entrants = Object.keys(rows).map((spec) => {
    const [kind, window] = spec.split(' ');
    return entrant(spec, kind, window === undefined ? undefined : Number(window));
  });
  const rooms = new Float64Array(4).fill(100);
  const regrets = Object.values(rows).map((row) => Float64Array.from(row));
  return { order: ranked(entrants, { regrets, rooms }), rooms };
}

describe('which candidate is named', () => {
  it('is the one that needs nothing, unless it is clearly beaten', () => {
    const { order } = played({
      auto: [10, 12, 10, 12],
      adr: [12, 12, 12, 12],
      'sw 50': [9, 13, 8, 12],
    });
    // It loses 1, −1, 2 and 0 less: half a point on average, with an error of √(5/3)/2.
    expect(order[0].entrant.spec).toBe('sw 50');
    expect(lead(order[0], order[1])).toBeCloseTo(1 / Math.sqrt(5 / 3), 12);
    expect(named(order).because).toBe('none-better');
    expect(named(order).winner.entrant.spec).toBe('auto');
  });

  it('is another where that is clearly better', () => {
    const { order } = played({
      auto: [10, 12, 10, 12],
      adr: [12, 12, 12, 12],
      'sw 50': [8, 9, 7, 10],
    });
    expect(named(order).because).toBe('beats-the-default');
    expect(named(order).winner.entrant.spec).toBe('sw 50');
  });

  it('is adr instead of auto where adr is clearly better and nothing else', () => {
    const { order } = played({ auto: [10, 12, 10, 12], adr: [8, 9.5, 8, 9.5], ts: [9, 9, 9, 9] });
    const { winner, because } = named(order);
    expect(winner.entrant.spec).toBe('adr');
    expect(because).toBe('none-better');
  });

  it('has to lead in few worlds by as much as Student asks for', () => {
    // Four worlds: 3.18 errors, which is its quantile .975 with three degrees.
    const winnerAt = (errors: number) => {
      const spread = [-1, -1, 1, 1].map((each) => each * Math.sqrt(3));
      const ahead = spread.map((each) => 100 - each - errors);
      return named(played({ auto: [100, 100, 100, 100], ts: ahead }).order).winner.entrant.spec;
    };
    expect([3.05, 3.3].map(winnerAt)).toEqual(['auto', 'ts']);
  });

  it('may be one of some alone', () => {
    const { order } = played({ ts: [1, 1, 1, 1], 'sw 50': [2, 2, 2, 2], auto: [9, 9, 9, 9] });
    expect(named(forgetting(order)).winner.entrant.spec).toBe('sw 50');
    const params = { window: 50 };
    const given = order.map((each) =>
      each.entrant.kind === 'sw' ? { ...each, entrant: { ...each.entrant, params } } : each,
    );
    expect(withNothingToSet(given).map(({ entrant: { spec } }) => spec)).toEqual(['ts', 'auto']);
  });

  it('cannot be told where no policy that needs nothing took part', () => {
    expect(named(played({ ts: [1, 1, 1, 1] }).order).because).toBe('unknown');
  });
});

describe('what is said of it', () => {
  it('is its share of what choosing blindly loses, with its error', () => {
    const { order, rooms } = played({ auto: [10, 12, 10, 12] });
    const { score, error } = scored(order[0], rooms);
    expect(score).toBe(0.11);
    expect(error).toBeCloseTo(Math.sqrt(4 / 3 / 4) / 100, 12);
  });

  it('is in how many worlds it loses at most a tenth more than the best of each kind', () => {
    const { order } = played({
      auto: [10, 11, 11.1, 9],
      'sw 50': [10, 10, 10, 10],
      'sw 100': [1, 1, 100, 100],
    });
    const auto = order.find(({ entrant: each }) => each.spec === 'auto');
    if (auto === undefined) throw new Error('auto took part');
    // 11.1 is more than a tenth above 10; the second of a kind does not count.
    expect(bestOfKinds(order).map(({ entrant: each }) => each.spec)).toEqual(['sw 50', 'auto']);
    expect(shareAsGood(auto, bestOfKinds(order))).toBe(0.75);
  });

  it('is the stretch of memories around the best that lose at most a tenth more', () => {
    const { order } = played({
      'sw 50': [20, 20, 20, 20],
      'sw 100': [11, 11, 11, 11],
      'sw 200': [10, 10, 10, 10],
      'sw 400': [12, 12, 12, 12],
      'sw 800': [10.5, 10.5, 10.5, 10.5],
      auto: [1, 1, 1, 1],
    });
    expect(asGoodMemories(order, 'sw')).toEqual([100, 200]);
    expect(asGoodMemories(order, 'auto')).toBeUndefined();
    expect(memoryRange([100, 200], 5)).toEqual({
      least: 100,
      most: 200,
      leastTime: 500,
      mostTime: 1000,
    });
    expect(memoryRange([100, 200], undefined)).toEqual({ least: 100, most: 200 });
  });
});
