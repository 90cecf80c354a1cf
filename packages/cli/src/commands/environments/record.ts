/** Environments as plain data: all that there are, and one with everything settled. */

import {
  createEnvironment,
  createRewardLaw,
  type Environment,
  type EnvironmentDefinition,
  SpecValues,
  type Warning,
} from '@driftline/core';
import { variationWarning } from '@driftline/core/play';
import { parseSpec } from '@driftline/core/spec';
import { type ComparisonRequest, FIELDS } from '@driftline/engine/request';
import { type Definitions, OURS } from '../../shared/plugins.ts';
import { statedBudgetText } from '../../shared/warnings.ts';
import { contextsListRecord } from './contextual.ts';

/** What an environment can be given beside its parameters. */
export type EnvironmentRequest = Pick<
  ComparisonRequest,
  'horizon' | 'arms' | 'dimension' | 'seed' | 'law'
>;

/** A parameter's value, read and checked. */
export type ParameterValue = ReturnType<SpecValues['resolved']>[string];

/** One environment with everything settled. */
export interface DescribedEnvironment {
  readonly environment: Environment;
  readonly definition: EnvironmentDefinition;
  readonly params: Readonly<Record<string, ParameterValue>>;
  readonly seed: number;
}

/** Makes an environment from its written form. */
export function describeEnvironment(
  spec: string,
  request: EnvironmentRequest,
  definitions: Definitions = OURS,
): DescribedEnvironment {
  const { environments, rewardLaws } = definitions;
  const { arms: armCount, horizon, seed = FIELDS.seed.default } = request;
  const { id, params } = parseSpec(spec);
  const definition = environments.get(id);
  const law = request.law ?? definition?.law;
  const rewards = law === undefined ? undefined : createRewardLaw(law, rewardLaws);
  const options = { armCount, horizon, seed, rewards, definitions: environments };
  let environment: Environment;
  try {
    environment = createEnvironment(spec, options);
  } catch (error) {
    throw definitions.environmentError?.(id, error) ?? error;
  }
  if (definition === undefined) throw new Error(`${id} was made but is not listed`);
  const values = new SpecValues(id, definition.parameters, params);
  return { environment, definition, params: values.resolved(), seed };
}

/** What a user of this environment should know. */
export function environmentWarnings({ environment }: DescribedEnvironment): Warning[] {
  const { means, statedVariation } = environment;
  if (statedVariation === undefined) return [];
  const truth = means.totalVariation();
  const warning = variationWarning(truth, statedVariation);
  if (warning === undefined) return [];
  const shown = Number(truth.toPrecision(10));
  return [{ ...warning, message: statedBudgetText(shown, statedVariation) }];
}

/** An environment as plain data. */
export function environmentRecord(described: DescribedEnvironment) {
  const { environment, definition, params, seed } = described;
  const { means, law } = environment;
  return {
    environment: environment.name,
    id: definition.id,
    name: definition.name,
    summary: definition.summary,
    params,
    horizon: means.horizon,
    arms: means.armCount,
    seed,
    fresh: environment.fresh,
    rewards: { id: law.id, params: law.params, rewardRange: law.rewardRange },
    variation: { stated: environment.statedVariation ?? null, true: means.totalVariation() },
    ...(environment.statedChanges === undefined
      ? {}
      : { changes: { stated: environment.statedChanges } }),
    ...(means.moves === undefined ? {} : { moves: means.moves, benchmark: means.benchmark }),
    bestArmSwitches: means.bestArmSwitches(),
    meanRange: means.range(),
    notes: definition.notes ?? [],
    warnings: environmentWarnings(described),
  };
}

/** All environments and reward laws. */
export function environmentListRecord({ environments, rewardLaws }: Definitions = OURS) {
  return {
    environments: environments.list.map((definition) => {
      const {
        id,
        name,
        summary,
        notes = [],
        armCount,
        horizon,
        law,
        parameters,
        moves,
      } = definition;
      return {
        id,
        name,
        summary,
        notes,
        ...(moves === undefined ? {} : { moves }),
        arms: armCount,
        horizon,
        rewards: law,
        parameters,
      };
    }),
    contextual: contextsListRecord(),
    rewardLaws: rewardLaws.list.map(
      ({ id, name, summary, parameters, rewardRange, meanRange = null }) => ({
        id,
        name,
        summary,
        parameters,
        rewardRange,
        meanRange,
      }),
    ),
  };
}
