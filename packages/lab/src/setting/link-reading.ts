/** Checks what a link holds, field by field: anyone can write a link. */
import {
  createRewardLaw,
  environmentCatalogue,
  ParameterError,
  policyCatalogue,
} from '@driftline/core';
import { fleetIds, isBounded, LARGEST_MAGNITUDE, nearest, parseSpec } from '@driftline/core/spec';
import type { EnvironmentSource, RecordedRewards } from '@driftline/engine/play';
import {
  type AskedTable,
  type Asker,
  type ComparisonRequest,
  checkData,
  type EnvironmentKind,
  FIELDS,
  type FieldId,
  type FieldValue,
  fieldEntries,
  given,
  isFieldOf,
  kindAsked,
  recordedPlay,
  shownData,
  sourceOf,
} from '@driftline/engine/request';
import { checkSize, MOST_ARMS, MOST_NUMBERS, MOST_POLICIES, MOST_SLOTS } from './limits.ts';
import { pageValue } from './page-fields.ts';
import type { ChosenEnvironment, OtherFields, PolicyChoice, Setting } from './setting.ts';

/** The version that is written; others are refused. */
const LINK_VERSION = 1;

/** What links call the environment. Version 0.1 called it so, and its links keep opening. */
const ENVIRONMENT_KEY = 'world';

/** A link can't be used: the message goes on from "This link". */
export class LinkError extends Error {
  override readonly name = 'LinkError';
}

/** Recorded rewards whose numbers come with the page. */
interface NamedTable extends Omit<RecordedRewards, 'name' | 'values' | 'armCount'> {
  readonly table: string;
  readonly slots: number;
}

/** A setting whose numbers may come with the page. */
export interface LinkedSetting extends Omit<Setting, 'environment'> {
  readonly environment: ChosenEnvironment | NamedTable;
}

const MOST_KNOTS = 1000;
const LONGEST_TEXT = 100_000;
const LONGEST_NAME = 200;

type Fields = Readonly<Record<string, unknown>>;

function refuse(what: string): never {
  throw new LinkError(`can’t be used: ${what}`);
}

/** A map with these keys and no others. */
function fieldsOf(value: unknown, path: string, known: readonly string[]): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return refuse(`${path} must be a map; got ${shownData(value)}`);
  }
  const unknown = Object.keys(value).find((key) => !known.includes(key));
  if (unknown !== undefined) {
    const isElsewhere = fieldEntries.some(([id, { link }]) => id === unknown && link === null);
    const where = isElsewhere ? 'only the command line supports' : 'this page does not know';
    return refuse(`${path} has ‘${unknown}’, which ${where}`);
  }
  return value as Fields;
}

function numberAt(value: unknown, path: string): number {
  if (typeof value === 'number' && isBounded(value)) return value;
  const limit = typeof value === 'number' ? ` of at most ${LARGEST_MAGNITUDE} in size` : '';
  return refuse(`${path} must be a number${limit}; got ${shownData(value)}`);
}

function integerAt(value: unknown, path: string, least: number, most: number): number {
  if (Number.isSafeInteger(value) && Number(value) >= least && Number(value) <= most) {
    return Number(value);
  }
  return refuse(`${path} must be an integer from ${least} to ${most}; got ${shownData(value)}`);
}

function textAt(value: unknown, path: string, longest = LONGEST_NAME): string {
  if (typeof value === 'string' && value !== '' && value.length <= longest) return value;
  return refuse(`${path} must be a text of 1 to ${longest} characters; got ${shownData(value)}`);
}

function listAt(value: unknown, path: string, least: number, most: number): readonly unknown[] {
  if (Array.isArray(value) && value.length >= least && value.length <= most) return value;
  return refuse(`${path} must be a list of ${least} to ${most} items; got ${shownData(value)}`);
}

function wordAt<W extends string>(value: unknown, path: string, words: readonly W[]): W {
  const word = words.find((known) => known === value);
  return word ?? refuse(`${path} must be one of ${words.join(', ')}; got ${shownData(value)}`);
}

/** What the library says is wrong; it names the thing, what is accepted and what came. */
function inItsWords<T>(path: string, make: () => T): T {
  try {
    return make();
  } catch (error) {
    if (error instanceof ParameterError) return refuse(`${path}: ${error.message}`);
    throw error;
  }
}

function lawAt(value: unknown, path: string): string {
  const law = textAt(value, path);
  inItsWords(path, () => createRewardLaw(law));
  return law;
}

