/** The mark of a store that a copy is being made into. */
import { StoreRefused } from '../errors.ts';

/** In the place of the format, which is 1 or more: whoever opens it sees that first. */
export const UNFINISHED = 0;

/** @param shown - where it is, without a password */
export function unfinishedStore(shown: string): StoreRefused {
  return new StoreRefused(
    `${shown} is an unfinished copy of another store, and can not be used: wait where 'driftline store copy' is at ` +
      'work on it; else remove it, and copy again',
    'store-not-ready',
  );
}
