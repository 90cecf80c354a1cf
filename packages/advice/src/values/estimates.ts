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
import { armCountOf } from '../log/part.ts';
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
  readonly chances: Float64Array;
  readonly plays: number;
}

/** Blocks of rows whose means are ordered where tails are heavy: every fiftieth row is in one. */
const BLOCKS = 50;

/** The reward that most rows have; of many different ones, that of the first among the most frequent. */
export function usualReward({ reward, rows }: Log): number {
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

/** Values of all contenders from the parts of all folds. The logged choices are one more, the last. */
export class Estimates {
  readonly #log: Log;
  readonly #parts: readonly FoldPart[];
  readonly #plays: number;
  readonly #chances: Float64Array;
  /** Y − μ̂(A) of each row; NaN without a reward, and for arms that take no part. */
  readonly #misses: Float64Array;
  readonly #rows: number;
  readonly #usual: number;
  readonly #known = new Map<number, PlainEstimate>();

  constructor({ log, chances, plays }: Paid, parts: readonly FoldPart[]) {
    this.#log = log;
    this.#parts = parts;
    this.#plays = plays;
    this.#chances = chances;
    this.#misses = missesOf(log, parts);
    this.#usual = usualReward(log);
    let rows = 0;
    for (let row = 0; row < log.rows; row++) if (!Number.isNaN(log.reward[row])) rows += 1;
    this.#rows = rows;
  }

  /** The place of the logged choices among contenders. */
  get logged(): number {
    return this.#parts[0].direct.length;
  }

  /** What the means say of a contender. */
  direct(place: number): number {
    if (place === this.logged) return this.#loggedMean() - this.#sum(place);
    let sum = 0;
    for (const part of this.#parts) sum += part.direct[place];
    return sum / FOLDS;
  }

  /** A contender's value. */
  estimate(place: number): PlainEstimate {
    const known = this.#known.get(place) ?? this.#estimateOf(place);
    this.#known.set(place, known);
    return known;
  }

  #estimateOf(place: number): PlainEstimate {
    const { reward } = this.#log;
    let [correction, squares, weights, weightSquares, paid, offMode] = [0, 0, 0, 0, 0, 0];
    this.#eachRow(place, (row, weight) => {
      weights += weight;
      weightSquares += weight * weight;
      paid += weight * reward[row];
      if (weight > 0 && reward[row] !== this.#usual) offMode += 1;
      const term = weight * this.#misses[row];
      correction += term;
      squares += term * term;
    });
    return {
      value: this.direct(place) + correction / this.#rows,
      error: Math.sqrt(squares) / this.#rows,
      ess: weightSquares > 0 ? (weights * weights) / weightSquares : 0,
      snips: paid / weights,
      offMode,
    };
  }

  /** The standard error of the difference of two values. */
  errorBetween(first: number, second: number): number {
    const weights = this.#weights(second);
    let squares = 0;
    this.#eachRow(first, (row, weight) => {
      squares += ((weight - weights[row]) * this.#misses[row]) ** 2;
    });
    return Math.sqrt(squares) / this.#rows;
  }

  /** The mean correction of each block of rows. */
  blockMeans(place: number, other?: number): Float64Array {
    const sums = new Float64Array(BLOCKS);
    const weights = other === undefined ? undefined : this.#weights(other);
    this.#eachRow(place, (row, weight) => {
      const own = weights === undefined ? weight : weight - weights[row];
      sums[row % BLOCKS] += own * this.#misses[row];
    });
    return sums.map((sum) => (sum * BLOCKS) / this.#rows);
  }

  #loggedMean(): number {
    const { reward, rows } = this.#log;
    let sum = 0;
    for (let row = 0; row < rows; row++) if (!Number.isNaN(reward[row])) sum += reward[row];
    return sum / this.#rows;
  }

  #sum(place: number): number {
    let sum = 0;
    this.#eachRow(place, (row, weight) => {
      sum += weight * this.#misses[row];
    });
    return sum / this.#rows;
  }

  #weights(place: number): Float64Array {
    const weights = new Float64Array(this.#log.rows);
    this.#eachRow(place, (row, weight) => {
      weights[row] = weight;
    });
    return weights;
  }

  /** Rows with a reward of an arm that takes part, and how much each counts for a contender. */
  #eachRow(place: number, visit: (row: number, weight: number) => void): void {
    const { fold, rows } = this.#log;
    const isLogged = place === this.logged;
    const hits = isLogged ? [] : this.#parts.map((part) => part.hits[place]);
    const next = new Int32Array(FOLDS);
    for (let row = 0; row < rows; row++) {
      const own = fold[row];
      const at = next[own];
      next[own] += 1;
      if (Number.isNaN(this.#misses[row])) continue;
      visit(row, isLogged ? 1 : hits[own][at] / (this.#plays * this.#chances[row]));
    }
  }
}

function missesOf(log: Log, parts: readonly FoldPart[]): Float64Array {
  const armCount = armCountOf(log);
  const walks = parts.map(({ path }) => new BinWalk(path.bounds));
  const misses = new Float64Array(log.rows);
  for (let row = 0; row < log.rows; row++) {
    const { path } = parts[log.fold[row]];
    const cell = walks[log.fold[row]].at(row) * armCount + log.arm[row];
    misses[row] = log.arm[row] < armCount ? log.reward[row] - path.means[cell] : Number.NaN;
  }
  return misses;
}
