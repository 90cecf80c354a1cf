import type { Chains } from '../portable/means/chains.ts';
import type { Course } from '../portable/means/course.ts';
import type { FieldFacts } from './contextual-means.ts';
import type { MeanTable } from './mean-table.ts';

/** Facts of a reward law that decide how much a reward reveals. */
export interface LawFacts {
  readonly id: string;
  /** The variance of a reward with this mean; +∞ where there is none. */
  variance(mean: number): number;
}

/** Each arm's mean at each slot. Slots and arms count from 0. */
export interface Means {
  /**
   * Stated if means move with the plays of their arm. Then `mean` and `table` have the means that the benchmark
   * meets, best arms and means are the benchmark's, and `shown` counts plays of the arm.
   */
  readonly moves?: 'plays';
  /** The benchmark of regret, in words after “regret against”; absent for the best arm of each slot. */
  readonly benchmark?: string;
  /** The mean of an arm at a slot after some plays of it; absent if plays do not matter. */
  meanAfter?(slot: number, plays: number, arm: number): number;
  /** K. */
  readonly armCount: number;
  /** T. */
  readonly horizon: number;
  /** The mean of an arm at a slot. */
  mean(slot: number, arm: number): number;
  /** The largest mean at a slot, which regret compares with. */
  bestMean(slot: number): number;
  /** The arm of the largest mean at a slot, the lowest such arm on ties. */
  bestArm(slot: number): number;
  /** How often the best arm differs from that of the slot before. */
  bestArmSwitches(): number;
  /**
   * The paper's total variation: the largest change of any mean from each slot to the next, summed
   * over the first `slots` slots (all by default).
   */
  totalVariation(slots?: number): number;
  /** The least and the largest mean that there is, or bounds that hold for all. */
  range(): readonly [least: number, largest: number];
  /** All of them as a table; refused where it would be too large. */
  table(): MeanTable;
  /** The form that replications are played on. */
  course(): Course;
  /** The form that an oracle follows, if it is not the same. */
  oracleCourse?(): Course;
  /** What figures draw, where it is not the mean itself. */
  shown?(slot: number, arm: number): number;
  /** The chains that the means are states of, for oracles that know how channels move. */
  readonly chains?: Chains;
  /** The facts about contexts that contextual policies need; absent if there are none. */
  readonly contexts?: FieldFacts;
  /** The same means, with what a reward of this law reveals of the chains. */
  under?(law: LawFacts): Means;
}

/** How often the best arm differs from that of the slot before. */
export function countSwitches(means: Means): number {
  let switches = 0;
  let previous = means.bestArm(0);
  for (let slot = 1; slot < means.horizon; slot++) {
    const best = means.bestArm(slot);
    if (best !== previous) switches++;
    previous = best;
  }
  return switches;
}
