/** Sentences computed from results. Only paired differences decide; what they leave open is said. */

import { withoutOracles } from '../../play/contestants.ts';
import type { ComparisonResult, PolicyResult } from '../../play/result.ts';
import { pairedDifference, SIGNIFICANCE_LEVEL } from '../../play/statistics.ts';
import { listed } from '../../words/numbers.ts';
import { policyName } from '../../words/policy-names.ts';
import { regretText } from './parts.ts';

/** Policies that compete: oracles, which know the means, are shown beside them only. */
export function contenders(comparison: ComparisonResult): ComparisonResult {
  const without = withoutOracles(comparison);
  return without.policies.length === 0 ? comparison : without;
}

/** Policies from the least regret to the largest. */
export function ranked(comparison: ComparisonResult): PolicyResult[] {
  return comparison.policies.toSorted((a, b) => a.regret.mean - b.regret.mean);
}

/** The policies whose regret cannot be distinguished from that of the one with the least. */
export function rivals(all: ComparisonResult): PolicyResult[] {
  const comparison = contenders(all);
  const [best] = ranked(comparison);
  const place = comparison.policies.indexOf(best);
  return comparison.differences
    .filter(({ first, second }) => first === place || second === place)
    .filter(({ correctedP }) => !(correctedP < SIGNIFICANCE_LEVEL))
    .map(({ first, second }) => comparison.policies[first === place ? second : first]);
}

/** Whether two policies lose the same in every replication. */
function loseTheSame(a: PolicyResult, b: PolicyResult): boolean {
  return a.finals.every((final, i) => final === b.finals[i]);
}

/** Who loses least in the only replication: it says nothing about others. */
function singleSentence(best: PolicyResult, next: PolicyResult): string {
  const [least, more] = [best.regret.mean, next.regret.mean - best.regret.mean].map(regretText);
  return `In a single replication ${policyName(best)} loses least: ${least}, ${more} less than ${policyName(next)}, which comes next. That may be chance; play more replications.`;
}

/** Who loses least, or that the data do not decide it. */
export function answerSentence(all: ComparisonResult): string {
  const comparison = contenders(all);
  const [best, next] = ranked(comparison);
  const isSingle = comparison.replications === 1;
  const mean = `${regretText(best.regret.mean)}${isSingle ? ' in a single replication' : ' on average'}`;
  if (next === undefined) return `${policyName(best)} loses ${mean}.`;
  const equals = rivals(comparison);
  if (equals.length > 0 && equals.every((policy) => loseTheSame(policy, best))) {
    return `${listed([best, ...equals].map((policy) => policyName(policy)))} lose the same: ${mean}.`;
  }
  if (isSingle) return singleSentence(best, next);
  if (equals.length > 0) {
    return `${policyName(best)} has the least mean regret, ${regretText(best.regret.mean)}, but the difference from ${listed(equals.map((policy) => policyName(policy)))} is not significant.`;
  }
  const more = pairedDifference(next.finals, best.finals);
  return `${policyName(best)} loses least: ${mean}, ${regretText(more.mean)} less than ${policyName(next)}, which comes next.`;
}
