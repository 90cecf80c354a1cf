import { randomBytes } from 'node:crypto';
import { Random } from '@driftline/core';

/** A random source that nobody can foresee: draws are recorded in the log, and never repeated. */
export function systemRandom(): Random {
  const bytes = randomBytes(16);
  const [a, b, c, d] = [0, 4, 8, 12].map((at) => bytes.readInt32LE(at));
  return new Random(a, b, c, d);
}
