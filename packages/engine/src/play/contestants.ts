/** Who competes in a comparison: oracles are shown, but never ranked. */
import type { PolicyDefinition } from '@driftline/core';
import { policyCatalogue } from '@driftline/core/play';
import type { ComparisonResult, PolicyDifference, PolicyResult } from './result.ts';
import { holm } from './statistics.ts';

/** Blind choice: what it loses is the unit of scores. */
export const UNIFORM = 'uniform';

/** A policy's own definition, where it is one of ours: what results of earlier versions lack. */
export function knownDefinition({ id }: PolicyResult): PolicyDefinition | undefined {
  return policyCatalogue.get(id);
}

/** Whether a policy knows what only a simulation knows. */
export function isOracle(policy: PolicyResult): boolean {
  return (policy.needs ?? knownDefinition(policy)?.needs) !== undefined;
}

/** How far a policy is to be relied on. */
export function standingOf(policy: PolicyResult): NonNullable<PolicyDefinition['standing']> {
  return policy.standing ?? knownDefinition(policy)?.standing ?? 'confirmed';
}

/**
 * Corrects p-values for the number of pairs (Holm). Pairs of policies that compete are one family. Pairs with an oracle
 * are another, so that an oracle costs the competing policies no power.
 */
export function correctPairs(
  pairs: readonly Omit<PolicyDifference, 'correctedP'>[],
  policies: readonly PolicyResult[],
): PolicyDifference[] {
  const hasOracle = pairs.map(
    ({ first, second }) => isOracle(policies[first]) || isOracle(policies[second]),
  );
  const corrected = new Array<number>(pairs.length);
  for (const family of [false, true]) {
    const places = pairs.flatMap((_, i) => (hasOracle[i] === family ? [i] : []));
    holm(places.map((i) => pairs[i].pValue)).forEach((p, i) => {
      corrected[places[i]] = p;
    });
  }
  return pairs.map((pair, i) => ({ ...pair, correctedP: corrected[i] }));
}

/** A comparison with some of its policies only; pairs are corrected for how many remain. */
function restricted(comparison: ComparisonResult, places: readonly number[]): ComparisonResult {
  const place = new Map(places.map((before, now) => [before, now]));
  const pairs = comparison.differences.flatMap((difference) => {
    const [first, second] = [place.get(difference.first), place.get(difference.second)];
    return first === undefined || second === undefined ? [] : [{ ...difference, first, second }];
  });
  const policies = places.map((before) => comparison.policies[before]);
  return { ...comparison, policies, differences: correctPairs(pairs, policies) };
}

/** The comparison among policies that could be played: oracles are shown, but never ranked. */
export function withoutOracles(comparison: ComparisonResult): ComparisonResult {
  const places = comparison.policies.flatMap((policy, i) => (isOracle(policy) ? [] : [i]));
  return places.length === comparison.policies.length ? comparison : restricted(comparison, places);
}
