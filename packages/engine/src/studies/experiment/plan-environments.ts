/** The environments of an experiment, one for each combination of their parameters and settings. */
import { type EnvironmentDefinition, type NumberParameter } from '@driftline/core';
import { usualSmoothing } from '@driftline/core/play';
import {
  type GivenValue,
  givenText,
  type ParsedSpec,
  parseSpec,
  suggestion,
  writeSpec,
} from '@driftline/core/spec';
import type { EnvironmentSource } from '../../play/comparison.ts';
import type { Plugins } from '../../play/plugins/plugins.ts';
import type { Issue, Path } from './issues.ts';
import { checkedValues, type PlacedValue } from './parameter-values.ts';
import { refusal } from './plan-policies.ts';
import type { EnvironmentMap, Experiment } from './schema.ts';
import { combinationProblem, combinations } from './sweep.ts';

/** A table of means or rewards, row by row. */
export interface MeansTable {
  readonly values: ArrayLike<number>;
  readonly armCount: number;
}

/** What of a comparison follows from one environment. */
export interface PlannedEnvironment {
  readonly name: string;
  readonly path: Path;
  readonly source: EnvironmentSource;
  readonly situation?: string;
  readonly variation?: number;
  readonly changes?: number;
  readonly rewardRange?: readonly [number, number];
}

/** What planning needs beside the file. */
interface EnvironmentNeeds {
  readonly experiment: Experiment;
  readonly plugins: Plugins;
  readonly tables: ReadonlyMap<string, MeansTable>;
  refuse(issue: Issue): void;
}

/** Numbers that may be swept over beside an environment's own parameters. */
const SETTINGS = ['horizon', 'arms', 'variation', 'changes'] as const;

/** What each of them accepts. */
const LIMITS: Readonly<Record<(typeof SETTINGS)[number], NumberParameter>> = {
  horizon: { kind: 'integer', id: 'horizon', summary: '', least: 1, most: 2 ** 31 - 1 },
  arms: { kind: 'integer', id: 'arms', summary: '', least: 1, most: 2 ** 31 - 1 },
  variation: { kind: 'number', id: 'variation', summary: '', least: 0 },
  changes: { kind: 'integer', id: 'changes', summary: '', least: 0 },
};

/** The places of all values of one setting or parameter. */
type Choices = Record<string, readonly PlacedValue[]>;

function settingChoices(entry: EnvironmentMap, path: Path, needs: EnvironmentNeeds): Choices {
  const choices: Choices = {};
  for (const setting of SETTINGS) {
    const given = entry[setting];
    if (given === undefined) continue;
    choices[setting] = checkedValues(LIMITS[setting], given, [...path, setting], needs.refuse);
  }
  if (entry.noise !== undefined) choices.noise = noiseChoices(entry.noise, path, needs);
  return choices;
}

function noiseChoices(
  noise: string | readonly string[],
  path: Path,
  { plugins, refuse }: EnvironmentNeeds,
): PlacedValue[] {
  const placed =
    typeof noise === 'string'
      ? [{ value: noise, path: [...path, 'noise'] }]
      : noise.map((value, i) => ({ value, path: [...path, 'noise', i] }));
  for (const law of placed) {
    const problem = refusal(() => plugins.rewardLaw(law.value));
    if (problem !== undefined) refuse({ path: law.path, text: `: ${problem}` });
  }
  return placed;
}

function parameterChoices(
  definition: EnvironmentDefinition,
  entry: EnvironmentMap,
  path: Path,
  needs: EnvironmentNeeds,
): Choices {
  const choices: Choices = {};
  const known = definition.parameters.map(({ id }) => id);
  for (const [name, given] of Object.entries(entry.parameters ?? {})) {
    const place = [...path, 'parameters', name];
    const parameter = definition.parameters.find(({ id }) => id === name);
    if (parameter === undefined) {
      const text = `is not a parameter of ${definition.id}; ${suggestion(name, known)}`;
      needs.refuse({ path: place, text, atKey: true });
      continue;
    }
    choices[name] = checkedValues(parameter, given, place, needs.refuse);
  }
  if (entry.fresh !== undefined) {
    if (known.includes('fresh')) {
      choices.fresh = [{ value: entry.fresh ? 1 : 0, path: [...path, 'fresh'] }];
    } else if (entry.fresh) {
      const isOurs = needs.plugins.guardOf('environment', definition.id) === undefined;
      const text = isOurs
        ? `must be false: the means of ${definition.id} are not random`
        : `must be false: ${definition.id} has no parameter fresh; if its means are random, put freshParameter of @driftline/core among its parameters`;
      needs.refuse({ path: [...path, 'fresh'], text });
    }
  }
  return choices;
}

