/**
 * How long to remember, from the variation budget: the tunings of Wei & Srivastava (window τ,
 * discount γ), of Rexp3 (Besbes, Gur & Zeevi 2014), of Exp3 and Exp3.S (Auer, Cesa-Bianchi,
 * Freund & Schapire 2002) and of Exp3.R (Allesiardo & Féraud 2015).
 *
 * With a budget of 0 nothing needs forgetting: the horizon stands for τ and for Rexp3's epoch, the
 * discount is 1, and Exp3.S takes Exp3's exploration rate. No function here returns an infinity.
 */
import { ParameterError } from '../base/errors.ts';
import { ln } from '../portable/math/log.ts';
import { pow } from '../portable/math/pow.ts';
import { checkProblem } from './problem.ts';

const eMinusOne = Math.E - 1;

/** True where the budget is 0, or so small that T/V is not a finite number. */
function nothingChanges(horizon: number, variation: number): boolean {
  return !Number.isFinite(horizon / variation);
}

/**
 * The least integer not below `x`, except that an `x` within `tolerance` of an integer is taken for
 * it: 8^(1/3) · 1000^(2/3) is 200 however its last bits fall.
 */
function snappedCeiling(x: number, tolerance: number): number {
  const whole = Math.round(x);
  return Math.abs(x - whole) <= tolerance ? whole : Math.ceil(x);
}

// 1e-9 as settled; beyond a million a few units in the last place of x are more than that.
function roundingTolerance(x: number): number {
  return Math.max(1e-9, x * 1e-15);
}

/** The least integer at or above `x`, forgiving rounding errors, and at least 1 and at most `most`. */
function lengthWithin(x: number, most: number): number {
  return Math.min(most, Math.max(1, snappedCeiling(x, roundingTolerance(x))));
}

/**
 * K^(1/3) (T/V)^(2/3) before any rounding or limit; the horizon when V = 0. A value above the
 * horizon means that the budget asks for a longer memory than there are slots.
 */
export function rawWindowLength(armCount: number, horizon: number, variation: number): number {
  checkProblem(armCount, horizon, variation);
  if (nothingChanges(horizon, variation)) return horizon;
  return pow(armCount, 1 / 3) * pow(horizon / variation, 2 / 3);
}

/**
 * The paper's τ = ⌈K^(1/3) (T/V)^(2/3)⌉: window, or resetting period. At least 1, at most T, and T
 * when V = 0.
 */
export function windowLength(armCount: number, horizon: number, variation: number): number {
  return lengthWithin(rawWindowLength(armCount, horizon, variation), horizon);
}

/** The paper's γ = 1 − K^(−1/3) (T/V)^(−2/3), from the unrounded τ. At least 0; 1 when V = 0. */
export function discountFactor(armCount: number, horizon: number, variation: number): number {
  const raw = rawWindowLength(armCount, horizon, variation);
  return nothingChanges(horizon, variation) ? 1 : Math.max(0, 1 - 1 / raw);
}

/** Refuses a number of changes that there can't be. */
function checkChanges(changes: number): void {
  if (Number.isFinite(changes) && changes >= 0) return;
  throw new ParameterError(`changes must be a number >= 0; got ${changes}`);
}

/**
 * The window for Υ changes, ⌊2 √(T ln T / Υ)⌋, as Garivier & Moulines (2008) tune SW-UCB. At least 1,
 * at most T, and T when Υ = 0.
 */
export function windowForChanges(horizon: number, changes: number): number {
  checkProblem(1, horizon, 0);
  checkChanges(changes);
  const raw = 2 * Math.sqrt((horizon * ln(horizon)) / changes);
  if (!(raw < horizon)) return horizon;
  const whole = Math.round(raw);
  return Math.max(1, Math.abs(raw - whole) <= roundingTolerance(raw) ? whole : Math.floor(raw));
}

/**
 * The discount for Υ changes, γ = 1 − ¼ √(Υ/T), as Garivier & Moulines (2008) tune D-UCB. At least 0; 1
 * when Υ = 0.
 */
export function discountForChanges(horizon: number, changes: number): number {
  checkProblem(1, horizon, 0);
  checkChanges(changes);
  return Math.max(0, 1 - Math.sqrt(changes / horizon) / 4);
}

/**
 * The window of SW-TS (Trovò, Paladino, Restelli & Gatti 2020), ⌈4 √(T ln T)⌉. At least 1, at most T. The
 * source does not say how it is rounded.
 */
export function thompsonWindow(horizon: number): number {
  checkProblem(1, horizon, 0);
  return lengthWithin(4 * Math.sqrt(horizon * ln(horizon)), horizon);
}

/**
 * The ν with which T^ν is a number of changes, or ln n / ln T: how Wei & Srivastava (2018) say how often
 * an environment changes. From 0, for one change or none, to 1.
 */
export function changeExponent(horizon: number, changes: number): number {
  checkProblem(1, horizon, 0);
  checkChanges(changes);
  if (changes <= 1) return 0;
  return changes >= horizon ? 1 : ln(changes) / ln(horizon);
}

