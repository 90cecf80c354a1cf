import { describe, expect, it } from 'vitest';
import { RestedMeans } from '../means/rested-means.ts';
import { randomStream } from '../random/source.ts';
import { createEnvironment, type EnvironmentOptions } from '../shell/environment.ts';

function restedOf(spec: string, options: EnvironmentOptions = {}): RestedMeans {
  const { means } = createEnvironment(spec, { rewards: 'gaussian:sd=1', ...options });
  if (means instanceof RestedMeans) return means;
  throw new Error(`${spec} is not rested`);
}

/** The means of an arm at some plays, counted from 0. */
function shapeAt(means: RestedMeans, arm: number, plays: readonly number[]): number[] {
  return plays.map((play) => means.shown(play, arm));
}

describe('rotting', () => {
  const values = 'from=0.8/0.5;to=0.2/0.1;plays=4/10';

  it('has steps, lines, exponentials and powers as worked by hand', () => {
    const at = (shape: string) => {
      const means = restedOf(`rotting:shape=${shape};${values}`, { horizon: 20 });
      return shapeAt(means, 0, [0, 2, 3, 4, 8]);
    };
    expect(at('steps')).toEqual([0.8, 0.8, 0.8, 0.2, 0.2]);
    for (const [i, mean] of [0.8, 0.5, 0.35, 0.2, 0.2].entries()) {
      expect(at('lines')[i]).toBeCloseTo(mean, 12);
    }
    for (const [i, x] of [0, 0.5, 0.75, 1, 2].entries()) {
      expect(at('exponentials')[i]).toBeCloseTo(0.2 + 0.6 * Math.exp(-x), 12);
      expect(at('powers')[i]).toBeCloseTo(0.2 + 0.6 / (1 + x), 12);
    }
  });

  it('falls by default after a quarter of the horizon', () => {
    const means = restedOf('rotting', { horizon: 400 });
    expect(shapeAt(means, 1, [0, 99, 100, 399])).toEqual([0.7, 0.7, 0.1, 0.1]);
    // Arms 0, 1 and 2 for 100 plays each, then arm 0 again: all pay 0.1.
    expect([0, 99, 100, 200, 300].map((slot) => means.bestArm(slot))).toEqual([0, 0, 1, 2, 0]);
  });

  it.each(['ramp', 'sinusoid', 'seasonal', 'piecewise', 'recurring', 'switching'])(
    'adds the level of drift=%s, between −size and size',
    (path) => {
      const { levels } = restedOf(`rotting:drift=${path};size=0.25`, { horizon: 3000 });
      const [least = 0, largest = 0] = levels?.range() ?? [];
      expect([least >= -0.25, largest <= 0.25]).toEqual([true, true]);
      expect(least).toBeCloseTo(-0.25, 12);
      expect(largest).toBeCloseTo(0.25, 12);
    },
  );

  it.each(['brownian', 'autoregressive', 'correlated'])('draws the level of drift=%s', (path) => {
    const drawn = (replication: number) =>
      restedOf(`rotting:drift=${path};fresh=1`, { horizon: 500, replication }).levels?.values;
    expect(drawn(0)).toEqual(drawn(0));
    expect(drawn(0)).not.toEqual(drawn(1));
  });

  it('takes the level from the path of that environment', () => {
    const { levels } = restedOf('rotting:drift=ramp;size=1', { horizon: 5, armCount: 2 });
    const ends = [0, 4].flatMap((slot) => [0, 1].map((arm) => levels?.mean(slot, arm)));
    expect(ends).toEqual([1, -1, -1, 1]);
  });

  it('refuses means that rise, plays of 0, and means outside of the law', () => {
    expect(() => restedOf('rotting:from=0.2/0.5;to=0.3/0.1')).toThrow(/use the environment rising/);
    expect(() => restedOf('rotting:plays=0')).toThrow(/plays must be numbers > 0; got 0/);
    expect(() => createEnvironment('rotting:drift=ramp;size=0.2')).toThrow(
      /means must lie in \[0, 1\] for bernoulli rewards; got means of rested arms from/,
    );
  });

  it('draws a reward only if the plays of its arm are given', () => {
    const environment = createEnvironment('rotting:from=1/1;to=0/0;plays=3', { horizon: 10 });
    const random = randomStream(1);
    expect(environment.reward(5, 0, random, 2)).toBe(1);
    expect(environment.reward(5, 0, random, 3)).toBe(0);
    expect(() => environment.reward(5, 0, random)).toThrow(/plays must be an integer from 0 to 5/);
    expect(() => environment.reward(5, 0, random, 6)).toThrow(/got 6/);
  });
});

