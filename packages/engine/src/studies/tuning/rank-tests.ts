/**
 * Tests on ranks: Friedman's (1937) with its chi-squared law, Nemenyi's critical difference (1963),
 * and Wilcoxon's signed ranks (1945), exact. Demšar (Statistical Comparisons of Classifiers over
 * Multiple Data Sets, 2006) shows how the first two are used to compare methods.
 */
import { exp, ln } from '@driftline/core/parts';

/** ln Γ(n/2 + 1) for an integer n ≥ 1, by Γ(x + 1) = x Γ(x) from Γ(1) = 1 or Γ(1/2) = √π. */
function lnGammaAboveHalf(n: number): number {
  let sum = n % 2 === 0 ? 0 : 0.5 * ln(Math.PI);
  for (let x = n / 2; x > 0; x -= 1) sum += ln(x);
  return sum;
}

/** P(χ² ≤ x), by the series of the incomplete gamma function, whose terms are all positive. */
function chiSquaredBelow(x: number, degrees: number): number {
  if (x <= 0) return 0;
  const half = x / 2;
  let term = exp((degrees / 2) * ln(half) - half - lnGammaAboveHalf(degrees));
  let sum = 0;
  for (let n = 1; term > sum * 1e-17 || n < half; n++) {
    sum += term;
    term *= half / (degrees / 2 + n);
  }
  return Math.min(1, sum);
}

/** Beyond this the first term of the series is 0 in doubles; so is the tail. */
const LARGEST_CHI_SQUARED = 1400;

/** P(χ² > x), with an error of about 1e-15. */
export function chiSquaredTail(x: number, degrees: number): number {
  return x > LARGEST_CHI_SQUARED ? 0 : 1 - chiSquaredBelow(x, degrees);
}

/** P(Z ≤ z) for the standard normal law. */
function normalBelow(z: number): number {
  return 0.5 + 0.5 * Math.sign(z) * chiSquaredBelow(z * z, 1);
}

/**
 * P(the range of `count` standard normal values ≤ q): whichever value is the least, the others lie
 * within q above it. The integrand is smooth and fades fast, so equal spacing is exact to rounding.
 */
function rangeBelow(q: number, count: number): number {
  const [from, to, spacing] = [-9, 9, 1 / 16];
  let sum = 0;
  for (let z = from; z <= to; z += spacing) {
    const density = exp(-0.5 * z * z) / Math.sqrt(2 * Math.PI);
    sum += density * (normalBelow(z + q) - normalBelow(z)) ** (count - 1);
  }
  return count * spacing * sum;
}

/** The q that the range of `count` standard normal values exceeds with probability `level`. */
function rangeQuantile(count: number, level: number): number {
  let low = 0;
  let high = 16;
  for (let i = 0; i < 40; i++) {
    const middle = 0.5 * (low + high);
    if (rangeBelow(middle, count) < 1 - level) low = middle;
    else high = middle;
  }
  return high;
}

/**
 * How far the mean ranks of two of `count` policies over `comparisons` comparisons must lie apart to
 * differ at a level, whatever pair is looked at (Nemenyi).
 */
export function criticalDifference(count: number, comparisons: number, level: number): number {
  const q = rangeQuantile(count, level) / Math.SQRT2;
  return q * Math.sqrt((count * (count + 1)) / (6 * comparisons));
}

/** Ranks from 1 for the least value; equal values share the mean of their ranks. */
export function ranksOf(values: readonly number[]): number[] {
  const order = values.map((_, i) => i).sort((a, b) => values[a] - values[b]);
  const ranks = new Array<number>(values.length);
  let from = 0;
  while (from < order.length) {
    let to = from + 1;
    while (to < order.length && values[order[to]] === values[order[from]]) to += 1;
    for (let i = from; i < to; i++) ranks[order[i]] = (from + 1 + to) / 2;
    from = to;
  }
  return ranks;
}

/** Friedman's test that all policies rank alike. */
export interface FriedmanTest {
  readonly chiSquared: number;
  readonly degrees: number;
  readonly pValue: number;
}

/**
 * Friedman's test on rows of ranks, one row per comparison. The spread of mean ranks is divided by that
 * of the ranks themselves, which is smaller where some are shared: the usual correction for ties.
 */
export function friedmanTest(rows: readonly (readonly number[])[]): FriedmanTest {
  const count = rows[0].length;
  const middle = (count + 1) / 2;
  let between = 0;
  for (let policy = 0; policy < count; policy++) {
    const sum = rows.reduce((total, row) => total + row[policy] - middle, 0);
    between += sum * sum;
  }
  let within = 0;
  for (const row of rows) for (const rank of row) within += (rank - middle) ** 2;
  const degrees = count - 1;
  const chiSquared = within === 0 ? 0 : (degrees * between) / within;
  return { chiSquared, degrees, pValue: chiSquaredTail(chiSquared, degrees) };
}

/**
 * The two-sided p-value of Wilcoxon's signed ranks, exact: differences of 0 are left out, equal ones
 * share ranks, and every choice of signs counts the same.
 */
export function signedRankTest(differences: readonly number[]): number {
  const kept = differences.filter((difference) => difference !== 0);
  // Twice the ranks are integers even where some are shared.
  const ranks = ranksOf(kept.map(Math.abs)).map((rank) => 2 * rank);
  const total = ranks.reduce((sum, rank) => sum + rank, 0);
  const positive = ranks.reduce((sum, rank, i) => sum + (kept[i] > 0 ? rank : 0), 0);
  let chances = Float64Array.of(1);
  for (const rank of ranks) {
    const next = new Float64Array(chances.length + rank);
    for (let sum = 0; sum < chances.length; sum++) {
      next[sum] += 0.5 * chances[sum];
      next[sum + rank] += 0.5 * chances[sum];
    }
    chances = next;
  }
  const smaller = Math.min(positive, total - positive);
  let tail = 0;
  for (let sum = 0; sum <= smaller; sum++) tail += chances[sum];
  return Math.min(1, 2 * tail);
}
