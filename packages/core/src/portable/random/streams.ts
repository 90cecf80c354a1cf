/**
 * Streams that do not depend on each other, one for each seed, replication and role.
 *
 * The four words (lower and upper half of the seed, replication, role) are mixed by the seed
 * sequence of M. E. O'Neill ("Developing a seed_seq alternative", 2015) with a pool of four words,
 * the one that numpy's `SeedSequence` computes; the outputs are the same. Every word of the result
 * depends on every bit of every argument.
 */

import { bool, choose, f64, floor, Ints, i32, imul, truncate } from '../base/language.ts';
import { Random } from './generator.ts';

/** The stream that an environment draws its means from. */
export const ROLE_MEANS: i32 = 0;
/** The stream that rewards are drawn from. */
export const ROLE_REWARDS: i32 = 1;
/** The stream that a policy draws its own choices from. */
export const ROLE_POLICY: i32 = 2;
/** The stream for drawing samples outside of an experiment. */
export const ROLE_SAMPLE: i32 = 3;
/** The stream that says how late rewards come. */
export const ROLE_DELAYS: i32 = 4;
/** The stream that contexts and features of actions are drawn from. */
export const ROLE_CONTEXTS: i32 = 5;

/** The stream of the players after the first one; the number of the player is added. */
const ROLE_PLAYERS: i32 = 6;

/** The stream that a player of a fleet draws its choices from. The first player's is that of a policy alone. */
export function roleOfPlayer(player: i32): i32 {
  return player === 0 ? ROLE_POLICY : ROLE_PLAYERS + player;
}

// O'Neill's constants, as signed words.
const ABSORB_START: i32 = 0x43b0d7e5;
const ABSORB_FACTOR: i32 = -0x6ce1778b;
const EMIT_START: i32 = -0x74ae0623;
const EMIT_FACTOR: i32 = 0x58f38ded;
const MIX_LEFT: i32 = -0x35fe0623;
const MIX_RIGHT: i32 = 0x4973f715;

const POOL_SIZE: i32 = 4;
const TWO_TO_32: f64 = 4294967296.0;
const TWO_TO_31: f64 = 2147483648.0;

function foldHalves(x: i32): i32 {
  return x ^ (x >>> 16);
}

/** `value` scrambled by a constant and the one that follows it. */
function hashed(value: i32, constant: i32, following: i32): i32 {
  return foldHalves(imul(value ^ constant, following));
}

function mixed(x: i32, y: i32): i32 {
  return foldHalves(imul(MIX_LEFT, x) - imul(MIX_RIGHT, y));
}

/** The 32-bit word with the value of an integer in [0, 2³²). */
function wordOf(value: f64): i32 {
  const upperHalf: bool = value >= TWO_TO_31;
  return truncate(choose<f64>(upperHalf, value - TWO_TO_32, value));
}

/** Scrambles each word of the pool alone; returns the constant that comes next. */
function scramble(pool: Ints, start: i32, factor: i32): i32 {
  let constant: i32 = start;
  for (let index: i32 = 0; index < POOL_SIZE; index++) {
    const following: i32 = imul(constant, factor);
    pool[index] = hashed(pool[index], constant, following);
    constant = following;
  }
  return constant;
}

/** Lets every word of the pool change every other one. */
function stir(pool: Ints, start: i32): void {
  let constant: i32 = start;
  for (let source: i32 = 0; source < POOL_SIZE; source++) {
    for (let target: i32 = 0; target < POOL_SIZE; target++) {
      if (source === target) continue;
      const following: i32 = imul(constant, ABSORB_FACTOR);
      pool[target] = mixed(pool[target], hashed(pool[source], constant, following));
      constant = following;
    }
  }
}

/**
 * Sets `random` to the start of a stream. `seed` is an integer from 0 to 2⁵³ − 1; equal arguments
 * give equal streams, and a change of any argument gives an unrelated one.
 */
export function seedStream(random: Random, seed: f64, replication: i32, role: i32): void {
  const upper: f64 = floor(seed / TWO_TO_32);
  const pool: Ints = random.state;
  pool[0] = wordOf(seed - upper * TWO_TO_32);
  pool[1] = wordOf(upper);
  pool[2] = replication;
  pool[3] = role;
  stir(pool, scramble(pool, ABSORB_START, ABSORB_FACTOR));
  scramble(pool, EMIT_START, EMIT_FACTOR);
  random.assign(pool[0], pool[1], pool[2], pool[3]);
}
