/** A distribution function of delays, as far as a log tells it, and what can be said from it. */
import type { DelayPoint } from '../contract/delays.ts';
import type { Log } from '../contract/log.ts';

/** Knots that are kept of a curve: each holds at most so small a share of the rewards. */
export const MOST_KNOTS = 2000;

/** So many decisions have to be old enough for a delay to be told. */
export const LEAST_OLD_ENOUGH = 100;

/** The longest delay that a log tells of: by its end, at least 100 decisions were as old. */
export function longestTold({ rows, time, end }: Log): number {
  return rows < LEAST_OLD_ENOUGH ? 0 : end - time[LEAST_OLD_ENOUGH - 1];
}

/** F at its knots, for delays up to `end`; flat between the knots. */
export interface Curve {
  /** Ascending. */
  readonly delay: Float64Array;
  /** Of decisions, or of rewards where only those are in the log. */
  readonly share: Float64Array;
  /** The variance of `share` over the last share. */
  readonly variance: Float64Array;
  /** Up to where the log tells. */
  readonly end: number;
  /** What is known of the last share: its value lies between these with 95 %. */
  readonly lastRange: readonly [number, number];
}

/** How many of a curve's knots lie at or before a delay. */
function knotsUpTo(curve: Curve, delay: number): number {
  let [low, high] = [0, curve.delay.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (curve.delay[middle] <= delay) low = middle + 1;
    else high = middle;
  }
  return low;
}

function shareAt(curve: Curve, delay: number): number {
  const knots = knotsUpTo(curve, delay);
  return knots === 0 ? 0 : curve.share[knots - 1];
}

export function lastShare(curve: Curve): number {
  return curve.share[curve.share.length - 1] ?? 0;
}

/** What is still to come if growth goes on falling by the same factor from stretch to stretch; ∞ if it does not fall. */
function goneOn(before: number, last: number): number {
  if (last <= 0) return 0;
  return last < before ? (last * last) / (before - last) : Number.POSITIVE_INFINITY;
}

/** What comes after the end of a curve, in units of its share. */
export interface Beyond {
  /** As if the tail were exponential: growth over stretches of one length. */
  readonly likely: number;
  /** As if it were a power: growth over stretches of which each is twice as long. */
  readonly atMost: number;
}

export function beyondOf(curve: Curve): Beyond {
  const last = lastShare(curve);
  const at = (part: number) => shareAt(curve, part * curve.end);
  return {
    likely: goneOn(at(2 / 3) - at(1 / 3), last - at(2 / 3)),
    atMost: goneOn(at(1 / 2) - at(1 / 4), last - at(1 / 2)),
  };
}

/** The least delay within which a share has come; undefined where that is not before the end. */
export function quantileOf(curve: Curve, share: number): number | undefined {
  let [low, high] = [0, curve.share.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (curve.share[middle] >= share) high = middle;
    else low = middle + 1;
  }
  return low < curve.share.length ? curve.delay[low] : undefined;
}

const Z = 1.959963984540054;

/** How many rewards, all of them known, would tell as much of the share that came within a delay. */
export function effectiveCount(curve: Curve, delay: number): number {
  const knot = knotsUpTo(curve, delay) - 1;
  const ratio = curve.share[knot] / lastShare(curve);
  return (ratio * (1 - ratio)) / curve.variance[knot];
}

/** How far a share may be from what it is estimated at: as of a binomial law with the same variance at the knot. */
function slackAt(curve: Curve, knot: number, part: number): number {
  const ratio = curve.share[knot] / lastShare(curve);
  const spread = ratio * (1 - ratio);
  if (!(spread > 0)) return 0;
  const perCount = curve.variance[knot] / spread;
  return Z * Math.sqrt(perCount * part * (1 - part)) + perCount / 2;
}

/**
 * Between which delays a quantile lies, with 95 %: all those where the share that has come may be `part`, or, for the
 * upper end, `part` of what may come at most.
 */
export function quantileRange(curve: Curve, part: number, mostPart: number): [number, number] {
  const last = lastShare(curve);
  let low = curve.end;
  for (let knot = 0; knot < curve.delay.length; knot++) {
    const ratio = curve.share[knot] / last;
    if (ratio + slackAt(curve, knot, part) < part) continue;
    low = curve.delay[knot];
    break;
  }
  for (let knot = 0; knot < curve.delay.length && mostPart < 1; knot++) {
    const ratio = curve.share[knot] / last;
    if (ratio - slackAt(curve, knot, mostPart) >= mostPart) return [low, curve.delay[knot]];
  }
  return [low, curve.end];
}

/** Points that are told of a curve. */
const MOST_POINTS = 200;

/** The curve as shares of `total`, in few points of about the same growth; the last one is always among them. */
export function pointsOf(curve: Curve, total: number): DelayPoint[] {
  const points: DelayPoint[] = [];
  const last = lastShare(curve);
  let next = 0;
  for (let knot = 0; knot < curve.delay.length; knot++) {
    const isLast = knot === curve.delay.length - 1;
    if (curve.share[knot] < next && !isLast) continue;
    points.push({ delay: curve.delay[knot], share: Math.min(1, curve.share[knot] / total) });
    next = curve.share[knot] + last / MOST_POINTS;
  }
  return points;
}
