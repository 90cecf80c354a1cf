/** How late rewards come. */

/** A step of a distribution function: the share of rewards that came within `delay`. */
export interface DelayPoint {
  /** In the unit of the log's clock. */
  readonly delay: number;
  readonly share: number;
}

/** Delays between decisions and rewards. Ranges are 95 %. */
export interface Delays {
  /**
   * `arrivals` where the log tells of decisions without a reward, too; `rewarded-only` where it cannot, because each of
   * its decisions has one.
   */
  readonly how: 'arrivals' | 'rewarded-only';
  /** The share of decisions whose reward ever comes; absent where only those are in the log, or it is too short. */
  readonly rewardedShare?: number;
  readonly rewardedShareRange?: readonly [number, number];
  /** Ascending; up to where at least 100 decisions are left to tell. */
  readonly curve: readonly DelayPoint[];
  /** Quantiles among rewards that come; absent where the log is too short to tell. */
  readonly median?: number;
  readonly medianRange?: readonly [number, number];
  readonly ninetyNine?: number;
  readonly ninetyNineRange?: readonly [number, number];
  /** The longest delay on the curve. */
  readonly longest: number;
  /** Decisions at the end whose rewards may be still to come; all other questions leave them out. */
  readonly pending: number;
  /** Whether delays depend on the arm, or on how large the reward is; absent where it could not be tried. */
  readonly differsByArm?: boolean;
  readonly differsByReward?: boolean;
}

/** Signs of late rewards in a log that does not say when they came. */
export interface LateSigns {
  /** Whether its end is poorer on all arms, to the same degree, for whatever reason. */
  readonly isPoor: boolean;
  /** Whether it also has the shape that late rewards leave, rather than that of a change. */
  readonly isSuspected: boolean;
  /** The mean of the last tenth less that of what is before, for each arm, and its standard error. */
  readonly fall: readonly number[];
  readonly error: readonly number[];
}
