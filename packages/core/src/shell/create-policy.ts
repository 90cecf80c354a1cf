/** Policies by their ids and specs. */
import type { Catalogue } from '../definitions/catalogue.ts';
import type { PolicyDefinition } from '../definitions/policy.ts';
import { policyCatalogue } from '../policies/catalogue.ts';
import { Policy } from './policy.ts';
import type { KnownId, OptionsOf, PolicyOptions } from './policy-options.ts';
import { readSpec, type SharedOptions } from './prepare-policy.ts';

/**
 * A policy by its id.
 *
 * @example
 * const policy = createPolicy('sw-moss', { armCount: 3, horizon: 5000, variation: 3 });
 * policy.params.window; // → 203
 */
export function createPolicy<const Id extends string>(
  id: Id & KnownId<Id>,
  options: OptionsOf<Id>,
): Policy;
export function createPolicy(id: string, options: PolicyOptions): Policy {
  return new Policy(policyCatalogue.find(id), options);
}

/**
 * A policy as written on a command line, `id` or `id:name=value;name=value`. Its own parameters come
 * before the shared ones.
 */
export function createPolicyFromSpec(
  spec: string,
  shared: SharedOptions,
  catalogue: Catalogue<PolicyDefinition> = policyCatalogue,
): Policy {
  return new Policy(...readSpec(spec, shared, catalogue));
}
