/** Means that come back: a mean and two harmonics of one period, by least squares. */
import { sin } from '@driftline/core/parts';
import type { Points } from './points.ts';

const TERMS = 5;
const { PI } = Math;

/** The middles of so many parts of all of the time, each as long as the others. */
export function evenPlaces(count: number): Float64Array {
  return Float64Array.from({ length: count }, (_, at) => (at + 0.5) / count);
}

/**
 * 1, cos, sin, cos of twice, sin of twice, at each of some places.
 *
 * @param places - from 0 to 1, which hold so many cycles
 */
export function harmonics(places: Float64Array, cycles: number): Float64Array {
  const basis = new Float64Array(places.length * TERMS);
  for (let at = 0; at < places.length; at++) {
    // In turns: sin is exact where its argument is small.
    const turn = cycles * places[at];
    const phase = 2 * PI * (turn - Math.floor(turn));
    basis.set(
      [1, sin(phase + PI / 2), sin(phase), sin(2 * phase + PI / 2), sin(2 * phase)],
      at * TERMS,
    );
  }
  return basis;
}

/** Solves a symmetric system in place by Cholesky's method; returns whether it has one solution. */
function solve(matrix: Float64Array, right: Float64Array): boolean {
  const least = 1e-9 * matrix[0];
  for (let i = 0; i < TERMS; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = matrix[i * TERMS + j];
      for (let k = 0; k < j; k++) sum -= matrix[i * TERMS + k] * matrix[j * TERMS + k];
      if (i === j && sum <= least) return false;
      matrix[i * TERMS + j] = i === j ? Math.sqrt(sum) : sum / matrix[j * TERMS + j];
    }
  }
  for (let i = 0; i < TERMS; i++) {
    for (let k = 0; k < i; k++) right[i] -= matrix[i * TERMS + k] * right[k];
    right[i] /= matrix[i * TERMS + i];
  }
  for (let i = TERMS - 1; i >= 0; i--) {
    for (let k = i + 1; k < TERMS; k++) right[i] -= matrix[k * TERMS + i] * right[k];
    right[i] /= matrix[i * TERMS + i];
  }
  return true;
}

/** The factors of the terms; undefined where rows are too few to tell them. */
export function harmonicFactors(
  { rows, sums }: Points,
  basis: Float64Array,
): Float64Array | undefined {
  const matrix = new Float64Array(TERMS * TERMS);
  const right = new Float64Array(TERMS);
  for (let at = 0; at < rows.length; at++) {
    for (let i = 0; i < TERMS; i++) {
      const term = basis[at * TERMS + i];
      right[i] += term * sums[at];
      for (let j = 0; j <= i; j++) matrix[i * TERMS + j] += term * basis[at * TERMS + j] * rows[at];
    }
  }
  return solve(matrix, right) ? right : undefined;
}

/** The curve at each point. */
export function harmonicCurve(factors: Float64Array, basis: Float64Array): Float64Array {
  return Float64Array.from({ length: basis.length / TERMS }, (_, at) => {
    let sum = 0;
    for (let i = 0; i < TERMS; i++) sum += factors[i] * basis[at * TERMS + i];
    return sum;
  });
}

/** By how much squares fall against a constant mean, all rows being told. */
export function harmonicGain(points: Points, basis: Float64Array): number {
  const factors = harmonicFactors(points, basis);
  if (factors === undefined) return 0;
  const curve = harmonicCurve(factors, basis);
  let [gain, n, s] = [0, 0, 0];
  for (let at = 0; at < curve.length; at++) {
    gain += 2 * curve[at] * points.sums[at] - curve[at] * curve[at] * points.rows[at];
    n += points.rows[at];
    s += points.sums[at];
  }
  return gain - (s * s) / n;
}
