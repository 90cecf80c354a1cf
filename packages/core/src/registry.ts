/** The only list of policies. A new one is its file in `policies/`, its test, and its line here. */
import type { PolicyDefinition } from './definition.ts';
import { ParameterError } from './errors.ts';
import type { Kernel } from './kernel.ts';
import { suggestion } from './nearest.ts';
import { discountedThompson } from './policies/discounted-thompson.ts';
import { discountedUcb } from './policies/discounted-ucb.ts';
import { exp3 } from './policies/exp3.ts';
import { exp3S } from './policies/exp3-s.ts';
import { klUcb } from './policies/kl-ucb.ts';
import { moss } from './policies/moss.ts';
import { resettingExp3 } from './policies/resetting-exp3.ts';
import { resettingMoss } from './policies/resetting-moss.ts';
import { resettingRobustMoss } from './policies/resetting-robust-moss.ts';
import { robustMoss } from './policies/robust-moss.ts';
import { slidingWindowMoss } from './policies/sliding-window-moss.ts';
import { slidingWindowRobustMoss } from './policies/sliding-window-robust-moss.ts';
import { slidingWindowUcb } from './policies/sliding-window-ucb.ts';
import { thompson } from './policies/thompson.ts';
import { ucb1 } from './policies/ucb1.ts';
import { uniform } from './policies/uniform.ts';
import { Policy } from './policy.ts';
import { type PolicyOptions, resolveOptions } from './policy-options.ts';
import type { RewardMap } from './reward-map.ts';
import { parseSpec } from './spec.ts';
import type { Warning } from './warnings.ts';

/** Every policy, in the order in which listings show them: the paper's own first. */
export const policyDefinitions: readonly PolicyDefinition[] = [
  resettingMoss,
  slidingWindowMoss,
  discountedUcb,
  resettingRobustMoss,
  slidingWindowRobustMoss,
  slidingWindowUcb,
  ucb1,
  moss,
  robustMoss,
  klUcb,
  exp3,
  resettingExp3,
  exp3S,
  thompson,
  discountedThompson,
  uniform,
];

/** The definition with an id; an unknown id is refused with the nearest known one. */
export function policyDefinition(
  id: string,
  definitions: readonly PolicyDefinition[] = policyDefinitions,
): PolicyDefinition {
  const found = definitions.find((definition) => definition.id === id);
  if (found !== undefined) return found;
  const known = definitions.map((definition) => definition.id);
  throw new ParameterError(`there is no policy '${id}'; ${suggestion(id, known)}`);
}

/**
 * A policy by its id.
 *
 * @example
 * const policy = createPolicy('sw-moss', { armCount: 3, horizon: 5000, variation: 3 });
 * policy.params.window; // → 203
 */
export function createPolicy(id: string, options: PolicyOptions): Policy {
  return new Policy(policyDefinition(id), options);
}

/** What all policies of a comparison are told; each takes what it has a parameter for. */
export interface SharedOptions extends Pick<PolicyOptions, 'armCount' | 'horizon' | 'rewardRange'> {
  /** The variation budget. */
  readonly variation?: number | undefined;
  /** The number of changes. */
  readonly changes?: number | undefined;
}

/** The definition that a spec names, and the options for it: its own parameters before shared ones. */
function readSpec(
  spec: string,
  shared: SharedOptions,
  definitions: readonly PolicyDefinition[],
): [PolicyDefinition, PolicyOptions] {
  const { id, params } = parseSpec(spec);
  const definition = policyDefinition(id, definitions);
  const { variation, changes, ...general } = shared;
  const accepted = definition.parameters.map((parameter) => parameter.id);
  // A spec may set parameters only, never options such as the number of arms.
  const unknown = Object.keys(params).find((name) => !accepted.includes(name));
  if (unknown !== undefined) {
    throw new ParameterError(
      `${id} has no parameter '${unknown}'; ${suggestion(unknown, accepted)}`,
    );
  }
  const options = {
    ...general,
    ...(accepted.includes('variation') ? { variation } : {}),
    ...(accepted.includes('changes') ? { changes } : {}),
    ...params,
  };
  return [definition, options];
}

/**
 * A policy as written on a command line, `id` or `id:name=value;name=value`. Its own parameters come
 * before the shared ones.
 */
export function createPolicyFromSpec(
  spec: string,
  shared: SharedOptions,
  definitions: readonly PolicyDefinition[] = policyDefinitions,
): Policy {
  return new Policy(...readSpec(spec, shared, definitions));
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
  definitions: readonly PolicyDefinition[] = policyDefinitions,
): PreparedPolicy {
  const [definition, options] = readSpec(spec, shared, definitions);
  const { settings, rewardMap, warnings } = resolveOptions(definition, options);
  return {
    definition,
    kernel: definition.kernel(settings),
    rewardMap,
    params: settings.values,
    warnings,
  };
}
