/**
 * What a policy was given of the environment, and made use of. It follows from definitions and from how their
 * tuning behaves, never from a list of names, so that a plugin's policy is treated like one of ours.
 */
import type { PolicyDefinition } from '@driftline/core';
import {
  factsTaken,
  type GivenFact,
  givenFacts,
  ParameterError,
  parseSpec,
  takesFact,
} from '@driftline/core/play';
import { knownDefinition } from './contestants.ts';
import type { PolicyResult } from './result.ts';

/** What a policy could be given in a comparison. */
interface Facts {
  /** Parameters written in the spec. */
  readonly given: Readonly<Record<string, number | string>>;
  readonly armCount: number;
  readonly horizon: number;
  readonly variation: number;
  readonly changes?: number | undefined;
  readonly volatility?: number | undefined;
}

function numbers(given: Facts['given']): Record<string, number> {
  return Object.fromEntries(Object.entries(given).map(([name, value]) => [name, Number(value)]));
}

/** What tuning makes of parameters, as text; undefined where it refuses them. */
function tuned(
  definition: PolicyDefinition,
  given: Readonly<Record<string, number>>,
  { armCount, horizon }: { readonly armCount: number; readonly horizon: number | undefined },
): string | undefined {
  try {
    const request = { policy: definition.id, armCount, horizon, given, warn: () => {} };
    const values = Object.entries(definition.tune?.(request) ?? {});
    const kept = values.filter(([name]) => !givenFacts.some((fact) => fact === name));
    return JSON.stringify(kept.sort(([first], [second]) => (first < second ? -1 : 1)));
  } catch (error) {
    if (error instanceof ParameterError) return undefined;
    throw error;
  }
}

/**
 * What a policy was given of the drift and made use of: without it, its tuning gives other values or
 * refuses to give any. A window written by hand needs nothing more.
 */
export function givenOf(definition: PolicyDefinition, known: Facts): GivenFact[] {
  const all = { ...factsTaken(definition, known, known.given), ...numbers(known.given) };
  return givenFacts.filter((fact) => {
    const id = takesFact(definition, fact)?.id ?? fact;
    if (all[id] === undefined) return false;
    if (definition.tune === undefined) return true;
    const { [id]: _, ...others } = all;
    return tuned(definition, others, known) !== tuned(definition, all, known);
  });
}

/** What a policy of a result was given of the drift. */
export function givenIn(policy: PolicyResult): readonly GivenFact[] {
  if (policy.given !== undefined) return policy.given;
  // An earlier version kept the budget among the parameters where it decided something.
  return givenFacts.filter((fact) => policy.params[fact] !== undefined);
}

/**
 * Whether a policy of ours can't be tuned without the horizon, whatever else it is given. Of a plugin's
 * policy a result does not say.
 */
export function takesHorizon(policy: PolicyResult, armCount: number): boolean {
  const definition = knownDefinition(policy);
  if (definition === undefined) return false;
  const byVolatility = givenIn(policy).includes('volatility');
  const facts = byVolatility ? { volatility: 1 } : { variation: 1, changes: 1 };
  const own = parseSpec(policy.spec).params;
  const given = { ...factsTaken(definition, facts, own), ...numbers(own) };
  return tuned(definition, given, { armCount, horizon: undefined }) === undefined;
}
