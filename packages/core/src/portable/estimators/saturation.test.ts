import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { gridPower, saturationLevel, saturationLimit } from './saturation.ts';

interface GoldenTable {
  readonly a: number;
  readonly H: number;
  readonly K: number;
  readonly table: readonly { n: number; level: number; h: number; B: number }[];
}

const golden: GoldenTable[] = JSON.parse(
  readFileSync(new URL('../../../test/golden/satlimits.json', import.meta.url), 'utf8'),
);

function relativeError(value: number, expected: number): number {
  return Math.abs(value / expected - 1);
}

describe.each(golden)('golden table a=$a, window $H, K=$K', ({ a, H, K, table }) => {
  test('levels exactly, powers and limits to 1e-12', () => {
    expect(table.length).toBeGreaterThan(100);
    for (const row of table) {
      expect(saturationLevel(row.n, a)).toBe(row.level);
      expect(relativeError(gridPower(a, row.level + 1), row.h)).toBeLessThan(1e-12);
      expect(relativeError(saturationLimit(row.level, a, H, K), row.B)).toBeLessThan(1e-12);
    }
  });
});

test('exact powers start their own level, which a quotient of logarithms misses', () => {
  expect(Math.floor(Math.log(1000) / Math.log(10))).toBe(2);
  for (let level = 0; level <= 15; level++) {
    expect(saturationLevel(10 ** level, 10)).toBe(level);
    if (level > 0) expect(saturationLevel(10 ** level - 1, 10)).toBe(level - 1);
  }
});

test('counts that decayed below 1 stay at level 0', () => {
  expect(saturationLevel(0.3, 1.1)).toBe(0);
  expect(saturationLevel(0, 2)).toBe(0);
});

test('the logarithm is at least 1', () => {
  // h = 2, and ln(2/(1·2)) = 0 becomes 1: B = √2.
  expect(saturationLimit(0, 2, 2, 1)).toBe(Math.SQRT2);
});
