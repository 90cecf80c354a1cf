/** Groups of policies in listings, and the meaning of marks. */
import type { PolicyDefinition } from '@driftline/core';
import type { PolicyStanding } from '@driftline/core/spec';

/** Titles of the groups, in the order of a listing. */
export const policyGroups = {
  paper: 'Policies of Wei and Srivastava, for drifting means',
  forgetting: 'Other policies that forget',
  stationary: 'Policies for stationary means, which never forget',
  adversarial: 'Policies against an adversary: exponential weights',
  bayesian: 'Bayesian policies, which pick the largest posterior draw',
  floor: 'Baseline',
  oracle: 'Oracles, which are given facts that no policy can know',
  marked: 'Not recommended',
} as const;

/** A group of a listing. */
export type PolicyGroup = keyof typeof policyGroups;

/** Meaning of each mark. */
export const standingWords: Readonly<Record<Exclude<PolicyStanding, 'confirmed'>, string>> = {
  unconfirmed:
    'we could not read or reproduce its rule, or had to choose between contradictions; it follows the spirit of its source',
  historical: 'a later policy does the same better',
  theoretical:
    'as published, but its distinguishing part has no effect at horizons that are played',
};

/** Returns a policy's standing, as its definition states it. */
export function definedStanding({
  standing = 'confirmed',
}: Pick<PolicyDefinition, 'standing'>): PolicyStanding {
  return standing;
}

/** Returns the group that lists a policy. */
export function policyGroupOf(definition: PolicyDefinition): PolicyGroup {
  if (definedStanding(definition) !== 'confirmed') return 'marked';
  if (definition.needs !== undefined) return 'oracle';
  return definition.group ?? (definition.memoryKind === 'all-time' ? 'stationary' : 'forgetting');
}
