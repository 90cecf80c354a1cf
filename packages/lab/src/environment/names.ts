/** What environments and reward laws are called on the page. */
import {
  type EnvironmentDefinition,
  environmentCatalogue,
  lawCatalogue,
  type RewardLawDefinition,
} from '@driftline/core';
import { FIELDS, type Field } from '@driftline/engine/request';

const PARAMETER_NAMES: Readonly<Record<string, string>> = {
  sd: 'Standard deviation',
  xi: 'Shape ξ',
  sigma: 'Scale σ',
  degrees: 'Degrees of freedom',
  low: 'Smallest mean',
  high: 'Largest mean',
  from: 'First means',
  to: 'Last means',
};

export interface NamedChoice {
  readonly id: string;
  readonly name: string;
}

function choiceOf({ id, name, pageName = name }: EnvironmentDefinition | RewardLawDefinition) {
  return { id, name: pageName };
}

/** Environments as papers have them. */
export const presetChoices: readonly NamedChoice[] = environmentCatalogue.list
  .filter(({ isPreset }) => isPreset)
  .map(choiceOf);

/** Environments to be given parameters. */
export const ownChoices: readonly NamedChoice[] = environmentCatalogue.list
  .filter(({ isPreset }) => !isPreset)
  .map(choiceOf);

/** Every reward law. */
export const lawChoices: readonly NamedChoice[] = lawCatalogue.list.map(choiceOf);

/** The words that a field takes, as they are called on the page. */
export function wordChoices({ value, page }: Field): readonly NamedChoice[] {
  if (value.kind !== 'word') throw new Error(`${page?.name} takes no words`);
  return value.words.map((id, i) => ({ id, name: page?.words?.[i] ?? id }));
}

/** What regret on recorded rewards can be compared with. */
export const benchmarkChoices: readonly NamedChoice[] = wordChoices(FIELDS.against);

/** A parameter's name above its field. */
export function parameterName(id: string): string {
  return PARAMETER_NAMES[id] ?? id.charAt(0).toUpperCase() + id.slice(1);
}

/** A summary as a sentence. */
export function asSentence(summary: string): string {
  return `${summary.charAt(0).toUpperCase()}${summary.slice(1)}${summary.endsWith('.') ? '' : '.'}`;
}
