/** Checks single values of parameters, each with its place in the file. */
import { ParameterError, SpecValues } from '@driftline/core';
import { type GivenValue, type SpecParameter } from '@driftline/core/spec';
import type { Issue, Path } from './issues.ts';
import type { EnvironmentParameter } from './schema.ts';
import { rangeProblem, rangeValues } from './sweep.ts';

/** A value and its place in the file. */
export interface PlacedValue {
  readonly value: GivenValue;
  readonly path: Path;
}

/** What is wrong with a value; undefined for one that is accepted. */
function valueIssue(parameter: SpecParameter, { value, path }: PlacedValue): Issue | undefined {
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

/** The single values of a parameter: a list of them sweeps, unless the parameter is itself a list. */
function placedValues(
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
    return given.map((value, i) => ({ value: value as GivenValue, path: [...path, i] }));
  }
  return [{ value: given as GivenValue, path }];
}

/**
 * The values that a parameter is to have, one after another.
 *
 * @param refuse - is called with what is wrong with a range, and with each value that is not accepted
 */
export function checkedValues(
  parameter: SpecParameter,
  given: EnvironmentParameter,
  path: Path,
  refuse: (issue: Issue) => void,
): PlacedValue[] {
  const placed = placedValues(parameter.kind, given, path, refuse);
  for (const value of placed) {
    const issue = valueIssue(parameter, value);
    if (issue !== undefined) refuse(issue);
  }
  return placed;
}
