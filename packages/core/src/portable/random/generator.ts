/**
 * The random source: xoshiro128** of D. Blackman and S. Vigna, "Scrambled linear pseudorandom
 * number generators", ACM Transactions on Mathematical Software 47 (2021). 128 bits of state,
 * period 2¹²⁸ − 1, and only 32-bit operations, which are as fast in JavaScript as anywhere.
 */

import { f64, Ints, i32, imul, rotl } from '../base/language.ts';

const TWO_TO_26: f64 = 67108864.0;
const TWO_TO_MINUS_53: f64 = 1.0 / 9007199254740992.0;
const LARGEST_INTEGER: i32 = 0x7fffffff;

/** A stream of random bits. Its whole state is the four words of `state`. */
export class Random {
  state: Ints = new Ints(4);

  /**
   * Starts from four words; four zeros, which the generator could never leave, become 1, 0, 0, 0.
   */
  constructor(a: i32, b: i32, c: i32, d: i32) {
    this.assign(a, b, c, d);
  }

  /** Replaces the state as the constructor does. */
  assign(a: i32, b: i32, c: i32, d: i32): void {
    const state: Ints = this.state;
    state[0] = (a | b | c | d) === 0 ? 1 : a;
    state[1] = b;
    state[2] = c;
    state[3] = d;
  }

  /** The next 32 random bits, read as a signed integer. */
  // @inline
  next(): i32 {
    const state: Ints = this.state;
    const first: i32 = state[0];
    const second: i32 = state[1];
    const third: i32 = state[2] ^ first;
    const fourth: i32 = state[3] ^ second;
    state[0] = first ^ fourth;
    state[1] = second ^ third;
    state[2] = third ^ (second << 9);
    state[3] = rotl(fourth, 11);
    return imul(rotl(imul(second, 5), 7), 9);
  }

  /** A real number in [0, 1): one of the 2⁵³ multiples of 2⁻⁵³, all equally likely. */
  // @inline
  uniform(): f64 {
    const upper: f64 = this.next() >>> 5;
    const lower: f64 = this.next() >>> 6;
    return (upper * TWO_TO_26 + lower) * TWO_TO_MINUS_53;
  }

  /** An integer from 0 to `n` − 1, all equally likely; `n` ≥ 1. */
  below(n: i32): i32 {
    // Of the 2³¹ draws, those past the last whole group of n would favour small results.
    const lastGroup: i32 = LARGEST_INTEGER - (n - 1);
    while (true) {
      const draw: i32 = this.next() >>> 1;
      const result: i32 = draw % n;
      if (draw - result <= lastGroup) return result;
    }
  }
}
