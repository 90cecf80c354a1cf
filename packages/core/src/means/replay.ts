import { ParameterError } from '../base/errors.ts';
import { Floats } from '../portable/base/language.ts';
import { pow } from '../portable/math/pow.ts';
import type { Course } from '../portable/means/course.ts';
import type { FieldFacts } from './contextual-means.ts';
import { tabledCourse } from './courses.ts';
import { checkedHorizon, MeanTable, variationOf } from './mean-table.ts';
import { countSwitches, type Means } from './means.ts';

/**
 * What regret on recorded rewards compares with, since their means are not known: the arm with the
 * largest sum, or in each slot the arm with the largest average over the slots around it. Either is paid
 * the rewards of its own arm.
 */
export type Benchmark = 'fixed' | 'smoothed';

/** How recorded rewards are played again. */
export interface ReplayOptions {
  readonly against: Benchmark;
  /** Slots that averages are taken over, for the smoothed benchmark and for the variation. */
  readonly smoothing: number;
  /** The slot of the table that is played first; the end is followed by the beginning. 0 by default. */
  readonly start?: number;
  /** The contexts of the slots, from the same start; absent if none was recorded. */
  readonly contexts?: FieldFacts | undefined;
}

/** Slots to average over where nobody says how many: ⌈T^(2/3)⌉. */
export function usualSmoothing(horizon: number): number {
  return Math.ceil(pow(horizon, 2 / 3));
}

function checkedPlace(name: string, value: number, least: number, most: number): number {
  if (Number.isInteger(value) && value >= least && value <= most) return value;
  throw new ParameterError(`${name} must be an integer from ${least} to ${most}; got ${value}`);
}

/** For each slot and arm the average of the `smoothing` slots around it, fewer at the ends. */
function smooth({ values, armCount, horizon }: MeanTable, smoothing: number): Floats {
  const averages = new Floats(values.length);
  const before = Math.floor((smoothing - 1) / 2);
  const after = smoothing - 1 - before;
  for (let arm = 0; arm < armCount; arm++) {
    const sums = new Floats(horizon + 1);
    for (let slot = 0; slot < horizon; slot++) {
      sums[slot + 1] = sums[slot] + values[slot * armCount + arm];
    }
    for (let slot = 0; slot < horizon; slot++) {
      const from = Math.max(0, slot - before);
      const to = Math.min(horizon, slot + after + 1);
      averages[slot * armCount + arm] = (sums[to] - sums[from]) / (to - from);
    }
  }
  return averages;
}

/** The averages of one block of `size` slots after another; the last whole one ends them. */
function blockAverages({ values, armCount, horizon }: MeanTable, size: number): Floats {
  const blocks = Math.floor(horizon / size);
  const averages = new Floats(blocks * armCount);
  for (let slot = 0; slot < blocks * size; slot++) {
    const block = Math.floor(slot / size) * armCount;
    for (let arm = 0; arm < armCount; arm++) {
      averages[block + arm] += values[slot * armCount + arm] / size;
    }
  }
  return averages;
}

function totals({ values, armCount }: MeanTable): Floats {
  const sums = new Floats(armCount);
  values.forEach((value, i) => {
    sums[i % armCount] += value;
  });
  return sums;
}

/** The same rows, those from `start` on first. */
function rotated(values: Floats, armCount: number, start: number): Floats {
  const turned = new Floats(values.length);
  turned.set(values.subarray(start * armCount));
  turned.set(values.subarray(0, start * armCount), values.length - start * armCount);
  return turned;
}

/**
 * Recorded rewards, played again as they are: the reward that each arm would have given at each slot
 * stands in the place of a mean, and the benchmark's reward in that of the best mean, so that regret is
 * realized regret. It may be negative: a policy may earn more than a benchmark.
 *
 * Variation and benchmark are those of the table as it was recorded, wherever it starts.
 */
export class Replay implements Means {
  readonly armCount: number;
  readonly horizon: number;
  /** What regret compares with. */
  readonly against: Benchmark;
  /** Slots that averages are taken over. */
  readonly smoothing: number;
  /** The recorded slot that is played first. */
  readonly start: number;
  readonly contexts?: FieldFacts;
  readonly #rewards: MeanTable;
  readonly #smoothed: Floats;
  readonly #benchmarkArms: Int32Array;
  readonly #benchmark: Floats;
  readonly #variation: number;

  /**
   * @param values - row-major: the rewards of the first slot, then of the second, and so on
   * @throws ParameterError for a table that is empty, ragged or not finite, and options out of range
   */
  constructor(values: Floats, armCount: number, options: ReplayOptions) {
    const { against, smoothing, start = 0, contexts } = options;
    const recorded = new MeanTable(values, armCount);
    const { horizon } = recorded;
    checkedPlace('smoothing', smoothing, 1, horizon);
    checkedPlace('start', start, 0, horizon - 1);
    this.armCount = armCount;
    this.horizon = horizon;
    this.against = against;
    this.smoothing = smoothing;
    this.start = start;
    if (contexts !== undefined) this.contexts = contexts;
    this.#rewards = new MeanTable(rotated(values, armCount, start), armCount);
    this.#smoothed = rotated(smooth(recorded, smoothing), armCount, start);
    const blocks = blockAverages(recorded, smoothing);
    this.#variation = variationOf(blocks, armCount, blocks.length / armCount);
    this.#benchmarkArms = this.#choose(recorded);
    this.#benchmark = Floats.from(this.#benchmarkArms, (arm, slot) => this.mean(slot, arm));
  }

  #choose(recorded: MeanTable): Int32Array {
    const table = this.against === 'fixed' ? totals(recorded) : this.#smoothed;
    const ranking = new MeanTable(table, this.armCount);
    const fixed = ranking.bestArm(0);
    return Int32Array.from({ length: this.horizon }, (_, slot) =>
      this.against === 'fixed' ? fixed : ranking.bestArm(slot),
    );
  }

  /** The reward of an arm at a slot. */
  mean(slot: number, arm: number): number {
    return this.#rewards.mean(slot, arm);
  }

  /** The benchmark's reward at a slot. */
  bestMean(slot: number): number {
    return this.#benchmark[slot];
  }

  /** The benchmark's arm at a slot. */
  bestArm(slot: number): number {
    return this.#benchmarkArms[slot];
  }

  bestArmSwitches(): number {
    return countSwitches(this);
  }

  /**
   * The sum, over blocks of `smoothing` slots, of the largest change of an arm's average from one to the
   * next: an estimate of the variation that sampling noise makes too large. For fewer slots, their share.
   */
  totalVariation(slots: number = this.horizon): number {
    return (this.#variation * checkedHorizon(slots, this.horizon)) / this.horizon;
  }

  range(): readonly [number, number] {
    return this.#rewards.range();
  }

  /** The rewards as a table, in the order in which they are played. */
  table(): MeanTable {
    return this.#rewards;
  }

  course(): Course {
    return tabledCourse(this.armCount, this.#rewards.values, this.#benchmark);
  }

  /** The average reward of an arm around a slot: what figures draw. */
  shown(slot: number, arm: number): number {
    return this.#smoothed[slot * this.armCount + arm];
  }
}
