/** Estimates with their uncertainty. Sums run in the order of replications, so bits never change. */
import { exp, ln } from '@driftline/core/play';

/** A difference counts where its p-value, corrected for the number of differences, is below this. */
export const SIGNIFICANCE_LEVEL = 0.05;

/** A mean with the uncertainty of estimating it. */
export interface Estimate {
  readonly mean: number;
  readonly standardError: number;
  /** The 95% confidence interval of the mean, by Student's t. */
  readonly low: number;
  readonly high: number;
}

/** An estimate, and how the values themselves spread. */
export interface Summary extends Estimate {
  readonly sd: number;
  readonly min: number;
  readonly q05: number;
  readonly median: number;
  readonly q95: number;
  readonly max: number;
}

/** Mean and sum of squared deviations of a stream of values (Welford's recursion). */
export class Moments {
  count = 0;
  mean = 0;
  squares = 0;

  add(value: number): void {
    this.count += 1;
    const before = value - this.mean;
    this.mean += before / this.count;
    this.squares += before * (value - this.mean);
  }

  /** 0 where there are fewer than two values. */
  get sd(): number {
    return this.count < 2 ? 0 : Math.sqrt(this.squares / (this.count - 1));
  }

  estimate(): Estimate {
    const standardError = this.count === 0 ? 0 : this.sd / Math.sqrt(this.count);
    const half = this.count < 2 ? 0 : studentQuantile(0.975, this.count - 1) * standardError;
    return { mean: this.mean, standardError, low: this.mean - half, high: this.mean + half };
  }
}

/** Moments of values in their order. */
export function momentsOf(values: Iterable<number>): Moments {
  const moments = new Moments();
  for (const value of values) moments.add(value);
  return moments;
}

/** The quantile of sorted values, linear between neighbours. */
export function quantile(sorted: ArrayLike<number>, share: number): number {
  const place = share * (sorted.length - 1);
  const below = Math.floor(place);
  const above = Math.min(below + 1, sorted.length - 1);
  return sorted[below] + (place - below) * (sorted[above] - sorted[below]);
}

/**
 * Moves the values from `from` on so that the one at `place` is what sorting would put there, with none larger
 * before it and none smaller behind (Hoare's selection).
 */
function settle(values: Float64Array, place: number, from: number): void {
  let [first, last] = [from, values.length - 1];
  while (first < last) {
    const pivot = values[(first + last) >> 1];
    let [left, right] = [first, last];
    while (left <= right) {
      while (values[left] < pivot) left += 1;
      while (values[right] > pivot) right -= 1;
      if (left > right) break;
      const value = values[left];
      values[left++] = values[right];
      values[right--] = value;
    }
    if (place <= right) last = right;
    else if (place >= left) first = left;
    else return;
  }
}

/** The quantile of values in any order, which are moved: a few of them cost far less than sorting all. */
export function quantileAmong(values: Float64Array, share: number): number {
  const below = Math.floor(share * (values.length - 1));
  settle(values, below, 0);
  settle(values, below + 1, below + 1);
  return quantile(values, share);
}

/** Everything that is reported of final regrets. */
export function summarize(values: ArrayLike<number>): Summary {
  const all = Float64Array.from(values);
  const moments = momentsOf(all);
  const sorted = all.toSorted();
  return {
    ...moments.estimate(),
    sd: moments.sd,
    min: sorted[0],
    q05: quantile(sorted, 0.05),
    median: quantile(sorted, 0.5),
    q95: quantile(sorted, 0.95),
    max: sorted[sorted.length - 1],
  };
}

/** A difference of two policies over the same replications. */
export interface PairedDifference extends Estimate {
  /** Two-sided probability of a difference this large if there were none. */
  readonly pValue: number;
}

/** The mean of `first − second`, replication by replication. */
export function pairedDifference(
  first: ArrayLike<number>,
  second: ArrayLike<number>,
): PairedDifference {
  const moments = new Moments();
  for (let i = 0; i < first.length; i++) moments.add(first[i] - second[i]);
  const estimate = moments.estimate();
  return { ...estimate, pValue: pValueOf(estimate, moments.count - 1) };
}

function pValueOf({ mean, standardError }: Estimate, degrees: number): number {
  if (mean === 0) return 1;
  if (degrees < 1) return 1;
  if (standardError === 0) return 0;
  return 2 * studentTail(Math.abs(mean) / standardError, degrees);
}

/**
 * P-values corrected for their number by Holm's method: the chance of any false finding among all of
 * them stays below the level.
 */
