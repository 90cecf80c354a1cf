/**
 * Raised with every entry under *Changes numbers* in the changelog, and never lowered: what was computed
 * under another revision must not be mixed with what is computed now.
 */
export const NUMBERS_REVISION = 10;
