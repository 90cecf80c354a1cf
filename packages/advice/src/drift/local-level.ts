/**
 * How much better a mean that walks explains an arm's bins than one that stands still: the local-level model.
 *
 * A bin's mean is the arm's mean there plus noise of variance σ²/rows; the arm's mean takes a step of variance qσ²
 * from each bin to the next. Where it starts is not known. Variances do not depend on the rewards, so that they are
 * computed once for all permutations of them.
 */
import { ln } from '@driftline/core/parts';

/** q: from a millionth to a tenth of the noise variance, in half decades. */
const WALKS = Array.from(
  { length: 11 },
  (_, i) => [1, 3.1622776601683795][i % 2] * 10 ** (Math.floor(i / 2) - 6),
);

/** The filter for one q: its gains and the inverse variances of what it predicts, in units of σ². */
interface Filter {
  readonly gains: Float64Array;
  readonly precisions: Float64Array;
  /** The part of the log-likelihood that does not depend on rewards. */
  readonly constant: number;
}

function filterOf(rows: Float64Array, walk: number): Filter {
  const gains = new Float64Array(rows.length);
  const precisions = new Float64Array(rows.length);
  let constant = 0;
  let variance = Number.POSITIVE_INFINITY;
  for (let bin = 0; bin < rows.length; bin++) {
    variance += walk;
    if (rows[bin] === 0) continue;
    const noise = 1 / rows[bin];
    if (variance === Number.POSITIVE_INFINITY) {
      gains[bin] = 1;
      variance = noise;
      continue;
    }
    const predicted = variance + noise;
    gains[bin] = variance / predicted;
    precisions[bin] = 1 / predicted;
    constant -= ln(predicted) / 2;
    variance *= 1 - gains[bin];
  }
  return { gains, precisions, constant };
}

/** The log-likelihood of bin means, less what all filters share. */
function likelihood({ gains, precisions, constant }: Filter, means: Float64Array): number {
  let level = 0;
  let squares = 0;
  for (let bin = 0; bin < means.length; bin++) {
    const surprise = means[bin] - level;
    squares += surprise * surprise * precisions[bin];
    level += gains[bin] * surprise;
  }
  return constant - squares / 2;
}

/** Two statistics of an arm's bins: they grow with movement. */
export class ArmStatistics {
  readonly #rows: Float64Array;
  readonly #deviation: number;
  readonly #total: number;
  readonly #still: Filter;
  readonly #walks: readonly Filter[];
  readonly #means: Float64Array;

  /**
   * @param rows - of the arm in each bin
   * @param variance - of its rewards
   */
  constructor(rows: Float64Array, variance: number) {
    this.#rows = rows;
    this.#deviation = Math.sqrt(variance);
    this.#total = rows.reduce((sum, count) => sum + count, 0);
    this.#still = filterOf(rows, 0);
    this.#walks = WALKS.map((walk) => filterOf(rows, walk));
    this.#means = new Float64Array(rows.length);
  }

  /** How much better a walk explains the sums of bins: T₁. */
  walk(sums: Float64Array): number {
    const means = this.#means;
    for (let bin = 0; bin < sums.length; bin++)
      means[bin] = this.#rows[bin] > 0 ? sums[bin] / (this.#rows[bin] * this.#deviation) : 0;
    const still = likelihood(this.#still, means);
    let best = Number.NEGATIVE_INFINITY;
    for (const filter of this.#walks) best = Math.max(best, likelihood(filter, means));
    return best - still;
  }

  /** The farthest that sums run from their share: T₂, the CUSUM. */
  cusum(sums: Float64Array): number {
    let whole = 0;
    for (const sum of sums) whole += sum;
    const mean = whole / this.#total;
    let [run, farthest] = [0, 0];
    for (let bin = 0; bin < sums.length; bin++) {
      run += sums[bin] - mean * this.#rows[bin];
      farthest = Math.max(farthest, Math.abs(run));
    }
    return farthest / (this.#deviation * Math.sqrt(this.#total));
  }
}
