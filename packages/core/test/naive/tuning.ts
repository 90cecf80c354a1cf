/**
 * The tunings and constants of the policies as literal formulas.
 *
 * Paper: Wei and Srivastava, "Nonstationary Stochastic Multiarmed Bandits: UCB Policies and Minimax
 * Regret". K arms, T horizon, V variation budget.
 *
 *   tau     = ceil(K^(1/3) (T/V)^(2/3))              Algorithms 1 and 2 (R-MOSS, SW-MOSS)
 *   gamma   = 1 - K^(-1/3) (T/V)^(-2/3)              Algorithm 3 (D-UCB)
 *   ln+(x)  = max(ln x, 1)                           Section V-A (Robust MOSS)
 *   h(m)    = a^(floor(log_a m) + 1)                 Section V-A
 *   B_n     = sqrt(h(n) / ln+(T / (K h(n))))         Section V-A
 *   c_n     = sqrt(ln+(T / (K n)) / n)               Section V-A
 *   psi(x)  = (1 + 1/x) ln(1 + x) - 1, and zeta must satisfy psi(2 zeta/a) >= 2 a/zeta
 *
 * Not in the paper, which only names the policies (Section VI-A):
 *
 *   Delta   = ceil((K ln K)^(1/3) (T/V)^(2/3))       Rexp3, Besbes, Gur and Zeevi 2014
 *   g       = min(1, sqrt(K ln K / ((e-1) L)))       Exp3 with L = T, Rexp3 with L = Delta
 *   g       = min(1, (4 V K ln(K T) / ((e-1)^2 T))^(1/3))          Exp3.S with a budget
 *   g       = min(1, sqrt(K (changes ln(K T) + e) / ((e-1) T)))    Exp3.S with known changes
 *   alpha   = 1/T                                    Exp3.S, Auer et al. 2002
 *
 * Rounding up follows one convention throughout: a value within 1e-9 of a whole number is taken as
 * that number first, since K = 8 and T/V = 1000 give 200 on paper and 199.99999999999994 here.
 */

/** Rounds up, after snapping a value within 1e-9 of a whole number to it; at least 1. */
export function ceilingAfterSnapping(value: number): number {
  const nearest = Math.round(value);
  const snapped = Math.abs(value - nearest) <= 1e-9 ? nearest : value;
  return Math.max(1, Math.ceil(snapped));
}

/** K^(1/3) (T/V)^(2/3), before it is rounded. Infinite for V = 0. */
export function rawWindowLength(armCount: number, horizon: number, variation: number): number {
  return armCount ** (1 / 3) * (horizon / variation) ** (2 / 3);
}

/** The window or epoch length tau, at most the horizon; the horizon itself for V = 0. */
export function windowLength(armCount: number, horizon: number, variation: number): number {
  if (variation === 0) return horizon;
  return Math.min(horizon, ceilingAfterSnapping(rawWindowLength(armCount, horizon, variation)));
}

/** The discount gamma, from the window length that is neither rounded nor capped; at least 0. */
export function discountFactor(armCount: number, horizon: number, variation: number): number {
  if (variation === 0) return 1;
  return Math.max(0, 1 - 1 / rawWindowLength(armCount, horizon, variation));
}

/** The window length that a discount stands for inside ln(tau): 1/(1 - discount), rounded up. */
export function windowLengthOfDiscount(discount: number): number {
  return ceilingAfterSnapping(1 / (1 - discount));
}

/** Rexp3's epoch length Delta, between 1 and the horizon; the horizon itself for V = 0. */
export function rexp3EpochLength(armCount: number, horizon: number, variation: number): number {
  if (variation === 0) return horizon;
  const raw = (armCount * Math.log(armCount)) ** (1 / 3) * (horizon / variation) ** (2 / 3);
  return Math.min(horizon, ceilingAfterSnapping(raw));
}

/** Exp3's exploration share g for a run of `length` slots (T for Exp3, Delta for Rexp3). */
export function exp3Exploration(armCount: number, length: number): number {
  return Math.min(1, Math.sqrt((armCount * Math.log(armCount)) / ((Math.E - 1) * length)));
}

/** Exp3.S's g for a variation budget; Exp3's for V = 0. `factor` is the constant 4. */
export function exp3sExploration(
  armCount: number,
  horizon: number,
  variation: number,
  factor = 4,
): number {
  if (variation === 0) return exp3Exploration(armCount, horizon);
  const numerator = factor * variation * armCount * Math.log(armCount * horizon);
  return Math.min(1, (numerator / ((Math.E - 1) ** 2 * horizon)) ** (1 / 3));
}

/** Exp3.S's g for a known number of changes. */
export function exp3sPiecewiseExploration(
  armCount: number,
  horizon: number,
  changes: number,
): number {
  const numerator = armCount * (changes * Math.log(armCount * horizon) + Math.E);
  return Math.min(1, Math.sqrt(numerator / ((Math.E - 1) * horizon)));
}

/** Exp3.S's alpha, the share of all weight that every arm receives in every slot. */
export function exp3sAlpha(horizon: number): number {
  return 1 / horizon;
}

/** ln+(x) = max(ln x, 1). */
export function lnPlus(x: number): number {
  return Math.max(Math.log(x), 1);
}

/** floor(log_a m) for m >= 1: the largest level whose power of a does not exceed m. */
export function levelOf(a: number, m: number): number {
  let level = 0;
  let nextPower = a;
  while (nextPower <= m) {
    level += 1;
    nextPower *= a;
  }
  return level;
}

/** h(m) = a^(floor(log_a m) + 1): the least positive power of a above m. */
export function powerAbove(a: number, m: number): number {
  let power = a;
  while (power <= m) power *= a;
  return power;
}

/** B_n, the limit to which n remembered rewards are clipped; `length` is T or tau. */
export function saturationLimit(a: number, n: number, armCount: number, length: number): number {
  const h = powerAbove(a, n);
  return Math.sqrt(h / lnPlus(length / (armCount * h)));
}

/** c_n, Robust MOSS's width before the factor 1 + zeta; `length` is T or tau. */
export function robustWidth(n: number, armCount: number, length: number): number {
  return Math.sqrt(lnPlus(length / (armCount * n)) / n);
}

/** psi(x) = (1 + 1/x) ln(1 + x) - 1, increasing in x > 0. */
export function psi(x: number): number {
  return (1 + 1 / x) * Math.log(1 + x) - 1;
}

/** The least zeta with psi(2 zeta/a) >= 2a/zeta, to 1e-12: the left side rises, the right falls. */
export function leastZeta(a: number): number {
  const suffices = (zeta: number): boolean => psi((2 * zeta) / a) >= (2 * a) / zeta;
  let tooSmall = 0;
  let enough = 1;
  while (!suffices(enough)) enough *= 2;
  while (enough - tooSmall > 1e-12) {
    const middle = (tooSmall + enough) / 2;
    if (suffices(middle)) enough = middle;
    else tooSmall = middle;
  }
  return enough;
}
