/** How the choices of a log were made. */

/**
 * - `uniform`: by chance, all arms alike.
 * - `random`: by chance, with shares that do not depend on rewards.
 * - `adaptive`: by what was learned, or by anything else that changes with time.
 * - `fixed`: one arm nearly always.
 */
export type LoggingKind = 'uniform' | 'random' | 'adaptive' | 'fixed';

/** A test: how far from what was to be expected, and how often chance is as far. */
export interface ChiSquare {
  readonly statistic: number;
  readonly degrees: number;
  readonly p: number;
}

/** How choices were made, and what shows it. */
export interface Logging {
  readonly kind: LoggingKind;
  /** Whether somebody said so, rather than the log. */
  readonly isGiven: boolean;
  /** The share of decisions of each arm. */
  readonly shares: readonly number[];
  /** Whether shares are the same in twenty stretches of time; absent where it was not tried. */
  readonly overTime?: ChiSquare;
  /** Whether the arm depends on the reward before; absent where it was not tried. */
  readonly onLastReward?: ChiSquare;
  /** Whether choices used a context: then rows are weighted by the inverse of their propensity. */
  readonly usesContext: boolean;
  /**
   * The probability of each arm where it is the same throughout, for rows without a propensity: shares of a
   * uniform or random log. Absent where it changes.
   */
  readonly propensities?: readonly number[];
}
