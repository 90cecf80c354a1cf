/** The only list of policies. A new one is its file in `policies/`, its test, and its line here. */

import { ParameterError } from '../base/errors.ts';
import { suggestion } from '../base/nearest.ts';
import type { Warning } from '../base/warnings.ts';
import type { PolicyDefinition } from '../definitions/policy.ts';
import { adSwitch } from '../policies/ad-switch.ts';
import { adaptEve } from '../policies/adapt-eve.ts';
import { adaptiveResetting } from '../policies/adaptive-resetting.ts';
import { banditOverBandit } from '../policies/bandit-over-bandit.ts';
import { changePointThompson } from '../policies/change-point-thompson.ts';
import { cusumUcb } from '../policies/cusum-ucb.ts';
import { detectionAugmented } from '../policies/detection-augmented.ts';
import { discountedKlUcb } from '../policies/discounted-kl-ucb.ts';
import { discountedRobustMoss } from '../policies/discounted-robust-moss.ts';
import { discountedThompson } from '../policies/discounted-thompson.ts';
import { discountedUcb } from '../policies/discounted-ucb.ts';
import { exp3 } from '../policies/exp3.ts';
import { exp3R } from '../policies/exp3-r.ts';
import { exp3S } from '../policies/exp3-s.ts';
import { glrKlUcb } from '../policies/glr-kl-ucb.ts';
import { klUcb } from '../policies/kl-ucb.ts';
import { lmDsee } from '../policies/lm-dsee.ts';
import { master } from '../policies/master.ts';
import { monitoredUcb } from '../policies/monitored-ucb.ts';
import { moss } from '../policies/moss.ts';
import { oracle } from '../policies/oracle.ts';
import { oracleRestart } from '../policies/oracle-restart.ts';
import { pageHinkleyUcb } from '../policies/page-hinkley-ucb.ts';
import { resettingExp3 } from '../policies/resetting-exp3.ts';
import { resettingMoss } from '../policies/resetting-moss.ts';
import { resettingRobustMoss } from '../policies/resetting-robust-moss.ts';
import { robustMoss } from '../policies/robust-moss.ts';
import { slidingWindowKlUcb } from '../policies/sliding-window-kl-ucb.ts';
import { slidingWindowMoss } from '../policies/sliding-window-moss.ts';
import { slidingWindowRobustMoss } from '../policies/sliding-window-robust-moss.ts';
import { slidingWindowThompson } from '../policies/sliding-window-thompson.ts';
import { slidingWindowUcb } from '../policies/sliding-window-ucb.ts';
import { slidingWindowUcbSharp } from '../policies/sliding-window-ucb-sharp.ts';
import { thompson } from '../policies/thompson.ts';
import { ucb1 } from '../policies/ucb1.ts';
import { uniform } from '../policies/uniform.ts';
import type { Kernel } from '../portable/kernels/kernel.ts';
import type { RewardMap } from '../portable/play/reward-map.ts';
import { parseSpec } from '../spec/spec.ts';
import { Policy } from './policy.ts';
import { type PolicyOptions, resolveOptions } from './policy-options.ts';

/** Every policy, in the order in which listings show them: the paper's own first. */
export const policyDefinitions: readonly PolicyDefinition[] = [
  resettingMoss,
  slidingWindowMoss,
  discountedUcb,
  resettingRobustMoss,
  slidingWindowRobustMoss,
  discountedRobustMoss,
  slidingWindowUcb,
  slidingWindowUcbSharp,
  ucb1,
  moss,
  robustMoss,
  klUcb,
  slidingWindowKlUcb,
  discountedKlUcb,
  exp3,
  resettingExp3,
  exp3S,
  thompson,
  discountedThompson,
  slidingWindowThompson,
  cusumUcb,
  monitoredUcb,
  glrKlUcb,
  detectionAugmented,
  adaptiveResetting,
  changePointThompson,
  adSwitch,
  banditOverBandit,
  uniform,
  oracle,
  oracleRestart,
  // With a mark, and so after all others.
  pageHinkleyUcb,
  exp3R,
  lmDsee,
  master,
  adaptEve,
];

/** The definition with an id; an unknown id is refused with the nearest known one. */
export function policyDefinition(
  id: string,
  definitions: readonly PolicyDefinition[] = policyDefinitions,
): PolicyDefinition {
  const found = definitions.find((definition) => definition.id === id);
  if (found !== undefined) return found;
  const known = definitions.map((definition) => definition.id);
  throw new ParameterError(
    `there is no policy '${id}'; ${suggestion(id, known)}`,
    'unknown-policy',
  );
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
export interface SharedOptions
  extends Pick<PolicyOptions, 'armCount' | 'horizon' | 'rewardRange' | 'means'> {
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
  const { variation, changes, means, ...general } = shared ?? {};
  const accepted = definition.parameters.map((parameter) => parameter.id);
  // A spec may set parameters only, never options such as the number of arms.
  const unknown = Object.keys(params).find((name) => !accepted.includes(name));
  if (unknown !== undefined) {
    throw new ParameterError(
      `${id} has no parameter '${unknown}'; ${suggestion(unknown, accepted)}`,
      'unknown-parameter',
    );
  }
  const options = {
    ...general,
    ...(definition.needs === 'means' ? { means } : {}),
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
    warnings: warnings.list,
  };
}
