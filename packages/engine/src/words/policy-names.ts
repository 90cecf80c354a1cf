/**
 * The one way to name a policy, in figures, tables, reports, guides and on the page: the label that an
 * experiment gives it, else its name, and in parentheses by their symbols the parameters that were
 * given. SW-MOSS (η = 0.6).
 */
import { policyCatalogue } from '@driftline/core/play';
import { parseSpec } from '@driftline/core/spec';
import { contexts } from '../play/contexts.ts';
import type { PolicyResult } from '../play/result.ts';

/** A space at which no label is broken. */
const UNBROKEN = '\u202f';

/** What of a policy its name is made from. */
export type NamedPolicy = Pick<PolicyResult, 'spec' | 'id' | 'name' | 'label' | 'symbols' | 'mark'>;

/** A name with the relation of its policy to contexts: `auto (no context)`. */
function marked(name: string, { mark }: Pick<PolicyResult, 'mark'>): string {
  return mark === undefined ? name : `${name} (${mark})`;
}

/** The label of one of several policies that an entry of an experiment asks for: `Ours (eta 0.6)`. */
export function sweptLabel(
  label: string,
  swept: readonly (readonly [parameter: string, value: unknown])[],
): string {
  if (swept.length === 0) return label;
  return `${label} (${swept.map(([parameter, value]) => `${parameter} ${value}`).join(' and ')})`;
}

/** A label without the value of a parameter that is shown elsewhere. */
function labelWithout(label: string, besides: string | undefined): string {
  const [, base, swept] = /^(.*) \(([^()]*)\)$/.exec(label) ?? [];
  if (besides === undefined || base === undefined) return label;
  const others = swept.split(' and ').filter((part) => !part.startsWith(`${besides} `));
  return others.length === 0 ? base : `${base} (${others.join(' and ')})`;
}

/** A policy as it was written, or by its label where it has one. */
export function writtenName(policy: Pick<PolicyResult, 'spec' | 'label' | 'mark'>): string {
  return marked(policy.label ?? policy.spec, policy);
}

/** The policies behind labels, as a sentence; nothing where there are none. */
export function labelsText(policies: readonly PolicyResult[]): string {
  const known = policies.filter(({ label }) => label !== undefined);
  return known.map(({ label, spec }) => `${label} is ${spec}`).join(', ');
}

/** The symbol of a parameter: a plugin's own, or as we know it. */
export function symbolOf(
  { id, symbols }: Pick<PolicyResult, 'id' | 'symbols'>,
  parameter: string,
): string {
  const known = policyCatalogue.get(id)?.parameters ?? [];
  const ours =
    known.find((candidate) => candidate.id === parameter)?.symbol ??
    contexts?.policies.get(id)?.parameters.find((each) => each.id === parameter)?.symbol;
  return symbols?.[parameter] ?? ours ?? parameter;
}

/** A parameter as a name shows it: by its symbol, or the policy of several players with its own parameters. */
function shownParameter(policy: NamedPolicy, parameter: string, value: string): string {
  const pairs = parameter === 'of' ? value.split('|') : [`${symbolOf(policy, parameter)}=${value}`];
  return pairs.map((pair) => pair.replace('=', `${UNBROKEN}=${UNBROKEN}`)).join(', ');
}

/**
 * A policy by its label, or with all parameters that were given.
 *
 * @param besides - a parameter that is shown elsewhere, as on the axis of a figure
 */
export function policyName(policy: NamedPolicy, besides?: string): string {
  return marked(unmarkedName(policy, besides), policy);
}

function unmarkedName(policy: NamedPolicy, besides: string | undefined): string {
  if (policy.label !== undefined) return labelWithout(policy.label, besides);
  const given = Object.entries(parseSpec(policy.spec).params)
    .filter(([parameter]) => parameter !== besides)
    .map(([parameter, value]) => shownParameter(policy, parameter, value));
  return given.length === 0 ? policy.name : `${policy.name} (${given.join(', ')})`;
}

/**
 * Policies side by side, no two alike and as short as that allows: the name alone, parameters where it
 * stands for several, and a number where those are equal too.
 */
export function policyNames(policies: readonly NamedPolicy[]): string[] {
  const isShared = (names: readonly string[], name: string) =>
    names.indexOf(name) !== names.lastIndexOf(name);
  const short = policies.map((policy) => marked(policy.label ?? policy.name, policy));
  const names = policies.map((policy, i) =>
    isShared(short, short[i]) ? policyName(policy) : short[i],
  );
  return names.map((name, i) => {
    if (!isShared(names, name)) return name;
    return `${name} (${names.slice(0, i + 1).filter((other) => other === name).length})`;
  });
}
