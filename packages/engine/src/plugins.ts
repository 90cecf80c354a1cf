/** A user's own policies, environments and reward laws, beside ours. */
import {
  createRewardLaw,
  type EnvironmentDefinition,
  environmentDefinitions,
  ParameterError,
  type PolicyDefinition,
  policyDefinitions,
  type RewardLaw,
  type RewardLawDefinition,
  rewardLawDefinitions,
} from '@driftline/core';

/** What a plugin module exports, by default or by these names. */
export interface PluginModule {
  readonly policies?: readonly PolicyDefinition[];
  readonly environments?: readonly EnvironmentDefinition[];
  readonly rewardLaws?: readonly RewardLawDefinition[];
}

function withoutClash<D extends { readonly id: string }>(
  kind: string,
  ours: readonly D[],
  theirs: readonly D[],
): readonly D[] {
  const all = [...ours];
  for (const definition of theirs) {
    if (all.some(({ id }) => id === definition.id)) {
      throw new ParameterError(
        `a plugin's ${kind} must have an id of its own; got '${definition.id}', which is taken`,
        'plugin-not-accepted',
      );
    }
    all.push(definition);
  }
  return all;
}

/** Everything that a spec can name. */
export class Plugins {
  readonly policies: readonly PolicyDefinition[];
  readonly environments: readonly EnvironmentDefinition[];
  readonly rewardLaws: readonly RewardLawDefinition[];

  constructor(modules: readonly PluginModule[]) {
    const all = <D>(pick: (module: PluginModule) => readonly D[] | undefined) =>
      modules.flatMap((module) => pick(module) ?? []);
    this.policies = withoutClash(
      'policy',
      policyDefinitions,
      all((module) => module.policies),
    );
    this.environments = withoutClash(
      'environment',
      environmentDefinitions,
      all((module) => module.environments),
    );
    this.rewardLaws = withoutClash(
      'reward law',
      rewardLawDefinitions,
      all((module) => module.rewardLaws),
    );
  }

  /** The reward law of a spec. */
  rewardLaw(spec: string): RewardLaw {
    return createRewardLaw(spec, this.rewardLaws);
  }
}

/** Ours alone. */
export const NO_PLUGINS: Plugins = new Plugins([]);
