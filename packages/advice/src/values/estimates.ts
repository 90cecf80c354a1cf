/**
 * Doubly robust values. With the means μ̂ and the plays that do not know the fold of a row,
 *
 *     V̂ = what the means say of what was played, per slot, averaged over folds
 *       + (1/n) Σ w (Y − μ̂(A)),    w = share of plays that took A / probability that the log took it,
 *     SE = √Σ (w (Y − μ̂(A)))² / n,    ESS = (Σ w)² / Σ w².
 *
 * Where the means are right, the sum is noise; where they are not, it puts right what they say.
 */
import { FOLDS, type Log } from '../contract/log.ts';
import { BinWalk } from '../worlds/path.ts';
import type { FoldPart } from './fold-part.ts';

/** A value and what it rests on. */
interface PlainEstimate {
  readonly value: number;
  readonly error: number;
  readonly ess: number;
  /** Self-normalised weighting without means; NaN where nothing agrees. */
  readonly snips: number;
  /** Rows that agree and whose reward is not the usual one. */
  readonly offMode: number;
}

/** What is needed of a log to pay with its rewards. */
interface Paid {
  readonly log: Log;
  /** The probability of each row's arm. */
  readonly chances: { at(row: number): number };
  readonly plays: number;
}

/** Blocks of rows whose means are ordered where tails are heavy: every fiftieth row is in one. */
const BLOCKS = 50;

/** The reward that most rows have; of many different ones, that of the first among the most frequent. */
export function usualReward({ reward, rewards, rows }: Log): number {
  if (rewards.kind === 'binary') return usualBit(reward, rows);
  const counts = new Map<number, number>();
  for (let row = 0; row < rows; row++) {
    const known = counts.get(reward[row]);
    if (Number.isNaN(reward[row]) || (known === undefined && counts.size >= 1000)) continue;
    counts.set(reward[row], (known ?? 0) + 1);
  }
  let [usual, most] = [Number.NaN, 0];
  for (const [value, count] of counts) if (count > most) [usual, most] = [value, count];
  return usual;
}

/** The same of rewards that are 0 or 1. */
function usualBit(reward: Float64Array, rows: number): number {
  let [zeros, ones] = [0, 0];
  for (let row = 0; row < rows; row++) {
    if (reward[row] === 0) zeros += 1;
    if (reward[row] === 1) ones += 1;
  }
  if (zeros === ones) return reward.find((each) => !Number.isNaN(each)) ?? Number.NaN;
  return zeros > ones ? 0 : 1;
}

/** Rows that are looked at together: what is needed of them stays in a cache, and a long log takes no room of its own. */
const BLOCK_ROWS = 4096;

/** Goes through the rows in blocks, and knows what each row misses and how much it counts for a contender. */
class PaidRows {
  /** The first row of the present block, and how many it has. */
  from = 0;
  count = 0;
  /** Y − μ̂(A) of each row; 0 without a reward, and for arms that take no part. */
  readonly misses = new Float64Array(BLOCK_ROWS);
  /** Whether a row has a reward of an arm that takes part. */
  readonly isPaid = new Uint8Array(BLOCK_ROWS);
  readonly #paid: Paid;
  readonly #parts: readonly FoldPart[];
  readonly #hits: readonly Uint8Array[];
  readonly #walks: readonly BinWalk[];

  /** @param hits - of each contender, row by row */
  constructor(paid: Paid, parts: readonly FoldPart[], hits: readonly Uint8Array[]) {
    this.#paid = paid;
    this.#parts = parts;
    this.#hits = hits;
    this.#walks = parts.map(({ path }) => new BinWalk(path.bounds));
  }

  /** Goes on to the next block; false after the last one. */
  next(): boolean {
    const { arm, reward, fold, rows } = this.#paid.log;
    this.from += this.count;
    this.count = Math.min(BLOCK_ROWS, rows - this.from);
    for (let i = 0; i < this.count; i++) {
      const row = this.from + i;
      const { armCount, means } = this.#parts[fold[row]].path;
      const bin = this.#walks[fold[row]].at(row);
      const isPaid = arm[row] < armCount && !Number.isNaN(reward[row]);
      this.isPaid[i] = isPaid ? 1 : 0;
      this.misses[i] = isPaid ? reward[row] - means[bin * armCount + arm[row]] : 0;
    }
    return this.count > 0;
  }

  /** How much each row of the block counts for a contender; the logged choices are the last. */
  weigh(place: number, weights: Float64Array): Float64Array {
    if (place === this.#hits.length) {
      for (let i = 0; i < this.count; i++) weights[i] = this.isPaid[i];
      return weights;
    }
    const { chances, plays } = this.#paid;
    const hits = this.#hits[place];
    for (let i = 0; i < this.count; i++) {
      const row = this.from + i;
      weights[i] = hits[row] * this.isPaid[i] === 0 ? 0 : hits[row] / (plays * chances.at(row));
    }
    return weights;
  }
}

/** Of each contender, hits of all rows: those of each fold in their places. */
function hitsByRow({ fold, rows }: Log, parts: readonly FoldPart[]): Uint8Array[] {
  return Array.from(parts[0].direct, (_, place) => {
    const all = new Uint8Array(rows);
    const own = parts.map((part) => part.hits[place]);
    const next = new Int32Array(FOLDS);
    for (let row = 0; row < rows; row++) {
      const at = next[fold[row]]++;
      all[row] = own[fold[row]][at];
    }
    return all;
  });
}

