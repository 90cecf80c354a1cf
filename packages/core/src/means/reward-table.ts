import type { Floats } from '../portable/base/language.ts';
import { flattenRows } from './mean-table.ts';

/**
 * Full information: the reward that each arm would have given at each slot. There are no means, so
 * there is no regret against them; it serves to replay policies on the same data.
 */
export class RewardTable {
  /** K. */
  readonly armCount: number;
  /** The slots of the table. */
  readonly horizon: number;
  readonly #values: Floats;

  /**
   * @param rows - one row a slot, one column an arm
   * @throws ParameterError when it is empty, ragged, or holds NaN or an infinity
   */
  constructor(rows: readonly ArrayLike<number>[]) {
    this.#values = flattenRows('rewards', rows);
    this.armCount = rows[0].length;
    this.horizon = rows.length;
  }

  /** The reward of an arm at a slot; both count from 0. */
  reward(slot: number, arm: number): number {
    return this.#values[slot * this.armCount + arm];
  }
}
