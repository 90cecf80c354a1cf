/** Checked ways to make, save and restore a random source. */

import { ParameterError } from '../base/errors.ts';
import { Random } from '../portable/random/generator.ts';
import { ROLE_SAMPLE, seedStream } from '../portable/random/streams.ts';

const LARGEST_WORD = 2 ** 31 - 1;
const STATE_WORDS = 4;

function requireInteger(name: string, value: number, largest: number): void {
  if (Number.isInteger(value) && value >= 0 && value <= largest) return;
  throw new ParameterError(`${name} must be an integer from 0 to ${largest}; got ${value}`);
}

/**
 * The random source of one seed, replication and role. Equal arguments give equal streams; the role
 * defaults to `ROLE_SAMPLE`, which experiments leave alone.
 *
 * @example
 * const random = randomStream(42);
 * random.uniform();
 */
export function randomStream(
  seed: number,
  replication: number = 0,
  role: number = ROLE_SAMPLE,
): Random {
  requireInteger('seed', seed, Number.MAX_SAFE_INTEGER);
  requireInteger('replication', replication, LARGEST_WORD);
  requireInteger('role', role, LARGEST_WORD);
  const random = new Random(0, 0, 0, 0);
  seedStream(random, seed, replication, role);
  return random;
}

/** The whole state of `random` as plain data: four signed 32-bit integers. */
export function saveRandom(random: Random): number[] {
  return Array.from(random.state);
}

function isWord(value: unknown): value is number {
  return typeof value === 'number' && (value | 0) === value;
}

/** Brings `random` back to the state that `saveRandom` returned; the stream goes on bit for bit. */
export function restoreRandom(random: Random, saved: unknown): void {
  if (!Array.isArray(saved) || saved.length !== STATE_WORDS) {
    const got = Array.isArray(saved) ? `an array of ${saved.length}` : typeof saved;
    throw new ParameterError(
      `random state must be an array of ${STATE_WORDS} integers; got ${got}`,
    );
  }
  const words: unknown[] = saved;
  const wrong = words.findIndex((word) => !isWord(word));
  if (wrong >= 0) {
    throw new ParameterError(
      `random state[${wrong}] must be an integer from -2147483648 to 2147483647; got ${String(words[wrong])}`,
    );
  }
  if (words.every((word) => word === 0)) {
    throw new ParameterError(
      'random state must not be all zeros, which would repeat forever; use a saved state',
    );
  }
  random.state.set(words.filter(isWord));
}
