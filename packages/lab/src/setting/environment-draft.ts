/**
 * An environment as the text of its fields, and back. Text that makes no environment stays as it was written until
 * it does: nothing that a visitor types is lost.
 */
import {
  createRewardLaw,
  type EnvironmentDefinition,
  environmentCatalogue,
  lawCatalogue,
  SpecValues,
} from '@driftline/core';
import { parseSpec, type SpecParameter, writeSpec } from '@driftline/core/spec';
import type { EnvironmentSource, RecordedRewards } from '@driftline/engine/play';
import { type ComparisonRequest, sourceOf, textOf } from '@driftline/engine/request';
import { attempt } from './attempt.ts';
import { withArmCount } from './drawn-means-of.ts';
import { checkSize, MOST_NUMBERS, MOST_SLOTS } from './limits.ts';
import { pageAsker, readField, recordedFields } from './page-fields.ts';
import type { ChosenEnvironment } from './setting.ts';

type NamedEnvironment = Extract<EnvironmentSource, { kind: 'named' }>;

/**
 * What is written in the fields, by the names that the page has for them (`arms`, `slots`, `law`, `unit`),
 * and `param:NAME` and `law:NAME` for parameters. What is absent or empty is left to its default.
 */
export type Texts = Readonly<Record<string, string>>;

export function definitionOf(id: string): EnvironmentDefinition {
  return environmentCatalogue.find(id);
}

/** The parameters in texts that have a prefix, without it; empty ones are not given. */
function given(texts: Texts, prefix: string): Record<string, string> {
  const entries = Object.entries(texts)
    .filter(([key, text]) => key.startsWith(prefix) && text.trim() !== '')
    .map(([key, text]) => [key.slice(prefix.length), text.trim()]);
  return Object.fromEntries(entries);
}

function withPrefix(params: Readonly<Record<string, string>>, prefix: string): Texts {
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => [`${prefix}${name}`, value]),
  );
}

/** The fields of a reward law. */
function lawTexts(spec: string): Texts {
  const { id, params } = parseSpec(spec);
  return { law: id, ...withPrefix(params, 'law:') };
}

/** A spec with the parameters that are not at their defaults. */
function specOf(
  id: string,
  parameters: readonly SpecParameter[],
  params: Readonly<Record<string, string>>,
): string {
  const values = new SpecValues(id, parameters, params);
  const written = parameters.flatMap((parameter) => {
    const text = params[parameter.id];
    if (text === undefined) return [];
    const isDefault =
      'default' in parameter && values.optionalNumber(parameter.id) === parameter.default;
    return isDefault ? [] : [[parameter.id, text]];
  });
  return writeSpec(id, Object.fromEntries(written));
}

/** The law that texts describe. */
function lawOf(texts: Texts): string {
  const id = texts.law;
  const parameters = lawCatalogue.get(id)?.parameters ?? [];
  const spec = specOf(id, parameters, given(texts, 'law:'));
  createRewardLaw(spec);
  return spec;
}

/** The same spec, whichever way it was written. */
function tidyLaw(spec: string): string {
  return lawOf(lawTexts(spec));
}

/** How recorded rewards are played, as texts. */
function recordedTexts(environment: RecordedRewards): Texts {
  const held: Readonly<Record<string, unknown>> = { ...environment };
  const texts = recordedFields.map(([, { value, page, link, default: usual }]) => [
    page.name,
    textOf(value, (held[link?.key ?? ''] ?? usual) as never),
  ]);
  return Object.fromEntries(texts);
}

/** The same from texts; what is as usual is left out. */
function recordedFrom({ name, values, armCount }: RecordedRewards, texts: Texts) {
  const asked = recordedFields.flatMap(([id, { page, default: usual }]) => {
    const content = readField(id, texts[page.name] ?? '');
    return content === usual ? [] : [[id, content]];
  });
  const request: ComparisonRequest = { rewards: name, ...Object.fromEntries(asked) };
  const source = sourceOf(request, { name, values, armCount }, pageAsker);
  if (source === undefined) throw new Error('a mistake was not reported');
  return source;
}

