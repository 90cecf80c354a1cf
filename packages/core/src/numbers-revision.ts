/**
 * Raised with every entry under *Changes numbers* in the changelog: what was computed under another
 * revision must not be mixed with what is computed now.
 */
export const NUMBERS_REVISION = 3;
