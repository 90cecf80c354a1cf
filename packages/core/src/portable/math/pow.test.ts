import { describe, expect, it } from 'vitest';
import { errorInUlps, exactPow, hashOfBits } from '../../../test/exact.ts';
import { Random } from '../random/generator.ts';
import { pow } from './pow.ts';

const COUNT = 4000;

/** A y for which y·ln x is spread over the exponents of all finite, non-zero results. */
function exponentFor(x: number, random: Random): number {
  return (1454 * random.uniform() - 745) / Math.log(x);
}

function largestError(argument: (random: Random) => [number, number]): number {
  const random = new Random(1, 2, 3, 4);
  let largest = 0;
  for (let i = 0; i < COUNT; i++) {
    const [x, y] = argument(random);
    if (x === 1) continue;
    largest = Math.max(largest, errorInUlps(pow(x, y), exactPow(x, y)));
  }
  return largest;
}

describe('pow', () => {
  it.each<[string, (random: Random) => [number, number]]>([
    [
      'all magnitudes of x and of the result',
      (random) => {
        const x = 2 ** (2098 * random.uniform() - 1074);
        return [x, exponentFor(x, random)];
      },
    ],
    [
      'x closer and closer to 1, |y·ln x| large',
      (random) => {
        const x = 1 + (random.uniform() - 0.5) * 2 ** (-51 * random.uniform());
        return [x, x === 1 ? 1 : exponentFor(x, random)];
      },
    ],
    ['the neighbours of 1', (random) => [1 + (random.below(2001) - 1000) * 2 ** -53, 1e14]],
    ['x a little away from 1', (random) => [0.9 + 0.2 * random.uniform(), 4000 * random.uniform()]],
    ['everyday values', (random) => [10 * random.uniform(), 20 * random.uniform() - 10]],
    ['small exponents', (random) => [random.uniform(), -0.4 * 2 ** (-60 * random.uniform())]],
    ['subnormal x', (random) => [5e-324 * (1 + random.below(1000)), random.uniform() - 0.5]],
    ['subnormal results', (random) => [random.uniform() / 2, 1e3 * random.uniform()]],
    [
      'fractions of small integers',
      (random) => [1 + random.below(1000), 1 / (1 + random.below(9))],
    ],
  ])('is within 0.8 ulp of the truth: %s', (_, argument) => {
    expect(largestError(argument)).toBeLessThan(0.8);
  });

  it('is exact where a double holds the result', () => {
    expect(pow(10, 3)).toBe(1000);
    expect(pow(2, 0.5)).toBe(Math.SQRT2);
    expect(pow(8, 1 / 3)).toBe(2);
    expect(pow(0.5, -2)).toBe(4);
    for (let k = -1074; k <= 1023; k++) expect(pow(2, k)).toBe(2 ** k);
    for (let n = 2; n <= 300; n++) {
      let power = 1;
      for (let exponent = 1; power * n <= Number.MAX_SAFE_INTEGER; exponent++) {
        power *= n;
        expect(pow(n, exponent)).toBe(power);
      }
      expect(pow(n * n, 0.5)).toBe(n);
      expect(pow(n, 1)).toBe(n);
    }
  });

  it('returns the special values of IEEE 754', () => {
    for (const any of [0, -0, 2, -2, 0.3, Infinity, -Infinity, Number.NaN]) {
      expect(pow(any, 0)).toBe(1);
      expect(pow(any, -0)).toBe(1);
      expect(pow(1, any)).toBe(1);
    }
    expect(pow(Number.NaN, 1)).toBeNaN();
    expect(pow(2, Number.NaN)).toBeNaN();
    expect(pow(0, 0.5)).toBe(0);
    expect(pow(0, -0.5)).toBe(Infinity);
    expect(pow(Infinity, 0.5)).toBe(Infinity);
    expect(pow(Infinity, -0.5)).toBe(0);
    expect(pow(0.5, Infinity)).toBe(0);
    expect(pow(0.5, -Infinity)).toBe(Infinity);
    expect(pow(2, Infinity)).toBe(Infinity);
    expect(pow(2, -Infinity)).toBe(0);
    expect(pow(2, 1e300)).toBe(Infinity);
    expect(pow(2, -1e300)).toBe(0);
    expect(pow(2, 1e-300)).toBe(1);
    expect(pow(2, 1024)).toBe(Infinity);
    expect(pow(2, -1076)).toBe(0);
  });

  it('takes integer powers of negative numbers', () => {
    expect(pow(-2, 3)).toBe(-8);
    expect(pow(-2, 4)).toBe(16);
    expect(pow(-2, -3)).toBe(-0.125);
    expect(pow(-2, 0.5)).toBeNaN();
    expect(pow(-1, Infinity)).toBe(1);
    expect(pow(-1, 3)).toBe(-1);
    expect(pow(-0, 3)).toBe(-0);
    expect(pow(-0, -3)).toBe(-Infinity);
    expect(pow(-0, 2.5)).toBe(0);
    expect(pow(-Infinity, 3)).toBe(-Infinity);
    expect(pow(-Infinity, 0.5)).toBe(Infinity);
  });

  it('keeps its bits', () => {
    const random = new Random(5, 6, 7, 8);
    const values = Array.from({ length: 20_000 }, () =>
      pow(4 * random.uniform(), 100 * random.uniform() - 50),
    );
    expect(hashOfBits(values)).toBe('f9d825d82bbef202');
  });
});
