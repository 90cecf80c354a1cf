import { createEnvironment, environmentCatalogue } from '@driftline/core';
import { expect, test } from 'vitest';
import { isRested } from '../charts/benchmark.ts';
import { drawnFrom, drawnMean } from '../setting/drawn-means-of.ts';
import { environmentSentence, plain } from './words.ts';

test('the sentence of rested arms names the benchmark and explains the chart', () => {
  const { means } = createEnvironment('rising');
  const words = environmentSentence({
    armCount: 3,
    horizon: 5000,
    switches: 0,
    firstBest: 'arm A',
    trueVariation: 0.9,
    given: 0.9,
    fresh: false,
    givenAnew: false,
    ...(means.benchmark === undefined ? {} : { benchmark: means.benchmark }),
  });
  expect(plain(words)).toContain('Each mean moves with the plays of its arm.');
  expect(plain(words)).toContain('measured against the best arm played throughout.');
  expect(plain(words)).toContain('the means that this benchmark meets, slot by slot');
});

test('means are drawn as the benchmark meets them', () => {
  const environment = createEnvironment('rotting:from=0.9/0.5;to=0.1/0.1;plays=100', {
    horizon: 400,
  });
  const drawn = drawnMean(environment.means);
  expect([99, 100, 300].map((slot) => drawn(slot, 0))).toEqual([0.9, 0.1, 0.1]);
  // Arm 1 waits for 100 slots, and falls after 100 plays.
  expect([99, 199, 200].map((slot) => drawn(slot, 1))).toEqual([0.5, 0.5, 0.1]);
  expect(drawnFrom(environment).notes.join()).toContain('Drawn means move with time');
});

test('the environments of rested arms are known by their names', () => {
  const rested = environmentCatalogue.ids.filter((spec) => isRested({ kind: 'named', spec }));
  expect(rested).toEqual(['rotting', 'rotting-2', 'rotting-10', 'rising', 'rising-15', 'rising-2']);
  expect(isRested({ kind: 'named', spec: 'rotting:drift=ramp' })).toBe(true);
});
