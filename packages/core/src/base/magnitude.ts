/**
 * How large and how small numbers may be that are played with. Within these limits squares, and sums of
 * them over all slots and replications that there can be, stay finite, in JavaScript and compiled alike.
 */

/** The largest size of a mean, a reward or a parameter. */
export const LARGEST_MAGNITUDE = 1e100;
/** The smallest size of a parameter that is not 0. */
export const SMALLEST_MAGNITUDE = 1e-100;

/** Whether a number is small enough. NaN and infinities are not. */
export function isBounded(value: number): boolean {
  return Math.abs(value) <= LARGEST_MAGNITUDE;
}

/** Whether a parameter has an accepted size: 0, or between the limits. */
export function hasPlayableSize(value: number): boolean {
  return isBounded(value) && (value === 0 || Math.abs(value) >= SMALLEST_MAGNITUDE);
}

/** The limits in words, for errors. */
export const PLAYABLE_SIZES = `0, or from ${SMALLEST_MAGNITUDE} to ${LARGEST_MAGNITUDE} in size`;
