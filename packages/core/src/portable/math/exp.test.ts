import { describe, expect, it } from 'vitest';
import { errorInUlps, exactExp, hashOfBits } from '../../../test/exact.ts';
import { Random } from '../random/generator.ts';
import { exp, expMinusOne, expWithTail } from './exp.ts';

const COUNT = 4000;

function largestError(argument: (random: Random) => number): number {
  const random = new Random(1, 2, 3, 4);
  let largest = 0;
  for (let i = 0; i < COUNT; i++) {
    const x = argument(random);
    largest = Math.max(largest, errorInUlps(exp(x), exactExp(x)));
  }
  return largest;
}

describe('exp', () => {
  it.each<[string, (random: Random) => number]>([
    ['the whole range', (random) => 1454.8 * random.uniform() - 745.1],
    ['subnormal results', (random) => -745.1 + 36 * random.uniform()],
    ['the largest results', (random) => 709.7827 - random.uniform()],
    ['small arguments', (random) => 4 * random.uniform() - 2],
    [
      'closer and closer to 0',
      (random) => (random.uniform() - 0.5) * 2 ** (-60 * random.uniform()),
    ],
    ['around the change of exponent', (random) => (random.below(2001) - 1000.5) * Math.LN2],
  ])('is within 0.8 ulp of the truth: %s', (_, argument) => {
    expect(largestError(argument)).toBeLessThan(0.8);
  });

  it('returns the special values', () => {
    expect(exp(0)).toBe(1);
    expect(exp(-0)).toBe(1);
    expect(exp(5e-324)).toBe(1);
    expect(exp(Infinity)).toBe(Infinity);
    expect(exp(-Infinity)).toBe(0);
    expect(exp(Number.NaN)).toBeNaN();
  });

  it('overflows and underflows where doubles end', () => {
    // The largest double is e^709.7827128933839968…, half of the smallest e^−745.13321910194122….
    expect(exp(709.782712893384)).toBeLessThan(Infinity);
    expect(exp(709.7827128933841)).toBe(Infinity);
    expect(exp(-745.1332191019411)).toBe(5e-324);
    expect(exp(-745.1332191019413)).toBe(0);
  });

  it('keeps its bits', () => {
    const random = new Random(5, 6, 7, 8);
    const values = Array.from({ length: 20_000 }, () => exp(1480 * random.uniform() - 760));
    expect(hashOfBits(values)).toBe('b165a043d2a49eb3');
  });
});

describe('expWithTail', () => {
  it('uses what the tail adds to the exponent', () => {
    // With x = 700 a tail of 4·10⁻¹⁴ changes the result by some 180 ulp.
    const lower = exactExp(700);
    const change = errorInUlps(expWithTail(700, 4e-14), lower);
    expect(change).toBeGreaterThan((4e-14 * exp(700)) / 2 ** (1009 - 52) - 1);
    expect(change).toBeLessThan((4e-14 * exp(700)) / 2 ** (1009 - 52) + 1);
  });
});

describe('expMinusOne', () => {
  it('is within two ulp of the truth, also where e^x − 1 cancels', () => {
    const random = new Random(9, 10, 11, 12);
    for (let i = 0; i < COUNT; i++) {
      const x = (random.uniform() - 0.5) * 80 * 2 ** (-60 * random.uniform());
      const { value, shift } = exactExp(x);
      expect(errorInUlps(expMinusOne(x), { value: value - (1n << shift), shift })).toBeLessThan(2);
    }
  });

  it('agrees with exp at the ends', () => {
    expect(expMinusOne(0)).toBe(0);
    expect(expMinusOne(705)).toBe(exp(705) - 1);
    expect(expMinusOne(-800)).toBe(-1);
    expect(expMinusOne(Infinity)).toBe(Infinity);
    expect(expMinusOne(-Infinity)).toBe(-1);
    expect(expMinusOne(Number.NaN)).toBeNaN();
  });
});
