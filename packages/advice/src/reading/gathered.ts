/** What was read of a log, row by row, before it is put in order. */
import { type ColumnMaker, Growing } from './growing.ts';
import { Keys } from './keys.ts';

/** How many arms, or sets of them, can be told apart. */
export const MOST_KEYS = 65_535;

/** Columns as they grow; those that the log does not have are undefined. */
export class Gathered {
  readonly time: Growing<Float64Array> | undefined;
  readonly arm: Growing<Uint16Array>;
  readonly reward: Growing<Float64Array>;
  readonly propensity: Growing<Float64Array> | undefined;
  readonly arrival: Growing<Float64Array> | undefined;
  readonly eligible: Growing<Uint16Array> | undefined;
  readonly arms = new Keys();
  /** Places in `arms`, for each set; by what was written. */
  readonly sets: number[][] = [];

  constructor(
    has: (use: 'time' | 'propensity' | 'arrival' | 'eligible') => boolean,
    maker: ColumnMaker,
  ) {
    const growingFloats = () => new Growing((length) => maker.floats(length), maker.isShared);
    const growingWords = () => new Growing((length) => maker.words(length), maker.isShared);
    this.arm = growingWords();
    this.reward = growingFloats();
    this.time = has('time') ? growingFloats() : undefined;
    this.propensity = has('propensity') ? growingFloats() : undefined;
    this.arrival = has('arrival') ? growingFloats() : undefined;
    this.eligible = has('eligible') ? growingWords() : undefined;
  }

  get rows(): number {
    return this.arm.length;
  }

  /** Moves a row to a place before it. */
  move(from: number, to: number): void {
    for (const column of this.#columns()) column.set(to, column.at(from));
  }

  cut(rows: number): void {
    for (const column of this.#columns()) column.cut(rows);
  }

  #columns(): (Growing<Float64Array> | Growing<Uint16Array>)[] {
    const { time, arm, reward, propensity, arrival, eligible } = this;
    return [time, arm, reward, propensity, arrival, eligible].filter((each) => each !== undefined);
  }
}
