/** How heavy the tails of rewards are. */

/** One tail: rewards beyond a size are rarer by the power `index` of it. */
export interface Tail {
  readonly side: 'upper' | 'lower';
  readonly index: number;
  /** 95 %, how far out the power begins included. No upper end where a power is not shown: then it is at least `low`. */
  readonly low: number;
  readonly high?: number;
  /** How many rewards it is estimated from. */
  readonly count: number;
}

/** The fourth question's first half. */
export interface Tails {
  /**
   * By the heavier tail. `no-variance` and `no-mean` are `heavy`, too: there may be no variance, or no mean. `light` says
   * that heavier tails than that of a law with four moments were not shown.
   */
  readonly verdict: 'light' | 'heavy' | 'no-variance' | 'no-mean';
  readonly tails: readonly Tail[];
  /** Whether the heavier tail is shown to be a power: an exponential one, or thinner, would look otherwise. */
  readonly isPower: boolean;
  /** The largest square among all squares of what rewards differ by from their means. */
  readonly largestSquare: number;
  /** What the ten rewards of largest size make up of the sum of all sizes. */
  readonly topTen: number;
}
