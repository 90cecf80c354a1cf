/** The list to choose a policy from: in groups, or what was searched for, best match first. */
import type { PolicyDefinition } from '@driftline/core';
import { type PolicyGroup, policyGroupOf, policyGroups } from '@driftline/engine/display';

/** A group with its policies. */
interface ListedGroup {
  readonly id: string;
  readonly title: string;
  readonly definitions: readonly PolicyDefinition[];
}

/** The words of everything that a search looks at. */
function wordsOf({ id, name, summary, memory, index, reference }: PolicyDefinition): string[] {
  const text = [id, name, summary, memory, index, reference].join(' ').toLowerCase();
  return [id, name.toLowerCase(), ...text.split(/[^\p{L}\p{N}]+/u)];
}

/** How well a policy is met by what is searched for: 0 is best; undefined where it is not met. */
function rankOf(definition: PolicyDefinition, search: string): number | undefined {
  const names = [definition.id, definition.name.toLowerCase()];
  if (names.includes(search)) return 0;
  if (names.some((name) => name.startsWith(search))) return 1;
  // A part of a name, such as the ucb of sw-ucb.
  if (names.some((name) => name.split(/[^a-z0-9]+/).includes(search))) return 2;
  if (names.some((name) => name.includes(search))) return 3;
  const own = wordsOf(definition);
  const isMet = search.split(' ').every((word) => own.some((each) => each.startsWith(word)));
  return isMet ? 4 : undefined;
}

/** The policies that have every word of the search, best first. */
function found(definitions: readonly PolicyDefinition[], search: string): PolicyDefinition[] {
  return definitions
    .map((definition) => ({ definition, rank: rankOf(definition, search) }))
    .filter(({ rank }) => rank !== undefined)
    .sort((a, b) => Number(a.rank) - Number(b.rank))
    .map(({ definition }) => definition);
}

/** All policies in groups; with a search those that it finds, in one. */
export function listedPolicies(
  definitions: readonly PolicyDefinition[],
  search: string,
): ListedGroup[] {
  const wanted = search.trim().toLowerCase().replace(/\s+/g, ' ');
  if (wanted !== '') {
    const matches = found(definitions, wanted);
    return matches.length === 0
      ? []
      : [{ id: 'found', title: 'Best matches first', definitions: matches }];
  }
  return (Object.keys(policyGroups) as PolicyGroup[]).flatMap((group) => {
    const members = definitions.filter((definition) => policyGroupOf(definition) === group);
    return members.length === 0
      ? []
      : [{ id: group, title: policyGroups[group], definitions: members }];
  });
}