/** The settings of one combination, read. */
type Chosen = { readonly [setting in (typeof SETTINGS)[number]]?: number } & {
  readonly noise?: string;
};

function plainValues(chosen: Readonly<Record<string, PlacedValue>>): Record<string, GivenValue> {
  return Object.fromEntries(Object.entries(chosen).map(([name, { value }]) => [name, value]));
}

/** Where a value is not what it should be, that was refused before. */
function chosenOf({ noise, ...values }: Readonly<Record<string, GivenValue>>): Chosen {
  const numbers = SETTINGS.flatMap((setting) =>
    typeof values[setting] === 'number' ? [[setting, values[setting]] as const] : [],
  );
  return {
    ...Object.fromEntries(numbers),
    ...(typeof noise === 'string' ? { noise } : {}),
  };
}

/** What distinguishes a combination from the others of its entry. */
function nameOf(
  entry: EnvironmentMap,
  base: string,
  choices: Choices,
  chosen: Readonly<Record<string, GivenValue>>,
): string {
  const chosenNames = Object.keys(choices).filter(
    (name) => entry.name === undefined || choices[name].length > 1,
  );
  const parts = chosenNames.map((name) => `${name} ${givenText(chosen[name])}`);
  return [entry.name ?? base, ...parts].join(', ');
}

function planned(
  entry: EnvironmentMap,
  name: string,
  path: Path,
  source: EnvironmentSource,
  chosen: Chosen,
  { experiment }: EnvironmentNeeds,
): PlannedEnvironment {
  const variation = chosen.variation ?? experiment.variation;
  const changes = chosen.changes ?? experiment.changes;
  const rewardRange = entry.rewardRange ?? experiment.rewardRange;
  return {
    name,
    path,
    source,
    ...(entry.situation === undefined ? {} : { situation: entry.situation }),
    ...(variation === undefined ? {} : { variation }),
    ...(changes === undefined ? {} : { changes }),
    ...(rewardRange === undefined ? {} : { rewardRange }),
  };
}

/** What a spec names, with the parameters written in it; undefined where it is refused. */
function lookUp(
  spec: string,
  path: Path,
  { plugins, refuse }: EnvironmentNeeds,
): { definition: EnvironmentDefinition; inline: ParsedSpec['params'] } | undefined {
  let parsed: ParsedSpec | undefined;
  const malformed = refusal(() => {
    parsed = parseSpec(spec);
  });
  const definition = plugins.environments.get(parsed?.id ?? '');
  if (parsed !== undefined && definition !== undefined) {
    return { definition, inline: parsed.params };
  }
  const unknown = refusal(() => plugins.environments.find(String(parsed?.id)));
  refuse({ path, text: `: ${malformed ?? unknown}` });
  return undefined;
}

function planNamed(
  entry: EnvironmentMap,
  spec: string,
  path: Path,
  needs: EnvironmentNeeds,
): PlannedEnvironment[] {
  const found = lookUp(spec, path, needs);
  if (found === undefined) return [];
  const { definition, inline } = found;
  const own = parameterChoices(definition, entry, path, needs);
  const settings = settingChoices(entry, path, needs);
  const choices = { ...prefixed('own', own), ...prefixed('set', settings) };
  return swept(choices, path, needs).map((choice) => {
    const params = { ...inline, ...plainValues(unprefixed('own', choice)) };
    const set = plainValues(unprefixed('set', choice));
    const chosen = chosenOf(set);
    const full = writeSpec(definition.id, params);
    const shown = entry.name === undefined ? settings : { ...own, ...settings };
    const name = nameOf(entry, full, shown, { ...params, ...set });
    const { arms: armCount, noise: rewards, horizon = needs.experiment.horizon } = chosen;
    const source = {
      kind: 'named' as const,
      spec: full,
      ...(armCount === undefined ? {} : { armCount }),
      ...(horizon === undefined ? {} : { horizon }),
      ...(rewards === undefined ? {} : { rewards }),
    };
    return planned(entry, name, path, source, chosen, needs);
  });
}

/** The combinations of an entry's values; none where there are too many. */
function swept(choices: Choices, path: Path, needs: EnvironmentNeeds) {
  const problem = combinationProblem(choices);
  if (problem === undefined) return combinations(choices);
  needs.refuse({ path, text: problem });
  return [];
}

/** Parameters and settings may share a name, such as `variation`. */
function prefixed(prefix: string, choices: Choices): Choices {
  return Object.fromEntries(
    Object.entries(choices).map(([name, values]) => [`${prefix}/${name}`, values]),
  );
}

