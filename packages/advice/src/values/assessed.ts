/** Values on their way to an answer. */

import type { Logging } from '../contract/logging.ts';
import type { Tails } from '../contract/tails.ts';
import type { Estimate, PolicyValue } from '../contract/values.ts';
import type { OnStep } from '../contract/work.ts';
import type { RowChances } from '../log/chances.ts';
import type { ValuePlan } from './plan.ts';
import type { Footing } from './refusals.ts';
import type { Known } from './support.ts';

/** What values are worked out from. */
export interface ValueWork {
  readonly plan: ValuePlan;
  readonly logging: Logging;
  readonly chances: RowChances;
  readonly known: Known;
  /** The most frequent reward. */
  readonly usual: number;
  /** Those of rewards without a variance; undefined where they have one. */
  readonly tails: Tails | undefined;
  /** Logs that are made from the world of the log. */
  readonly trials: number;
}

/** A value, and what it rests on; that of the logged choices rests on itself. */
export interface Assessed {
  readonly value: PolicyValue;
  readonly footing: Footing | undefined;
  readonly supportOverTime: Float64Array | undefined;
}

/** How many errors an interval reaches below and above a value, and a claim below it, by how many logs calibrate it. */
export interface Quantiles {
  readonly below: number;
  readonly above: number;
  readonly atLeast: number;
}

/**
 * Below it is what Student's law asks for with as many degrees as logs were made. Above it is a third more: a world is
 * smoother than what it is fitted to, so that whoever learns finds less to follow in it, and values are rather too low.
 */
const QUANTILES = new Map<number, Quantiles>([
  [5, { below: 2.57, above: 3.5, atLeast: 2.25 }],
  [10, { below: 2.23, above: 3, atLeast: 2 }],
]);

export function quantilesFor(trials: number): Quantiles {
  const quantiles = QUANTILES.get(trials);
  if (quantiles === undefined) throw new Error(`no quantiles for ${trials} logs`);
  return quantiles;
}

/** A value with an interval of so many errors on each side. */
export function around(
  value: number,
  error: number,
  { below, above }: Omit<Quantiles, 'atLeast'>,
): Estimate {
  return { value, low: value - below * error, high: value + above * error };
}

/** The average over stretches of time. */
export function averageOf(shares: Float64Array): number {
  // A sum of shares may be above 1 by what is lost in rounding.
  return Math.min(1, shares.reduce((sum, share) => sum + share, 0) / shares.length);
}

/** Counts units of work for whoever wants to know how far it has come. */
export function counter(of: number, onStep: OnStep): (units: number) => void {
  let done = 0;
  return (units) => {
    done += units;
    onStep({ step: 'values', done, of });
  };
}
