/** What policies, environments and files are called in figures. */
import { environmentDefinitions, policyDefinitions, rewardLawDefinitions } from '@driftline/core';
import { parseSpec } from '@driftline/core/spec';
import type { ComparisonResult, EnvironmentResult, PolicyResult } from '../play/result.ts';
import { counted, formatNumber } from './numbers.ts';
import { benchmarkText } from './reward-words.ts';
import { shortFileName } from './short-name.ts';

/** A space at which no label is broken. */
const UNBROKEN = '\u202f';

/** What of a policy a label is made from. */
export type NamedPolicy = Pick<PolicyResult, 'spec' | 'id' | 'name' | 'symbols'>;

/** The symbol of a parameter: a plugin's own, or as we know it. */
export function symbolOf(
  { id, symbols }: Pick<PolicyResult, 'id' | 'symbols'>,
  parameter: string,
): string {
  const known = policyDefinitions.find((definition) => definition.id === id)?.parameters ?? [];
  const ours = known.find((candidate) => candidate.id === parameter)?.symbol;
  return symbols?.[parameter] ?? ours ?? parameter;
}

/** The parameters that were written, by their symbols: η = 0.6, τ = 200. */
function givenParameters(policy: NamedPolicy): string {
  return Object.entries(parseSpec(policy.spec).params)
    .map(([name, value]) => `${symbolOf(policy, name)}${UNBROKEN}=${UNBROKEN}${value}`)
    .join(', ');
}

/** One label a policy, no two alike: names, with parameters or numbers where names do not suffice. */
export function policyLabels(policies: readonly NamedPolicy[]): string[] {
  const shared = (labels: readonly string[], label: string) =>
    labels.filter((other) => other === label).length > 1;
  const names = policies.map(({ name }) => name);
  const labels = policies.map((policy, i) => {
    const given = shared(names, names[i]) ? givenParameters(policy) : '';
    return given === '' ? names[i] : `${names[i]}, ${given}`;
  });
  return labels.map((label, i) =>
    shared(labels, label)
      ? `${label} (${labels.slice(0, i + 1).filter((other) => other === label).length})`
      : label,
  );
}

/** An environment as a reader knows it, with the parameters that were written. */
export function environmentName({ name, title, source }: EnvironmentResult): string {
  if (source.kind !== 'named') return name;
  const { id, params } = parseSpec(source.spec);
  const known = title ?? environmentDefinitions.find((definition) => definition.id === id)?.name;
  // A name that no one declared is the spec, which has the parameters already.
  if (known === undefined) return name;
  const given = Object.entries(params).map(([parameter, value]) => `${parameter} = ${value}`);
  return [known, ...given].join(', ');
}

/** Laws that are named after someone; the others are ordinary words within a sentence. */
const NAMED_AFTER_SOMEONE = /^(?:Bernoulli|Gaussian|Student)/;

/** A reward law within a sentence. */
function lawName({ rewards }: EnvironmentResult): string {
  const ours = rewardLawDefinitions.find(({ id }) => id === rewards.id)?.name;
  const name = rewards.name ?? ours ?? rewards.id;
  return NAMED_AFTER_SOMEONE.test(name) ? name : name.charAt(0).toLowerCase() + name.slice(1);
}

/** An environment with its size: arms, slots, rewards, variation. */
export function environmentSummary(environment: EnvironmentResult): string {
  const { armCount, horizon, variation, fresh, source } = environment;
  const size = [counted(armCount, 'arm'), counted(horizon, 'slot')];
  const variationText = `variation ${formatNumber(variation.true, 3)}`;
  const parts =
    source.kind === 'rewards'
      ? [
          ...size,
          'recorded rewards',
          `${variationText} of averages over ${counted(source.smoothing, 'slot')}`,
          benchmarkText(environment),
        ]
      : [
          ...size,
          `${lawName(environment)} rewards`,
          `${variationText}${fresh ? ' in the first replication' : ''}`,
        ];
  return `${environmentName(environment)} (${parts.join(', ')})`;
}

/** The budget that policies were told, where it is not the true variation. */
export function toldSentence({ variation }: EnvironmentResult): string {
  const [stated, truth] = [variation.stated, variation.true].map((value) => formatNumber(value, 3));
  return stated === truth ? '' : ` Policies were told a variation of ${stated}.`;
}

/** How often, and with which seed. */
export function replicationsSummary({ replications, seed }: ComparisonResult): string {
  return `${counted(replications, 'replication')} with seed ${seed}`;
}

function stemOf(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
}

/**
 * A file stem: lower-case letters, digits and dashes, no longer than every file system takes. A long
 * one is cut before its last part, which says what a figure shows.
 */
export function fileStem(...parts: readonly string[]): string {
  const stem = stemOf(parts.join(' '));
  const last = parts.length > 1 ? stemOf(parts[parts.length - 1]) : '';
  return stem === '' ? 'figure' : shortFileName(stem, last);
}
