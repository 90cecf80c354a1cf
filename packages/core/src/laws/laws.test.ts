import { describe, expect, test } from 'vitest';
import {
  type Distribution,
  incompleteBeta,
  KOLMOGOROV_LIMIT,
  kolmogorovDistance,
  normalDistribution,
  paretoDistribution,
  studentDistribution,
  symmetricDistribution,
} from '../../test/distributions.ts';
import { Random } from '../portable/random/generator.ts';
import { ROLE_REWARDS } from '../portable/random/streams.ts';
import { randomStream, saveRandom } from '../random/source.ts';
import { environmentFromMeans } from '../shell/environment.ts';
import { lawCatalogue } from './catalogue.ts';
import { createRewardLaw } from './create.ts';

/** Every law as it is by default, and some with other parameters. */
const specs = [
  ...lawCatalogue.ids,
  'pareto:xi=0.1;sigma=0.5',
  'student-t:degrees=5;scale=0.3',
  'beta:concentration=4',
  'beta:concentration=0.5',
  'uniform:width=0.8',
];

function draws(spec: string, mean: number, count: number, seed: number): number[] {
  const law = createRewardLaw(spec);
  const random = randomStream(seed, 0, ROLE_REWARDS);
  return Array.from({ length: count }, () => law.draw(mean, random));
}

describe.each(specs)('%s', (spec) => {
  test('which arm is chosen does not change the draws that follow', () => {
    const means = Array.from({ length: 2000 }, (_, slot) => [0, 0.02, 0.3 + slot * 3e-4, 0.97, 1]);
    const environment = environmentFromMeans(means, spec);
    const play = (arm: (slot: number) => number): [Random, number] => {
      const random = randomStream(11, 0, ROLE_REWARDS);
      let sum = 0;
      for (let slot = 0; slot < 2000; slot++) sum += environment.reward(slot, arm(slot), random);
      return [random, sum];
    };
    const [first, firstSum] = play((slot) => slot % 5);
    const [second, secondSum] = play((slot) => (slot * slot + 3) % 5);
    expect(secondSum).not.toBe(firstSum);
    expect(saveRandom(second)).toEqual(saveRandom(first));
  });

  test.each([0.1, 0.5, 0.85])('rewards have the mean %d', (mean) => {
    const count = 40_000;
    const sample = draws(spec, mean, count, 5);
    const average = sample.reduce((sum, x) => sum + x, 0) / count;
    // Five standard errors: a right sampler fails for one seed in two million.
    const standardError = Math.sqrt(createRewardLaw(spec).variance(mean) / count);
    // Without noise, the rounding of the sum is left.
    expect(Math.abs(average - mean)).toBeLessThan(5 * standardError + 1e-9);
  });
});

// Fourth moments are finite and known for these, so that the variance has a standard error too.
test.each([
  ['bernoulli', 0.3],
  ['gaussian:sd=0.5', 0.3],
  ['beta:concentration=4', 0.3],
  ['uniform:width=0.8', 0.3],
])('%s has the variance it states', (spec, mean) => {
  const count = 40_000;
  const squares = draws(spec, mean, count, 6).map((x) => (x - mean) ** 2);
  const average = squares.reduce((sum, x) => sum + x, 0) / count;
  const spread = squares.reduce((sum, x) => sum + (x - average) ** 2, 0) / count;
  const stated = createRewardLaw(spec).variance(mean);
  expect(Math.abs(average - stated)).toBeLessThan(5 * Math.sqrt(spread / count));
});

const mean = 0.25;
const around = (distribution: Distribution, scale = 1): Distribution => {
  return (x) => distribution((x - mean) / scale);
};

