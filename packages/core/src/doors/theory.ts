/**
 * The theory's numbers: tunings, regret bounds and conditions.
 *
 * @module @driftline/core/theory
 */
export type { BoundedProblem } from '../definitions/policy.ts';
export { saturationLevel, saturationLimit } from '../portable/estimators/saturation.ts';
export {
  type AdaIltcbThresholds,
  adaIltcbThresholds,
  type ClassProblem,
} from '../theory/ada-iltcb.ts';
export { bobBlockLength, bobRate, bobWindows } from '../theory/bandit-over-bandit.ts';
export {
  type DiscountedUcbBound,
  discountedUcbBound,
  type LowerBoundRate,
  lowerBoundRate,
  mossBound,
  resettingMossBound,
  slidingWindowMossBound,
  type UpperBound,
  ucb1Bound,
} from '../theory/bounds.ts';
export { type EvictionRule, evictionHorizon } from '../theory/eviction.ts';
export { masterThresholds } from '../theory/master.ts';
export { leastZeta, psi, psiConditionHolds } from '../theory/psi.ts';
export {
  changeExponent,
  discountFactor,
  discountForChanges,
  discountOfWindow,
  epochCount,
  exp3Rate,
  exp3rDelta,
  exp3rInterval,
  exp3rRate,
  exp3sRate,
  exp3sRateForChanges,
  exp3sShare,
  rawWindowLength,
  rexp3EpochLength,
  rexp3Rate,
  thompsonWindow,
  windowForChanges,
  windowLength,
  windowOfDiscount,
} from '../theory/tuning.ts';
export {
  discountForVolatility,
  meanLargestStep,
  rawWindowForVolatility,
  volatilityOfVariation,
} from '../theory/volatility.ts';
