/**
 * Distribution functions of the laws that samplers claim, to about 10⁻¹², and the statistics that
 * hold samples against them. Incomplete gamma and beta functions are summed as in the NIST Digital
 * Library of Mathematical Functions, sections 8.9, 8.11 and 8.17(v).
 */

export type Distribution = (x: number) => number;

const TINY = 1e-300;
const ENOUGH_TERMS = 100_000;

/** ln Γ(x) for x > 0: Stirling's series after moving x above 15. */
export function lnGamma(x: number): number {
  let product = 1;
  let shifted = x;
  while (shifted < 15) {
    product *= shifted;
    shifted += 1;
  }
  const inverse = 1 / (shifted * shifted);
  const series =
    (1 / 12 - inverse * (1 / 360 - inverse * (1 / 1260 - inverse * (1 / 1680 - inverse / 1188)))) /
    shifted;
  return (
    (shifted - 0.5) * Math.log(shifted) -
    shifted +
    0.5 * Math.log(2 * Math.PI) +
    series -
    Math.log(product)
  );
}

/** The continued fraction b₀ + a₁/(b₁ + a₂/(b₂ + …)), from the top by the method of Lentz. */
function continuedFraction(
  first: number,
  a: (n: number) => number,
  b: (n: number) => number,
): number {
  let value = first === 0 ? TINY : first;
  let c = value;
  let d = 0;
  for (let n = 1; n < ENOUGH_TERMS; n++) {
    d = b(n) + a(n) * d;
    c = b(n) + a(n) / c;
    d = 1 / (d === 0 ? TINY : d);
    if (c === 0) c = TINY;
    value *= c * d;
    if (Math.abs(c * d - 1) < 1e-16) return value;
  }
  throw new Error('the continued fraction did not converge');
}

/** The regularised lower incomplete gamma function P(a, x). */
export function incompleteGamma(a: number, x: number): number {
  if (x <= 0) return 0;
  if (x === Infinity) return 1;
  const front = Math.exp(a * Math.log(x) - x - lnGamma(a));
  if (x > a + 1) {
    const fraction = continuedFraction(
      x + 1 - a,
      (n) => -n * (n - a),
      (n) => x + 2 * n + 1 - a,
    );
    return 1 - front / fraction;
  }
  let term = 1 / a;
  let sum = term;
  for (let n = 1; term > sum * 1e-17; n++) {
    term *= x / (a + n);
    sum += term;
  }
  return front * sum;
}

/** The regularised incomplete beta function I_x(a, b). */
export function incompleteBeta(a: number, b: number, x: number): number {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  if (x > (a + 1) / (a + b + 2)) return 1 - incompleteBeta(b, a, 1 - x);
  const front = Math.exp(
    a * Math.log(x) + b * Math.log1p(-x) + lnGamma(a + b) - lnGamma(a) - lnGamma(b),
  );
  const coefficient = (n: number) => {
    const m = Math.floor(n / 2);
    const even = (m * (b - m)) / ((a + 2 * m - 1) * (a + 2 * m));
    const odd = ((a + m) * (a + b + m)) / ((a + 2 * m) * (a + 2 * m + 1));
    return x * (n % 2 === 0 ? even : -odd);
  };
  return front / a / continuedFraction(1, coefficient, () => 1);
}

export function normalDistribution(x: number): number {
  const inner = incompleteGamma(0.5, 0.5 * x * x);
  return x < 0 ? 0.5 * (1 - inner) : 0.5 * (1 + inner);
}

/** P(X > x) of the standard normal law for x > 1, without cancellation. */
export function normalSurvival(x: number): number {
  const square = 0.5 * x * x;
  const fraction = continuedFraction(
    square + 0.5,
    (n) => -n * (n - 0.5),
    (n) => square + 2 * n + 0.5,
  );
  return (0.5 * Math.exp(0.5 * Math.log(square) - square - lnGamma(0.5))) / fraction;
}

export function studentDistribution(degrees: number): Distribution {
  return (x) => {
    const outer = 0.5 * incompleteBeta(0.5 * degrees, 0.5, degrees / (degrees + x * x));
    return x < 0 ? outer : 1 - outer;
  };
}

export function paretoDistribution(xi: number, sigma: number): Distribution {
  return (x) => {
    if (x <= 0) return 0;
    if (xi === 0) return -Math.expm1(-x / sigma);
    const base = (xi * x) / sigma;
    return base <= -1 ? 1 : -Math.expm1(-Math.log1p(base) / xi);
  };
}

export function symmetricDistribution(positive: Distribution): Distribution {
  return (x) => (x < 0 ? 0.5 * (1 - positive(-x)) : 0.5 * (1 + positive(x)));
}

/**
 * √n times the largest distance between the sample's distribution function and the given one. Under
 * the law itself it exceeds 1.95 once in a thousand times, for any continuous law: Kolmogorov's
 * limit is P(√n·D > z) ≈ 2·e^(−2z²), and 2·e^(−2·1.95²) = 0.000997.
 */
export function kolmogorovDistance(sample: Float64Array, distribution: Distribution): number {
  const sorted = sample.slice().sort();
  const n = sorted.length;
  let largest = 0;
  for (let i = 0; i < n; i++) {
    const expected = distribution(sorted[i]!);
    largest = Math.max(largest, expected - i / n, (i + 1) / n - expected);
  }
  return largest * Math.sqrt(n);
}

/** The critical value of `kolmogorovDistance` at one in a thousand. */
export const KOLMOGOROV_LIMIT = 1.95;

/** Moments of a law; those that do not exist are left out. */
export interface Moments {
  readonly mean: number;
  readonly variance?: number;
  /** The fourth central moment over the squared variance, less 3. */
  readonly excessKurtosis?: number;
}

/**
 * How many standard errors the sample's mean and variance lie off. The standard error of a mean is
 * √(variance/n), that of a variance about variance·√((excess kurtosis + 2)/n).
 */
export function momentErrors(
  sample: Float64Array,
  { mean, variance, excessKurtosis }: Moments,
): number[] {
  const n = sample.length;
  const errors: number[] = [];
  if (variance === undefined) return errors;
  const average = sample.reduce((sum, x) => sum + x, 0) / n;
  errors.push(Math.abs(average - mean) / Math.sqrt(variance / n));
  if (excessKurtosis === undefined) return errors;
  const spread = sample.reduce((sum, x) => sum + (x - mean) ** 2, 0) / n;
  errors.push(Math.abs(spread - variance) / (variance * Math.sqrt((excessKurtosis + 2) / n)));
  return errors;
}

/** Pearson's statistic of counts against equal expectations. */
export function chiSquare(counts: ArrayLike<number>, expected: number): number {
  return Array.from(counts).reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
}

/**
 * A bound for Pearson's statistic: its mean is the number of degrees of freedom d and its variance
 * 2d; this lies five standard deviations above. Fair counts exceed it about once in 10⁶ times with
 * d in the hundreds, and once in 200 times with d = 1, where the law is skew.
 */
export function chiSquareLimit(cells: number): number {
  const degrees = cells - 1;
  return degrees + 5 * Math.sqrt(2 * degrees);
}
