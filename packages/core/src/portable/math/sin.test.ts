import { describe, expect, it } from 'vitest';
import { type Exact, errorInUlps, exactCos, exactSin, hashOfBits } from '../../../test/exact.ts';
import { Random } from '../random/generator.ts';
import { cos, LARGEST_ANGLE, sin } from './sin.ts';

const COUNT = 4000;

function largestError(
  argument: (random: Random) => number,
  actual: (x: number) => number,
  truth: (x: number) => Exact,
): number {
  const random = new Random(1, 2, 3, 4);
  let largest = 0;
  for (let i = 0; i < COUNT; i++) {
    const x = argument(random);
    largest = Math.max(largest, errorInUlps(actual(x), truth(x)));
  }
  return largest;
}

/** The double nearest to a multiple of π/2, or one of its neighbours. */
function nearMultiple(random: Random): number {
  const nearest = (random.below(2 ** 20) + 1) * (Math.PI / 2);
  return nearest * (1 + (random.below(5) - 2) * 2 ** -52);
}

describe.each<[string, (x: number) => number, (x: number) => Exact]>([
  ['sin', sin, exactSin],
  ['cos', cos, exactCos],
])('%s', (_, actual, truth) => {
  it.each<[string, (random: Random) => number]>([
    ['the whole domain', (random) => LARGEST_ANGLE * (2 * random.uniform() - 1)],
    ['a turn or so', (random) => 16 * random.uniform() - 8],
    ['small angles', (random) => (random.uniform() - 0.5) * 2 ** (-60 * random.uniform())],
    ['next to multiples of π/2', nearMultiple],
    ['odd multiples of π/4', (random) => (2 * random.below(2 ** 20) + 1) * (Math.PI / 4)],
  ])('is within 0.85 ulp of the truth: %s', (_, argument) => {
    expect(largestError(argument, actual, truth)).toBeLessThan(0.85);
  });
});

describe('sin and cos', () => {
  it('keep a right remainder for the doubles closest to multiples of π/2', () => {
    // The n·π/2 in the domain that doubles come closest to: found by trying every n.
    for (const n of [29, 58, 116, 232, 464, 928, 1856, 204_551]) {
      const x = n * (Math.PI / 2);
      const [vanishing, truth] = n % 2 === 0 ? [sin(x), exactSin(x)] : [cos(x), exactCos(x)];
      expect(Math.abs(vanishing)).toBeLessThan(1e-15);
      expect(errorInUlps(vanishing, truth)).toBeLessThan(0.85);
    }
  });

  it('return the special values', () => {
    expect(sin(0)).toBe(0);
    expect(sin(-0)).toBe(-0);
    expect(sin(5e-324)).toBe(5e-324);
    expect(cos(0)).toBe(1);
    expect(cos(5e-324)).toBe(1);
    expect(sin(Math.PI / 6)).toBeCloseTo(0.5, 15);
  });

  it('refuse angles outside of the domain, infinities and NaN', () => {
    for (const x of [LARGEST_ANGLE * (1 + 2 ** -52), 1e300, Infinity, -Infinity, Number.NaN]) {
      expect(sin(x)).toBeNaN();
      expect(cos(x)).toBeNaN();
    }
    expect(sin(LARGEST_ANGLE)).not.toBeNaN();
  });

  it('are odd and even', () => {
    const random = new Random(3, 1, 4, 1);
    for (let i = 0; i < 1000; i++) {
      const x = LARGEST_ANGLE * random.uniform();
      expect(sin(-x)).toBe(-sin(x));
      expect(cos(-x)).toBe(cos(x));
    }
  });

  it('keep their bits', () => {
    const random = new Random(5, 6, 7, 8);
    const values = Array.from({ length: 20_000 }, () => sin(2000 * random.uniform() - 1000));
    expect(hashOfBits(values)).toBe('0194ff43ac35cee4');
    expect(hashOfBits(values.map((value) => cos(1000 * value)))).toBe('9f7d2008594e98de');
  });
});
