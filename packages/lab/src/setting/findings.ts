/** What results say of two policies, for texts that must not say more. */
import { type ComparisonResult, type PolicyResult, SIGNIFICANCE_LEVEL } from '@driftline/engine';
import { formatNumber } from '@driftline/engine/display';

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

/** A policy and what it loses: `UCB1 loses 174`. */
export function lossOf(result: ComparisonResult, spec: string): string {
  const { name, regret } = policyOf(result, spec);
  return `${name} loses ${formatNumber(regret.mean, 3)}`;
}
