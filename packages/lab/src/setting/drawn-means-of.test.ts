import { createEnvironment, environmentFromRewards, Replay } from '@driftline/core';
import { expect, test } from 'vitest';
import { drawnFrom, toGrain, valueGrain, withArmCount, withKnot } from './drawn-means-of.ts';

test('knots are the present means, and the noise is kept', () => {
  const made = createEnvironment('ramp:from=0.9/0.1;to=0.4/0.6');
  const { environment, notes } = drawnFrom(made, 'beta:concentration=8');
  expect(environment.rewards).toBe('beta:concentration=8');
  expect(environment.horizon).toBe(5000);
  expect(environment.knots[0]).toEqual([
    0.9, 0.85, 0.8, 0.75, 0.7, 0.65, 0.6, 0.55, 0.5, 0.45, 0.4,
  ]);
  expect(environment.knots[1].at(-1)).toBe(0.6);
  expect(notes).toEqual([]);
});

test('recorded rewards of 0 and 1 become 0 or 1, others get normal noise as they scatter', () => {
  const replay = (values: number[]) =>
    environmentFromRewards(
      new Replay(Float64Array.from(values), 1, { against: 'fixed', smoothing: values.length }),
    );
  expect(drawnFrom(replay([0, 1, 1, 0])).environment.rewards).toBe('bernoulli');
  // Averages over all six slots, fewer at the ends: only that it is normal and shown is tested here.
  const drawn = drawnFrom(replay([-3, 3, -3, 3, -3, 3]));
  expect(drawn.environment.rewards).toMatch(/^gaussian:sd=[23]/);
  expect(drawn.notes).toHaveLength(1);
});

test('a short environment has as many knots as slots', () => {
  expect(
    drawnFrom(createEnvironment('ramp', { horizon: 4 }), 'bernoulli').environment.knots[0],
  ).toEqual([0.9, 0.63, 0.37, 0.1]);
});

test('a long environment is cut, and that is said', () => {
  const long = createEnvironment('sinusoid', { armCount: 50, horizon: 100_000 });
  const { environment, notes } = drawnFrom(long, 'bernoulli');
  expect(environment.horizon * environment.knots.length).toBeLessThanOrEqual(2_000_000);
  expect(notes[0]).toMatch(/at most [\d,]+ slots\. The rest was cut off/);
});

test('arms join in the middle and go from the end; a knot moves alone', () => {
  const { environment } = drawnFrom(createEnvironment('ramp'), 'bernoulli');
  expect(withArmCount(environment, 4).knots[3]).toEqual(new Array(11).fill(0.5));
  expect(withArmCount(environment, 2).knots).toEqual(environment.knots.slice(0, 2));
  const moved = withKnot(environment, 1, 3, 0.77);
  expect(moved.knots[1][3]).toBe(0.77);
  expect(moved.knots[0]).toBe(environment.knots[0]);
});

test('values are set in hundredths of a unit axis', () => {
  expect(valueGrain([0, 1])).toBe(0.01);
  expect(valueGrain([-40, 40])).toBe(1);
  expect(toGrain(0.2949, 0.01)).toBe(0.29);
  expect(Object.is(toGrain(-0.001, 0.01), 0)).toBe(true);
  expect(toGrain(1234, 10)).toBe(1230);
});
