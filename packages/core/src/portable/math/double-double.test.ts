import { describe, expect, it } from 'vitest';
import { fixed } from '../../../test/exact.ts';
import { Random } from '../random/generator.ts';
import { productError, quotientLow, sumError, upperHalf } from './double-double.ts';

const random = new Random(1, 2, 3, 4);

/** Of either sign, with sizes far enough apart that operations lose bits. */
function anyDouble(): number {
  return (random.uniform() - 0.5) * 2 ** (40 * random.uniform() - 20);
}

describe('double-double arithmetic', () => {
  it('returns exactly what a sum lost', () => {
    for (let i = 0; i < 2000; i++) {
      const [a, b] = [anyDouble(), anyDouble()];
      expect(fixed(a + b) + fixed(sumError(a, b, a + b))).toBe(fixed(a) + fixed(b));
    }
  });

  it('returns exactly what a product lost', () => {
    for (let i = 0; i < 2000; i++) {
      const [a, b] = [anyDouble(), anyDouble()];
      const pair = fixed(a * b) + fixed(productError(a, b, a * b));
      expect(pair << 320n).toBe(fixed(a) * fixed(b));
    }
  });

  it('divides a pair to about 2⁻¹⁰⁰', () => {
    for (let i = 0; i < 2000; i++) {
      const [high, divisor] = [anyDouble(), anyDouble()];
      const low = high * 2 ** -54 * random.uniform();
      const quotient = high / divisor;
      const pair = fixed(quotient) + fixed(quotientLow(high, low, divisor, quotient));
      const truth = ((fixed(high) + fixed(low)) << 320n) / fixed(divisor);
      const difference = pair > truth ? pair - truth : truth - pair;
      expect(difference << 100n < (truth < 0n ? -truth : truth)).toBe(true);
    }
  });

  it('splits a double into halves whose product is exact', () => {
    for (let i = 0; i < 2000; i++) {
      const a = anyDouble();
      const high = upperHalf(a);
      expect(fixed(high * high) << 320n).toBe(fixed(high) ** 2n);
      expect(high + (a - high)).toBe(a);
    }
  });
});
