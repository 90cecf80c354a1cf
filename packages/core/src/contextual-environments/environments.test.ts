import { describe, expect, test } from 'vitest';
import { createContextualEnvironment } from '../shell/contextual/environment.ts';
import type { Environment } from '../shell/environment.ts';
import { contextualEnvironmentCatalogue } from './catalogue.ts';

function thetaOf({ means }: Environment) {
  const theta = means.contexts?.theta;
  if (theta === undefined) throw new Error('an environment of ours hides parameters');
  return theta;
}

describe('the environments of the papers', () => {
  test('linear-abrupt has four unit vectors, the first for 1001 slots', () => {
    const { means, law } = createContextualEnvironment('linear-abrupt');
    const { starts, rows } = thetaOf(createContextualEnvironment('linear-abrupt'));
    expect([means.armCount, means.horizon, law.id, law.params.sd]).toEqual([
      50,
      6000,
      'gaussian',
      1,
    ]);
    expect([...starts]).toEqual([0, 1001, 2001, 3001]);
    expect([...rows].map((value) => value + 0)).toEqual([1, 0, -1, 0, 0, 1, 0, -1]);
    expect(means.totalVariation()).toBeCloseTo(4 + Math.SQRT2, 12);
  });

  test('linear-slow turns by a right angle in the first half', () => {
    const environment = createContextualEnvironment('linear-slow');
    const { starts, rows } = thetaOf(environment);
    expect(starts.length).toBe(3000);
    // 2999 chords of one 3000th of a right angle.
    const chord = 2 * Math.sin(Math.PI / 4 / 3000);
    expect(environment.means.totalVariation()).toBeCloseTo(2999 * chord, 9);
    expect([rows[0], rows[1]]).toEqual([1, 0]);
  });

  test('linear-turn turns once', () => {
    const { means } = createContextualEnvironment('linear-turn');
    expect(means.totalVariation()).toBeCloseTo(2 * Math.PI, 2);
  });
});

test.each(['jumps', 'local', 'walk', 'seasons', 'intercepts', 'rise', 'stationary'])(
  'arms with path=%s have slopes of at most the effect, and means within [0, 1]',
  (path) => {
    const spec = `contexts:path=${path};effect=0.3;spread=0.1`;
    const environment = createContextualEnvironment(spec, { horizon: 400, armCount: 4 });
    const { rows, dimension } = thetaOf(environment);
    for (let at = 0; at < rows.length; at += dimension) {
      const [intercept, ...slopes] = rows.subarray(at, at + dimension);
      const size = slopes.reduce((sum, slope) => sum + Math.abs(slope), 0);
      expect(size).toBeLessThanOrEqual(0.3 + 1e-12);
      expect(Math.abs(intercept - 0.5)).toBeLessThanOrEqual(path === 'rise' ? 0.12 : 0.1);
    }
    const [least, largest] = environment.means.range();
    expect(least >= 0 && largest <= 1).toBe(true);
  },
);

test('useless contexts have no slopes', () => {
  const { rows, dimension } = thetaOf(createContextualEnvironment('contexts-useless'));
  expect(rows.filter((_, i) => i % dimension > 0).every((slope) => slope === 0)).toBe(true);
});

test.each(contextualEnvironmentCatalogue.ids)('%s is the same for the same seed', (id) => {
  const [first, second] = [5, 5].map((seed) =>
    thetaOf(createContextualEnvironment(`${id}:fresh=1`, { seed, replication: 2, horizon: 50 })),
  );
  expect(second).toEqual(first);
});

test.each([
  ['linear:path=rotate', { dimension: 1 }, 'needs a plane'],
  ['linear:actions=basis', { armCount: 3 }, 'one action for each column'],
  ['contexts:effect=0.5;spread=0.3', {}, 'means must lie in [0, 1]'],
  ['linear', { dimension: 0 }, 'dimension must be an integer from 1 to 1000; got 0'],
  ['linear:pth=walk', {}, "no parameter 'pth'"],
])('%s with %j is refused', (spec, options, message) => {
  expect(() => createContextualEnvironment(spec, options)).toThrow(message);
});
