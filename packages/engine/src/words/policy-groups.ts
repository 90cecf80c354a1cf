/** How listings put policies together, and what their marks mean. */
import type { PolicyDefinition } from '@driftline/core';
import type { PolicyStanding } from '@driftline/core/spec';

/** The parts of a listing with their titles, in their order. */
export const policyGroups = {
  paper: "The paper's own, for means that drift",
  forgetting: 'Others that forget',
  stationary: 'For means that stay: these never forget',
  adversarial: 'Against an adversary: exponential weights',
  bayesian: 'Bayesian: the largest draw from a posterior',
  floor: 'The floor',
  oracle: 'Oracles: given what no policy can know',
  marked: 'With a mark: the word before each says why',
} as const;

/** A part of a listing. */
export type PolicyGroup = keyof typeof policyGroups;

/** What the marks mean. */
export const standingWords: Readonly<Record<Exclude<PolicyStanding, 'confirmed'>, string>> = {
  unconfirmed:
    'its rule could not be read or reproduced, or had to be settled; this is in the spirit of its source',
  historical: 'a later policy does the same better',
  theoretical: 'as published, yet what sets it apart does not act at horizons that are played',
};

/** How far a policy is to be relied on, by its own definition. */
export function definedStanding({ standing = 'confirmed' }: PolicyDefinition): PolicyStanding {
  return standing;
}

/** Where a policy is listed, by what it says of itself. */
export function policyGroupOf(definition: PolicyDefinition): PolicyGroup {
  if (definedStanding(definition) !== 'confirmed') return 'marked';
  if (definition.needs !== undefined) return 'oracle';
  return definition.group ?? (definition.memoryKind === 'all-time' ? 'stationary' : 'forgetting');
}