function unprefixed<V>(prefix: string, chosen: Readonly<Record<string, V>>): Record<string, V> {
  const kept = Object.entries(chosen).filter(([name]) => name.startsWith(`${prefix}/`));
  return Object.fromEntries(kept.map(([name, value]) => [name.slice(prefix.length + 1), value]));
}

/** The last part of a path. */
function fileName(path: string): string {
  return path.split(/[\\/]/).pop() ?? path;
}

/** The rows of a table that are played, one for each combination of settings. */
function planTable(
  entry: EnvironmentMap,
  file: string,
  path: Path,
  needs: EnvironmentNeeds,
  sourceOf: (values: number[], armCount: number, chosen: Chosen) => EnvironmentSource,
): PlannedEnvironment[] {
  const table = needs.tables.get(file);
  if (table === undefined) throw new Error(`the table ${file} was not read`);
  const settings = settingChoices(entry, path, needs);
  const rows = table.values.length / table.armCount;
  return swept(settings, path, needs).flatMap((choice) => {
    const chosen = chosenOf(plainValues(choice));
    const horizon = chosen.horizon ?? needs.experiment.horizon ?? rows;
    if (horizon > rows) {
      const limit = `at most ${rows}, the rows of ${file}; got ${horizon}`;
      const own = choice.horizon?.path;
      needs.refuse(
        own === undefined
          ? { path, text: `must have a horizon of ${limit}` }
          : { path: own, text: `must be ${limit}` },
      );
      return [];
    }
    const values = Array.from({ length: horizon * table.armCount }, (_, i) => table.values[i]);
    const source = sourceOf(values, table.armCount, chosen);
    const name = nameOf(entry, fileName(file), settings, plainValues(choice));
    return [planned(entry, name, path, source, chosen, needs)];
  });
}

/** Refuses settings that an entry can't have. */
function refuseKeys(
  entry: EnvironmentMap,
  keys: readonly (keyof EnvironmentMap)[],
  text: string,
  path: Path,
  { refuse }: EnvironmentNeeds,
): void {
  for (const key of keys) {
    if (entry[key] !== undefined) refuse({ path: [...path, key], text, atKey: true });
  }
}

/** What only recorded rewards have. */
const OF_REWARDS = ['unit', 'against', 'smoothing', 'rotated'] as const;

function planMeans(
  entry: EnvironmentMap,
  file: string,
  path: Path,
  needs: EnvironmentNeeds,
): PlannedEnvironment[] {
  if (entry.noise === undefined) {
    const text = 'must have noise beside means, such as bernoulli, gaussian or pareto';
    needs.refuse({ path, text });
    return [];
  }
  const text = 'goes with an environment, not with a table of means';
  refuseKeys(entry, ['parameters', 'arms', 'fresh'], text, path, needs);
  return planTable(entry, file, path, needs, (values, armCount, { noise = 'bernoulli' }) => ({
    kind: 'means',
    name: fileName(file),
    values,
    armCount,
    rewards: noise,
  }));
}

function planRewards(
  entry: EnvironmentMap,
  file: string,
  path: Path,
  needs: EnvironmentNeeds,
): PlannedEnvironment[] {
  const text = 'does not go with recorded rewards, which are played as they are';
  refuseKeys(entry, ['parameters', 'arms', 'fresh', 'noise'], text, path, needs);
  const { unit, against = 'fixed', rotated = true } = entry;
  return planTable(entry, file, path, needs, (values, armCount) => {
    const slots = values.length / armCount;
    const smoothing = entry.smoothing ?? usualSmoothing(slots);
    if (smoothing > slots) {
      const limit = `must be at most ${slots}, the slots that are played; got ${smoothing}`;
      needs.refuse({ path: [...path, 'smoothing'], text: limit });
    }
    return {
      kind: 'rewards',
      name: fileName(file),
      values,
      armCount,
      ...(unit === undefined ? {} : { unit }),
      against,
      smoothing,
      rotated,
    };
  });
}

/** All environments in their order. */
export function planEnvironments(needs: EnvironmentNeeds): PlannedEnvironment[] {
  return needs.experiment.environments.flatMap((written, i) => {
    const path = ['environments', i];
    const entry: EnvironmentMap = typeof written === 'string' ? { environment: written } : written;
    const { environment, means, rewards } = entry;
    if ([environment, means, rewards].filter((given) => given !== undefined).length !== 1) {
      needs.refuse({ path, text: 'must have one of environment, means and rewards' });
      return [];
    }
    if (rewards !== undefined) return planRewards(entry, rewards, path, needs);
    const recorded = 'goes with recorded rewards only';
    refuseKeys(entry, OF_REWARDS, recorded, path, needs);
    if (means !== undefined) return planMeans(entry, means, path, needs);
    return planNamed(entry, environment ?? '', path, needs);
  });
}
