/**
 * Symmetric matrices as packed lower triangles: row i begins i(i + 1)/2 places after the first row. All loops have a
 * fixed order, so that the results have the same bits in every engine.
 */
import { Floats, f64, i32 } from '../base/language.ts';

/** The places that a packed triangle takes. */
export function triangleSize(dimension: i32): i32 {
  // A product of two whole numbers next to each other is even, so that the shift divides it exactly.
  return (dimension * (dimension + 1)) >> 1;
}

/** Adds `weight` x xᵀ to the triangle at `at`, x being the numbers of `features` from `from` on. */
export function addSquare(
  triangle: Floats,
  at: i32,
  dimension: i32,
  features: Floats,
  from: i32,
  weight: f64,
): void {
  let place: i32 = at;
  for (let i: i32 = 0; i < dimension; i++) {
    const scaled: f64 = weight * features[from + i];
    for (let j: i32 = 0; j <= i; j++) triangle[place + j] += scaled * features[from + j];
    place += i + 1;
  }
}

/** Adds `weight` x to the numbers of `target` from `at` on. */
export function addScaled(
  target: Floats,
  at: i32,
  dimension: i32,
  features: Floats,
  from: i32,
  weight: f64,
): void {
  for (let i: i32 = 0; i < dimension; i++) target[at + i] += weight * features[from + i];
}

/** Multiplies `length` numbers from `at` on by a factor. */
export function multiply(values: Floats, at: i32, length: i32, factor: f64): void {
  for (let i: i32 = 0; i < length; i++) values[at + i] *= factor;
}

/** Copies `length` numbers, each times a factor. */
export function copyScaled(
  source: Floats,
  from: i32,
  target: Floats,
  at: i32,
  length: i32,
  factor: f64,
): void {
  for (let i: i32 = 0; i < length; i++) target[at + i] = factor * source[from + i];
}

/** Adds `length` numbers to others. */
export function addAll(source: Floats, from: i32, target: Floats, at: i32, length: i32): void {
  for (let i: i32 = 0; i < length; i++) target[at + i] += source[from + i];
}

/** Adds a number to the diagonal of a triangle. */
export function addDiagonal(triangle: Floats, at: i32, dimension: i32, value: f64): void {
  let place: i32 = at;
  for (let i: i32 = 0; i < dimension; i++) {
    triangle[place + i] += value;
    place += i + 1;
  }
}

/** ⟨x, y⟩ of `dimension` numbers of two arrays. */
// @inline
export function product(x: Floats, from: i32, y: Floats, at: i32, dimension: i32): f64 {
  let sum: f64 = 0.0;
  for (let i: i32 = 0; i < dimension; i++) sum += x[from + i] * y[at + i];
  return sum;
}
