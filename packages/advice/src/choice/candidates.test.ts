import { createPolicyFromSpec } from '@driftline/core';
import { describe, expect, it } from 'vitest';
import { allEntrants, entrantsOf, ROBUST, scaleFor, USUAL, windowsUpTo } from './candidates.ts';

const grid = { longest: 20_000, deviation: 0.5, center: 0.3, isUnit: true };

describe('candidates', () => {
  it('have memories that double up to the horizon, and four widths', () => {
    expect(windowsUpTo(400)).toEqual([50, 100, 200, 400]);
    const all = entrantsOf('sw-ucb', grid);
    expect(all).toHaveLength(9 * 4);
    expect(all[0]).toEqual({
      policy: 'sw-ucb',
      params: { window: 50, scale: 1 },
      spec: 'sw-ucb:window=50;scale=1',
      kind: 'sw-ucb',
      window: 50,
    });
    // With rewards of deviation ½ these are the widths of the published one: 1, .6, .36, .2.
    expect(all.slice(0, 4).map(({ params }) => params.scale)).toEqual([1, 0.6, 0.36, 0.2]);
  });

  it('are few where play is slow', () => {
    const specs = entrantsOf('sw-ucb', { ...grid, isCoarse: true }).map(({ spec }) => spec);
    expect(specs).toHaveLength(5 * 2);
    expect(specs.slice(0, 3)).toEqual([
      'sw-ucb:window=50;scale=0.5',
      'sw-ucb:window=50;scale=0.25',
      'sw-ucb:window=200;scale=0.5',
    ]);
  });

  it('keep what they are given', () => {
    expect(entrantsOf('sw-ucb:window=800', grid).map(({ spec }) => spec)).toEqual([
      'sw-ucb:window=800',
    ]);
    expect(entrantsOf('d-ucb:discount=0.99', grid).map(({ spec }) => spec)).toEqual([
      'd-ucb:discount=0.99',
    ]);
    expect(entrantsOf('sw-ucb:scale=0.3', grid)).toHaveLength(9);
    expect(entrantsOf('auto', grid).map(({ spec }) => spec)).toEqual(['auto']);
    expect(entrantsOf('ucb1', grid).map(({ spec }) => spec)).toEqual(['ucb1']);
  });

  it('have widths in the unit of rewards', () => {
    const real = { ...grid, deviation: 50, isUnit: false };
    expect(entrantsOf('ucb1', real).map(({ spec }) => spec)).toEqual(['ucb1:scale=100']);
    expect(scaleFor('sw-ucb', 0.72, 50)).toBe(36);
    // Its width has a factor of 2.
    expect(scaleFor('d-ucb', 0.72, 50)).toBe(18);
  });

  it('are each there once, and can be made', () => {
    const all = allEntrants([...USUAL, ...ROBUST, 'sw-ucb'], { ...grid, isUnit: false });
    expect(new Set(all.map(({ spec }) => spec)).size).toBe(all.length);
    expect(all).toHaveLength(5 + 3 * 36 + 4 + 2 * 36);
    for (const { spec } of all)
      expect(() => createPolicyFromSpec(spec, { armCount: 3, horizon: 20_000 })).not.toThrow();
  });
});
