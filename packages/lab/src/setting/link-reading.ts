/** Checks what a link holds, field by field: anyone can write a link. */
import {
  createRewardLaw,
  environmentCatalogue,
  ParameterError,
  policyCatalogue,
} from '@driftline/core';
import { isBounded, LARGEST_MAGNITUDE, nearest, parseSpec } from '@driftline/core/spec';
import type { RecordedRewards } from '@driftline/engine/play';
import {
  checkSize,
  MOST_ARMS,
  MOST_NUMBERS,
  MOST_POLICIES,
  MOST_REPLICATIONS,
  MOST_SLOTS,
} from './limits.ts';
import type { ChosenEnvironment, PolicyChoice, Setting } from './setting.ts';

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

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}

/** A map with these keys and no others. */
function fieldsOf(value: unknown, path: string, known: readonly string[]): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return refuse(`${path} must be a map; got ${shown(value)}`);
  }
  const unknown = Object.keys(value).find((key) => !known.includes(key));
  if (unknown !== undefined) return refuse(`${path} has ‘${unknown}’, which is not known here`);
  return value as Fields;
}

function numberAt(value: unknown, path: string, least = -LARGEST_MAGNITUDE): number {
  if (typeof value === 'number' && value >= least && isBounded(value)) return value;
  const isLarge = typeof value === 'number' && value >= least;
  const limit = isLarge
    ? ` of at most ${LARGEST_MAGNITUDE} in size`
    : least === -LARGEST_MAGNITUDE
      ? ''
      : ` of at least ${least}`;
  return refuse(`${path} must be a number${limit}; got ${shown(value)}`);
}

function integerAt(value: unknown, path: string, least: number, most: number): number {
  if (Number.isSafeInteger(value) && Number(value) >= least && Number(value) <= most) {
    return Number(value);
  }
  return refuse(`${path} must be an integer from ${least} to ${most}; got ${shown(value)}`);
}

function textAt(value: unknown, path: string, longest = LONGEST_NAME): string {
  if (typeof value === 'string' && value !== '' && value.length <= longest) return value;
  return refuse(`${path} must be a text of 1 to ${longest} characters; got ${shown(value)}`);
}

function listAt(value: unknown, path: string, least: number, most: number): readonly unknown[] {
  if (Array.isArray(value) && value.length >= least && value.length <= most) return value;
  return refuse(`${path} must be a list of ${least} to ${most} items; got ${shown(value)}`);
}

function wordAt<W extends string>(value: unknown, path: string, words: readonly W[]): W {
  const word = words.find((known) => known === value);
  return word ?? refuse(`${path} must be one of ${words.join(', ')}; got ${shown(value)}`);
}

function flagAt(value: unknown, path: string): boolean {
  return typeof value === 'boolean'
    ? value
    : refuse(`${path} must be true or false; got ${shown(value)}`);
}

/** A field that may be absent. */
function optional<K extends string, V>(
  fields: Fields,
  key: K,
  read: (value: unknown) => V,
): { [name in K]?: V } {
  const found: { [name in K]?: V } = {};
  if (fields[key] !== undefined) found[key] = read(fields[key]);
  return found;
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
  const guess = nearest(id, known);
  const hint = guess === undefined ? '' : `; did you mean ‘${guess}’?`;
  return refuse(`it asks for the ${what} ‘${id}’, which this page does not have${hint}`);
}

const ENVIRONMENTS = environmentCatalogue.ids;
const POLICIES = policyCatalogue.ids;

const slotsAt = (value: unknown, path: string) => integerAt(value, path, 1, MOST_SLOTS);
const armsAt = (value: unknown, path: string) => integerAt(value, path, 1, MOST_ARMS);

function namedEnvironment(value: unknown): ChosenEnvironment {
  const fields = fieldsOf(value, 'environment', ['kind', 'spec', 'armCount', 'horizon', 'rewards']);
  const spec = specAt(fields.spec, 'environment.spec', 'environment', ENVIRONMENTS);
  const rest = {
    ...optional(fields, 'armCount', (given) => armsAt(given, 'environment.armCount')),
    ...optional(fields, 'horizon', (given) => slotsAt(given, 'environment.horizon')),
    ...optional(fields, 'rewards', (given) => lawAt(given, 'environment.rewards')),
  };
  const definition = environmentCatalogue.get(parseSpec(spec).id);
  if (definition !== undefined) {
    const { armCount, horizon } = { ...definition, ...rest };
    inItsWords('environment', () => checkSize(definition, armCount, horizon));
  }
  return { kind: 'named', spec, ...rest };
}

