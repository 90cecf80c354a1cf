/** What results say of two policies, for texts that must not say more. */

import { formatNumber, listed } from '@driftline/engine/display';
import {
  type ComparisonResult,
  type PolicyResult,
  SIGNIFICANCE_LEVEL,
} from '@driftline/engine/play';

function policyOf(result: ComparisonResult, spec: string): PolicyResult {
  const found = result.policies.find((policy) => policy.spec === spec);
  if (found === undefined) throw new Error(`the result has no policy ${spec}`);
  return found;
}

/** Whether the first policy loses less than the second beyond doubt. */
export function decided(result: ComparisonResult, less: string, more: string): boolean {
  const [first, second] = [less, more].map((spec) =>
    result.policies.findIndex((policy) => policy.spec === spec),
  );
  return result.differences.some(
    (difference) =>
      difference.correctedP < SIGNIFICANCE_LEVEL &&
      ((difference.first === first && difference.second === second && difference.mean < 0) ||
        (difference.first === second && difference.second === first && difference.mean > 0)),
  );
}

/** A policy's mean regret. */
export function meanOf(result: ComparisonResult, spec: string): number {
  return policyOf(result, spec).regret.mean;
}

/** How much its replications differ. */
export function spreadOf(result: ComparisonResult, spec: string): number {
  return policyOf(result, spec).regret.sd;
}

/** A policy's name. */
export function nameOf(result: ComparisonResult, spec: string): string {
  return policyOf(result, spec).name;
}

/** What a policy loses on average, in figures. */
export function lossOf(result: ComparisonResult, spec: string): string {
  return formatNumber(meanOf(result, spec), 3);
}

/** Policies, each with what it loses: `SW-MOSS (174) and R-MOSS (189)`. */
export function withLosses(result: ComparisonResult, specs: readonly string[]): string {
  return listed(specs.map((spec) => `${nameOf(result, spec)} (${lossOf(result, spec)})`));
}

/** Whether the result has all of these policies. */
export function hasAll(result: ComparisonResult, specs: readonly string[]): boolean {
  return specs.every((spec) => result.policies.some((policy) => policy.spec === spec));
}

/** Whether a policy's interval lies on one side of zero: -1 below, 1 above, 0 where it does not. */
export function sideOfZero(result: ComparisonResult, spec: string): -1 | 0 | 1 {
  const { low, high } = policyOf(result, spec).regret;
  if (high < 0) return -1;
  return low > 0 ? 1 : 0;
}