/** N = ⌈T/τ⌉: how many epochs, the last perhaps shorter, cover the horizon. */
export function epochCount(horizon: number, epochLength: number): number {
  return Math.ceil(horizon / epochLength);
}

/** The discount that goes with a window given directly: γ = 1 − 1/w. */
export function discountOfWindow(window: number): number {
  if (!(window >= 1)) throw new ParameterError(`window must be a number >= 1; got ${window}`);
  return 1 - 1 / window;
}

/**
 * The window that goes with a discount given directly: ⌈1/(1−d)⌉, which stands for τ in ln τ; the
 * horizon when d = 1.
 */
export function windowOfDiscount(discount: number, horizon: number): number {
  if (!(discount >= 0 && discount <= 1)) {
    throw new ParameterError(`discount must be a number from 0 to 1; got ${discount}`);
  }
  if (discount === 1) return horizon;
  const window = 1 / (1 - discount);
  // A decimal discount is off by half a unit in its last place (2^-54), which 1/(1−d) magnifies by
  // the square of the window: 0.9999 must give 10000.
  return snappedCeiling(window, Math.max(1e-9, (window * window * Number.EPSILON) / 2));
}

/**
 * Rexp3's epoch Δ = ⌈(K ln K)^(1/3) (T/V)^(2/3)⌉. At least 1, at most T, and T when V = 0, so that a
 * vanishing budget leads to Exp3 without a jump.
 */
export function rexp3EpochLength(armCount: number, horizon: number, variation: number): number {
  checkProblem(armCount, horizon, variation);
  if (nothingChanges(horizon, variation)) return horizon;
  const scale = pow(armCount * ln(armCount), 1 / 3);
  return lengthWithin(scale * pow(horizon / variation, 2 / 3), horizon);
}

/** Exp3's exploration rate g = min{1, √(K ln K / ((e−1) T))}; with Δ for T it is Rexp3's. */
export function exp3Rate(armCount: number, horizon: number): number {
  checkProblem(armCount, horizon, 0);
  return Math.min(1, Math.sqrt((armCount * ln(armCount)) / (eMinusOne * horizon)));
}

/** Rexp3's exploration rate: Exp3's over one epoch of Δ slots. */
export function rexp3Rate(armCount: number, horizon: number, variation: number): number {
  return exp3Rate(armCount, rexp3EpochLength(armCount, horizon, variation));
}

/** Exp3.S's share α = 1/T. */
export function exp3sShare(horizon: number): number {
  checkProblem(1, horizon, 0);
  return 1 / horizon;
}

/**
 * Exp3.S's exploration rate for a variation budget, g = min{1, (f V K ln(KT) / ((e−1)² T))^(1/3)};
 * Exp3's when V = 0. The factor f = 4 is that of a program after Besbes, Gur & Zeevi (2019), whose text could not be read;
 * optimising Auer's bound gives 2.
 */
export function exp3sRate(
  armCount: number,
  horizon: number,
  variation: number,
  factor = 4,
): number {
  checkProblem(armCount, horizon, variation);
  if (!(factor > 0)) throw new ParameterError(`factor must be a number > 0; got ${factor}`);
  if (nothingChanges(horizon, variation)) return exp3Rate(armCount, horizon);
  const numerator = factor * variation * armCount * ln(armCount * horizon);
  return Math.min(1, pow(numerator / (eMinusOne * eMinusOne * horizon), 1 / 3));
}

/** Exp3.S's exploration rate for Υ changes, g = min{1, √(K (Υ ln(KT) + e) / ((e−1) T))}. */
export function exp3sRateForChanges(armCount: number, horizon: number, changes: number): number {
  checkProblem(armCount, horizon, 0);
  checkChanges(changes);
  const numerator = armCount * (changes * ln(armCount * horizon) + Math.E);
  return Math.min(1, Math.sqrt(numerator / (eMinusOne * horizon)));
}

/** Exp3.R's exploration rate g = min{1, √(K ln K ln T / T)}. */
export function exp3rRate(armCount: number, horizon: number): number {
  checkProblem(armCount, horizon, 0);
  const slots = atLeastTwo(horizon);
  return Math.min(1, Math.sqrt((armCount * ln(armCount) * ln(slots)) / slots));
}

/** Exp3.R's H = ⌈C √(T ln T)⌉: slots from which the rewards of exploration are tested. */
export function exp3rInterval(horizon: number, factor = 1): number {
  checkProblem(1, horizon, 0);
  if (!(factor > 0)) throw new ParameterError(`factor must be a number > 0; got ${factor}`);
  const slots = atLeastTwo(horizon);
  return lengthWithin(factor * Math.sqrt(slots * ln(slots)), 2 ** 31 - 1);
}

/** Exp3.R's level δ = √(ln T / (K T)), below 1 for every T. */
export function exp3rDelta(armCount: number, horizon: number): number {
  checkProblem(armCount, horizon, 0);
  const slots = atLeastTwo(horizon);
  return Math.sqrt(ln(slots) / (armCount * slots));
}

/** A single slot counts as two: rates that vanish with ln 1 = 0 would say nothing. */
function atLeastTwo(horizon: number): number {
  return Math.max(2, horizon);
}
