/** Logs whose rewards come late. */
import type { Log } from '@driftline/advice';
import { ln, normal, pow } from '@driftline/core/parts';
import { type Random, randomStream } from '@driftline/core/play';

/** A law of delays, with its quantiles. */
export interface DelayLaw {
  readonly name: string;
  draw(random: Random): number;
  quantile(share: number): number;
}

export function exponentialDelays(mean: number): DelayLaw {
  const quantile = (share: number) => -mean * ln(1 - share);
  return { name: `exponential ${mean}`, draw: (random) => quantile(random.uniform()), quantile };
}

export function uniformDelays(most: number): DelayLaw {
  const quantile = (share: number) => most * share;
  return { name: `uniform ${most}`, draw: (random) => quantile(random.uniform()), quantile };
}

/** P(delay > x) = (1 + x/scale)^−index. */
export function paretoDelays(index: number, scale: number): DelayLaw {
  const quantile = (share: number) => scale * (pow(1 - share, -1 / index) - 1);
  return { name: `pareto ${index}`, draw: (random) => quantile(random.uniform()), quantile };
}

/** The 50 % and 99 % points of the standard normal law are all that is asked for. */
const NORMAL_QUANTILES = new Map([
  [0.5, 0],
  [0.99, 2.3263478740408408],
]);

export function lognormalDelays(median: number, deviation: number): DelayLaw {
  const at = (z: number) => median * Math.exp(deviation * z);
  return {
    name: `lognormal ${median} ${deviation}`,
    draw: (random) => at(normal(random)),
    quantile: (share) => at(NORMAL_QUANTILES.get(share) ?? Number.NaN),
  };
}

/**
 * The same log where rewards of 1 come late, and 0 stands for those that have not come; those that come after its end are
 * such. The log's own rewards say whether one comes at all.
 */
export function withDelays(log: Log, law: DelayLaw, seed: number): Log & { arrival: Float64Array } {
  const random = randomStream(seed, 4, 20);
  const end = log.time[log.rows - 1];
  const arrival = log.time.map((time, row) => {
    const moment = time + law.draw(random);
    return log.reward[row] === 1 && moment <= end ? moment : Number.NaN;
  });
  const reward = arrival.map((moment) => (Number.isNaN(moment) ? 0 : 1));
  return { ...log, arrival, reward, end };
}

/** Rows of a log that fulfil something. */
export function rowsWhere(log: Log, holds: (row: number) => boolean): Log {
  const kept = Int32Array.from({ length: log.rows }, (_, row) => row).filter(holds);
  const taken = (column: Float64Array) => Float64Array.from(kept, (row) => column[row]);
  return {
    ...log,
    rows: kept.length,
    time: taken(log.time),
    reward: taken(log.reward),
    arrival: log.arrival === undefined ? undefined : taken(log.arrival),
    arm: Uint16Array.from(kept, (row) => log.arm[row]),
    fold: Uint8Array.from(kept, (row) => log.fold[row]),
  };
}

/** Only those whose reward has come. */
export function rewardedOnly(log: Log & { arrival: Float64Array }): Log {
  return rowsWhere(log, (row) => !Number.isNaN(log.arrival[row]));
}
