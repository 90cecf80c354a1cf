/** Means over time. */

/**
 * Means of each arm over slots, constant within bins. All that is fitted to a log is such a path: bins may be as
 * fine as the fit asks for, and a million slots take no more room than their bins.
 */
export interface MeanPath {
  readonly armCount: number;
  /** The first slot of each bin, ascending from 0; and, last, the number of slots. */
  readonly bounds: Int32Array;
  /** Bins × arms. */
  readonly means: Float64Array;
}

/** Rewards about a mean. */
export type RewardNoise =
  | { readonly law: 'bernoulli' }
  | {
      readonly law: 'resampled';
      /** What rewards of each arm differed by from its path. */
      readonly residuals: readonly Float64Array[];
      /** Where tails are heavy, those beyond `from` are drawn anew from a Pareto law; for each sign. */
      readonly tails?: readonly PowerTail[];
    };

/** Residuals of one sign beyond a size. */
export interface PowerTail {
  readonly sign: 1 | -1;
  /** In the unit of rewards. */
  readonly from: number;
  readonly index: number;
  /** How often a residual lies there. */
  readonly share: number;
}
