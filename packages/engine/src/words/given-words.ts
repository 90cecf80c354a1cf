/** What a comparison says about what its policies were given of the drift. */
import { parseSpec } from '@driftline/core/spec';
import { givenIn } from '../play/given.ts';
import type { ComparisonResult, EnvironmentResult, PolicyResult } from '../play/result.ts';
import { listed } from './numbers.ts';
import { writtenName } from './policy-names.ts';

/**
 * Whether a policy is tuned anew in each replication, to the variation of its means: the parameters
 * that a result shows are those of the first one.
 */
export function isTunedAnew(policy: PolicyResult, { variation }: EnvironmentResult): boolean {
  if (variation.own !== true || !givenIn(policy).includes('variation')) return false;
  return parseSpec(policy.spec).params.variation === undefined;
}

/** How many changes a policy made out of the variation; undefined where it was given, or needs none. */
function changesFromVariation(policy: PolicyResult): number | undefined {
  const known = givenIn(policy);
  if (known.includes('changes') || !known.includes('variation')) return undefined;
  return policy.params.changes;
}

/**
 * Which policies took a number of changes from the variation because they were given none; nothing
 * where no policy did.
 *
 * @param nameOf - what a policy is called
 */
export function takenChangesText(
  { policies, environment }: ComparisonResult,
  nameOf: (policy: PolicyResult) => string = writtenName,
): string {
  const namesByTaking = new Map<string, string[]>();
  for (const policy of policies) {
    const changes = changesFromVariation(policy);
    if (changes === undefined) continue;
    const where = isTunedAnew(policy, environment) ? ' in the first replication' : '';
    const taking = `computed ${changes} from the variation${where}`;
    namesByTaking.set(taking, [...(namesByTaking.get(taking) ?? []), nameOf(policy)]);
  }
  if (namesByTaking.size === 0) return '';
  const takings = [...namesByTaking].map(([taking, names]) => `${listed(names)} ${taking}`);
  return `No number of changes was given: ${takings.join('; ')}`;
}
