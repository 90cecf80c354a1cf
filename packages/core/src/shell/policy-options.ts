/** What a policy is created with, checked and completed. */

import { ParameterError } from '../base/errors.ts';
import { ownOptions } from '../base/shown.ts';
import type { PolicyDefinition, PolicySettings } from '../definitions/policy.ts';
import type { Means } from '../means/means.ts';
import type * as list from '../policies/list.ts';
import {
  type CommonOptions,
  checkNames,
  type ResolvedCommon,
  readCount,
  resolveCommon,
  takesAnyRange,
} from './common-options.ts';

/** A parameter's value, or as it is written in a spec. */
export type ParameterValue = number | string | undefined;

/** Options of any policy without contexts, in addition to its parameters. */
interface GeneralOptions extends CommonOptions {
  /** K. */
  readonly armCount: number;
  /** The means of the environment, for oracles only: they need them. */
  readonly means?: Means | undefined;
}

/**
 * What a policy can be created with: the options above, and the parameters of its definition by name,
 * whatever these are.
 */
export interface PolicyOptions extends GeneralOptions {
  readonly [parameter: string]: unknown;
}

/** Our policies by their ids. */
type KnownPolicies = {
  readonly [Name in keyof typeof list as (typeof list)[Name]['id']]: (typeof list)[Name];
};

/** The parameters of one of our policies, by name. */
type ParametersOf<Id extends keyof KnownPolicies> = KnownPolicies[Id]['parameters'][number]['id'];

/**
 * What the policy of an id can be created with: of ours exactly its own parameters, as
 * `driftline policies ID` shows them; of others any.
 */
export type OptionsOf<Id extends string> = Id extends keyof KnownPolicies
  ? GeneralOptions & { readonly [Name in ParametersOf<Id>]?: ParameterValue }
  : PolicyOptions;

/** An id of ours, or any text whose value the compiler does not know: a misspelled id is a type error. */
export type KnownId<Id extends string> = Id extends keyof KnownPolicies
  ? Id
  : string extends Id
    ? Id
    : keyof KnownPolicies;

/** Options with nothing left open. */
interface ResolvedOptions extends Omit<ResolvedCommon, 'horizon' | 'values'> {
  readonly settings: PolicySettings;
}

/** More arms than any memory here is made for. */
export const LARGEST_ARM_COUNT = 2 ** 24;

function readMeans(definition: PolicyDefinition, { means, armCount }: PolicyOptions) {
  const { needs } = definition;
  if (needs === undefined) return undefined;
  if (needs === 'chains' && means?.chains === undefined) {
    throw new ParameterError(
      `${definition.id} needs the transition probabilities of channels, which only the environment channels has; got none; play it on channels, as in --environment channels, or leave it out`,
      'parameter-missing',
    );
  }
  if (means === undefined) {
    throw new ParameterError(
      `${definition.id} needs the environment's means, which only a simulation knows; got none; compare it with other policies in a simulation, or pass means`,
      'parameter-missing',
    );
  }
  if (means.armCount === armCount) return means;
  throw new ParameterError(
    `means must have ${armCount} arms, the value of armCount; got means of ${means.armCount} arms`,
    'parameters-conflict',
  );
}

/** Refuses options that the policy does not take; `others` are those that its caller takes. */
export function checkOptionNames(
  definition: PolicyDefinition,
  options: PolicyOptions,
  others: readonly string[] = [],
): void {
  const means = definition.needs === undefined ? [] : ['means'];
  checkNames(definition, options, [...means, 'armCount'], others);
}

/** Checks options against a definition, fills in defaults and tunes. */
export function resolveOptions(
  definition: PolicyDefinition,
  given: PolicyOptions,
): ResolvedOptions {
  const options = ownOptions(given);
  const armCount = readCount('armCount', options?.armCount, LARGEST_ARM_COUNT);
  checkOptionNames(definition, options);
  const { horizon, values, ...common } = resolveCommon(definition, options, (known) =>
    definition.tune?.({ policy: definition.id, armCount, ...known }),
  );
  const learnsRange = takesAnyRange(definition, options.rewardRange);
  return {
    ...common,
    settings: {
      armCount,
      startArmCount: armCount,
      horizon,
      values,
      means: readMeans(definition, options),
      learnsRange,
    },
  };
}
