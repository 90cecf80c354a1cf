/** Checks that what a plugin exports is what it should be, before anything relies on it. */
import type {
  EnvironmentDefinition,
  PolicyDefinition,
  PolicyParameter,
  RewardLawDefinition,
} from '@driftline/core';
import type { ContextForm, ContextualPolicyDefinition } from '@driftline/core/contextual';
import { type GivenFact, ParameterError } from '@driftline/core/play';
import { type Choice } from '@driftline/core/showing';
import type {
  LateRewards,
  MemoryKind,
  ParameterRole,
  PolicyFamily,
  PolicyStanding,
  RewardAssumption,
} from '@driftline/core/spec';
import type { PluginModule } from './plugins.ts';

/** What a field has to be; the words follow "must be". */
interface Rule {
  readonly wanted: string;
  holds(value: unknown): boolean;
}

type Fields = Readonly<Record<string, unknown>>;

const text: Rule = {
  wanted: 'a text that is not empty',
  holds: (value) => typeof value === 'string' && value.trim() !== '',
};
const definitionId: Rule = {
  wanted: 'lower-case words with dashes',
  holds: (value) => typeof value === 'string' && /^[a-z][a-z0-9-]*$/.test(value),
};
const parameterId: Rule = {
  wanted: 'letters, digits and dashes',
  holds: (value) => typeof value === 'string' && /^[A-Za-z][A-Za-z0-9_-]*$/.test(value),
};
const trueOrFalse: Rule = {
  wanted: 'true or false',
  holds: (value) => typeof value === 'boolean',
};
const callable: Rule = { wanted: 'a function', holds: (value) => typeof value === 'function' };
const finite: Rule = { wanted: 'a finite number', holds: Number.isFinite };
const count: Rule = {
  wanted: 'an integer >= 1',
  holds: (value) => Number.isSafeInteger(value) && Number(value) >= 1,
};
const texts: Rule = {
  wanted: 'an array of texts',
  holds: (value) => Array.isArray(value) && value.every((one) => typeof one === 'string'),
};
const range: Rule = {
  wanted: 'two finite numbers, the lower first',
  holds: (value) =>
    Array.isArray(value) &&
    value.length === 2 &&
    value.every(Number.isFinite) &&
    value[0] < value[1],
};

function optional(rule: Rule): Rule {
  return { wanted: rule.wanted, holds: (value) => value === undefined || rule.holds(value) };
}

/** One of the keys: written so that the compiler finds a word that was forgotten. */
function oneOf(words: Readonly<Record<string, true>>): Rule {
  const known = Object.keys(words);
  return {
    wanted: `one of ${known.join(', ')}`,
    holds: (value) => typeof value === 'string' && known.includes(value),
  };
}

const rewardAssumptions: Readonly<Record<RewardAssumption, true>> = {
  'sub-gaussian': true,
  'finite-variance': true,
  'unit-interval': true,
  any: true,
};
const lateRewards: Readonly<Record<LateRewards, true>> = {
  'own-slot': true,
  'on-arrival': true,
  ignored: true,
};
const standings: Readonly<Record<PolicyStanding, true>> = {
  confirmed: true,
  unconfirmed: true,
  historical: true,
  theoretical: true,
};

const choices: Readonly<Record<Choice, true>> = {
  index: true,
  posterior: true,
  probability: true,
  rule: true,
  given: true,
  none: true,
};
const choice = oneOf(choices);
const showing: Rule = {
  wanted: `an object whose choice is ${choice.wanted}`,
  holds: (value) => isFields(value) && choice.holds(value.choice),
};

const memoryKinds: Readonly<Record<MemoryKind, true>> = {
  'all-time': true,
  window: true,
  'growing-window': true,
  'chosen-window': true,
  resetting: true,
  epochs: true,
  discounted: true,
  sharing: true,
  alarm: true,
  drift: true,
  episodes: true,
  'given-changes': true,
  'run-lengths': true,
  instances: true,
  'all-windows': true,
  'last-rewards': true,
  'fading-alarm': true,
  filter: true,
  none: true,
  own: true,
};
const families: Readonly<Record<PolicyFamily, true>> = {
  paper: true,
  adversarial: true,
  bayesian: true,
  floor: true,
};
const facts: Readonly<Record<GivenFact, true>> = {
  variation: true,
  changes: true,
  volatility: true,
};

