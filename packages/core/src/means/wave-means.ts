import { Floats } from '../portable/base/language.ts';
import type { Course } from '../portable/means/course.ts';
import { Wave } from '../portable/means/wave.ts';
import { waveCourse } from './courses.ts';
import { checkedHorizon, checkTableSize, MeanTable } from './mean-table.ts';
import { countSwitches, type Means } from './means.ts';

/** Up to this many arms, all are looked at in each slot; among more, those that can be the extreme one. */
const FEW_ARMS = 16;
/** Arms on either side of an extreme that are looked at too: rounding may favour a neighbour. */
const NEIGHBOURS = 2;

/** Where a sinusoid is, how high it swings (at least 0), and slots of one full swing. */
export interface WaveShape {
  readonly center: number;
  readonly amplitude: number;
  readonly period: number;
}

/**
 * The means center + amplitude · sin(2πt/period + 2πk/K), each computed when it is asked for: a table
 * would take gigabytes, and with very many arms reading it longer than computing what is needed. What
 * takes a walk over all slots is kept, because every policy asks for it.
 */
export class WaveMeans implements Means {
  readonly armCount: number;
  readonly horizon: number;
  readonly #shape: WaveShape;
  readonly #wave: Wave;
  #bestArms: Int32Array | undefined;
  #variation: number | undefined;
  #course: Course | undefined;

  constructor(armCount: number, horizon: number, shape: WaveShape) {
    this.armCount = armCount;
    this.horizon = horizon;
    this.#shape = shape;
    const armTurns = new Floats(armCount);
    for (let arm = 0; arm < armCount; arm++) armTurns[arm] = (arm + 1) / armCount;
    this.#wave = new Wave(shape.center, shape.amplitude, shape.period, armTurns);
  }

  mean(slot: number, arm: number): number {
    return this.#wave.mean(slot, arm);
  }

  bestMean(slot: number): number {
    return this.#wave.mean(slot, this.bestArm(slot));
  }

  bestArm(slot: number): number {
    this.#bestArms ??= this.#findBestArms();
    return this.#bestArms[slot];
  }

  #findBestArms(): Int32Array {
    const bestArms = new Int32Array(this.horizon);
    const all = Array.from({ length: Math.min(this.armCount, FEW_ARMS) }, (_, arm) => arm);
    for (let slot = 0; slot < this.horizon; slot++) {
      // The crest of a sine is a quarter of a turn on. Where the amplitude is 0 all arms are equal.
      const arms = this.armCount <= FEW_ARMS ? all : [0, ...this.#armsNear(0.25, slot)];
      bestArms[slot] = this.#bestAmong(arms, slot);
    }
    return bestArms;
  }

  /** The lowest arm wins ties. */
  #bestAmong(arms: readonly number[], slot: number): number {
    let best = arms[0];
    let top = this.mean(slot, best);
    for (let i = 1; i < arms.length; i++) {
      const mean = this.mean(slot, arms[i]);
      if (mean > top || (mean === top && arms[i] < best)) {
        best = arms[i];
        top = mean;
      }
    }
    return best;
  }

  /** The arms whose sine is about this many turns on at a slot, or between slots. */
  #armsNear(turns: number, slot: number): number[] {
    const { armCount } = this;
    const ahead = turns - (slot + 1) / this.#shape.period;
    const nearest = Math.round((ahead - Math.floor(ahead)) * armCount) - 1;
    return Array.from(
      { length: 2 * NEIGHBOURS + 1 },
      (_, i) => (nearest + i - NEIGHBOURS + 2 * armCount) % armCount,
    );
  }

  bestArmSwitches(): number {
    return countSwitches(this);
  }

  totalVariation(slots: number = this.horizon): number {
    if (checkedHorizon(slots, this.horizon) < this.horizon) return this.#variationOf(slots);
    this.#variation ??= this.#variationOf(slots);
    return this.#variation;
  }

  #variationOf(slots: number): number {
    return this.armCount <= FEW_ARMS ? this.#variationOfAll(slots) : this.#variationOfSteep(slots);
  }

  /** As a table's variation is computed, a row at a time. */
  #variationOfAll(slots: number): number {
    const row = Array.from({ length: this.armCount }, (_, arm) => this.mean(0, arm));
    let sum = 0;
    for (let slot = 1; slot < slots; slot++) {
      let largest = 0;
      for (let arm = 0; arm < row.length; arm++) {
        const mean = this.mean(slot, arm);
        largest = Math.max(largest, Math.abs(mean - row[arm]));
        row[arm] = mean;
      }
      sum += largest;
    }
    return sum;
  }

  /** A sine is steepest where it passes its middle, up or down. */
  #variationOfSteep(slots: number): number {
    let sum = 0;
    for (let slot = 1; slot < slots; slot++) {
      let largest = 0;
      for (const turns of [0, 0.5]) {
        for (const arm of this.#armsNear(turns, slot - 0.5)) {
          largest = Math.max(largest, Math.abs(this.mean(slot, arm) - this.mean(slot - 1, arm)));
        }
      }
      sum += largest;
    }
    return sum;
  }

  range(): readonly [number, number] {
    const { center, amplitude } = this.#shape;
    return [center - amplitude, center + amplitude];
  }

  table(): MeanTable {
    const { armCount, horizon } = this;
    checkTableSize(armCount, horizon);
    const values = new Floats(armCount * horizon);
    for (let slot = 0; slot < horizon; slot++) {
      for (let arm = 0; arm < armCount; arm++) {
        values[slot * armCount + arm] = this.#wave.mean(slot, arm);
      }
    }
    return new MeanTable(values, armCount);
  }

  course(): Course {
    this.#course ??= this.#makeCourse();
    return this.#course;
  }

  #makeCourse(): Course {
    const best = new Floats(this.horizon);
    for (let slot = 0; slot < this.horizon; slot++) best[slot] = this.bestMean(slot);
    return waveCourse(this.armCount, this.#wave, best);
  }
}
