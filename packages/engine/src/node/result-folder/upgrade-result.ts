/** Results of version 1 in the form of this version: the same numbers under their present names. */
import {
  type ComparisonResult,
  type PolicyResult,
  RESULT_VERSION,
  type Result,
} from '@driftline/engine/play';

interface PolicyVersion1 extends Omit<PolicyResult, 'given' | 'bestArmShare'> {
  readonly told?: PolicyResult['given'];
  readonly onBest: NonNullable<PolicyResult['bestArmShare']>;
}

interface ComparisonVersion1 extends Omit<ComparisonResult, 'policies' | 'pending'> {
  readonly policies: readonly PolicyVersion1[];
  readonly pending?: 'usual' | 'width' | 'ignored';
}

/** A result as version 1 of the format has it. */
export interface ResultVersion1 extends Omit<Result, 'version' | 'comparisons'> {
  readonly version: 1;
  readonly comparisons: readonly ComparisonVersion1[];
}

function upgradedPolicy({ told, onBest, ...kept }: PolicyVersion1): PolicyResult {
  return { ...kept, ...(told === undefined ? {} : { given: told }), bestArmShare: onBest };
}

function upgradedComparison({ policies, pending, ...kept }: ComparisonVersion1): ComparisonResult {
  return {
    ...kept,
    ...(pending === undefined ? {} : { pending: pending === 'usual' ? 'default' : pending }),
    policies: policies.map(upgradedPolicy),
  };
}

/** Renames the keys and words that version 2 of the format has renamed. */
export function upgradedResult(result: ResultVersion1): Result {
  return {
    ...result,
    version: RESULT_VERSION,
    comparisons: result.comparisons.map(upgradedComparison),
  };
}
