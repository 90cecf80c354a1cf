import { Course } from '../course.ts';
import { cos, sin } from '../math/sin.ts';
import { Floats } from '../portable.ts';
import { checkedHorizon, checkTableSize, MeanTable } from './mean-table.ts';
import { countSwitches, type Means } from './means.ts';
import { Wave } from './wave.ts';

/** Arms on either side of an extreme that are looked at too: rounding may favour a neighbour. */
const NEIGHBOURS = 2;

/** Where a sinusoid is, how high it swings (at least 0), and slots of one full swing. */
export interface WaveShape {
  readonly center: number;
  readonly amplitude: number;
  readonly period: number;
}

/** An angle in radians, whole turns dropped before the multiplication, which keeps late slots accurate. */
function angleOf(turns: number): number {
  return 2 * Math.PI * (turns - Math.floor(turns));
}

/**
 * The means center + amplitude · sin(2πt/period + 2πk/K), each computed when it is asked for: with very
 * many arms a table would take gigabytes, and reading it longer than computing what is needed.
 */
export class WaveMeans implements Means {
  readonly armCount: number;
  readonly horizon: number;
  readonly #shape: WaveShape;
  readonly #wave: Wave;
  #bestArms: Int32Array | undefined;

  constructor(armCount: number, horizon: number, shape: WaveShape) {
    this.armCount = armCount;
    this.horizon = horizon;
    this.#shape = shape;
    const slots = Floats.from({ length: horizon }, (_, slot) => angleOf((slot + 1) / shape.period));
    const arms = Floats.from({ length: armCount }, (_, arm) => angleOf((arm + 1) / armCount));
    this.#wave = new Wave(
      shape.center,
      shape.amplitude,
      slots.map(sin),
      slots.map(cos),
      arms.map(sin),
      arms.map(cos),
    );
  }

  mean(slot: number, arm: number): number {
    return this.#wave.mean(slot, arm);
  }

  bestMean(slot: number): number {
    return this.#wave.mean(slot, this.bestArm(slot));
  }

  bestArm(slot: number): number {
    this.#bestArms ??= Int32Array.from({ length: this.horizon }, (_, s) => this.#findBestArm(s));
    return this.#bestArms[slot];
  }

  /** The lowest arm wins ties, also where the amplitude is 0 and all arms are equal. */
  #findBestArm(slot: number): number {
    // The crest of a sine is a quarter of a turn on.
    const candidates = [0, ...this.#armsNear(0.25, slot)].sort((a, b) => a - b);
    return candidates.reduce((best, arm) =>
      this.mean(slot, arm) > this.mean(slot, best) ? arm : best,
    );
  }

  /** The arms whose sine is about so many turns on at a slot, or between slots. */
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
    const checked = checkedHorizon(slots, this.horizon);
    let sum = 0;
    for (let slot = 1; slot < checked; slot++) {
      // A sine is steepest where it passes its middle, up or down.
      const steepest = [0, 0.5].flatMap((turns) => this.#armsNear(turns, slot - 0.5));
      const changes = steepest.map((arm) =>
        Math.abs(this.mean(slot, arm) - this.mean(slot - 1, arm)),
      );
      sum += Math.max(...changes);
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
        values[slot * armCount + arm] = this.mean(slot, arm);
      }
    }
    return new MeanTable(values, armCount);
  }

  course(): Course {
    const best = Floats.from({ length: this.horizon }, (_, slot) => this.bestMean(slot));
    return new Course(this.armCount, new Floats(0), best, this.#wave);
  }
}
