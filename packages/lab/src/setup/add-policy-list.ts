/** The list to choose a policy from: in groups, narrowed by what is searched for. */
import type { PolicyDefinition } from '@driftline/core';
import { type PolicyGroup, policyGroupOf, policyGroups } from '@driftline/engine/display';

/** A group with its policies. */
export interface ListedGroup {
  readonly group: PolicyGroup;
  readonly title: string;
  readonly definitions: readonly PolicyDefinition[];
}

/** Everything that a search looks at. */
function searched({ id, name, summary, memory, index, reference }: PolicyDefinition): string {
  return [id, name, summary, memory, index, reference].join(' ').toLowerCase();
}

/** Groups in their order, with the policies that have every word of the search; empty ones are left out. */
export function listedPolicies(
  definitions: readonly PolicyDefinition[],
  search: string,
): ListedGroup[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const found = definitions.filter((definition) => {
    const text = searched(definition);
    return words.every((word) => text.includes(word));
  });
  return (Object.keys(policyGroups) as PolicyGroup[]).flatMap((group) => {
    const members = found.filter((definition) => policyGroupOf(definition) === group);
    return members.length === 0
      ? []
      : [{ group, title: policyGroups[group], definitions: members }];
  });
}
