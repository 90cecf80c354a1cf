/**
 * How many entries *Changes numbers* of the changelog has, and so raised with every one: what was computed
 * under another revision must not be mixed with what is computed now.
 */
export const NUMBERS_REVISION = 6;