/** Sums over rows that an estimate is made of. */
class Sums {
  correction = 0;
  squares = 0;
  weights = 0;
  weightSquares = 0;
  paid = 0;
  offMode = 0;

  add(rows: PaidRows, weights: Float64Array, reward: Float64Array, usual: number): void {
    for (let i = 0; i < rows.count; i++) {
      const weight = weights[i];
      if (weight === 0) continue;
      const own = reward[rows.from + i];
      this.weights += weight;
      this.weightSquares += weight * weight;
      this.paid += weight * own;
      if (own !== usual) this.offMode += 1;
      const term = weight * rows.misses[i];
      this.correction += term;
      this.squares += term * term;
    }
  }
}

/** Values of all contenders from the parts of all folds. The logged choices are one more, the last. */
export class Estimates {
  readonly #paid: Paid;
  readonly #parts: readonly FoldPart[];
  readonly #hits: readonly Uint8Array[];
  /** Rows with a reward, and the sum of these. */
  readonly #rows: number;
  readonly #earned: number;
  #known: readonly PlainEstimate[] | undefined;

  constructor(paid: Paid, parts: readonly FoldPart[]) {
    this.#paid = paid;
    this.#parts = parts;
    this.#hits = hitsByRow(paid.log, parts);
    const { reward, rows: all } = paid.log;
    let [rows, earned] = [0, 0];
    for (let row = 0; row < all; row++) {
      if (Number.isNaN(reward[row])) continue;
      rows += 1;
      earned += reward[row];
    }
    [this.#rows, this.#earned] = [rows, earned];
  }

  /** The place of the logged choices among contenders. */
  get logged(): number {
    return this.#hits.length;
  }

  /** What the means say of a contender. */
  direct(place: number): number {
    if (place === this.logged) return this.#earned / this.#rows - this.#corrections()[place];
    return this.#modelled(place);
  }

  /** Values alone: of all contenders, and of the logged choices. */
  values(): Float64Array {
    const corrections = this.#corrections();
    return corrections.map((correction, place) =>
      place === this.logged ? this.#earned / this.#rows : this.#modelled(place) + correction,
    );
  }

  /** A contender's value. */
  estimate(place: number): PlainEstimate {
    this.#known ??= this.#estimateAll();
    return this.#known[place];
  }

  #modelled(place: number): number {
    let sum = 0;
    for (const part of this.#parts) sum += part.direct[place];
    return sum / FOLDS;
  }

  /** What rewards put right of each value. */
  #corrections(): Float64Array {
    const sums = new Float64Array(this.logged + 1);
    const weights = new Float64Array(BLOCK_ROWS);
    for (const rows = this.#walk(); rows.next(); ) {
      for (let place = 0; place < sums.length; place++) {
        rows.weigh(place, weights);
        let sum = sums[place];
        for (let i = 0; i < rows.count; i++) sum += weights[i] * rows.misses[i];
        sums[place] = sum;
      }
    }
    return sums.map((sum) => sum / this.#rows);
  }

  #estimateAll(): PlainEstimate[] {
    const { log } = this.#paid;
    const usual = usualReward(log);
    const sums = Array.from({ length: this.logged + 1 }, () => new Sums());
    const weights = new Float64Array(BLOCK_ROWS);
    for (const rows = this.#walk(); rows.next(); )
      sums.forEach((each, place) => {
        each.add(rows, rows.weigh(place, weights), log.reward, usual);
      });
    return sums.map((each, place) => ({
      value:
        place === this.logged
          ? this.#earned / this.#rows
          : this.#modelled(place) + each.correction / this.#rows,
      error: Math.sqrt(each.squares) / this.#rows,
      ess: each.weightSquares > 0 ? (each.weights * each.weights) / each.weightSquares : 0,
      snips: each.paid / each.weights,
      offMode: each.offMode,
    }));
  }

  /** The standard error of the difference of two values. */
  errorBetween(first: number, second: number): number {
    const [own, other] = [0, 1].map(() => new Float64Array(BLOCK_ROWS));
    let squares = 0;
    for (const rows = this.#walk(); rows.next(); ) {
      rows.weigh(first, own);
      rows.weigh(second, other);
      for (let i = 0; i < rows.count; i++) squares += ((own[i] - other[i]) * rows.misses[i]) ** 2;
    }
    return Math.sqrt(squares) / this.#rows;
  }

  /** The mean correction of each block of rows. */
  blockMeans(place: number, other?: number): Float64Array {
    const sums = new Float64Array(BLOCKS);
    const [own, rest] = [0, 1].map(() => new Float64Array(BLOCK_ROWS));
    for (const rows = this.#walk(); rows.next(); ) {
      rows.weigh(place, own);
      if (other !== undefined) rows.weigh(other, rest);
      for (let i = 0; i < rows.count; i++)
        sums[(rows.from + i) % BLOCKS] += (own[i] - rest[i]) * rows.misses[i];
    }
    return sums.map((sum) => (sum * BLOCKS) / this.#rows);
  }

  #walk(): PaidRows {
    return new PaidRows(this.#paid, this.#parts, this.#hits);
  }
}
