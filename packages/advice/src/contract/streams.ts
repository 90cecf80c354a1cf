/** Streams of randomness: each purpose has its own, so that more of one leaves the others as they are. */
import { type Random, randomStream } from '@driftline/core/play';

/** What randomness is used for. A new purpose goes to the end: numbers are those of streams. */
const PURPOSES = [
  'folds',
  'permutations',
  'courses',
  'posterior',
  'synthetic-logs',
  'quick',
  'thinning',
  'values',
  'variation',
] as const;

/** A purpose of randomness. */
export type Purpose = (typeof PURPOSES)[number];

/** Streams of one purpose. */
const STREAMS = 2 ** 24;

/** The replication whose streams belong to a purpose: for play, which takes streams by role. */
export function replicationFor(purpose: Purpose, index: number = 0): number {
  return PURPOSES.indexOf(purpose) * STREAMS + index;
}

/** The stream of a purpose; `index` where there are many. The folds of a log are stream 0 of its seed. */
export function streamFor(seed: number, purpose: Purpose, index: number = 0): Random {
  return randomStream(seed, replicationFor(purpose, index));
}
