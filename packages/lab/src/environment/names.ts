/** What environments and reward laws are called on the page. */
import { type EnvironmentDefinition, environmentCatalogue, lawCatalogue } from '@driftline/core';
import { FIELDS, type Field } from '@driftline/engine/request';

const ENVIRONMENT_NAMES: Readonly<Record<string, string>> = {
  'paper-1': 'Fine jitter (environment 1)',
  'paper-1-knots': 'Wide swings (environment 1, coarser)',
  'paper-2': 'Three waves (environment 2)',
  'paper-heavy': 'Three waves, heavy tails',
  brownian: 'Random walk',
  sinusoid: 'Waves',
  piecewise: 'Jumps',
  switching: 'Small gap that moves on',
  ramp: 'Straight lines',
  stationary: 'No change',
};

const LAW_NAMES: Readonly<Record<string, string>> = {
  bernoulli: '0 or 1',
  gaussian: 'Normal noise',
  pareto: 'Heavy tails, Pareto',
  'student-t': 'Heavy tails, Student’s t',
  beta: 'From 0 to 1, beta',
  uniform: 'Even noise',
  exact: 'No noise',
};

const PARAMETER_NAMES: Readonly<Record<string, string>> = {
  sd: 'Standard deviation',
  xi: 'Shape ξ',
  sigma: 'Scale σ',
  degrees: 'Degrees of freedom',
  low: 'Least mean',
  high: 'Largest mean',
  from: 'First means',
  to: 'Last means',
};

export interface NamedChoice {
  readonly id: string;
  readonly name: string;
}

function environmentChoice({ id, name }: EnvironmentDefinition): NamedChoice {
  return { id, name: ENVIRONMENT_NAMES[id] ?? name };
}

function isPreset({ id }: EnvironmentDefinition): boolean {
  return id.startsWith('paper-');
}

/** Environments as the paper has them. */
export const presetChoices: readonly NamedChoice[] = environmentCatalogue.list
  .filter(isPreset)
  .map(environmentChoice);

/** Environments to be given parameters. */
export const ownChoices: readonly NamedChoice[] = environmentCatalogue.list
  .filter((definition) => !isPreset(definition))
  .map(environmentChoice);

/** Every reward law. */
export const lawChoices: readonly NamedChoice[] = lawCatalogue.list.map(({ id, name }) => ({
  id,
  name: LAW_NAMES[id] ?? name,
}));

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
