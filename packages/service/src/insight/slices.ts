/**
 * What a report rests on, collected decision by decision: the explored slice and the policy's own decisions, in
 * cells of the range of numbers, which become the strata of `intervals.ts`.
 */
import { difference, type Ends, type Interval, meanOver, type Stratum } from './intervals.ts';
import { Moments } from './moments.ts';
import type { NumberRange } from './pages.ts';

const CELLS = 1000;

/** How many rewards of each slice a stratum has at least, unless it is the only one. */
const STRATUM_REWARDS = 20;

/** Fewer rewards say too little: Wilson's interval holds with these, Student's does not with skewed rewards. */
const FEWEST = { ends: 10, between: 30 } as const;

export interface SliceEstimates {
  readonly arms: readonly (Interval | null)[];
  readonly uniform: Interval | null;
  readonly policy: Interval | null;
  readonly gain: Interval | null;
  readonly method: 'wilson' | 'student';
  /** How many rewards each of these needs. */
  readonly fewest: number;
}

/** A piece of the range: the rewards of both slices. */
class Cell {
  readonly explored = new Moments();
  readonly policy = new Moments();

  merge(other: Cell): void {
    this.explored.merge(other.explored);
    this.policy.merge(other.policy);
  }

  get count(): number {
    return this.explored.count + this.policy.count;
  }
}

export class Slices {
  readonly #range: NumberRange;
  readonly #ends: Ends | undefined;
  readonly #arms: readonly Moments[];
  readonly #cells = Array.from({ length: CELLS }, () => new Cell());
  #onlyEnds = true;

  /** @param ends - of the range of rewards, where they have one */
  constructor(range: NumberRange, armCount: number, ends: Ends | undefined) {
    this.#range = range;
    this.#ends = ends;
    this.#arms = Array.from({ length: armCount }, () => new Moments());
    this.#onlyEnds = ends !== undefined;
  }

  add(number: number, arm: number, explored: boolean, reward: number): void {
    const { from, to } = this.#range;
    const cell = this.#cells[Math.floor(((number - from) / (to - from)) * CELLS)];
    if (reward !== this.#ends?.min && reward !== this.#ends?.max) this.#onlyEnds = false;
    if (!explored) {
      cell.policy.add(reward);
      return;
    }
    cell.explored.add(reward);
    this.#arms[arm].add(reward);
  }

  /** Cells in order, joined until each piece has enough of both slices. */
  #strata(): Cell[] {
    const played = this.#cells.some(({ policy }) => policy.count > 0);
    const strata: Cell[] = [];
    let open = new Cell();
    for (const cell of this.#cells) {
      open.merge(cell);
      const enough =
        open.explored.count >= STRATUM_REWARDS && (!played || open.policy.count >= STRATUM_REWARDS);
      if (!enough) continue;
      strata.push(open);
      open = new Cell();
    }
    const last = strata.at(-1);
    if (last === undefined) return [open];
    last.merge(open);
    return strata;
  }

  estimates(): SliceEstimates {
    const ends = this.#onlyEnds ? this.#ends : undefined;
    const fewest = ends === undefined ? FEWEST.between : FEWEST.ends;
    const strata = this.#strata();
    const all = strata.reduce((sum, { count }) => sum + count, 0);
    const over = (pieces: readonly Stratum[]): Interval | null =>
      pieces.reduce((sum, { rewards }) => sum + rewards.count, 0) < fewest
        ? null
        : meanOver(pieces, ends);
    const weighed = (of: (cell: Cell) => Moments) =>
      over(strata.map((cell) => ({ weight: cell.count / all, rewards: of(cell) })));
    const uniform = weighed(({ explored }) => explored);
    const policy = weighed((cell) => cell.policy);
    return {
      arms: this.#arms.map((rewards) => over([{ weight: 1, rewards }])),
      uniform,
      policy,
      gain: uniform === null || policy === null ? null : difference(policy, uniform),
      method: ends === undefined ? 'student' : 'wilson',
      fewest,
    };
  }
}
