/**
 * Means that move with the plays of their arm (rested arms), not with slots. An arm's shape states the mean
 * of each of its plays. A level for each slot can be added to it.
 *
 * Regret needs another benchmark than the best arm of each slot, since the best arm depends on earlier choices:
 *
 * - `greedy`: the arm with the largest mean of its next play. It is optimal if means only fall and there are no
 *   levels (Heidari, Kearns & Roth, Tight Policy Regret Bounds for Improving and Decaying Bandits, 2016).
 * - `constant`: the arm with the largest sum over the horizon, played throughout. It is optimal at the horizon if
 *   means only rise and there are no levels (same paper), but not in earlier slots.
 */
import { ParameterError } from '../base/errors.ts';
import { Floats } from '../portable/base/language.ts';
import type { Course } from '../portable/means/course.ts';
import { restedCourse, tabledCourse } from './courses.ts';
import { MeanTable } from './mean-table.ts';
import { countSwitches, type Means } from './means.ts';

/** The choices that regret compares with. */
export type RestedBenchmark = 'greedy' | 'constant';

/** True if no mean is larger than that of the play before. */
function isFalling({ values, armCount }: MeanTable): boolean {
  for (let i = armCount; i < values.length; i++) {
    if (values[i] > values[i - armCount]) return false;
  }
  return true;
}

export class RestedMeans implements Means {
  readonly moves = 'plays';
  readonly armCount: number;
  readonly horizon: number;
  readonly against: RestedBenchmark;
  /** The mean of each arm's plays: rows are plays. */
  readonly shapes: MeanTable;
  /** The level of each arm at each slot; undefined if there are none. */
  readonly levels: MeanTable | undefined;
  readonly #arms: Int32Array<ArrayBuffer>;
  readonly #earned: Floats;
  #met: MeanTable | undefined;

  /** @throws ParameterError if levels have another number of arms or slots than shapes have arms and plays */
  constructor(shapes: MeanTable, against: RestedBenchmark, levels?: MeanTable) {
    const { armCount, horizon } = shapes;
    if (levels !== undefined && (levels.armCount !== armCount || levels.horizon !== horizon)) {
      throw new ParameterError(
        `levels must have ${armCount} arms and ${horizon} slots, as the shapes have; got ${levels.armCount} arms and ${levels.horizon} slots`,
        'table-malformed',
      );
    }
    this.armCount = armCount;
    this.horizon = horizon;
    this.against = against;
    this.shapes = shapes;
    this.levels = levels;
    this.#arms = against === 'greedy' ? this.#greedyArms() : this.#constantArm();
    this.#earned = this.#earnings();
  }

  /** The mean of an arm at a slot after so many earlier plays of it, computed as during play. */
  meanAfter(slot: number, plays: number, arm: number): number {
    const mean = this.shapes.mean(plays, arm);
    return this.levels === undefined ? mean : mean + this.levels.mean(slot, arm);
  }

  #greedyArms(): Int32Array<ArrayBuffer> {
    const { armCount, horizon } = this;
    const plays = new Int32Array(armCount);
    const arms = new Int32Array(horizon);
    for (let slot = 0; slot < horizon; slot++) {
      let best = 0;
      let top = this.meanAfter(slot, plays[0], 0);
      for (let arm = 1; arm < armCount; arm++) {
        const mean = this.meanAfter(slot, plays[arm], arm);
        if (mean <= top) continue;
        best = arm;
        top = mean;
      }
      arms[slot] = best;
      plays[best] += 1;
    }
    return arms;
  }

  #constantArm(): Int32Array<ArrayBuffer> {
    const { armCount, horizon } = this;
    const sums = new Floats(armCount);
    for (let slot = 0; slot < horizon; slot++) {
      for (let arm = 0; arm < armCount; arm++) sums[arm] += this.meanAfter(slot, slot, arm);
    }
    return new Int32Array(horizon).fill(new MeanTable(sums, armCount).bestArm(0));
  }

  #earnings(): Floats {
    const plays = new Int32Array(this.armCount);
    return Floats.from(this.#arms, (arm, slot) => this.meanAfter(slot, plays[arm]++, arm));
  }

  /** The benchmark in words that follow “regret against”. */
  get benchmark(): string {
    if (this.against === 'constant') return 'the best arm played throughout';
    return this.levels === undefined && isFalling(this.shapes)
      ? 'the greedy choice, optimal for falling means'
      : 'the greedy choice that knows all means, not optimal';
  }

  /** The mean of an arm at a slot, as the benchmark meets it after its own earlier plays. */
  mean(slot: number, arm: number): number {
    return this.table().mean(slot, arm);
  }

  /** The mean that the benchmark earns at a slot. */
  bestMean(slot: number): number {
    return this.#earned[slot];
  }

  /** The benchmark's arm at a slot. */
  bestArm(slot: number): number {
    return this.#arms[slot];
  }

  /** The number of slots whose benchmark arm differs from that of the slot before. */
  bestArmSwitches(): number {
    return countSwitches(this);
  }

  /** The total variation of the means that the benchmark meets. Policies that play otherwise meet another. */
  totalVariation(slots: number = this.horizon): number {
    return this.table().totalVariation(slots);
  }

  /** Bounds of every mean that any policy can meet. */
  range(): readonly [number, number] {
    const [least, largest] = this.shapes.range();
    if (this.levels === undefined) return [least, largest];
    let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (let arm = 0; arm < this.armCount; arm++) {
      const [shape, level] = [this.shapes, this.levels].map((table) => rangeOfArm(table, arm));
      low = Math.min(low, shape[0] + level[0]);
      high = Math.max(high, shape[1] + level[1]);
    }
    return [low, high];
  }

  /** The means that the benchmark meets, slot by slot. */
  table(): MeanTable {
    this.#met ??= this.#meet();
    return this.#met;
  }

  #meet(): MeanTable {
    const { armCount, horizon } = this;
    const plays = new Int32Array(armCount);
    const values = new Floats(horizon * armCount);
    for (let slot = 0; slot < horizon; slot++) {
      for (let arm = 0; arm < armCount; arm++) {
        values[slot * armCount + arm] = this.meanAfter(slot, plays[arm], arm);
      }
      plays[this.#arms[slot]] += 1;
    }
    return new MeanTable(values, armCount);
  }

  course(): Course {
    return restedCourse(this.armCount, this.shapes.values, this.#earned, this.levels?.values);
  }

  /** A course whose largest mean in each slot is that of the benchmark's arm. */
  oracleCourse(): Course {
    const { armCount, horizon } = this;
    const isChosen = new Floats(horizon * armCount);
    this.#arms.forEach((arm, slot) => {
      isChosen[slot * armCount + arm] = 1;
    });
    return tabledCourse(armCount, isChosen, new Floats(horizon).fill(1));
  }

  /** The mean of an arm's play, without its level: figures draw it over plays of the arm. */
  shown(play: number, arm: number): number {
    return this.shapes.mean(play, arm);
  }
}

function rangeOfArm({ values, armCount }: MeanTable, arm: number): readonly [number, number] {
  let [least, largest] = [values[arm], values[arm]];
  for (let i = arm; i < values.length; i += armCount) {
    least = Math.min(least, values[i]);
    largest = Math.max(largest, values[i]);
  }
  return [least, largest];
}
