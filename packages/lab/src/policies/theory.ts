/** What the theory, or a default, gives for a parameter in this environment. */
import type { Environment } from '@driftline/core';
import { type Comparison, policyOf } from '@driftline/engine/play';
import { attempt } from '../setting/attempt.ts';
import type { ShownPolicy } from '../state/store.ts';
import { givenIn, specWith } from './parameters.ts';

/** The value that a parameter has when a spec does not give it; undefined where it has none. */
export function theoryOf(
  { definition, spec, prepared }: ShownPolicy,
  name: string,
  comparison: Comparison,
  environment: Environment,
): number | undefined {
  if (givenIn(spec)[name] === undefined && 'value' in prepared) return prepared.value.params[name];
  const bare = attempt(() =>
    policyOf(comparison, specWith(definition, spec, name, undefined), environment),
  );
  // Without the parameter, or with others that are wrong, there is nothing to tune.
  return 'value' in bare ? bare.value.params[name] : undefined;
}
