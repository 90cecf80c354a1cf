/** Logs whose answers are known: made from streams, so that they never change. */
import { FOLDS, type Log } from '@driftline/advice';
import { type Random, randomStream } from '@driftline/core';
import { normal } from '@driftline/core/parts';

/** The mean of each arm in each slot. */
export type Means = (slot: number, arm: number) => number;

/** Chooses arms; told what came of it where it learns. */
export interface Logger {
  pick(slot: number, random: Random): number;
  learn?(arm: number, reward: number): void;
  /** The probability of the arm picked last. */
  propensity?(): number;
}

/** What a log is made of. */
export interface Made {
  readonly rows: number;
  readonly armCount: number;
  readonly means: Means;
  readonly seed: number;
  /** Uniform unless given. */
  readonly logger?: Logger;
  /** 0 or 1 unless given: then the mean plus normal noise of this deviation. */
  readonly deviation?: number;
  /** Milliseconds between rows; none where absent, the row being the time. */
  readonly spacing?: number;
}

export function uniformLogger(armCount: number): Logger {
  return { pick: (_, random) => Math.floor(random.uniform() * armCount) };
}

/** A log as the reader would make it. */
export function madeLog({ rows, armCount, means, seed, deviation, spacing, ...rest }: Made): Log {
  const { logger = uniformLogger(armCount) } = rest;
  const [choices, luck, folds] = [1, 2, 3].map((role) => randomStream(seed, 1, 10 + role));
  const arm = new Uint16Array(rows);
  const reward = new Float64Array(rows);
  const propensity = logger.propensity === undefined ? undefined : new Float64Array(rows);
  for (let slot = 0; slot < rows; slot++) {
    arm[slot] = logger.pick(slot, choices);
    const mean = means(slot, arm[slot]);
    reward[slot] =
      deviation === undefined ? Number(luck.uniform() < mean) : mean + deviation * normal(luck);
    if (propensity !== undefined) propensity[slot] = logger.propensity?.() ?? Number.NaN;
    logger.learn?.(arm[slot], reward[slot]);
  }
  return {
    rows,
    decisionsPerRow: 1,
    arms: Array.from({ length: armCount }, (_, i) => `arm ${i}`),
    other: undefined,
    clock: spacing === undefined ? 'rows' : 'milliseconds',
    time: Float64Array.from({ length: rows }, (_, slot) => slot * (spacing ?? 1)),
    arm,
    rewards: {
      name: 'reward',
      isNegated: false,
      kind: deviation === undefined ? 'binary' : 'real',
    },
    reward,
    propensity,
    arrival: undefined,
    eligible: undefined,
    sets: [],
    fold: Uint8Array.from({ length: rows }, () => Math.floor(folds.uniform() * FOLDS)),
    end: (rows - 1) * (spacing ?? 1),
  };
}

export function stationary(...means: readonly number[]): Means {
  return (_, arm) => means[arm];
}

/** All arms jump to means anew every so many slots. */
export function jumps(every: number, armCount: number, rows: number, seed: number): Means {
  const random = randomStream(seed, 2, 20);
  const parts = Math.ceil(rows / every);
  const levels = Array.from({ length: parts * armCount }, () => 0.1 + 0.8 * random.uniform());
  return (slot, arm) => levels[Math.floor(slot / every) * armCount + arm];
}

/** Waves of one period, an arm each a part of it later. */
export function waves(period: number, armCount: number, amplitude = 0.3): Means {
  return (slot, arm) => 0.5 + amplitude * Math.sin(2 * Math.PI * (slot / period + arm / armCount));
}

/** Steps of this deviation in each slot, folded back into [0.1, 0.9]. */
export function brownian(step: number, armCount: number, rows: number, seed: number): Means {
  const random = randomStream(seed, 3, 20);
  const path = new Float64Array(rows * armCount);
  for (let arm = 0; arm < armCount; arm++) {
    let at = 0.1 + 0.8 * random.uniform();
    for (let slot = 0; slot < rows; slot++) {
      at += step * normal(random);
      if (at < 0.1) at = 0.2 - at;
      if (at > 0.9) at = 1.8 - at;
      path[slot * armCount + arm] = at;
    }
  }
  return (slot, arm) => path[slot * armCount + arm];
}

/** D of a path itself, over block means as the estimate sees them. */
export function trueMovement(
  means: Means,
  { rows, armCount, block }: { rows: number; armCount: number; block: number },
  distance: number,
): number {
  const blocks = Math.floor(rows / block);
  const averages = Array.from({ length: blocks * armCount }, (_, i) => {
    const [b, arm] = [Math.floor(i / armCount), i % armCount];
    let sum = 0;
    for (let slot = b * block; slot < (b + 1) * block; slot++) sum += means(slot, arm);
    return sum / block;
  });
  const j = distance / block;
  let [sum, count] = [0, 0];
  for (let i = 0; i + j * armCount < averages.length; i++) {
    sum += (averages[i + j * armCount] - averages[i]) ** 2;
    count += 1;
  }
  return Math.sqrt(sum / count);
}