export function holm(pValues: readonly number[]): number[] {
  const order = pValues.map((_, i) => i).sort((a, b) => pValues[a] - pValues[b] || a - b);
  const corrected = new Array<number>(pValues.length).fill(1);
  let largest = 0;
  order.forEach((i, rank) => {
    largest = Math.max(largest, Math.min(1, pValues[i] * (pValues.length - rank)));
    corrected[i] = largest;
  });
  return corrected;
}

/** ln Γ(x) for x > 0, by Stirling's series after moving x above 10; error below 1e-13. */
function lnGamma(x: number): number {
  let shifted = x;
  let correction = 0;
  while (shifted < 10) {
    correction -= ln(shifted);
    shifted += 1;
  }
  const inverse = 1 / (shifted * shifted);
  const series =
    (1 / 12 - inverse * (1 / 360 - inverse * (1 / 1260 - inverse * (1 / 1680 - inverse / 1188)))) /
    shifted;
  return correction + (shifted - 0.5) * ln(shifted) - shifted + 0.5 * ln(2 * Math.PI) + series;
}

/** The regularised incomplete beta function I_x(a, b), by its continued fraction (Lentz). */
function incompleteBeta(x: number, a: number, b: number): number {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  if (x > (a + 1) / (a + b + 2)) return 1 - incompleteBeta(1 - x, b, a);
  const front = exp(lnGamma(a + b) - lnGamma(a) - lnGamma(b) + a * ln(x) + b * ln(1 - x)) / a;
  const tiny = 1e-300;
  let c = 1;
  let d = 1 / nonZero(1 - ((a + b) * x) / (a + 1), tiny);
  let fraction = d;
  for (let m = 1; m < 500; m++) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    for (const term of [even, odd]) {
      d = 1 / nonZero(1 + term * d, tiny);
      c = nonZero(1 + term / c, tiny);
      fraction *= c * d;
    }
    if (Math.abs(c * d - 1) < 1e-15) break;
  }
  return front * fraction;
}

function nonZero(value: number, tiny: number): number {
  return Math.abs(value) < tiny ? tiny : value;
}

/** P(T > t) for t ≥ 0 and Student's law. */
export function studentTail(t: number, degrees: number): number {
  return 0.5 * incompleteBeta(degrees / (degrees + t * t), degrees / 2, 0.5);
}

const quantiles = new Map<string, number>();

/** The t with P(T ≤ t) = `share`, for a share above 1/2. */
export function studentQuantile(share: number, degrees: number): number {
  const key = `${share}/${degrees}`;
  const known = quantiles.get(key);
  if (known !== undefined) return known;
  let low = 0;
  let high = 1;
  while (studentTail(high, degrees) > 1 - share) high *= 2;
  for (let i = 0; i < 100; i++) {
    const middle = 0.5 * (low + high);
    if (studentTail(middle, degrees) > 1 - share) low = middle;
    else high = middle;
  }
  quantiles.set(key, high);
  return high;
}

/** Counts of values between equally wide edges. */
export interface Histogram {
  /** One more than there are counts. */
  readonly edges: readonly number[];
  readonly counts: readonly number[];
}

/** A histogram with edges that are given, so that several can be laid over one another. */
export function histogram(values: ArrayLike<number>, edges: readonly number[]): Histogram {
  const counts = new Array<number>(edges.length - 1).fill(0);
  const [first, last] = [edges[0], edges[edges.length - 1]];
  for (let i = 0; i < values.length; i++) {
    const place = Math.floor(((values[i] - first) / (last - first)) * counts.length);
    counts[Math.max(0, Math.min(counts.length - 1, place))] += 1;
  }
  return { edges, counts };
}

/** Round edges that cover all values: about √n bins of the pooled values, at most 60. */
export function sharedEdges(groups: readonly ArrayLike<number>[]): number[] {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  let count = 0;
  for (const values of groups) {
    for (let i = 0; i < values.length; i++) {
      low = Math.min(low, values[i]);
      high = Math.max(high, values[i]);
    }
    count += values.length;
  }
  const bins = Math.max(1, Math.min(60, Math.ceil(Math.sqrt(count))));
  const step = roundStep((high - low) / bins);
  const start = Math.floor(low / step);
  const end = Math.max(start + 1, Math.ceil(high / step));
  return Array.from({ length: end - start + 1 }, (_, i) => (start + i) * step);
}

/** 1, 2 or 5 times a power of ten, not below `least`. */
function roundStep(least: number): number {
  if (!(least > 0)) return 1;
  let power = 1;
  while (power > least) power /= 10;
  while (power * 10 <= least) power *= 10;
  for (const factor of [1, 2, 5]) if (factor * power >= least) return factor * power;
  return 10 * power;
}
