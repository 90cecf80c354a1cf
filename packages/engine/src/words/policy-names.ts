/**
 * The one way to name a policy, in figures, tables, reports, guides and on the page: its name, and in
 * parentheses by their symbols the parameters that were given. SW-MOSS (η = 0.6).
 */
import { policyCatalogue } from '@driftline/core/play';
import { parseSpec } from '@driftline/core/spec';
import type { PolicyResult } from '../play/result.ts';

/** A space at which no label is broken. */
const UNBROKEN = '\u202f';

/** What of a policy its name is made from. */
export type NamedPolicy = Pick<PolicyResult, 'spec' | 'id' | 'name' | 'symbols'>;

/** The symbol of a parameter: a plugin's own, or as we know it. */
export function symbolOf(
  { id, symbols }: Pick<PolicyResult, 'id' | 'symbols'>,
  parameter: string,
): string {
  const known = policyCatalogue.get(id)?.parameters ?? [];
  const ours = known.find((candidate) => candidate.id === parameter)?.symbol;
  return symbols?.[parameter] ?? ours ?? parameter;
}

/**
 * A policy with all parameters that were given.
 *
 * @param besides - a parameter that is shown elsewhere, as on the axis of a figure
 */
export function policyName(policy: NamedPolicy, besides?: string): string {
  const given = Object.entries(parseSpec(policy.spec).params)
    .filter(([parameter]) => parameter !== besides)
    .map(([parameter, value]) => `${symbolOf(policy, parameter)}${UNBROKEN}=${UNBROKEN}${value}`);
  return given.length === 0 ? policy.name : `${policy.name} (${given.join(', ')})`;
}

/**
 * Policies side by side, no two alike and as short as that allows: the name alone, parameters where it
 * stands for several, and a number where those are equal too.
 */
export function policyNames(policies: readonly NamedPolicy[]): string[] {
  const isShared = (names: readonly string[], name: string) =>
    names.indexOf(name) !== names.lastIndexOf(name);
  const short = policies.map(({ name }) => name);
  const names = policies.map((policy) =>
    isShared(short, policy.name) ? policyName(policy) : policy.name,
  );
  return names.map((name, i) => {
    if (!isShared(names, name)) return name;
    return `${name} (${names.slice(0, i + 1).filter((other) => other === name).length})`;
  });
}
