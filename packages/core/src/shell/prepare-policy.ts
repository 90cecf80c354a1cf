/** Policies as specs name them, tuned and checked, without the shell around their kernels. */
import { ParameterError } from '../base/errors.ts';
import { suggestion } from '../base/nearest.ts';
import type { Warning } from '../base/warnings.ts';
import type { Catalogue } from '../definitions/catalogue.ts';
import type { PolicyDefinition } from '../definitions/policy.ts';
import { type GivenFact, givenFacts, takesFact } from '../definitions/roles.ts';
import { policyCatalogue } from '../policies/catalogue.ts';
import type { Kernel } from '../portable/kernels/kernel.ts';
import type { RewardMap } from '../portable/play/reward-map.ts';
import { parseSpec } from '../spec/spec.ts';
import { type PolicyOptions, resolveOptions } from './policy-options.ts';

/** What all policies of a comparison are given; each takes what it has a parameter for. */
export interface SharedOptions
  extends Pick<
    PolicyOptions,
    'armCount' | 'horizon' | 'rewardRange' | 'means' | 'pendingInWidth' | 'onWarning'
  > {
  /** The variation budget. */
  readonly variation?: number | undefined;
  /** The number of changes. */
  readonly changes?: number | undefined;
  /** The volatility: how far a mean steps in each slot. */
  readonly volatility?: number | undefined;
}

/**
 * What a policy takes of the facts, by its own names for them. A volatility takes the place of the
 * variation, which every environment has, and of changes, which some state; what the policy is given of its
 * own goes before either.
 *
 * @param own - what the policy is given by name
 */
export function factsTaken(
  definition: Pick<PolicyDefinition, 'parameters'>,
  facts: Pick<SharedOptions, GivenFact>,
  own: Readonly<Record<string, unknown>> = {},
): Record<string, number> {
  const idOf = (fact: GivenFact) => takesFact(definition, fact)?.id ?? '';
  const isOwn = (fact: GivenFact) => own[idOf(fact)] !== undefined;
  const ownBudget = isOwn('variation') || isOwn('changes');
  const byVolatility =
    takesFact(definition, 'volatility') !== undefined &&
    (isOwn('volatility') || (facts.volatility !== undefined && !ownBudget));
  const replaced: readonly GivenFact[] = byVolatility ? ['variation', 'changes'] : ['volatility'];
  const taken: Record<string, number> = {};
  for (const fact of givenFacts) {
    const value = facts[fact];
    if (idOf(fact) !== '' && value !== undefined && !replaced.includes(fact)) {
      taken[idOf(fact)] = value;
    }
  }
  return taken;
}

/** What a policy takes of all that is known: facts of the environment by its own names for them. */
export function takenOf(
  definition: PolicyDefinition,
  known: SharedOptions,
  own: Readonly<Record<string, unknown>> = {},
): PolicyOptions {
  const { variation, changes, volatility, means, ...general } = known;
  return {
    ...general,
    ...(definition.needs !== undefined ? { means } : {}),
    ...factsTaken(definition, { variation, changes, volatility }, own),
  };
}

/** Refuses names in a spec that are no parameters: a spec never sets options such as the number of arms. */
export function refuseUnknown(
  { id, parameters }: Pick<PolicyDefinition, 'id' | 'parameters'>,
  given: Readonly<Record<string, unknown>>,
): void {
  const accepted = parameters.map((parameter) => parameter.id);
  const unknown = Object.keys(given).find((name) => !accepted.includes(name));
  if (unknown === undefined) return;
  throw new ParameterError(
    `${id} has no parameter '${unknown}'; ${suggestion(unknown, accepted)}`,
    'unknown-parameter',
  );
}

/** The definition that a spec names, and the options for it: its own parameters before shared ones. */
export function readSpec(
  spec: string,
  shared: SharedOptions,
  catalogue: Catalogue<PolicyDefinition>,
): [PolicyDefinition, PolicyOptions] {
  const { id, params } = parseSpec(spec);
  const definition = catalogue.find(id);
  refuseUnknown(definition, params);
  return [definition, { ...takenOf(definition, shared ?? {}, params), ...params }];
}

/** A policy's bare kernel, tuned and checked, for a simulation that needs no shell. */
export interface PreparedPolicy {
  readonly definition: PolicyDefinition;
  readonly kernel: Kernel;
  readonly rewardMap: RewardMap;
  /** Every parameter with its final value. */
  readonly params: Readonly<Record<string, number>>;
  readonly warnings: readonly Warning[];
}

/** The same as `createPolicyFromSpec`, without the shell around the kernel. */
export function preparePolicy(
  spec: string,
  shared: SharedOptions,
  catalogue: Catalogue<PolicyDefinition> = policyCatalogue,
): PreparedPolicy {
  const [definition, options] = readSpec(spec, shared, catalogue);
  const { settings, params, rewardMap, warnings } = resolveOptions(definition, options);
  return {
    definition,
    kernel: definition.kernel(settings),
    rewardMap,
    params,
    warnings: warnings.list,
  };
}