describe('rising', () => {
  it('approaches its limits as worked by hand', () => {
    const means = restedOf('rising:to=0.4/0.9;plays=10/100', { horizon: 1000 });
    for (const n of [0, 10, 500]) {
      expect(means.shown(n, 0)).toBeCloseTo(0.4 * (1 - Math.exp(-n / 10)), 12);
      expect(means.shown(n, 1)).toBeCloseTo(0.9 * (1 - Math.exp(-n / 100)), 12);
    }
    expect(means.bestArm(0)).toBe(1);
  });

  it('has another benchmark if the horizon is too short for the late arm', () => {
    const means = restedOf('rising:to=0.4/0.9;plays=10/100', { horizon: 40 });
    expect(means.bestArm(0)).toBe(0);
    expect(means.benchmark).toBe('the best arm played throughout');
  });

  it('refuses means that fall', () => {
    expect(() => restedOf('rising:from=0.5/0.5;to=0.9/0.4')).toThrow(/use the environment rotting/);
  });
});

describe('the published rested environments', () => {
  it('rotting-2 has an arm that falls from μ to −μ after a quarter of the horizon', () => {
    const means = restedOf('rotting-2');
    expect([means.armCount, means.horizon]).toEqual([2, 10_000]);
    expect(shapeAt(means, 0, [0, 2499, 2500])).toEqual([0.11642, 0.11642, -0.11642]);
    expect(shapeAt(means, 1, [0, 9999])).toEqual([0, 0]);
    expect([2499, 2500].map((slot) => means.bestArm(slot))).toEqual([0, 1]);
    expect(means.totalVariation()).toBeCloseTo(2 * 0.11642, 12);
  });

  it('rotting-10 has nine arms that turn after 1000 plays, each √10 times the one before', () => {
    const means = restedOf('rotting-10');
    expect([means.armCount, means.horizon]).toEqual([10, 25_000]);
    const first = Array.from({ length: 10 }, (_, arm) => means.shown(999, arm));
    const roots = [0, 0.001, 0.00316227766016838, 0.01, 0.0316227766016838, 0.1];
    for (const [arm, mean] of roots.entries()) expect(first[arm]).toBeCloseTo(mean, 15);
    expect(first[9]).toBeCloseTo(10, 12);
    expect(means.shown(1000, 9)).toBe(-first[9]);
    // The nine that fall, the largest first, then the one that stays.
    expect([0, 999, 1000, 8999, 9000].map((slot) => means.bestArm(slot))).toEqual([9, 9, 8, 1, 0]);
  });

  it('rising-15 and rising-2 have the means of the authors’ formulas at some plays', () => {
    const fifteen = restedOf('rising-15', { horizon: 2000 });
    expect(fifteen.shown(0, 0)).toBeCloseTo(0, 12);
    expect(fifteen.shown(100, 2)).toBeCloseTo(0.73 * (1 - Math.exp(-300 / 162)), 12);
    expect(fifteen.shown(0, 5)).toBeCloseTo(0.43 * (1 - 195 / 199), 12);
    const offset = 85 ** (1 / 0.8);
    expect(fifteen.shown(1999, 12)).toBeCloseTo(1.08 * (1 - 85 / (1999 + offset) ** 0.8), 12);
    expect(fifteen.armCount).toBe(15);
    const two = restedOf('rising-2');
    expect(two.horizon).toBe(50_000);
    expect(two.shown(500, 0)).toBeCloseTo(0.2, 12);
    expect(shapeAt(two, 1, [0, 5000, 25_000, 49_999])).toEqual([0, 0.2, 1, 1]);
    expect(two.bestArm(0)).toBe(1);
  });

  it('repeat their arms if there are more', () => {
    const means = restedOf('rotting-2', { armCount: 3 });
    expect(means.shown(0, 2)).toBe(means.shown(0, 0));
  });
});
