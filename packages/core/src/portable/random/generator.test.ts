import { describe, expect, it } from 'vitest';
import { chiSquare, chiSquareLimit } from '../../../test/distributions.ts';
import { Random } from './generator.ts';

/** The definition of xoshiro128** once more, in integers without a width. */
function* reference(a: bigint, b: bigint, c: bigint, d: bigint): Generator<number> {
  const word = (x: bigint) => BigInt.asUintN(32, x);
  const rotated = (x: bigint, bits: bigint) => word(x << bits) | (x >> (32n - bits));
  const s = [a, b, c, d].map(word) as [bigint, bigint, bigint, bigint];
  while (true) {
    yield Number(word(rotated(word(s[1] * 5n), 7n) * 9n));
    const shifted = word(s[1] << 9n);
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= shifted;
    s[3] = rotated(s[3], 11n);
  }
}

function counts(cells: number, draws: number, cell: () => number): Int32Array {
  const result = new Int32Array(cells);
  for (let i = 0; i < draws; i++) result[cell()]!++;
  return result;
}

describe('Random', () => {
  it('returns the published outputs of xoshiro128**', () => {
    // From the authors' C program, version 1.1, with state 1, 2, 3, 4.
    const published = [
      11520, 0, 5927040, 70819200, 2031721883, 1637235492, 1287239034, 3734860849, 3729100597,
      4258142804,
    ];
    const random = new Random(1, 2, 3, 4);
    expect(published.map(() => random.next() >>> 0)).toEqual(published);
  });

  it('follows the definition from any state', () => {
    for (const [a, b, c, d] of [
      [1, 2, 3, 4],
      [-1, -1, -1, -1],
      [0, 0, 0, -0x80000000],
      [0x12345678, -0x6789abcd, 77, -1],
    ] as const) {
      const random = new Random(a, b, c, d);
      const expected = reference(BigInt(a), BigInt(b), BigInt(c), BigInt(d));
      for (let i = 0; i < 1000; i++) expect(random.next() >>> 0).toBe(expected.next().value);
    }
  });

  it('returns signed words and leaves the state of four zeros', () => {
    const random = new Random(0, 0, 0, 0);
    expect(Array.from(random.state)).toEqual([1, 0, 0, 0]);
    const words = Array.from({ length: 100 }, () => random.next());
    expect(words.every((word) => (word | 0) === word)).toBe(true);
    expect(words.some((word) => word < 0)).toBe(true);
  });
});

describe('uniform', () => {
  it('takes the upper bits of two words', () => {
    const random = new Random(1, 2, 3, 4);
    const words = new Random(1, 2, 3, 4);
    for (let i = 0; i < 100; i++) {
      const upper = words.next() >>> 5;
      const lower = words.next() >>> 6;
      expect(random.uniform()).toBe((upper * 2 ** 26 + lower) / 2 ** 53);
    }
  });

  it('fills equal cells equally, by the first and by the last of its 53 bits', () => {
    const random = new Random(11, 22, 33, 44);
    const first = counts(1024, 500_000, () => Math.floor(random.uniform() * 1024));
    const last = counts(1024, 500_000, () => (random.uniform() * 2 ** 53) % 1024);
    expect(chiSquare(first, 500_000 / 1024)).toBeLessThan(chiSquareLimit(1024));
    expect(chiSquare(last, 500_000 / 1024)).toBeLessThan(chiSquareLimit(1024));
  });

  it('fills the squares of consecutive pairs equally', () => {
    const random = new Random(12, 23, 34, 45);
    const pairs = counts(
      1024,
      500_000,
      () => Math.floor(random.uniform() * 32) * 32 + Math.floor(random.uniform() * 32),
    );
    expect(chiSquare(pairs, 500_000 / 1024)).toBeLessThan(chiSquareLimit(1024));
  });
});

describe('below', () => {
  it.each([2, 3, 10, 64, 1000])('makes all integers below %d equally likely', (n) => {
    const random = new Random(13, 24, 35, n);
    const seen = counts(n, 300_000, () => random.below(n));
    expect(chiSquare(seen, 300_000 / n)).toBeLessThan(chiSquareLimit(n));
  });

  it('has no bias where a plain remainder would have the largest', () => {
    // n = ¾·2³¹: the remainder alone would put half of the draws into the first third.
    const n = 3 * 2 ** 29;
    const random = new Random(14, 25, 36, 47);
    const [first] = counts(3, 30_000, () => Math.floor(random.below(n) / 2 ** 29));
    // Five standard deviations of a binomial count.
    expect(Math.abs(first! - 10_000)).toBeLessThan(5 * Math.sqrt((30_000 * 2) / 9));
  });

  it('reaches both ends of the range', () => {
    const random = new Random(15, 26, 37, 48);
    expect(random.below(1)).toBe(0);
    for (let i = 0; i < 1000; i++) {
      const draw = random.below(2 ** 31 - 1);
      expect(draw).toBeGreaterThanOrEqual(0);
      expect(draw).toBeLessThan(2 ** 31 - 1);
    }
  });
});
