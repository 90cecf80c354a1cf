/**
 * 95 % intervals of means.
 *
 * A mean is taken over strata, pieces of the range of numbers: Σ w·m with w a stratum's share of the decisions. Its
 * variance is V = Σ w²·s²/n. Drift between strata is in none of these s², so that it widens no interval; and a share
 * of explored decisions that was changed on the way does not shift the mean.
 *
 * Where all rewards are ends of the range (clicks), the interval is Wilson's, with the number of rewards that would
 * give V to a plain mean: p·(1 − p)/V. Else it is Student's, with Satterthwaite's degrees of freedom. That decisions
 * depend on earlier rewards does no harm: what a reward adds to its own mean is a martingale's difference. The policy
 * changes its arm within a stratum; that makes its V too large, never too small.
 *
 * A difference takes the distances of both intervals (MOVER; Newcombe's method 10 for Wilson's).
 */
import type { Moments } from './moments.ts';

/** The 97.5 % quantile of the normal distribution. */
const Z = 1.959963984540054;

export interface Stratum {
  /** Its share in the whole; shares add up to 1. */
  readonly weight: number;
  readonly rewards: Moments;
}

/** The ends of the range of rewards, where rewards are nothing else. */
export interface Ends {
  readonly min: number;
  readonly max: number;
}

/** A mean and its interval; the same as `Estimate` of what travels. */
export interface Interval {
  readonly value: number;
  readonly low: number;
  readonly high: number;
  readonly rewards: number;
}

/** The 97.5 % quantile of Student's distribution, by Fisher's expansion: right to 0.001 from 8 degrees on. */
export function studentQuantile(degrees: number): number {
  const first = (Z ** 3 + Z) / 4;
  const second = (5 * Z ** 5 + 16 * Z ** 3 + 3 * Z) / 96;
  const third = (3 * Z ** 7 + 19 * Z ** 5 + 17 * Z ** 3 - 15 * Z) / 384;
  const fourth = (79 * Z ** 9 + 776 * Z ** 7 + 1482 * Z ** 5 - 1920 * Z ** 3 - 945 * Z) / 92_160;
  return Z + (first + (second + (third + fourth / degrees) / degrees) / degrees) / degrees;
}

function degreesOf(strata: readonly Stratum[], variance: number): number {
  let sum = 0;
  for (const { weight, rewards } of strata) {
    if (rewards.count < 2) continue;
    sum += (weight ** 2 * (rewards.variance / rewards.count)) ** 2 / (rewards.count - 1);
  }
  return sum === 0 ? Number.POSITIVE_INFINITY : variance ** 2 / sum;
}

function wilson(mean: number, variance: number, rewards: number, ends: Ends): Interval {
  const range = ends.max - ends.min;
  const p = Math.min(1, Math.max(0, (mean - ends.min) / range));
  const spread = variance / range ** 2;
  const count = spread > 0 && p > 0 && p < 1 ? (p * (1 - p)) / spread : rewards;
  const square = Z ** 2 / count;
  const center = (p + square / 2) / (1 + square);
  const half = Math.sqrt(square * p * (1 - p) + square ** 2 / 4) / (1 + square);
  return {
    value: mean,
    low: ends.min + range * Math.max(0, Math.min(p, center - half)),
    high: ends.min + range * Math.min(1, Math.max(p, center + half)),
    rewards,
  };
}

/** The mean over strata with its interval. Every stratum has rewards. */
export function meanOver(strata: readonly Stratum[], ends?: Ends): Interval {
  let mean = 0;
  let variance = 0;
  let rewards = 0;
  for (const { weight, rewards: ours } of strata) {
    mean += weight * ours.mean;
    variance += (weight ** 2 * ours.variance) / ours.count;
    rewards += ours.count;
  }
  if (ends !== undefined) return wilson(mean, variance, rewards, ends);
  const half = studentQuantile(degreesOf(strata, variance)) * Math.sqrt(variance);
  return { value: mean, low: mean - half, high: mean + half, rewards };
}

/** `one` less `other`. */
export function difference(one: Interval, other: Interval): Interval {
  const value = one.value - other.value;
  return {
    value,
    low: value - Math.hypot(one.value - one.low, other.high - other.value),
    high: value + Math.hypot(one.high - one.value, other.value - other.low),
    rewards: one.rewards + other.rewards,
  };
}
