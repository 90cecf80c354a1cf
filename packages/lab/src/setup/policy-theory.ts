/** What the theory, or a default, gives for a parameter in this world. */
import { type Environment, ParameterError } from '@driftline/core';
import { type Comparison, policyOf } from '@driftline/engine';
import type { ShownPolicy } from '../store.ts';
import { givenIn, specWith } from './policy-parameters.ts';

/** The value that a parameter has when a spec does not give it; undefined where it has none. */
export function theoryOf(
  { definition, spec, prepared }: ShownPolicy,
  name: string,
  comparison: Comparison,
  environment: Environment,
): number | undefined {
  if (givenIn(spec)[name] === undefined && 'value' in prepared) return prepared.value.params[name];
  try {
    const bare = specWith(definition, spec, name, undefined);
    return policyOf(comparison, bare, environment).params[name];
  } catch (error) {
    // Without the parameter, or with others that are wrong, there is nothing to tune.
    if (error instanceof ParameterError) return undefined;
    throw error;
  }
}
