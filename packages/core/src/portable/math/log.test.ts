import { describe, expect, it } from 'vitest';
import { errorInUlps, exactLn, hashOfBits } from '../../../test/exact.ts';
import { Random } from '../random/generator.ts';
import { ln } from './log.ts';

const COUNT = 4000;

function largestError(argument: (random: Random) => number): number {
  const random = new Random(1, 2, 3, 4);
  let largest = 0;
  for (let i = 0; i < COUNT; i++) {
    const x = argument(random);
    largest = Math.max(largest, errorInUlps(ln(x), exactLn(x)));
  }
  return largest;
}

describe('ln', () => {
  it.each<[string, (random: Random) => number]>([
    ['all magnitudes', (random) => 2 ** (2098 * random.uniform() - 1074)],
    ['subnormal numbers', (random) => 5e-324 * (1 + random.below(2 ** 31 - 1))],
    ['the largest numbers', (random) => Number.MAX_VALUE * (1 - 0.5 * random.uniform())],
    ['from a half to two', (random) => 0.5 + 1.5 * random.uniform()],
    ['around the change of exponent', (random) => Math.SQRT1_2 * (1 + 1e-3 * random.uniform())],
    [
      'closer and closer to 1',
      (random) => 1 + (random.uniform() - 0.5) * 2 ** (-51 * random.uniform()),
    ],
    ['the neighbours of 1', (random) => 1 + (random.below(2001) - 1000) * 2 ** -53],
  ])('is within 0.8 ulp of the truth: %s', (_, argument) => {
    expect(largestError(argument)).toBeLessThan(0.8);
  });

  it('returns the special values', () => {
    expect(ln(1)).toBe(0);
    expect(ln(0)).toBe(-Infinity);
    expect(ln(-0)).toBe(-Infinity);
    expect(ln(Infinity)).toBe(Infinity);
    for (const x of [-5e-324, -1, -Infinity, Number.NaN]) expect(ln(x)).toBeNaN();
  });

  it('never decreases from one double to the next', () => {
    for (const start of [0.5, Math.SQRT1_2, 1, Math.SQRT2, 3]) {
      const unit = 2 ** (Math.floor(Math.log2(start)) - 52);
      for (let i = -500; i < 500; i++) {
        expect(ln(start + (i + 1) * unit)).toBeGreaterThanOrEqual(ln(start + i * unit));
      }
    }
  });

  it('keeps its bits', () => {
    const random = new Random(5, 6, 7, 8);
    const values = Array.from({ length: 20_000 }, () =>
      ln(random.uniform() * 2 ** (random.below(60) - 50)),
    );
    expect(hashOfBits(values)).toBe('c47cd9eff1ee7e1f');
  });
});