/** A spec of something that this page has. */
function specAt(value: unknown, path: string, what: string, known: readonly string[]): string {
  const spec = textAt(value, path, LONGEST_TEXT);
  const { id } = inItsWords(path, () => parseSpec(spec));
  if (known.includes(id)) return spec;
  if (fleetIds.includes(id)) {
    refuse(`it names ‘${id}’, a rule for several players, which only the command line supports`);
  }
  const guess = nearest(id, known);
  const hint = guess === undefined ? '' : `; did you mean ‘${guess}’?`;
  return refuse(`it names the ${what} ‘${id}’, which this page does not have${hint}`);
}

const ENVIRONMENTS = environmentCatalogue.ids;
const POLICIES = policyCatalogue.ids;

/** Text that more is to be known of than that it is one. */
const TEXTS: { readonly [Id in FieldId]?: (value: unknown, path: string) => string } = {
  environment: (value, path) => specAt(value, path, 'environment', ENVIRONMENTS),
  law: lawAt,
};

/** One field of the table, as a link has it. */
function contentAt(id: FieldId, data: unknown, path: string): unknown {
  const value: FieldValue = pageValue(id);
  if (value.kind === 'text') return (TEXTS[id] ?? textAt)(data, path);
  try {
    return checkData(value, data, path);
  } catch (error) {
    if (error instanceof ParameterError) return refuse(error.message);
    throw error;
  }
}

/** The fields of the table that links have with an environment of a kind, or beside it. */
function linkedFields(kind?: EnvironmentKind): readonly (readonly [FieldId, string])[] {
  return fieldEntries.flatMap(([id, { link }]) => {
    if (link === null || (link.in === 'environment') !== (kind !== undefined)) return [];
    return kind === undefined || isFieldOf(id, kind) ? [[id, link.key] as const] : [];
  });
}

/** What a link asks for of the table of fields; what it does not hold is left to its default. */
function requestIn(fields: Fields, kind?: EnvironmentKind): ComparisonRequest {
  const asked = linkedFields(kind).flatMap(([id, key]) => {
    // Policies have colours here.
    if (fields[key] === undefined || id === 'policies') return [];
    return [[id, contentAt(id, fields[key], kind === undefined ? key : `environment.${key}`)]];
  });
  return Object.fromEntries(asked);
}

/** Mistakes in an environment that a link holds. */
const linkAsker: Asker = {
  asking: 'page',
  refuse({ field, text }) {
    const link = field === undefined ? null : FIELDS[field].link;
    const place = link === null ? 'environment' : `environment.${link.key}`;
    refuse(`${place}${text.startsWith(':') ? '' : ' '}${text}`);
  },
};

/** The fields of an environment of a kind, and others that only links have. */
function environmentFields(value: unknown, kind: EnvironmentKind, others: readonly string[] = []) {
  const known = linkedFields(kind).map(([, key]) => key);
  const fields = fieldsOf(value, 'environment', ['kind', ...known, ...others]);
  return { fields, request: requestIn(fields, kind) };
}

/** The environment that is asked for, by the rules of the command line. */
function sourceAsked(request: ComparisonRequest, table?: AskedTable): EnvironmentSource {
  kindAsked(request, linkAsker);
  return sourceOf(request, table, linkAsker) ?? refuse('the environment can’t be built');
}

function namedEnvironment(value: unknown): ChosenEnvironment {
  const source = sourceAsked(environmentFields(value, 'named').request);
  if (source.kind !== 'named') return source;
  const definition = environmentCatalogue.get(parseSpec(source.spec).id);
  if (definition !== undefined) {
    const { armCount, horizon } = { ...definition, ...source };
    inItsWords('environment', () => checkSize(definition, armCount, horizon));
  }
  return source;
}

function knotsAt(value: unknown): number[][] {
  const knots = listAt(value, 'environment.knots', 1, MOST_ARMS).map((arm, i) =>
    listAt(arm, `environment.knots[${i}]`, 1, MOST_KNOTS).map((knot, k) =>
      numberAt(knot, `environment.knots[${i}][${k}]`),
    ),
  );
  if (knots.some((arm) => arm.length !== knots[0].length)) {
    const counts = knots.map((arm) => arm.length);
    refuse(
      `environment.knots must have the same number of knots for each arm; got ${shownData(counts)}`,
    );
  }
  return knots;
}

function drawnEnvironment(value: unknown): ChosenEnvironment {
  const fields = fieldsOf(value, 'environment', ['kind', 'knots', 'horizon', 'rewards']);
  const knots = knotsAt(fields.knots);
  const { horizon, law } = requestIn(fields, 'means');
  if (horizon === undefined) return refuse('environment.horizon must be given');
  if (law === undefined) return refuse('environment.rewards must be given');
  if (knots.length * horizon > MOST_NUMBERS) {
    refuse(
      `environment must have at most ${MOST_NUMBERS} means; got ${knots.length} arms times ${horizon} slots`,
    );
  }
  return { kind: 'drawn', knots, horizon, rewards: law };
}

