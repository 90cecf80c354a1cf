import { ParameterError } from '../base/errors.ts';
import { isBounded, LARGEST_MAGNITUDE } from '../base/magnitude.ts';
import { Floats } from '../portable/base/language.ts';
import type { Course } from '../portable/means/course.ts';
import { tabledCourse } from './courses.ts';
import { countSwitches, type Means } from './means.ts';

/** A gigabyte of means: beyond it engines give up without a word. */
const LARGEST_TABLE = 2 ** 27;

/** Refuses tables that no machine holds. */
export function checkTableSize(armCount: number, horizon: number): void {
  if (armCount * horizon <= LARGEST_TABLE) return;
  throw new ParameterError(
    `arms times horizon must be at most ${LARGEST_TABLE}; got ${armCount} times ${horizon}; use a shorter horizon or fewer arms`,
    'too-large',
  );
}

/** A number of slots that is not more than there are. */
export function checkedHorizon(slots: number, horizon: number): number {
  if (Number.isInteger(slots) && slots >= 1 && slots <= horizon) return slots;
  throw new ParameterError(
    `horizon must be an integer from 1 to ${horizon}, the number of slots in the table; got ${slots}`,
  );
}

/** Copies rows of equal length into one row-major array, refusing whatever is not a finite number. */
function flattenRows(what: string, rows: readonly ArrayLike<number>[]): Floats {
  if (!(rows?.length > 0 && rows[0]?.length > 0)) {
    throw new ParameterError(
      `a table of ${what} must have at least one slot and one arm; got none`,
      'table-malformed',
    );
  }
  const armCount = rows[0].length;
  const values = new Floats(rows.length * armCount);
  for (let slot = 0; slot < rows.length; slot++) {
    if (rows[slot].length !== armCount) {
      throw new ParameterError(
        `a table of ${what} must have the same number of arms in each slot; slot 1 has ${armCount}, slot ${slot + 1} has ${rows[slot].length}`,
        'table-malformed',
      );
    }
    values.set(rows[slot], slot * armCount);
  }
  checkNumbers(what, values, armCount);
  return values;
}

/** Refuses NaN, infinities and what is too large, saying where the first one is (slots from 1, arms from 0). */
function checkNumbers(what: string, values: Floats, armCount: number): void {
  let bad = 0;
  while (bad < values.length && isBounded(values[bad])) bad++;
  if (bad === values.length) return;
  const accepted = Number.isFinite(values[bad])
    ? `numbers of at most ${LARGEST_MAGNITUDE} in size`
    : 'finite numbers';
  throw new ParameterError(
    `a table of ${what} must hold ${accepted}; got ${values[bad]} at slot ${Math.floor(bad / armCount) + 1}, arm ${bad % armCount} (slots from 1, arms from 0)`,
    'table-malformed',
  );
}

/** The total variation of the first `slots` rows of a row-major array. */
export function variationOf(values: Floats, armCount: number, slots: number): number {
  let sum = 0;
  for (let row = armCount; row < slots * armCount; row += armCount) {
    let largest = 0;
    for (let i = row; i < row + armCount; i++) {
      largest = Math.max(largest, Math.abs(values[i] - values[i - armCount]));
    }
    sum += largest;
  }
  return sum;
}

/** Means as a table. */
export class MeanTable implements Means {
  /** Row-major: the means of slot 0, then those of slot 1, and so on. Not to be changed. */
  readonly values: Floats;
  /** K. */
  readonly armCount: number;
  /** T: the slots of the table. */
  readonly horizon: number;
  readonly #bestMeans: Floats;
  #variation: number | undefined;

  /**
   * Takes over the array, which the caller must not change afterwards.
   *
   * @throws ParameterError when it is empty, ragged, or holds NaN or an infinity
   */
  constructor(values: Floats, armCount: number) {
    if (!Number.isSafeInteger(armCount) || armCount < 1) {
      throw new ParameterError(`arms must be an integer >= 1; got ${armCount}`);
    }
    if (values.length === 0 || values.length % armCount !== 0) {
      throw new ParameterError(
        `a table of means for ${armCount} arms must hold a positive multiple of ${armCount} numbers; got ${values.length}`,
        'table-malformed',
      );
    }
    checkNumbers('means', values, armCount);
    this.values = values;
    this.armCount = armCount;
    this.horizon = values.length / armCount;
    this.#bestMeans = new Floats(this.horizon);
    for (let slot = 0; slot < this.horizon; slot++) {
      this.#bestMeans[slot] = values[slot * armCount + this.bestArm(slot)];
    }
  }

  /** A table from rows (slots) of columns (arms). */
  static fromRows(rows: readonly ArrayLike<number>[]): MeanTable {
    return new MeanTable(flattenRows('means', rows), rows[0].length);
  }

  /** The mean of an arm at a slot. */
  mean(slot: number, arm: number): number {
    return this.values[slot * this.armCount + arm];
  }

  /** The largest mean at a slot, which regret compares with. */
  bestMean(slot: number): number {
    return this.#bestMeans[slot];
  }

  /** The arm of the largest mean at a slot, the lowest such arm on ties. */
  bestArm(slot: number): number {
    const start = slot * this.armCount;
    let best = 0;
    for (let arm = 1; arm < this.armCount; arm++) {
      if (this.values[start + arm] > this.values[start + best]) best = arm;
    }
    return best;
  }

  /**
   * The paper's total variation: the largest change of any mean from each slot to the next, summed
   * over the first `slots` slots (all by default).
   */
  totalVariation(slots: number = this.horizon): number {
    const { values, armCount, horizon } = this;
    if (checkedHorizon(slots, horizon) < horizon) return variationOf(values, armCount, slots);
    // Every policy of a comparison asks for it.
    this.#variation ??= variationOf(values, armCount, horizon);
    return this.#variation;
  }

  /** How often the best arm differs from that of the slot before. */
  bestArmSwitches(): number {
    return countSwitches(this);
  }

  /** The table of the first `horizon` slots. */
  truncated(horizon: number): MeanTable {
    const end = checkedHorizon(horizon, this.horizon) * this.armCount;
    return new MeanTable(this.values.slice(0, end), this.armCount);
  }

  range(): readonly [number, number] {
    let [least, largest] = [this.values[0], this.values[0]];
    for (let i = 1; i < this.values.length; i++) {
      least = Math.min(least, this.values[i]);
      largest = Math.max(largest, this.values[i]);
    }
    return [least, largest];
  }

  table(): MeanTable {
    return this;
  }

  course(): Course {
    return tabledCourse(this.armCount, this.values, this.#bestMeans);
  }
}
