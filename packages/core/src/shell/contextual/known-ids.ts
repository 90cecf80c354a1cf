/** The ids and parameters of our contextual policies, as the compiler knows them. */
import type * as list from '../../contextual-policies/list.ts';
import type { ParameterValue } from '../policy-options.ts';

/** Our contextual policies by their ids. */
type KnownPolicies = {
  readonly [Name in keyof typeof list as (typeof list)[Name]['id']]: (typeof list)[Name];
};

/** The parameters of one of our contextual policies, by name. */
type ParametersOf<Id extends keyof KnownPolicies> = KnownPolicies[Id]['parameters'][number]['id'];

/** The parameters of an id: of ours exactly its own, of others any. */
export type ContextualParameters<Id extends string> = Id extends keyof KnownPolicies
  ? { readonly [Name in ParametersOf<Id>]?: ParameterValue }
  : { readonly [parameter: string]: unknown };

/** An id of ours, or any text whose value the compiler does not know: a misspelled id is a type error. */
export type KnownContextualId<Id extends string> = Id extends keyof KnownPolicies
  ? Id
  : string extends Id
    ? Id
    : keyof KnownPolicies;