test.each<[string, Distribution]>([
  ['gaussian:sd=0.5', around(normalDistribution, 0.5)],
  ['uniform:width=0.8', around((x) => Math.min(1, Math.max(0, x + 0.5)), 0.8)],
  ['pareto:xi=0.4;sigma=0.23', around(symmetricDistribution(paretoDistribution(0.4, 0.23)))],
  ['pareto:xi=0;sigma=0.5', around(symmetricDistribution(paretoDistribution(0, 0.5)))],
  ['pareto:xi=-0.5;sigma=0.5', around(symmetricDistribution(paretoDistribution(-0.5, 0.5)))],
  ['student-t:degrees=3;scale=0.5', around(studentDistribution(3), 0.5)],
  ['beta:concentration=4', (x) => incompleteBeta(1, 3, x)],
  ['beta:concentration=1', (x) => incompleteBeta(0.25, 0.75, x)],
])('%s follows its distribution', (spec, distribution) => {
  // Exceeded once in a thousand seeds by a right sampler; the seed is fixed.
  const sample = Float64Array.from(draws(spec, mean, 20_000, 8));
  expect(kolmogorovDistance(sample, distribution)).toBeLessThan(KOLMOGOROV_LIMIT);
});

describe('edges', () => {
  test('probabilities 0 and 1 are certain', () => {
    for (const spec of ['bernoulli', 'beta:concentration=2']) {
      expect(new Set(draws(spec, 0, 1000, 1))).toEqual(new Set([0]));
      expect(new Set(draws(spec, 1, 1000, 1))).toEqual(new Set([1]));
    }
  });

  test('bernoulli compares all 32 bits without a sign', () => {
    const { sampler } = createRewardLaw('bernoulli');
    const fixed = (word: number) => {
      const random = new Random(1, 0, 0, 0);
      random.next = () => word;
      return random;
    };
    expect(sampler.draw(0.5, fixed(0x7fffffff))).toBe(1);
    expect(sampler.draw(0.5, fixed(-0x80000000))).toBe(0);
    expect(sampler.draw(1, fixed(-1))).toBe(1);
    expect(sampler.draw(0, fixed(0))).toBe(0);
  });

  test('rewards of [0, 1] laws stay there, uniform ones in their interval', () => {
    for (const x of draws('beta:concentration=0.3', 0.4, 5000, 2)) {
      expect(x >= 0 && x <= 1).toBe(true);
    }
    for (const x of draws('uniform:width=0.5', 2, 5000, 2)) {
      expect(x >= 1.75 && x < 2.25).toBe(true);
    }
  });

  test('noise without width is none', () => {
    expect(draws('gaussian:sd=0', 0.3, 3, 1)).toEqual([0.3, 0.3, 0.3]);
    expect(draws('uniform:width=0', 0.3, 3, 1)).toEqual([0.3, 0.3, 0.3]);
  });
});

describe('specs', () => {
  test('defaults: Pareto as in the paper, and noise that is 1/2-sub-Gaussian', () => {
    expect(createRewardLaw('pareto').params).toEqual({ xi: 0.4, sigma: 0.23 });
    expect(createRewardLaw('gaussian').params).toEqual({ sd: 0.5 });
    expect(createRewardLaw({ id: 'gaussian', params: { sd: 2 } }).variance(0)).toBe(4);
  });

  test('reward ranges', () => {
    const ranges = lawCatalogue.list.map(({ id }) => [id, createRewardLaw(id).rewardRange]);
    expect(Object.fromEntries(ranges)).toEqual({
      bernoulli: [0, 1],
      gaussian: [-1, 1],
      pareto: [-1, 1],
      'student-t': [-1, 1],
      beta: [0, 1],
      uniform: [-1, 1],
      exact: [-1, 1],
    });
  });

  test('variances that do not exist', () => {
    expect(createRewardLaw('pareto:xi=0.5').variance(0)).toBe(Number.POSITIVE_INFINITY);
    expect(createRewardLaw('student-t:degrees=2').variance(0)).toBe(Number.POSITIVE_INFINITY);
  });

  test.each([
    ['gaussian:sd=-1', 'sd must be a number >= 0; got -1'],
    ['pareto:xi=1', 'xi must be a number < 1; got 1'],
    ['pareto:sigma=0', 'sigma must be a number > 0; got 0'],
    ['student-t:degrees=1', 'degrees must be a number > 1; got 1'],
    ['beta:concentration=0', 'concentration must be a number > 0; got 0'],
    ['bernoulli:p=1', "bernoulli takes no parameters; got 'p'"],
    ['gaussian:sigma=1', "gaussian has no parameter 'sigma'; accepted: sd"],
  ])('%s is refused', (spec, message) => {
    expect(() => createRewardLaw(spec)).toThrow(message);
  });
});
