/** The mark of a store that a copy is being made into. */
import { StoreRefused } from '../errors.ts';

/** In the place of the format, which is 1 or more: whoever opens it sees that first. */
export const UNFINISHED = 0;

/** @param shown - where it is, without a password */
export function unfinishedStore(shown: string): StoreRefused {
  return new StoreRefused(
    `${shown} is an incomplete copy of another store and cannot be used; if 'driftline store copy' is still ` +
      'running, wait; otherwise remove it and copy again',
    'store-not-ready',
  );
}
