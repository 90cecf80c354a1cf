/**
 * The mean of values whose tails are too heavy for a normal interval.
 *
 * Values are dealt to blocks, 50 or so, in turn, so that each block is of all times. If the tail is a power α between 1 and 2, the
 * mean of a block is about a stable law of index α around the true mean, and lies below the true mean with a probability
 * from 1 − 1/α (only the lower tail is heavy) over ½ (both alike) to 1/α (only the upper one is); see Zolotarev,
 * One-dimensional Stable Distributions (1986), section 2.2. So the true mean is a quantile of block means, and order statistics
 * of these enclose it whatever else is unknown. With two light tails that quantile is the median. The value is the mean of
 * all values, unless that lies outside.
 */
import type { Tails } from '../contract/tails.ts';

/** Standard normal quantiles for 95 %: of both sides, and of one. */
const BOTH = 1.959963984540054;
const ONE = 1.6448536269514722;
/** Tails with a larger index than this leave a variance. */
const NO_VARIANCE = 2;
/** Means of blocks exist for indices above 1; nearer to it than this, the outermost block is the limit. */
const LEAST_INDEX = 1.05;

/** A mean with 95 % on both sides, and what it is at least with 95 %. */
export interface RobustMean {
  readonly value: number;
  readonly low: number;
  readonly high: number;
  readonly atLeast: number;
}

/** Which share of block means lies below the true mean, at least and at most. */
function sharesBelow(tails: Pick<Tails, 'tails'>): [number, number] {
  const [upper, lower] = (['upper', 'lower'] as const).map((side) => {
    const tail = tails.tails.find((each) => each.side === side);
    // One standard error less, since blocks are too short for the stable law in full.
    const index = tail === undefined ? NO_VARIANCE : tail.index * (1 - 1 / Math.sqrt(tail.count));
    return 1 / Math.min(NO_VARIANCE, Math.max(LEAST_INDEX, index));
  });
  return [1 - lower, upper];
}

/** The order statistic, from 0, that is below the quantile of a share with the probability of `z`, or above it. */
function rank(count: number, share: number, z: number): number {
  const place = count * share + z * Math.sqrt(count * share * (1 - share));
  const from0 = z < 0 ? Math.floor(place) - 1 : Math.ceil(place);
  return Math.min(count - 1, Math.max(0, from0));
}

/**
 * The mean that means of blocks are around.
 *
 * @param means - of blocks of equally many values, each of all times
 */
export function robustMean(means: Float64Array, tails: Pick<Tails, 'tails'>): RobustMean {
  const sorted = means.slice().sort();
  const [least, most] = sharesBelow(tails);
  const [low, high] = [
    sorted[rank(means.length, least, -BOTH)],
    sorted[rank(means.length, most, BOTH)],
  ];
  const plain = means.reduce((sum, mean) => sum + mean, 0) / means.length;
  const value = Math.min(high, Math.max(low, plain));
  return { value, low, high, atLeast: sorted[rank(means.length, least, -ONE)] };
}
