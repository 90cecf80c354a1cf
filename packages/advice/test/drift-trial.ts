/** Drift, its kind, the room and the kind of logging judged where the truth is known. */
import {
  type Drift,
  driftOf,
  eValueTest,
  isRefused,
  type Log,
  type Logging,
  loggingOf,
  permutationTest,
  type Room,
  roomOf,
  type Structure,
} from '@driftline/advice';
import { randomStream } from '@driftline/core';
import { normal } from '@driftline/core/parts';
import { type Logger, type Means, madeLog } from './synthetic.ts';

/** Logs of one law. */
export interface Case {
  readonly rows: number;
  readonly armCount: number;
  readonly means: (seed: number) => Means;
  readonly logger?: (seed: number) => Logger;
  readonly deviation?: number;
  /** Rewards about the mean with a long tail on one side: of this deviation. */
  readonly skewed?: number;
  /** The times of rows, in milliseconds; without a clock where absent. */
  readonly times?: (seed: number) => Float64Array;
}

/** What is told of one log. */
export interface Told {
  readonly log: Log;
  readonly means: Means;
  readonly logging: Logging;
  readonly drift: Drift;
  readonly room: Room | undefined;
}

/** Means plus lognormal noise: its skewness is 6. */
function skewedRewards(log: Log, means: Means, deviation: number, seed: number): Float64Array {
  const random = randomStream(seed, 1, 17);
  const [mean, own] = [Math.exp(0.5), Math.sqrt(Math.exp(2) - Math.exp(1))];
  return log.reward.map(
    (_, row) => means(row, log.arm[row]) + (deviation * (Math.exp(normal(random)) - mean)) / own,
  );
}

/** A log of a case. */
export function caseLog(each: Case, seed: number): Log {
  const { rows, armCount, deviation } = each;
  const means = each.means(seed);
  const logger = each.logger?.(seed);
  const log = madeLog({
    ...{ rows, armCount, means, seed },
    ...(logger === undefined ? {} : { logger }),
    ...(deviation === undefined ? {} : { deviation }),
  });
  const times = each.times?.(seed);
  const clocked: Log =
    times === undefined
      ? log
      : { ...log, clock: 'milliseconds', time: times, end: times[rows - 1] };
  if (each.skewed === undefined) return clocked;
  const reward = skewedRewards(clocked, means, each.skewed, seed);
  return { ...clocked, reward, rewards: { ...clocked.rewards, kind: 'real' } };
}

/** What is told of one log, as the command does it. */
export function tell(each: Case, seed: number): Told {
  const log = caseLog(each, seed);
  const logging = loggingOf(log);
  const isRandom = logging.kind === 'uniform' || logging.kind === 'random';
  const tested = isRandom ? permutationTest(log, seed) : eValueTest(log);
  const { drift, data, fit } = driftOf(log, tested);
  const room = roomOf(log, logging, data, fit);
  return {
    log,
    means: each.means(seed),
    logging,
    drift,
    room: isRefused(room) ? undefined : room,
  };
}

/** Told of the logs of some seeds. */
export function tellAll(each: Case, logs: number, first = 1): Told[] {
  return Array.from({ length: logs }, (_, i) => tell(each, first + i));
}

/** Blocks × arms: the means of a path. */
function blockMeans(means: Means, blocks: number, block: number, armCount: number): Float64Array {
  const averages = new Float64Array(blocks * armCount);
  for (let b = 0; b < blocks; b++) {
    for (let arm = 0; arm < armCount; arm++) {
      let sum = 0;
      for (let slot = b * block; slot < (b + 1) * block; slot++) sum += means(slot, arm);
      averages[b * armCount + arm] = sum / block;
    }
  }
  return averages;
}

/** Whether an arm was tried in a block often enough for its mean to count there. */
function triedIn(log: Log, blocks: number, block: number): boolean[] {
  const armCount = log.arms.length;
  const counts = new Float64Array(blocks * armCount);
  for (let row = 0; row < blocks * block; row++)
    counts[Math.floor(row / block) * armCount + log.arm[row]] += 1;
  return Array.from(counts, (count) => count >= 10);
}

/** How far the path itself moves over a distance, all of it and the arms' own. */
interface PathMovement {
  readonly all: number;
  readonly own: number;
}

function movementOver(
  averages: Float64Array,
  isTold: readonly boolean[],
  armCount: number,
  distance: number,
): PathMovement {
  let [all, own, count] = [0, 0, 0];
  const step = distance * armCount;
  for (let first = 0; first + step < averages.length; first += armCount) {
    const moved: number[] = [];
    for (let cell = first; cell < first + armCount; cell++)
      if (isTold[cell] && isTold[cell + step]) moved.push(averages[cell + step] - averages[cell]);
    const shared = moved.reduce((sum, each) => sum + each, 0) / Math.max(1, moved.length);
    for (const each of moved) {
      all += each ** 2;
      own += (each - shared) ** 2;
      count += 1;
    }
  }
  return { all: Math.sqrt(all / count), own: Math.sqrt(own / count) };
}

/**
 * How far the path itself moves over each distance that is told.
 *
 * @param whole - also where an arm was not tried
 */
export function trueMovements(
  { log, means, structure }: Pick<Told, 'log' | 'means'> & { readonly structure: Structure },
  whole = false,
): PathMovement[] {
  const armCount = log.arms.length;
  const blocks = Math.floor(log.rows / structure.block);
  const averages = blockMeans(means, blocks, structure.block, armCount);
  const isTold = triedIn(log, blocks, structure.block).map((isTried) => isTried || whole);
  return structure.lags.map(({ L }) =>
    movementOver(averages, isTold, armCount, Math.round(L / structure.block)),
  );
}

/** What a perfect follower gains per decision. */
export function trueRoom({ log, means }: Told): number {
  const sums = log.arms.map(() => 0);
  let best = 0;
  for (let slot = 0; slot < log.rows; slot++) {
    let most = Number.NEGATIVE_INFINITY;
    for (let arm = 0; arm < sums.length; arm++) {
      const mean = means(slot, arm);
      sums[arm] += mean;
      if (mean > most) most = mean;
    }
    best += most;
  }
  return (best - Math.max(...sums)) / log.rows;
}

/** The share of logs of which something holds. */
export function share<T>(told: readonly T[], holds: (each: T) => boolean): number {
  return told.filter(holds).length / told.length;
}
