/**
 * The regret bounds of Wei & Srivastava as numbers. The lower bound is a rate with an unknown
 * constant; the upper bounds are explicit, and mostly larger than what any policy can lose.
 */
import { ParameterError } from '../base/errors.ts';
import { ln } from '../portable/math/log.ts';
import { pow } from '../portable/math/pow.ts';
import { checkProblem } from './problem.ts';
import { discountFactor, epochCount, windowLength } from './tuning.ts';

/** An upper bound on the worst-case regret. */
export interface UpperBound {
  /** What the formula gives. */
  readonly value: number;
  /** True when that says nothing: no policy loses more than T·b. */
  readonly vacuous: boolean;
  /** The smaller of the value and T·b: what a figure shows. */
  readonly capped: number;
}

/** D-UCB's bound: the sum of its Step 3 as it should be, and as the paper prints it in Step 4. */
export interface DiscountedUcbBound extends UpperBound {
  readonly printed: UpperBound;
}

/** The minimax lower bound, up to an unknown constant. */
export interface LowerBoundRate {
  readonly value: number;
  /** Whether V lies in [1/K, T/K], for which the bound is proved. */
  readonly valid: boolean;
}

function checkMeanRange(meanRange: number): void {
  if (!(meanRange > 0 && meanRange < Number.POSITIVE_INFINITY)) {
    throw new ParameterError(`mean range must be a number > 0; got ${meanRange}`);
  }
}

function checkAboveHalf(name: string, value: number): void {
  if (!(value > 0.5 && value < Number.POSITIVE_INFINITY)) {
    throw new ParameterError(`${name} must be a number > 0.5 for the bound to hold; got ${value}`);
  }
}

function upperBound(value: number, horizon: number, meanRange: number): UpperBound {
  const trivial = horizon * meanRange;
  return { value, vacuous: value >= trivial, capped: Math.min(value, trivial) };
}

/** The rate (KV)^(1/3) T^(2/3) of the minimax regret (Lemma 1 there, from Besbes, Gur & Zeevi). */
export function lowerBoundRate(
  armCount: number,
  horizon: number,
  variation: number,
): LowerBoundRate {
  checkProblem(armCount, horizon, variation);
  return {
    value: variation === 0 ? 0 : pow(armCount * variation, 1 / 3) * pow(horizon, 2 / 3),
    valid: armCount * variation >= 1 && armCount * variation <= horizon,
  };
}

/** MOSS without drift: 49 √(KT) (Audibert & Bubeck 2009, as the paper quotes it). */
export function mossBound(armCount: number, horizon: number, meanRange = 1): UpperBound {
  checkProblem(armCount, horizon, 0);
  checkMeanRange(meanRange);
  return upperBound(49 * Math.sqrt(armCount * horizon), horizon, meanRange);
}

/** UCB1 without drift: 10 √((K−1) T ln T) (Audibert & Bubeck 2009, as the paper quotes it). */
export function ucb1Bound(armCount: number, horizon: number, meanRange = 1): UpperBound {
  checkProblem(armCount, horizon, 0);
  checkMeanRange(meanRange);
  const value = 10 * Math.sqrt((armCount - 1) * horizon * ln(horizon));
  return upperBound(value, horizon, meanRange);
}

/** R-MOSS (Theorem 3): 3τV + 49 N √(Kτ); MOSS's bound when V = 0. */
export function resettingMossBound(
  armCount: number,
  horizon: number,
  variation: number,
  meanRange = 1,
): UpperBound {
  checkMeanRange(meanRange);
  const window = windowLength(armCount, horizon, variation);
  const epochs = epochCount(horizon, window);
  const value = 3 * window * variation + 49 * epochs * Math.sqrt(armCount * window);
  return upperBound(value, horizon, meanRange);
}

/** SW-MOSS (Theorem 5, its Step 5), for a width constant η > 1/2 and means in a range of size b. */
export function slidingWindowMossBound(
  armCount: number,
  horizon: number,
  variation: number,
  eta = 1,
  meanRange = 1,
): UpperBound {
  checkAboveHalf('eta', eta);
  checkMeanRange(meanRange);
  const window = windowLength(armCount, horizon, variation);
  const epochs = epochCount(horizon, window);
  const lnTwoEta = ln(2 * eta);
  const epsilon = 4 * Math.sqrt((Math.E * eta * armCount) / window);
  const drift = 5 * window * variation + horizon * epsilon;
  const perEpoch = ((2.6 * eta) / lnTwoEta + 3 * Math.sqrt(eta)) * Math.sqrt(armCount * window);
  const underestimated =
    ((16 * pow(2 * eta, 1.5)) / lnTwoEta) * ((armCount * horizon) / (window * epsilon));
  const value = drift + epochs * (perEpoch + armCount * meanRange) + underestimated;
  return upperBound(value, horizon, meanRange);
}

/** n′ = max(0, ⌈τ′/τ⌉): how many epochs back the discount still reaches. Needs 0 < γ < 1. */
function epochsRemembered(discount: number, window: number, xi: number, meanRange: number): number {
  const share = ((1 - discount) * xi * ln(window)) / (meanRange * meanRange);
  return Math.max(0, Math.ceil(ln(share) / ln(discount) / window));
}

/**
 * D-UCB (Theorem 6), for a width constant ξ > 1/2 and means in a range of size b.
 *
 * Step 3 bounds what each bad arm costs in an epoch; summed over at most K arms and N epochs that
 * gives N K b (1 + 2⌈log_{1+λ} τ⌉), where Step 4 prints 2Nb + 2Nb log_{1+λ} τ. The former is
 * returned, the latter stands beside it. With τ = 1 the formula has no value; T·b is returned.
 */
export function discountedUcbBound(
  armCount: number,
  horizon: number,
  variation: number,
  xi = 0.6,
  meanRange = 1,
): DiscountedUcbBound {
  checkAboveHalf('xi', xi);
  checkMeanRange(meanRange);
  const window = windowLength(armCount, horizon, variation);
  const discount = discountFactor(armCount, horizon, variation);
  if (window === 1 || discount === 0) {
    const trivial = upperBound(horizon * meanRange, horizon, meanRange);
    return { ...trivial, printed: trivial };
  }
  const epochs = epochCount(horizon, window);
  const reach = discount === 1 ? 0 : epochsRemembered(discount, window, xi, meanRange);
  const inflation = pow(discount, 1 - window);
  const common =
    (2 * reach + 3) * window * variation +
    8 * epochs * Math.sqrt(xi * inflation * armCount * window * ln(window));
  const peels = ln(window) / ln(1 + 4 * Math.sqrt(1 - 1 / (2 * xi)));
  const corrected = common + epochs * armCount * meanRange * (1 + 2 * Math.ceil(peels));
  const printed = common + 2 * epochs * meanRange * (1 + peels);
  return {
    ...upperBound(corrected, horizon, meanRange),
    printed: upperBound(printed, horizon, meanRange),
  };
}
