/**
 * The few names that kernels may use beyond plain arithmetic.
 *
 * Kernels (policies, memories, randomness, reward laws) are written in the common subset of
 * TypeScript and AssemblyScript, so that one text can be compiled to JavaScript and to WebAssembly.
 * This module is the JavaScript side of what the two languages spell differently; a module with the
 * same names over raw memory is the other side. `i32 / i32` divides as integers there and as reals
 * here: a value that is divided must be an `f64`.
 */

/** An integer of 32 bits. */
export type i32 = number;
/** A double. */
export type f64 = number;
/** True or false. */
export type bool = boolean;

/** An array of doubles, of a length that stays. */
export type Floats = Float64Array<ArrayBuffer>;
export const Floats = Float64Array;
/** An array of integers, of a length that stays. */
export type Ints = Int32Array<ArrayBuffer>;
export const Ints = Int32Array;

/** A list of objects, of a length that stays. Each place is empty until something is put there. */
export class List<T> {
  readonly items: T[] = [];
  readonly length: i32;

  constructor(length: i32) {
    this.length = length;
  }

  /** The object at a place. */
  at(place: i32): T {
    return this.items[place];
  }

  /** Puts an object into a place. */
  put(place: i32, item: T): void {
    this.items[place] = item;
  }
}

/** A branch-free `condition ? a : b` where the compiler has one. */
export function choose<T>(condition: bool, a: T, b: T): T {
  return condition ? a : b;
}

export function fmax(a: f64, b: f64): f64 {
  return a > b ? a : b;
}

export function fmin(a: f64, b: f64): f64 {
  return a < b ? a : b;
}

/** The product's low 32 bits. */
export function imul(a: i32, b: i32): i32 {
  return Math.imul(a, b);
}

export function rotl(x: i32, bits: i32): i32 {
  return (x << bits) | (x >>> (32 - bits));
}

/** How many of the upper bits of `x` are zero before the first one that is not; 32 for 0. */
export function clz(x: i32): i32 {
  return Math.clz32(x);
}

/** The 32 bits of `x` read as an unsigned number. */
export function unsigned(x: i32): f64 {
  return x >>> 0;
}

export function sqrt(x: f64): f64 {
  return Math.sqrt(x);
}

export function abs(x: f64): f64 {
  return Math.abs(x);
}

export function floor(x: f64): f64 {
  return Math.floor(x);
}

export function ceil(x: f64): f64 {
  return Math.ceil(x);
}

/** Towards zero, for |x| < 2³¹. */
export function truncate(x: f64): i32 {
  return x | 0;
}

// Every engine that runs JavaScript today is little-endian, so the high word is the second.
const double = new Float64Array(1);
const words = new Int32Array(double.buffer);

/** The upper 32 bits of a double: sign, exponent, and the first 20 bits of the fraction. */
export function highWord(x: f64): i32 {
  double[0] = x;
  return words[1];
}

/** `x` with its upper 32 bits replaced. */
export function withHighWord(x: f64, high: i32): f64 {
  double[0] = x;
  words[1] = high;
  return double[0];
}

/** 2^k as an exact double, for −1022 ≤ k ≤ 1023. */
export function powerOfTwo(k: i32): f64 {
  words[0] = 0;
  words[1] = (k + 1023) << 20;
  return double[0];
}

/**
 * Whether rewards may come long after their slot. The compiled kernels play rewards in time, and leave out what only
 * makes late ones fast: it changes no bit, and a page loads it for nothing.
 */
export const REWARDS_COME_LATE: bool = true;
