/** A user's own policies, environments and reward laws, beside ours. */
import type {
  Catalogue,
  EnvironmentDefinition,
  PolicyDefinition,
  RewardLaw,
  RewardLawDefinition,
} from '@driftline/core';
import type { ContextualPolicyDefinition } from '@driftline/core/contextual';
import {
  contextualIds,
  createRewardLaw,
  environmentCatalogue,
  lawCatalogue,
  ParameterError,
  policyCatalogue,
} from '@driftline/core/play';
import { guardedEnvironment } from './guarded-environment.ts';
import { guardedPolicy } from './guarded-policy.ts';
import { guardedRewardLaw } from './guarded-rewards.ts';
import { Guard, type PluginKind, type PluginOrigin } from './plugin-error.ts';

/** What a plugin module exports, by default or by these names. */
export interface PluginModule {
  readonly policies?: readonly PolicyDefinition[];
  /** Checked by `driftline check`, and for programs. Commands that simulate do not play them. */
  readonly contextualPolicies?: readonly ContextualPolicyDefinition[];
  readonly environments?: readonly EnvironmentDefinition[];
  readonly rewardLaws?: readonly RewardLawDefinition[];
}

/** Refuses ids of policies that are taken by a policy of either kind. */
function refuseTaken(policies: Catalogue<PolicyDefinition>, contextual: readonly string[]): void {
  const ids = [...contextualIds, ...contextual];
  const taken = ids.find((id, i) => policies.get(id) !== undefined || ids.indexOf(id) < i);
  if (taken === undefined) return;
  throw new ParameterError(
    `a policy must have a unique id, with a context or without; got '${taken}' twice`,
    'plugin-not-accepted',
  );
}

/** Everything that a spec can name. What plugins bring is checked whenever it is called. */
export class Plugins {
  readonly policies: Catalogue<PolicyDefinition>;
  readonly environments: Catalogue<EnvironmentDefinition>;
  readonly rewardLaws: Catalogue<RewardLawDefinition>;

  /** By kind and id. */
  readonly #guards = new Map<string, Guard>();

  /** @param origins - where each module comes from, for what is said of it; unnamed ones are numbered */
  constructor(modules: readonly PluginModule[], origins: readonly PluginOrigin[] = []) {
    const all = <D extends { readonly id: string }>(
      kind: PluginKind,
      pick: (module: PluginModule) => readonly D[] | undefined,
      guarded: (definition: D, guard: Guard) => D,
    ) =>
      modules.flatMap((module, i) =>
        (pick(module) ?? []).map((definition) => {
          const guard = new Guard(origins[i] ?? { file: String(i + 1) }, kind, definition.id);
          this.#guards.set(`${kind} ${definition.id}`, guard);
          return guarded(definition, guard);
        }),
      );
    const contextual = modules
      .flatMap(({ contextualPolicies = [] }) => contextualPolicies)
      .map(({ id }) => id);
    this.policies = policyCatalogue.with(
      all('policy', (module) => module.policies, guardedPolicy),
      contextual,
    );
    refuseTaken(this.policies, contextual);
    this.environments = environmentCatalogue.with(
      all('environment', (module) => module.environments, guardedEnvironment),
    );
    this.rewardLaws = lawCatalogue.with(
      all('reward law', (module) => module.rewardLaws, guardedRewardLaw),
    );
  }

  /** By what a definition's plugin is blamed; undefined for ours. */
  guardOf(kind: PluginKind, id: string): Guard | undefined {
    return this.#guards.get(`${kind} ${id}`);
  }

  /**
   * What to throw where an environment could not be made: means and rewards that do not go together are
   * the plugin's fault, which is known only when both are there.
   */
  environmentError(id: string, error: unknown): unknown {
    const guard = this.guardOf('environment', id);
    const unfit = error instanceof ParameterError && error.code === 'means-out-of-range';
    return guard !== undefined && unfit
      ? guard.failed('means', `and its rewards do not fit: ${error.message}`)
      : error;
  }

  /** The reward law of a spec. */
  rewardLaw(spec: string): RewardLaw {
    return createRewardLaw(spec, this.rewardLaws);
  }
}

/** Ours alone. */
export const NO_PLUGINS: Plugins = new Plugins([]);
