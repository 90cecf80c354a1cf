/** The events of a watched replication, slot by slot. */
import type { Means } from '@driftline/core';
import type { Course } from '@driftline/core/play';

/** The events of each slot. */
export class Happened {
  readonly means: Float64Array<ArrayBuffer>;
  readonly shown: Float64Array<ArrayBuffer>;
  readonly bestArms: Int32Array<ArrayBuffer>;
  readonly costs: Float64Array<ArrayBuffer>;
  readonly arms: Int32Array<ArrayBuffer>;
  readonly rewards: Float64Array<ArrayBuffer>;
  readonly counted: Uint8Array<ArrayBuffer>;
  readonly explored: Uint8Array<ArrayBuffer>;
  readonly #source: Means;
  readonly #course: Course;
  readonly #showsMeans: boolean;
  /** Earlier plays of each arm, if the arms are rested. */
  readonly #plays: Int32Array<ArrayBuffer>;

  constructor(slots: number, source: Means) {
    const { armCount } = source;
    this.#source = source;
    this.#course = source.course();
    this.#plays = this.#course.newPlays();
    this.means = new Float64Array(slots * armCount);
    // Rested arms are drawn by plays elsewhere, and here as this replication meets them.
    this.#showsMeans = source.shown === undefined || this.#course.byPlays;
    this.shown = this.#showsMeans ? this.means : new Float64Array(slots * armCount);
    this.bestArms = new Int32Array(slots);
    this.costs = new Float64Array(slots);
    this.arms = new Int32Array(slots);
    this.rewards = new Float64Array(slots);
    this.counted = new Uint8Array(slots);
    this.explored = new Uint8Array(slots);
  }

  /** Notes the means of a slot, and returns that of the arm that is played. */
  noteMeans(slot: number, played: number): number {
    const { armCount } = this.#source;
    const row = slot * armCount;
    for (let arm = 0; arm < armCount; arm++) {
      this.means[row + arm] = this.#course.mean(slot, arm, this.#plays);
      if (!this.#showsMeans) this.shown[row + arm] = this.#source.shown?.(slot, arm) ?? Number.NaN;
    }
    if (this.#course.byPlays) this.#plays[played] += 1;
    this.arms[slot] = played;
    this.bestArms[slot] = this.#source.bestArm(slot);
    const mean = this.means[row + played];
    this.costs[slot] = this.#course.best[slot] - mean;
    return mean;
  }
}