/** The fields of an environment. */
export function textsOf(environment: ChosenEnvironment): Texts {
  switch (environment.kind) {
    case 'named': {
      const { id, params } = parseSpec(environment.spec);
      return {
        ...(environment.armCount === undefined ? {} : { arms: String(environment.armCount) }),
        ...(environment.horizon === undefined ? {} : { slots: String(environment.horizon) }),
        ...lawTexts(environment.rewards ?? definitionOf(id).law),
        ...withPrefix(params, 'param:'),
      };
    }
    case 'drawn':
      return {
        arms: String(environment.knots.length),
        slots: String(environment.horizon),
        ...lawTexts(environment.rewards),
      };
    case 'means':
      return lawTexts(environment.rewards);
    case 'rewards':
      return recordedTexts(environment);
  }
}

function namedFrom(id: string, texts: Texts): NamedEnvironment {
  const definition = definitionOf(id);
  const params = given(texts, 'param:');
  const spec = specOf(id, definition.parameters, params);
  const values = new SpecValues(id, definition.parameters, params);
  const ownArms = definition.armCountOf?.(values) ?? definition.armCount;
  const arms = (texts.arms ?? '') === '' ? ownArms : readField('arms', texts.arms);
  const slots = (texts.slots ?? '') === '' ? definition.horizon : readField('horizon', texts.slots);
  checkSize(definition, arms, slots);
  const law = lawOf(texts);
  return {
    kind: 'named',
    spec,
    ...(arms === ownArms ? {} : { armCount: arms }),
    ...(slots === definition.horizon ? {} : { horizon: slots }),
    ...(law === tidyLaw(definition.law) ? {} : { rewards: law }),
  };
}

/**
 * The environment that fields describe.
 *
 * @param environment - what they belong to
 * @throws ParameterError for text that makes no environment
 */
export function environmentFrom(environment: ChosenEnvironment, texts: Texts): ChosenEnvironment {
  switch (environment.kind) {
    case 'named':
      return namedFrom(parseSpec(environment.spec).id, texts);
    case 'drawn': {
      const arms = readField('arms', texts.arms);
      const most = Math.min(MOST_SLOTS, Math.floor(MOST_NUMBERS / arms));
      const horizon = readField('horizon', texts.slots, most);
      return { ...withArmCount(environment, arms), horizon, rewards: lawOf(texts) };
    }
    case 'means':
      return { ...environment, rewards: lawOf(texts) };
    case 'rewards':
      return recordedFrom(environment, texts);
  }
}

/**
 * The environments to try when another environment is chosen, best first: arms, slots and rewards that the
 * visitor chose stay where the new one takes them.
 */
export function switchedEnvironments(from: ChosenEnvironment, id: string): NamedEnvironment[] {
  const { law } = definitionOf(id);
  const texts = from.kind === 'named' || from.kind === 'drawn' ? textsOf(from) : {};
  const size = { arms: texts.arms ?? '', slots: texts.slots ?? '' };
  const chosenLaw = from.kind === 'named' ? from.rewards : undefined;
  const tries: Texts[] = [
    { ...size, ...lawTexts(chosenLaw ?? law) },
    { ...size, ...lawTexts(law) },
    lawTexts(law),
  ];
  return tries.flatMap((each) => {
    const made = attempt(() => namedFrom(id, each));
    return 'value' in made ? [made.value] : [];
  });
}

/** Fields with one of them changed; another law has parameters of its own. */
export function withText(texts: Texts, key: string, text: string): Texts {
  const kept =
    key === 'law'
      ? Object.fromEntries(Object.entries(texts).filter(([other]) => !other.startsWith('law:')))
      : texts;
  return { ...kept, [key]: text };
}

/** The field that an error speaks of: the one that it names, else the one that was changed last. */
export function fieldOf(message: string, keys: readonly string[], changed: string): string {
  const named = /^([A-Za-z]+) must/.exec(message)?.[1];
  const known: Readonly<Record<string, string>> = { horizon: 'slots' };
  const name = named === undefined ? undefined : (known[named] ?? named);
  const candidates = [name, `param:${name}`, `law:${name}`];
  return keys.find((key) => candidates.includes(key)) ?? changed;
}
