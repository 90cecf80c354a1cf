/** What figures show beyond the record: courses over time, as plain data. */

/** A stretch of rows, and what an arm's rewards were in it. */
export interface SeenMean {
  /** In the middle of the stretch, by the log's clock. */
  readonly time: number;
  readonly mean: number;
  /** 95 % of the mean of the stretch. */
  readonly low: number;
  readonly high: number;
}

/** A point of a line of means. */
export interface FittedPoint {
  readonly time: number;
  readonly mean: number;
}

/** One arm over time. */
export interface ArmCourse {
  readonly key: string;
  /** Stretches with too few rows are absent. */
  readonly seen: readonly SeenMean[];
  /** The mean that was fitted, as a line through these points: upright where it steps. */
  readonly fitted: readonly FittedPoint[];
  /** Its share of the rows of each stretch. */
  readonly shares: readonly number[];
}

/** Courses over a log, in stretches of equally many rows. */
export interface Courses {
  /** The middle of each stretch, by the log's clock. */
  readonly times: readonly number[];
  readonly arms: readonly ArmCourse[];
  /** From the first to the last time of all rows, the pending ones included. */
  readonly span: readonly [number, number];
  /** When pending rows begin; absent where there are none. */
  readonly pendingFrom?: number;
}

/** A tail: how often residuals are at least so large. Both axes are to be logarithmic. */
export interface TailPoint {
  readonly size: number;
  readonly share: number;
}

/** One side's tail. */
export interface DrawnTail {
  readonly side: 'upper' | 'lower';
  readonly points: readonly TailPoint[];
}

/** All of it. */
export interface Pictures {
  readonly courses: Courses;
  /** The support of the advised policy in stretches of rows, with the middle of each; absent where unknown. */
  readonly support?: readonly { readonly time: number; readonly share: number }[];
  readonly tails?: readonly DrawnTail[];
}