function drawnEnvironment(value: unknown): ChosenEnvironment {
  const fields = fieldsOf(value, 'environment', ['kind', 'knots', 'horizon', 'rewards']);
  const knots = listAt(fields.knots, 'environment.knots', 1, MOST_ARMS).map((arm, i) =>
    listAt(arm, `environment.knots[${i}]`, 1, MOST_KNOTS).map((knot, k) =>
      numberAt(knot, `environment.knots[${i}][${k}]`),
    ),
  );
  if (knots.some((arm) => arm.length !== knots[0].length)) {
    const counts = knots.map((arm) => arm.length);
    refuse(`environment.knots must have equally many knots for each arm; got ${shown(counts)}`);
  }
  const horizon = slotsAt(fields.horizon, 'environment.horizon');
  if (knots.length * horizon > MOST_NUMBERS) {
    refuse(
      `environment must have at most ${MOST_NUMBERS} means; got ${knots.length} arms times ${horizon} slots`,
    );
  }
  return { kind: 'drawn', knots, horizon, rewards: lawAt(fields.rewards, 'environment.rewards') };
}

/** The numbers of a table, and how many columns it has. */
function tableOf(fields: Fields): { values: number[]; armCount: number } {
  const armCount = armsAt(fields.armCount, 'environment.armCount');
  const values = listAt(fields.values, 'environment.values', armCount, MOST_NUMBERS).map(
    (value, i) => numberAt(value, `environment.values[${i}]`),
  );
  if (values.length % armCount !== 0) {
    refuse(`environment.values must be rows of ${armCount} numbers; got ${values.length} in all`);
  }
  return { values, armCount };
}

function meansEnvironment(value: unknown): ChosenEnvironment {
  const fields = fieldsOf(value, 'environment', ['kind', 'name', 'values', 'armCount', 'rewards']);
  const name = textAt(fields.name, 'environment.name');
  return {
    kind: 'means',
    name,
    ...tableOf(fields),
    rewards: lawAt(fields.rewards, 'environment.rewards'),
  };
}

const OF_REWARDS = ['kind', 'unit', 'against', 'smoothing', 'rotated'];

/** How recorded rewards are played. */
function rewardsPlay(fields: Fields, slots: number) {
  const unit = (given: unknown) => {
    const number = numberAt(given, 'environment.unit');
    return number === 0 ? refuse('environment.unit must not be 0') : number;
  };
  return {
    kind: 'rewards',
    ...optional(fields, 'unit', unit),
    against: wordAt(fields.against, 'environment.against', ['fixed', 'smoothed']),
    smoothing: integerAt(fields.smoothing, 'environment.smoothing', 1, slots),
    rotated: flagAt(fields.rotated, 'environment.rotated'),
  } as const;
}

function rewardsEnvironment(
  value: unknown,
  tables: readonly string[],
): ChosenEnvironment | NamedTable {
  const isNamed = typeof value === 'object' && value !== null && 'table' in value;
  if (isNamed) {
    const fields = fieldsOf(value, 'environment', [...OF_REWARDS, 'table', 'slots']);
    const table = wordAt(fields.table, 'environment.table', tables);
    const slots = slotsAt(fields.slots, 'environment.slots');
    return { ...rewardsPlay(fields, slots), table, slots };
  }
  const fields = fieldsOf(value, 'environment', [...OF_REWARDS, 'name', 'values', 'armCount']);
  const table = tableOf(fields);
  const slots = table.values.length / table.armCount;
  return { ...rewardsPlay(fields, slots), name: textAt(fields.name, 'environment.name'), ...table };
}

function environmentOf(value: unknown, tables: readonly string[]): LinkedSetting['environment'] {
  const kind = typeof value === 'object' && value !== null && 'kind' in value ? value.kind : value;
  switch (wordAt(kind, 'environment.kind', ['named', 'drawn', 'means', 'rewards'])) {
    case 'named':
      return namedEnvironment(value);
    case 'drawn':
      return drawnEnvironment(value);
    case 'means':
      return meansEnvironment(value);
    case 'rewards':
      return rewardsEnvironment(value, tables);
  }
}

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
    refuse('policies must each have a style of their own');
  }
  return policies;
}

function rangeOf(value: unknown): [number, number] {
  const [low, high] = listAt(value, 'rewardRange', 2, 2).map((end, i) =>
    numberAt(end, `rewardRange[${i}]`),
  );
  return low < high ? [low, high] : refuse('rewardRange must have the lower number first');
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
  refuse('it has no version that this page knows');
}

const KEYS = [
  'version',
  ENVIRONMENT_KEY,
  'armNames',
  'policies',
  'variation',
  'changes',
  'rewardRange',
  'replications',
  'seed',
];

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
  return {
    environment: environmentOf(fields[ENVIRONMENT_KEY], tables),
    ...optional(fields, 'armNames', namesOf),
    policies: policiesOf(fields.policies),
    ...optional(fields, 'variation', (given) => numberAt(given, 'variation', 0)),
    ...optional(fields, 'changes', (given) => integerAt(given, 'changes', 0, MOST_SLOTS)),
    ...optional(fields, 'rewardRange', rangeOf),
    replications: integerAt(fields.replications, 'replications', 1, MOST_REPLICATIONS),
    seed: integerAt(fields.seed, 'seed', 0, Number.MAX_SAFE_INTEGER),
  };
}
