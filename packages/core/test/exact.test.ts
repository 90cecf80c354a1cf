import { describe, expect, it } from 'vitest';
import {
  BITS,
  type Exact,
  errorInUlps,
  exactCos,
  exactExp,
  exactLn,
  exactPow,
  exactSin,
  PI,
} from './exact.ts';

/** The first `digits` decimal digits after the point, cut. */
function decimals({ value, shift }: Exact, digits: number): string {
  const scaled = (value * 10n ** BigInt(digits)) >> shift;
  return scaled.toString();
}

describe('exact references', () => {
  it('agree with published digits', () => {
    expect(decimals({ value: PI, shift: BITS }, 30)).toBe('3141592653589793238462643383279');
    expect(decimals(exactLn(2), 30)).toBe('693147180559945309417232121458');
    expect(decimals(exactLn(10), 30)).toBe('2302585092994045684017991454684');
    expect(decimals(exactExp(1), 30)).toBe('2718281828459045235360287471352');
    expect(decimals(exactExp(-700), 304 + 30)).toBe('985967654375977085670537294784');
    expect(decimals(exactSin(1), 30)).toBe('841470984807896506652502321630');
    expect(decimals(exactSin(-1_000_000), 30)).toBe('349993502171292952117652486780');
    expect(decimals(exactCos(0), 30)).toBe(`1${'0'.repeat(30)}`);
    expect(decimals(exactPow(3, 0.25), 30)).toBe('1316074012952492460819218901796');
  });

  it('measure a distance in units of the last place', () => {
    const third = { value: (1n << BITS) / 3n, shift: BITS };
    // 1/3 as a double is below a third by a third of its unit, 2⁻⁵⁴.
    expect(errorInUlps(1 / 3, third)).toBeCloseTo(1 / 3, 9);
    expect(errorInUlps(1 / 3 + 2 ** -54, third)).toBeCloseTo(2 / 3, 9);
    expect(errorInUlps(0, { value: 1n, shift: 1075n })).toBe(0.5);
    expect(errorInUlps(1, { value: 1n, shift: 0n })).toBe(0);
  });
});
