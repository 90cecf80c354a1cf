/** The environments of an experiment, one for each combination of their parameters and settings. */
import type { EnvironmentDefinition } from '@driftline/core';
import {
  type GivenValue,
  givenText,
  type ParsedSpec,
  parseSpec,
  suggestion,
  writeSpec,
} from '@driftline/core/spec';
import type { EnvironmentSource, RecordedContexts } from '../../play/comparison.ts';
import { contexts } from '../../play/contexts.ts';
import type { Plugins } from '../../play/plugins/plugins.ts';
import { labelOf } from '../../request/comparison.ts';
import {
  type ComparisonRequest,
  type EnvironmentKind,
  type Field,
  type FieldId,
  fieldEntries,
} from '../../request/fields.ts';
import { type AskedTable, type Asker, kindAsked, sourceOf } from '../../request/rules.ts';
import { numberParameter } from '../../request/values.ts';
import type { Issue, Path } from './issues.ts';
import { checkedValues, type PlacedValue } from './parameter-values.ts';
import { refusal } from './plan-policies.ts';
import type { EnvironmentMap, Experiment, Numbers } from './schema.ts';
import { combinationProblem, combinations } from './sweep.ts';

/** A table of means or rewards, row by row. */
export type MeansTable = Omit<AskedTable, 'name'>;

/** One environment, what is asked for on it, and where that was written. */
export interface PlannedEnvironment {
  readonly name: string;
  /** The name that was written, if it is not what the environment is called by itself. */
  readonly label?: string;
  readonly path: Path;
  readonly request: ComparisonRequest;
  readonly source: EnvironmentSource;
}

/** What planning needs beside the file. */
interface EnvironmentNeeds {
  readonly experiment: Experiment;
  readonly plugins: Plugins;
  readonly tables: ReadonlyMap<string, MeansTable>;
  readonly recorded: ReadonlyMap<string, RecordedContexts>;
  refuse(issue: Issue): void;
}

/** What is written at a key, of an environment or of the whole file. */
function writtenAt(map: object, { file }: Field): unknown {
  return (map as Readonly<Record<string, unknown>>)[file.key];
}

function isNumeric({ value: { kind } }: Field): boolean {
  return kind === 'integer' || kind === 'number';
}

/** Settings that may be swept over beside an environment's own parameters: numbers, then words. */
const SWEPT = fieldEntries
  .filter(([, { file }]) => file.sweeps)
  .toSorted(([, a], [, b]) => Number(!isNumeric(a)) - Number(!isNumeric(b)));

/** The places of all values of one setting or parameter. */
type Choices = Record<string, readonly PlacedValue[]>;

function settingChoices(entry: EnvironmentMap, path: Path, needs: EnvironmentNeeds): Choices {
  const choices: Choices = {};
  for (const [id, field] of SWEPT) {
    const { key } = field.file;
    const written = writtenAt(entry, field);
    if (written === undefined) continue;
    const { value } = field;
    choices[key] =
      value.kind === 'integer' || value.kind === 'number'
        ? checkedValues(
            numberParameter(key, value),
            written as Numbers,
            [...path, key],
            needs.refuse,
          )
        : wordChoices(id, written as string | readonly string[], [...path, key], needs);
  }
  return choices;
}

function wordChoices(
  id: FieldId,
  words: string | readonly string[],
  path: Path,
  { plugins, refuse }: EnvironmentNeeds,
): PlacedValue[] {
  const placed =
    typeof words === 'string'
      ? [{ value: words, path }]
      : words.map((value, i) => ({ value, path: [...path, i] }));
  if (id !== 'law') return placed;
  for (const law of placed) {
    const problem = refusal(() => plugins.rewardLaw(law.value));
    if (problem !== undefined) refuse({ path: law.path, text: `: ${problem}` });
  }
  return placed;
}

/** The facts of an environment that planning needs, with contexts or without. */
type KnownEnvironment = Pick<EnvironmentDefinition, 'id' | 'parameters'>;

