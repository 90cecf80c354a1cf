import { expect, test } from 'vitest';
import { randomStream } from '../../random/source.ts';
import { Factors } from './factors.ts';
import { addDiagonal, addSquare, triangleSize } from './triangles.ts';

const DIMENSION = 6;
const RIDGE = 0.1;

function features(seed: number, count: number): Float64Array<ArrayBuffer>[] {
  const random = randomStream(seed);
  return Array.from({ length: count }, () =>
    Float64Array.from({ length: DIMENSION }, () => 2 * random.uniform() - 1),
  );
}

/** The factor of λI + Σ xxᵀ, made at once. */
function factorOf(rows: readonly Float64Array<ArrayBuffer>[]): Factors {
  const factors = new Factors(1, DIMENSION);
  for (const row of rows) addSquare(factors.cells, 0, DIMENSION, row, 0, 1);
  addDiagonal(factors.cells, 0, DIMENSION, RIDGE);
  factors.factor(0, RIDGE);
  return factors;
}

const largestGap = (a: Float64Array, b: Float64Array) =>
  Math.max(...a.map((value, i) => Math.abs(value - b[i])));

test('a factor times its transpose is the matrix', () => {
  const rows = features(1, 9);
  const { cells } = factorOf(rows);
  const at = (i: number, j: number) => (j > i ? 0 : cells[triangleSize(i) + j]);
  for (let i = 0; i < DIMENSION; i++) {
    for (let j = 0; j <= i; j++) {
      let product = 0;
      for (let k = 0; k <= j; k++) product += at(i, k) * at(j, k);
      const entry = rows.reduce((sum, row) => sum + row[i] * row[j], i === j ? RIDGE : 0);
      expect(Math.abs(product - entry)).toBeLessThan(1e-13);
    }
  }
});

test('taking in rows one by one gives the factor of all of them', () => {
  const rows = features(2, 200);
  const factors = new Factors(1, DIMENSION);
  factors.setRidge(0, RIDGE);
  for (const row of rows) factors.include(0, Float64Array.from(row));
  const whole = factorOf(rows);
  expect(largestGap(factors.cells, whole.cells)).toBeLessThan(1e-12);
  expect(largestGap(factors.inverses, whole.inverses)).toBeLessThan(1e-12);
});

test('solving undoes applying', () => {
  const factors = factorOf(features(3, 9));
  const [x] = features(4, 1);
  const forwards = Float64Array.from(x);
  factors.apply(0, forwards);
  factors.solveForwards(0, forwards, 0, forwards);
  const backwards = Float64Array.from(x);
  factors.applyTransposed(0, backwards);
  factors.solveBackwards(0, backwards);
  expect(largestGap(forwards, x)).toBeLessThan(1e-13);
  expect(largestGap(backwards, x)).toBeLessThan(1e-13);
});

test('collinear rows with a ridge that rounding swallows give a finite factor', () => {
  const factors = new Factors(1, 2);
  addSquare(factors.cells, 0, 2, Float64Array.of(1e6, 1e6), 0, 1);
  addDiagonal(factors.cells, 0, 2, 1e-100);
  factors.factor(0, 1e-100);
  expect([...factors.cells].every(Number.isFinite)).toBe(true);
  expect(factors.cells[2]).toBe(Math.sqrt(1e-100));
});
