/**
 * The gain of following the leader over the best fixed arm, cross-fitted: who leads is learned on four parts of the
 * rows, and paid with the rewards of the fifth. With the means μ̂ that were fitted without the fold of a row, and the
 * leader ℓ of its slot,
 *
 *     Ĝ = (1/n) [ Σ (μ̂(ℓ) − μ̂(b)), averaged over folds
 *               + Σ over rows with ℓ ≠ b of ((1{A = ℓ} − 1{A = b}) / p) (Y − μ̂(A)) ].
 *
 * The error is that of the second sum. The fixed arm b is the one that is best in all of the log: it looks a little
 * better than it is, so that the gain is a little low. Were it chosen without a fold, too, arms that are equally good
 * would take turns, and the error would be larger than that of the sum.
 */
import { FOLDS, type Log } from '../contract/log.ts';
import type { MeanPath } from '../contract/path.ts';
import { type Fit, type FitData, fittedPath } from '../fits/fit.ts';
import type { RowChances } from '../log/chances.ts';
import type { Estimated } from './estimated.ts';
import { rankOf } from './rank.ts';

/** The arm of the largest mean in a bin among some. */
function leaderOf({ armCount, means }: MeanPath, bin: number, arms: ArrayLike<number>): number {
  let best = -1;
  for (let i = 0; i < arms.length; i++) {
    const arm = arms[i];
    if (arm >= armCount) continue;
    if (best < 0 || means[bin * armCount + arm] > means[bin * armCount + best]) best = arm;
  }
  return best;
}

/** What one fold's fit says of a slot. */
interface Standing {
  readonly leader: number;
  readonly fixed: number;
  readonly gain: number;
}

/** A fit that does not know one fold, slot by slot. */
class FoldFit {
  readonly path: MeanPath;
  readonly #rank: readonly number[];
  readonly #log: Log;
  readonly #known = new Map<number, Standing>();
  #lastKey = -1;
  #last: Standing = { leader: -1, fixed: -1, gain: 0 };

  /** @param rank - arms from the best to the worst to stay with */
  constructor(log: Log, path: MeanPath, rank: readonly number[]) {
    this.#log = log;
    this.path = path;
    this.#rank = rank;
  }

  /** Who leads in a bin where a set of arms is eligible. */
  standing(bin: number, set: number): Standing {
    const key = set * this.path.bounds.length + bin;
    // Mostly it is that of the slot before.
    if (key === this.#lastKey) return this.#last;
    const known = this.#known.get(key) ?? this.#standingOf(bin, set);
    this.#known.set(key, known);
    this.#lastKey = key;
    this.#last = known;
    return known;
  }

  #standingOf(bin: number, set: number): Standing {
    const { path } = this;
    const rank = this.#rank;
    const arms = this.#log.eligible === undefined ? rank : this.#log.sets[set];
    const fixed = rank.find((arm) => Array.prototype.includes.call(arms, arm)) ?? -1;
    const leader = leaderOf(path, bin, arms);
    const row = bin * path.armCount;
    const gain = fixed < 0 ? 0 : path.means[row + leader] - path.means[row + fixed];
    return { leader, fixed, gain };
  }
}

/** Sums over rows that the estimate is made of. */
class GainSums {
  model = 0;
  correction = 0;
  squares = 0;
  elsewhere = 0;
}

/** Adds up one fold's part: the model over all rows, and the correction over its own. */
function addFold(
  log: Log,
  fold: number,
  fit: FoldFit,
  chances: Pick<RowChances, 'at'>,
  sums: GainSums,
): void {
  const { path } = fit;
  let bin = 0;
  for (let row = 0; row < log.rows; row++) {
    while (row >= path.bounds[bin + 1]) bin += 1;
    const { leader, fixed, gain } = fit.standing(
      bin,
      log.eligible === undefined ? 0 : log.eligible[row],
    );
    sums.model += gain / FOLDS;
    if (leader !== fixed) sums.elsewhere += 1 / FOLDS;
    if (log.fold[row] !== fold || leader === fixed || Number.isNaN(log.reward[row])) continue;
    const arm = log.arm[row];
    if (arm !== leader && arm !== fixed) continue;
    const missed = log.reward[row] - path.means[bin * path.armCount + arm];
    const term = ((arm === leader ? 1 : -1) * missed) / chances.at(row);
    sums.correction += term;
    sums.squares += term * term;
  }
}

/**
 * The gain where choices did not depend on rewards, or where their probabilities are known.
 *
 * @param chances - the probability of each row's arm
 */
export function crossFittedRoom(
  log: Log,
  chances: Pick<RowChances, 'at'>,
  data: FitData,
  fit: Fit,
): Estimated {
  const rank = rankOf(fittedPath(data, { kind: 'constant' }));
  const fixed = rank[0];
  if (fit.kind === 'constant') return { headroom: 0, error: 0, fixed, elsewhere: 0, support: 1 };
  const sums = new GainSums();
  for (let fold = 0; fold < FOLDS; fold++)
    addFold(log, fold, new FoldFit(log, fittedPath(data, fit, fold), rank), chances, sums);
  return {
    headroom: (sums.model + sums.correction) / log.rows,
    error: Math.sqrt(sums.squares) / log.rows,
    fixed,
    elsewhere: Math.min(1, sums.elsewhere / log.rows),
    support: 1,
  };
}