function parameterChoices(
  definition: KnownEnvironment,
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

function plainValues(chosen: Readonly<Record<string, PlacedValue>>): Record<string, GivenValue> {
  return Object.fromEntries(Object.entries(chosen).map(([name, { value }]) => [name, value]));
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

/** What a spec names, with the parameters written in it; undefined where it is refused. */
function lookUp(
  spec: string,
  path: Path,
  { plugins, refuse }: EnvironmentNeeds,
): { definition: KnownEnvironment; inline: ParsedSpec['params'] } | undefined {
  let parsed: ParsedSpec | undefined;
  const malformed = refusal(() => {
    parsed = parseSpec(spec);
  });
  const id = parsed?.id ?? '';
  const definition = plugins.environments.get(id) ?? contexts?.environments.get(id);
  if (parsed !== undefined && definition !== undefined) {
    return { definition, inline: parsed.params };
  }
  const unknown = refusal(() => plugins.environments.find(String(parsed?.id)));
  refuse({ path, text: `: ${malformed ?? unknown}` });
  return undefined;
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

/** The key of recorded contexts by the files that they were read from. */
export function contextsKey(named: {
  readonly contexts: string;
  readonly features: string | undefined;
}): string {
  return JSON.stringify([named.contexts, named.features ?? null]);
}

/** The last part of a path. */
function fileName(path: string): string {
  return path.split(/[\\/]/).pop() ?? path;
}

/** What is asked for on an environment: what stands with it, else what the file has for all of them. */
function writtenRequest(entry: EnvironmentMap, experiment: Experiment): ComparisonRequest {
  const fields = fieldEntries.flatMap(([id, field]) => {
    // Policies are planned separately; the file's name is not an environment's.
    if (id === 'policies' || id === 'name' || field.file.sweeps) return [];
    return [[id, writtenAt(entry, field) ?? writtenAt(experiment, field)]];
  });
  return Object.fromEntries(fields);
}

/** The settings of one combination. Where a value is not what it should be, that was refused before. */
function chosenRequest(
  chosen: Readonly<Record<string, GivenValue>>,
  experiment: Experiment,
): ComparisonRequest {
  const fields = SWEPT.flatMap(([id, field]) => {
    const wanted = isNumeric(field) ? 'number' : 'string';
    const value = chosen[field.file.key] ?? writtenAt(experiment, field);
    return typeof value === wanted ? [[id, value]] : [];
  });
  return Object.fromEntries(fields);
}

/** Mistakes are reported at the place of the field: of the value chosen, in the entry, or for the whole file. */
function askerAt(
  path: Path,
  entry: EnvironmentMap,
  { experiment, refuse }: EnvironmentNeeds,
  chosen: Readonly<Record<string, PlacedValue>> = {},
): Asker {
  const placeOf = (id: FieldId): Path => {
    const [, field] = fieldEntries.find(([known]) => known === id) ?? [];
    if (field === undefined) return path;
    const { key } = field.file;
    if (chosen[key] !== undefined) return chosen[key].path;
    if (writtenAt(entry, field) !== undefined) return [...path, key];
    return writtenAt(experiment, field) === undefined ? path : [key];
  };
  return {
    asking: 'file',
    refuse: ({ field, text, misplaced }) =>
      refuse({
        path: field === undefined ? path : placeOf(field),
        text,
        ...(misplaced ? { atKey: true } : {}),
      }),
  };
}

/** The table that an entry names; undefined where it names an environment. */
function tableOf(
  { means, rewards, contexts: named, features }: EnvironmentMap,
  { tables, recorded }: EnvironmentNeeds,
): AskedTable | undefined {
  const file = means ?? rewards;
  if (file === undefined) return undefined;
  const table = tables.get(file);
  if (table === undefined) throw new Error(`the table ${file} was not read`);
  const read =
    named === undefined ? undefined : recorded.get(contextsKey({ contexts: named, features }));
  const { values, armCount } = table;
  return {
    name: fileName(file),
    values,
    armCount,
    ...(read === undefined ? {} : { contexts: read }),
  };
}

/** What an entry is called and asks for before anything is chosen. */
interface EntryBase {
  readonly entry: EnvironmentMap;
  readonly path: Path;
  /** Of an environment that is named: what it is, and the parameters in its name. */
  readonly named: ReturnType<typeof lookUp>;
  readonly own: Choices;
  readonly settings: Choices;
}

/** One environment of an entry; none where a mistake was refused. */
function planChoice(
  { entry, path, named, own, settings }: EntryBase,
  choice: Readonly<Record<string, PlacedValue>>,
  needs: EnvironmentNeeds,
): PlannedEnvironment[] {
  const { experiment } = needs;
  const placed = unprefixed('set', choice);
  const set = plainValues(placed);
  const params = { ...named?.inline, ...plainValues(unprefixed('own', choice)) };
  const environment = named && writeSpec(named.definition.id, params);
  const asked = {
    ...writtenRequest(entry, experiment),
    ...chosenRequest(set, experiment),
    environment,
  };
  const table = tableOf(entry, needs);
  const source = sourceOf(asked, table, askerAt(path, entry, needs, placed));
  if (source === undefined) return [];
  const shown = entry.name === undefined ? settings : { ...own, ...settings };
  const base = environment ?? table?.name ?? '';
  const name = nameOf(entry, base, shown, { ...params, ...set });
  return [{ name, ...labelOf(entry.name, base), path, source, request: { ...asked, name } }];
}

function planEntry(
  entry: EnvironmentMap,
  kind: EnvironmentKind,
  path: Path,
  needs: EnvironmentNeeds,
): PlannedEnvironment[] {
  const named = kind === 'named' ? lookUp(entry.environment ?? '', path, needs) : undefined;
  if (kind === 'named' && named === undefined) return [];
  const own = named === undefined ? {} : parameterChoices(named.definition, entry, path, needs);
  const settings = settingChoices(entry, path, needs);
  const choices = { ...prefixed('own', own), ...prefixed('set', settings) };
  const base = { entry, path, named, own, settings };
  return swept(choices, path, needs).flatMap((choice) => planChoice(base, choice, needs));
}

/** Which fields an entry has. */
function fieldsOf(entry: EnvironmentMap): { readonly [Id in FieldId]?: unknown } {
  return Object.fromEntries(fieldEntries.map(([id, field]) => [id, writtenAt(entry, field)]));
}

/** All environments in their order. */
export function planEnvironments(needs: EnvironmentNeeds): PlannedEnvironment[] {
  return needs.experiment.environments.flatMap((written, i) => {
    const path = ['environments', i];
    const entry: EnvironmentMap = typeof written === 'string' ? { environment: written } : written;
    const kind = kindAsked(fieldsOf(entry), askerAt(path, entry, needs));
    return kind === undefined ? [] : planEntry(entry, kind, path, needs);
  });
}
