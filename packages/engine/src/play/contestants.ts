/**
 * Who competes in a comparison, and what each was given. Both follow from definitions and from how their
 * tuning behaves, never from a list of names, so that a plugin's policy is treated like one of ours.
 */
import type { PolicyDefinition } from '@driftline/core';
import {
  givenFacts,
  inRole,
  ParameterError,
  parseSpec,
  policyCatalogue,
  takesFact,
} from '@driftline/core/play';
import type { ComparisonResult, PolicyResult, Told } from './result.ts';
import { holm } from './statistics.ts';

/** Blind choice: what it loses is the unit of scores. */
export const UNIFORM = 'uniform';

/** What a policy could be given in a comparison. */
interface Tellable {
  /** Parameters written in the spec. */
  readonly given: Readonly<Record<string, number | string>>;
  readonly armCount: number;
  readonly horizon: number;
  readonly variation: number;
  readonly changes?: number | undefined;
}

function numbers(given: Tellable['given']): Record<string, number> {
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
export function toldOf(definition: PolicyDefinition, told: Tellable): Told[] {
  const all: Record<string, number> = {};
  for (const fact of givenFacts) {
    const [parameter, value] = [takesFact(definition, fact), told[fact]];
    if (parameter !== undefined && value !== undefined) all[parameter.id] = value;
  }
  Object.assign(all, numbers(told.given));
  return givenFacts.filter((fact) => {
    const id = takesFact(definition, fact)?.id ?? fact;
    if (all[id] === undefined) return false;
    if (definition.tune === undefined) return true;
    const { [id]: _, ...others } = all;
    return tuned(definition, others, told) !== tuned(definition, all, told);
  });
}

/** A policy's own definition, where it is one of ours: what results of earlier versions lack. */
function known({ id }: PolicyResult): PolicyDefinition | undefined {
  return policyCatalogue.get(id);
}

/** Whether a policy knows what only a simulation knows. */
export function isOracle(policy: PolicyResult): boolean {
  return (policy.needs ?? known(policy)?.needs) !== undefined;
}

/** How far a policy is to be relied on. */
export function standingOf(policy: PolicyResult): NonNullable<PolicyDefinition['standing']> {
  return policy.standing ?? known(policy)?.standing ?? 'confirmed';
}

/** What a policy of a result was given of the drift. */
export function toldIn(policy: PolicyResult): readonly Told[] {
  if (policy.told !== undefined) return policy.told;
  // An earlier version kept the budget among the parameters where it decided something.
  return givenFacts.filter((fact) => policy.params[fact] !== undefined);
}

/**
 * Whether a policy of ours can't be tuned without the horizon, whatever else it is given. Of a plugin's
 * policy a result does not say.
 */
export function takesHorizon(policy: PolicyResult, armCount: number): boolean {
  const definition = known(policy);
  if (definition === undefined) return false;
  const taken = inRole(definition, 'given');
  const given = {
    ...Object.fromEntries(taken.map(({ id }) => [id, 1])),
    ...numbers(parseSpec(policy.spec).params),
  };
  return tuned(definition, given, { armCount, horizon: undefined }) === undefined;
}

/** A comparison with some of its policies only; pairs are corrected for how many remain. */
function restricted(comparison: ComparisonResult, places: readonly number[]): ComparisonResult {
  const place = new Map(places.map((before, now) => [before, now]));
  const pairs = comparison.differences.flatMap((difference) => {
    const [first, second] = [place.get(difference.first), place.get(difference.second)];
    return first === undefined || second === undefined ? [] : [{ ...difference, first, second }];
  });
  const corrected = holm(pairs.map(({ pValue }) => pValue));
  return {
    ...comparison,
    policies: places.map((before) => comparison.policies[before]),
    differences: pairs.map((pair, i) => ({ ...pair, correctedP: corrected[i] })),
  };
}

/** The comparison among policies that could be played: oracles are shown, but never ranked. */
export function withoutOracles(comparison: ComparisonResult): ComparisonResult {
  const places = comparison.policies.flatMap((policy, i) => (isOracle(policy) ? [] : [i]));
  return places.length === comparison.policies.length ? comparison : restricted(comparison, places);
}