/** What has to stand beside the word of a role. */
const roles: Readonly<Record<ParameterRole['of'], (role: Fields) => boolean>> = {
  given: ({ fact }) => oneOf(facts).holds(fact),
  memory: ({ slots, insteadOf }) => (slots === undefined || isAmount(slots)) && isName(insteadOf),
  exploration: ({ insteadOf }) => isName(insteadOf),
  width: ({ width }) => isAmount(width),
  scale: () => true,
  center: () => true,
  switch: () => true,
  fixed: () => true,
};

/** Whether it is the id of a parameter, or nothing. */
function isName(value: unknown): boolean {
  return value === undefined || typeof value === 'string';
}

function isAmount(value: unknown): boolean {
  return isFields(value) && callable.holds(value.of) && callable.holds(value.value);
}

const role: Rule = {
  wanted:
    "a role: { of: 'given', fact: 'variation', 'changes' or 'volatility' }, { of: 'memory' } (with slots if values amount to slots), { of: 'exploration' }, { of: 'width', width }, or { of: 'scale', 'center', 'switch' or 'fixed' }; slots and width have two functions, of and value; insteadOf names the parameter that it replaces",
  holds: (value) => {
    if (!isFields(value) || typeof value.of !== 'string') return false;
    return Object.hasOwn(roles, value.of) && roles[value.of as ParameterRole['of']](value);
  },
};

/** A rule for every field but the parameters, which have rules of their own. */
type RulesFor<D> = Readonly<Record<Exclude<keyof D, 'parameters'>, Rule>>;

/** The fields of policies with contexts and without. */
const commonPolicyRules = {
  id: definitionId,
  order: optional(finite),
  name: text,
  summary: text,
  reference: text,
  standing: optional(oneOf(standings)),
  formula: text,
  memory: text,
  memoryKind: optional(oneOf(memoryKinds)),
  group: optional(oneOf(families)),
  estimator: text,
  index: text,
  guarantee: text,
  cost: text,
  rewards: oneOf(rewardAssumptions),
  lateRewards: oneOf(lateRewards),
  randomised: trueOrFalse,
  pendingInWidth: optional(trueOrFalse),
  tune: optional(callable),
  kernel: callable,
} as const satisfies Readonly<Record<string, Rule>>;

const policyRules: RulesFor<PolicyDefinition> = {
  ...commonPolicyRules,
  needs: optional(oneOf({ means: true, chains: true })),
  bound: optional(callable),
  ticketIsPropensity: optional(trueOrFalse),
  learnsRange: optional(trueOrFalse),
  shows: optional(showing),
};

const contextForms: Readonly<Record<ContextForm, true>> = { arms: true, actions: true };
const contextForm = oneOf(contextForms);

const contextualPolicyRules: RulesFor<ContextualPolicyDefinition> = {
  ...commonPolicyRules,
  kind: oneOf({ contextual: true }),
  forms: {
    wanted: 'an array with arms, actions or both',
    holds: (value) => Array.isArray(value) && value.length > 0 && value.every(contextForm.holds),
  },
  needs: optional(oneOf({ theta: true })),
  shows: optional({ wanted: 'an object', holds: isFields }),
};

const environmentRules: RulesFor<EnvironmentDefinition> = {
  id: definitionId,
  order: optional(finite),
  name: text,
  pageName: optional(text),
  isPreset: optional(trueOrFalse),
  summary: text,
  notes: optional(texts),
  armCount: count,
  horizon: count,
  law: text,
  armCountOf: optional(callable),
  computed: optional(trueOrFalse),
  moves: optional(oneOf({ plays: true })),
  means: callable,
  reference: optional(text),
  statedVariation: optional(callable),
  statedChanges: optional(callable),
};

const rewardLawRules: RulesFor<RewardLawDefinition> = {
  id: definitionId,
  order: optional(finite),
  name: text,
  pageName: optional(text),
  summary: text,
  rewardRange: range,
  meanRange: optional(range),
  sampler: callable,
  variance: callable,
};

const numberRules: Readonly<
  Record<keyof Omit<PolicyParameter, 'symbol' | 'role' | 'provedAbove' | 'example'>, Rule>
> = {
  id: parameterId,
  kind: oneOf({ number: true, integer: true }),
  summary: text,
  default: optional(finite),
  least: optional(finite),
  above: optional(finite),
  most: optional(finite),
  below: optional(finite),
  anySize: optional(trueOrFalse),
  words: optional(texts),
};