/** The numbers of a table, and how many columns it has. */
function numbersOf(fields: Fields): { values: number[]; armCount: number } {
  const armCount = integerAt(fields.armCount, 'environment.armCount', 1, MOST_ARMS);
  const values = listAt(fields.values, 'environment.values', armCount, MOST_NUMBERS).map(
    (value, i) => numberAt(value, `environment.values[${i}]`),
  );
  if (values.length % armCount !== 0) {
    refuse(`environment.values must be rows of ${armCount} numbers; got ${values.length} in all`);
  }
  return { values, armCount };
}

/** A table that the link itself holds. */
function tableEnvironment(value: unknown, kind: 'means' | 'rewards'): ChosenEnvironment {
  const { fields, request } = environmentFields(value, kind, ['values']);
  return sourceAsked(request, { name: request[kind] ?? '', ...numbersOf(fields) });
}

/** A table that comes with the page. */
function namedTable(value: unknown, tables: readonly string[]): NamedTable {
  const { fields, request } = environmentFields(value, 'rewards', ['table', 'slots']);
  const table = wordAt(fields.table, 'environment.table', tables);
  const slots = integerAt(fields.slots, 'environment.slots', 1, MOST_SLOTS);
  const play = recordedPlay(request, slots, linkAsker) ?? refuse('the environment can’t be built');
  return { kind: 'rewards', ...play, table, slots };
}

function environmentOf(value: unknown, tables: readonly string[]): LinkedSetting['environment'] {
  const fields: Fields = typeof value === 'object' && value !== null ? (value as Fields) : {};
  const kind = wordAt(fields.kind ?? value, 'environment.kind', KINDS);
  switch (kind) {
    case 'named':
      return namedEnvironment(value);
    case 'drawn':
      return drawnEnvironment(value);
    case 'means':
      return tableEnvironment(value, kind);
    case 'rewards':
      return 'table' in fields ? namedTable(value, tables) : tableEnvironment(value, kind);
  }
}

const KINDS = ['named', 'drawn', 'means', 'rewards'] as const;

function policyAt(value: unknown, path: string): PolicyChoice {
  const fields = fieldsOf(value, path, ['spec', 'style']);
  const spec = specAt(fields.spec, `${path}.spec`, 'policy', POLICIES);
  return { spec, style: integerAt(fields.style, `${path}.style`, 0, MOST_POLICIES - 1) };
}

function policiesOf(value: unknown): PolicyChoice[] {
  const policies = listAt(value, 'policies', 0, MOST_POLICIES).map((policy, i) =>
    policyAt(policy, `policies[${i}]`),
  );
  if (new Set(policies.map(({ style }) => style)).size < policies.length) {
    refuse('each policy must have its own style');
  }
  return policies;
}

const namesOf = (value: unknown) =>
  listAt(value, 'armNames', 1, MOST_ARMS).map((name, i) => textAt(name, `armNames[${i}]`));

/** Refuses what another version wrote. */
function checkVersion(value: unknown): void {
  const version =
    typeof value === 'object' && value !== null && 'version' in value ? value.version : undefined;
  if (version === LINK_VERSION) return;
  if (typeof version === 'number' && version > LINK_VERSION) {
    throw new LinkError(
      `was made by a newer version of this page (format ${version}; this page reads ${LINK_VERSION}); update Driftline to open it`,
    );
  }
  refuse('it has no version that this page can read');
}

const KEYS = ['version', ENVIRONMENT_KEY, 'armNames', ...linkedFields().map(([, key]) => key)];

/** A setting as a link holds it, with its version. */
export function writtenForm({ environment, ...rest }: LinkedSetting): object {
  return { version: LINK_VERSION, [ENVIRONMENT_KEY]: environment, ...rest };
}

/**
 * The setting that a link holds.
 *
 * @param tables - the names of tables that come with the page
 * @throws LinkError that names what is wrong
 */
export function readLinked(value: unknown, tables: readonly string[]): LinkedSetting {
  checkVersion(value);
  const fields = fieldsOf(value, 'the setting', KEYS);
  const { replications, seed, ...rest } = requestIn(fields) as OtherFields;
  return {
    environment: environmentOf(fields[ENVIRONMENT_KEY], tables),
    ...given({ armNames: fields.armNames === undefined ? undefined : namesOf(fields.armNames) }),
    policies: policiesOf(fields.policies),
    ...rest,
    replications: replications ?? FIELDS.replications.default,
    seed: seed ?? FIELDS.seed.default,
  };
}
