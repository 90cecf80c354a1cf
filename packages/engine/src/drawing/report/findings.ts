/** Sentences computed from results. Only paired differences decide; what they leave open is said. */

import { parseSpec } from '@driftline/core/spec';
import { withoutOracles } from '../../play/contestants.ts';
import type { ComparisonResult, PolicyResult } from '../../play/result.ts';
import { pairedDifference, SIGNIFICANCE_LEVEL } from '../../play/statistics.ts';
import { type NamedPolicy, symbolOf } from '../../words/names.ts';
import { listed } from '../../words/numbers.ts';
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

/** A policy's name, and by their symbols the parameters that were given: SW-MOSS (η = 0.6). */
export function policyLabel(policy: NamedPolicy): string {
  const given = Object.entries(parseSpec(policy.spec).params).map(
    ([parameter, value]) => `${symbolOf(policy, parameter)} = ${value}`,
  );
  return given.length === 0 ? policy.name : `${policy.name} (${given.join(', ')})`;
}

/** The policies whose regret can't be told from that of the one with the least. */
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
  return `In a single replication ${policyLabel(best)} loses least: ${least}, ${more} less than ${policyLabel(next)}, which comes next. That may be luck; more replications would tell.`;
}

/** Who loses least, or that it can't be told. */
export function answerSentence(all: ComparisonResult): string {
  const comparison = contenders(all);
  const [best, next] = ranked(comparison);
  const isSingle = comparison.replications === 1;
  const mean = `${regretText(best.regret.mean)}${isSingle ? ' in a single replication' : ' on average'}`;
  if (next === undefined) return `${policyLabel(best)} loses ${mean}.`;
  const equals = rivals(comparison);
  if (equals.length > 0 && equals.every((policy) => loseTheSame(policy, best))) {
    return `${listed([best, ...equals].map(policyLabel))} lose the same: ${mean}.`;
  }
  if (isSingle) return singleSentence(best, next);
  if (equals.length > 0) {
    return `${policyLabel(best)} has the least mean regret, ${regretText(best.regret.mean)}, but can’t be told apart from ${listed(equals.map(policyLabel))}.`;
  }
  const more = pairedDifference(next.finals, best.finals);
  return `${policyLabel(best)} loses least: ${mean}, ${regretText(more.mean)} less than ${policyLabel(next)}, which comes next.`;
}
