/** Checks single values of parameters and writes them as specs have them. */
import { ParameterError, type SpecParameter, SpecValues } from '@driftline/core';
import type { Issue, Path } from './issues.ts';
import type { EnvironmentParameter } from './schema.ts';
import { rangeProblem, rangeValues } from './sweep.ts';

/** A value of a parameter: what a single one may be. */
export type ParameterValue = number | string | readonly number[] | readonly (readonly number[])[];

/** A value and its place in the file. */
export interface PlacedValue {
  readonly value: ParameterValue;
  readonly path: Path;
}

/** What is wrong with a value; undefined for one that is accepted. */
export function valueIssue(
  parameter: SpecParameter,
  { value, path }: PlacedValue,
): Issue | undefined {
  try {
    new SpecValues('', [parameter], { [parameter.id]: value });
    return undefined;
  } catch (error) {
    if (!(error instanceof ParameterError)) throw error;
    // The path names the parameter already.
    return { path, text: error.message.slice(parameter.id.length + 1) };
  }
}

function isRange(given: unknown): given is Extract<EnvironmentParameter, { from: number }> {
  return typeof given === 'object' && given !== null && 'from' in given;
}

/** How deep lists lie in one another: 0 for a number or a word. */
function depth(given: unknown): number {
  return Array.isArray(given) ? 1 + Math.max(0, ...given.map(depth)) : 0;
}

const ownDepth: Readonly<Record<SpecParameter['kind'], number>> = {
  number: 0,
  integer: 0,
  choice: 0,
  list: 1,
  table: 2,
};

/**
 * The single values of a parameter: a list of them sweeps, unless the parameter is itself a list.
 *
 * @param refuse - is told what is wrong with a range
 */
export function placedValues(
  kind: SpecParameter['kind'],
  given: EnvironmentParameter,
  path: Path,
  refuse: (issue: Issue) => void,
): PlacedValue[] {
  if (isRange(given)) {
    const problem = rangeProblem(given);
    if (problem === undefined) return rangeValues(given).map((value) => ({ value, path }));
    refuse({ path, text: problem });
    return [];
  }
  if (Array.isArray(given) && depth(given) > ownDepth[kind]) {
    return given.map((value, i) => ({ value: value as ParameterValue, path: [...path, i] }));
  }
  return [{ value: given as ParameterValue, path }];
}

/** A value as a spec has it: lists with `/`, rows with `|`. */
export function specText(value: ParameterValue): string {
  if (typeof value === 'number' || typeof value === 'string') return String(value);
  return value
    .map((part) => (typeof part === 'number' ? part : part.join('/')))
    .join(value.some((part) => typeof part !== 'number') ? '|' : '/');
}

/** `id:name=value;name=value`. */
export function specOf(id: string, params: Readonly<Record<string, ParameterValue>>): string {
  const given = Object.entries(params).map(([name, value]) => `${name}=${specText(value)}`);
  return given.length === 0 ? id : `${id}:${given.join(';')}`;
}
