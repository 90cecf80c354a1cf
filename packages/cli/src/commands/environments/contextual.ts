/** Contextual environments: their listing, one as data, and one in numbers and a picture. */
import { type Environment, MeanTable, SpecValues } from '@driftline/core';
import {
  type ContextualEnvironmentDefinition,
  contextualEnvironmentCatalogue,
  createContextualEnvironment,
  createRewardLaw,
  ParameterError,
} from '@driftline/core/play';
import { parseSpec, writeSpec } from '@driftline/core/spec';
import { readable } from '@driftline/engine/numbers';
import { FIELDS } from '@driftline/engine/request';
import { type Definitions, OURS } from '../../shared/plugins.ts';
import { padRight, WIDTH } from '../../terminal/text.ts';
import type { EnvironmentRequest, ParameterValue } from './record.ts';
import { sparkline } from './sparkline.ts';

/** A contextual environment with everything settled. */
export interface DescribedContexts {
  readonly environment: Environment;
  readonly definition: ContextualEnvironmentDefinition;
  readonly params: Readonly<Record<string, ParameterValue>>;
  readonly seed: number;
}

/** Makes a contextual environment from its written form; undefined if there is none of this id. */
export function describeContexts(
  spec: string,
  request: EnvironmentRequest,
  { rewardLaws }: Definitions = OURS,
): DescribedContexts | undefined {
  const { id, params } = parseSpec(spec);
  const definition = contextualEnvironmentCatalogue.get(id);
  if (definition === undefined) return undefined;
  const { arms: armCount, dimension, horizon, law, seed = FIELDS.seed.default } = request;
  const rewards = law === undefined ? undefined : createRewardLaw(law, rewardLaws);
  const options = { armCount, dimension, horizon, seed, rewards };
  const environment = createContextualEnvironment(spec, options);
  const values = new SpecValues(id, definition.parameters, params);
  return { environment, definition, params: values.resolved(), seed };
}

/** The hidden parameters of an environment, which it has. */
function thetaOf({ environment: { means } }: DescribedContexts) {
  const { contexts } = means;
  if (contexts?.theta === undefined) throw new Error('a contextual environment hides parameters');
  return { ...contexts, theta: contexts.theta };
}

/** The hidden parameters as a table: one row per slot, one column per parameter. */
export function thetaTable(described: DescribedContexts): MeanTable {
  const { theta, blocks, dimension } = thetaOf(described);
  const width = blocks * dimension;
  const { horizon } = described.environment.means;
  if (width * horizon > 2 ** 25) {
    throw new ParameterError(
      `slots times parameters must be at most ${2 ** 25}; got ${horizon} times ${width}; use a shorter horizon`,
      'too-large',
    );
  }
  const values = new Float64Array(width * horizon);
  for (let slot = 0; slot < horizon; slot++) {
    const from = theta.at(slot, 0);
    values.set(theta.rows.subarray(from, from + width), slot * width);
  }
  return new MeanTable(values, width);
}

const pictureColumn = 10;
const mostRows = 12;

/** The hidden parameters over time. Those of arms are named by the arm and the column. */
export function thetaPicture(described: DescribedContexts): string[] {
  const { form, dimension } = thetaOf(described);
  const table = thetaTable(described);
  const limits = table.range();
  const width = WIDTH - pictureColumn;
  const shown = Math.min(table.armCount, mostRows);
  const lines = [`Parameters θ, from ${readable(limits[0])} to ${readable(limits[1])}`];
  for (let place = 0; place < shown; place++) {
    const column = place % dimension;
    const name = form === 'arms' ? `${Math.floor(place / dimension)}, ${column}` : String(column);
    lines.push(padRight(`  θ ${name}`, pictureColumn) + sparkline(table, place, limits, width));
  }
  if (shown < table.armCount) lines.push(`  and ${table.armCount - shown} more parameters`);
  return lines;
}

/** Facts about a contextual environment: a label and a text each. */
export function contextsFacts(described: DescribedContexts): (readonly [string, string])[] {
  const { environment, seed } = described;
  const { form, dimension, norm, theta } = thetaOf(described);
  const { means, law, statedVariation, fresh } = environment;
  const rows = theta.starts.length;
  return [
    form === 'arms'
      ? ['Arms', `${readable(means.armCount)}, each with separate parameters`]
      : ['Actions', `${readable(means.armCount)} in each slot, which share their parameters`],
    ['Features', `${readable(dimension)}, with norm at most ${readable(norm)}`],
    ['Horizon', `${readable(means.horizon)} slots`],
    ['Rewards', writeSpec(law.id, law.params)],
    ['True variation', `${readable(means.totalVariation())} (ℓ₂ variation of θ)`],
    ...(statedVariation === undefined
      ? []
      : [['Stated variation', readable(statedVariation)] as const]),
    ['Changes of θ', rows === means.horizon ? 'in every slot' : readable(rows - 1)],
    ['Seed', fresh ? `${seed}; these are the parameters of replication 0` : String(seed)],
  ];
}

/** A contextual environment as plain data. */
export function contextsRecord(described: DescribedContexts) {
  const { environment, definition, params, seed } = described;
  const { form, dimension, norm, theta } = thetaOf(described);
  const { means, law } = environment;
  return {
    environment: environment.name,
    id: definition.id,
    name: definition.name,
    summary: definition.summary,
    kind: 'contextual',
    form,
    params,
    horizon: means.horizon,
    arms: means.armCount,
    dimension,
    norm,
    seed,
    fresh: environment.fresh,
    rewards: { id: law.id, params: law.params, rewardRange: law.rewardRange },
    variation: { stated: environment.statedVariation ?? null, true: means.totalVariation() },
    changes: { true: theta.starts.length - 1 },
    meanRange: means.range(),
    notes: definition.notes ?? [],
  };
}

/** All contextual environments as plain data. */
export function contextsListRecord() {
  return contextualEnvironmentCatalogue.list.map((definition) => {
    const {
      id,
      name,
      summary,
      notes = [],
      form,
      armCount,
      dimension,
      horizon,
      law,
      parameters,
    } = definition;
    return {
      id,
      name,
      summary,
      notes,
      form,
      arms: armCount,
      dimension,
      horizon,
      rewards: law,
      parameters,
    };
  });
}