const specKind = oneOf({ number: true, integer: true, choice: true, list: true, table: true });

/** What the parameters of a kind of definition have to be; which it is may depend on their own kind. */
type ParameterRules = (parameter: Fields) => Readonly<Record<string, Rule>>;

const policyParameterRules: ParameterRules = () => ({
  ...numberRules,
  symbol: text,
  role: optional(role),
  provedAbove: optional(finite),
  example: optional(finite),
});
const rewardLawParameterRules: ParameterRules = () => numberRules;

function environmentParameterRules({ kind, words }: Fields): Readonly<Record<string, Rule>> {
  const described = { id: parameterId, kind: specKind, summary: text };
  if (kind === 'choice') {
    const length = Array.isArray(words) ? words.length : 0;
    const position: Rule = {
      wanted: 'the position of one of the words, counted from 0',
      holds: (value) => Number.isSafeInteger(value) && Number(value) >= 0 && Number(value) < length,
    };
    return { ...described, words: texts, default: position };
  }
  return kind === 'number' || kind === 'integer' ? { ...numberRules, kind: specKind } : described;
}

function shown(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (typeof value === 'string') return `'${value}'`;
  if (Array.isArray(value))
    return value.length > 4 ? 'an array' : `[${value.map(shown).join(', ')}]`;
  if (typeof value === 'function') return 'a function';
  return typeof value === 'object' && value !== null ? 'an object' : String(value);
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function wrongFields(fields: Fields, rules: Readonly<Record<string, Rule>>): string[] {
  return Object.entries(rules)
    .filter(([field, rule]) => !rule.holds(fields[field]))
    .map(([field, { wanted }]) => `${field} must be ${wanted}; got ${shown(fields[field])}`);
}

/** Says which of several it is, by its place and, where it has one, its id. */
function nameOf(list: string, place: number, item: unknown): string {
  const named = isFields(item) && typeof item.id === 'string' && item.id !== '';
  return `${list}[${place}]${named ? ` '${item.id}'` : ''}`;
}

function wrongParameters(parameters: unknown, rulesOf: ParameterRules): string[] {
  if (!Array.isArray(parameters)) return [`parameters must be an array; got ${shown(parameters)}`];
  return parameters.flatMap((parameter: unknown, place) => {
    const name = nameOf('parameters', place, parameter);
    if (!isFields(parameter)) return [`${name} must be an object; got ${shown(parameter)}`];
    return wrongFields(parameter, rulesOf(parameter)).map((problem) => `${name} ${problem}`);
  });
}

const kinds: Readonly<
  Record<keyof PluginModule, readonly [Readonly<Record<string, Rule>>, ParameterRules]>
> = {
  policies: [policyRules, policyParameterRules],
  contextualPolicies: [contextualPolicyRules, policyParameterRules],
  environments: [environmentRules, environmentParameterRules],
  rewardLaws: [rewardLawRules, rewardLawParameterRules],
};

/** The lists that a plugin may export. */
export const pluginLists = Object.keys(kinds) as readonly (keyof PluginModule)[];

/** Errors in one of the lists, a line for each definition that has to change. */
function problemsOfList(list: keyof PluginModule, definitions: unknown): string[] {
  if (definitions === undefined) return [];
  if (!Array.isArray(definitions)) {
    return [`${list} must be an array of definitions; got ${shown(definitions)}`];
  }
  const [rules, parameterRules] = kinds[list];
  return definitions.flatMap((definition: unknown, place) => {
    const name = nameOf(list, place, definition);
    if (!isFields(definition)) return [`${name} must be an object; got ${shown(definition)}`];
    const problems = [
      ...wrongParameters(definition.parameters, parameterRules),
      ...wrongFields(definition, rules),
    ];
    return problems.length === 0 ? [] : [`${name}: ${problems.join('; ')}`];
  });
}

/**
 * Checks a plugin module and every definition in it.
 *
 * @param file - names the plugin in errors
 * @throws ParameterError naming the file, each definition that is wrong and every wrong field of it
 */
export function checkPluginModule(file: string, module: PluginModule): void {
  const problems = pluginLists.flatMap((list) => problemsOfList(list, module[list]));
  if (problems.length === 0) return;
  throw new ParameterError(
    problems.map((problem) => `plugin ${file}: ${problem}`).join('\n'),
    'plugin-not-accepted',
  );
}
