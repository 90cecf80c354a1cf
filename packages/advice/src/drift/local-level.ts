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

/** Distances of bins at which movement is looked for: 1, 2, 3, 4, 6, 8, 12, … */
function distancesOf(count: number): number[] {
  const distances: number[] = [];
  for (let power = 1; power <= count / 2; power *= 2) {
    distances.push(power);
    if (power > 1 && 1.5 * power <= count / 2) distances.push(1.5 * power);
  }
  return distances;
}

/** Three statistics of an arm's bins: they grow with movement. */
export class ArmStatistics {
  readonly #rows: Float64Array;
  readonly #deviation: number;
  readonly #total: number;
  readonly #still: Filter;
  readonly #walks: readonly Filter[];
  readonly #means: Float64Array;
  /** For each distance the deviation of its sum if nothing moves. */
  readonly #distances: readonly { readonly by: number; readonly deviation: number }[];

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
    this.#distances = distancesOf(rows.length)
      .map((by) => ({ by, deviation: this.#stillDeviation(by) }))
      .filter(({ deviation }) => deviation > 0);
  }

  /** The variance of the difference of two bins' means, in units of σ²; NaN where one is empty. */
  #noise(bin: number, by: number): number {
    const [first, second] = [this.#rows[bin], this.#rows[bin + by]];
    return first > 0 && second > 0 ? 1 / first + 1 / second : Number.NaN;
  }

  #stillDeviation(by: number): number {
    let sum = 0;
    for (let bin = 0; bin + by < this.#rows.length; bin++) {
      const noise = this.#noise(bin, by);
      if (!Number.isNaN(noise)) sum += 2 * noise * noise;
    }
    return Math.sqrt(sum);
  }

  /** How far means are apart at the distance at which that is farthest beyond noise: T₃, which sees what comes back. */
  apart(sums: Float64Array): number {
    const means = this.#fillMeans(sums);
    let most = Number.NEGATIVE_INFINITY;
    for (const { by, deviation } of this.#distances) {
      let sum = 0;
      for (let bin = 0; bin + by < means.length; bin++) {
        const noise = this.#noise(bin, by);
        if (!Number.isNaN(noise)) sum += (means[bin + by] - means[bin]) ** 2 - noise;
      }
      most = Math.max(most, sum / deviation);
    }
    return most;
  }

  /** Means of bins, in units of σ. */
  #fillMeans(sums: Float64Array): Float64Array {
    const means = this.#means;
    for (let bin = 0; bin < sums.length; bin++)
      means[bin] = this.#rows[bin] > 0 ? sums[bin] / (this.#rows[bin] * this.#deviation) : 0;
    return means;
  }

  /** How much better a walk explains the sums of bins: T₁, as a root, so that chance reaches as far as in the others. */
  walk(sums: Float64Array): number {
    const means = this.#fillMeans(sums);
    const still = likelihood(this.#still, means);
    let best = Number.NEGATIVE_INFINITY;
    for (const filter of this.#walks) best = Math.max(best, likelihood(filter, means));
    return Math.sqrt(2 * Math.max(0, best - still));
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
